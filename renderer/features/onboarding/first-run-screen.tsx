import { type ComponentType, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { till } from '../../bridge/till'
import { useCall } from '../../hooks/use-call'
import { useSlow } from '../../hooks/use-slow'
import { Button, EnterKey } from '../../ui/button'
import { FailureNotice } from '../../ui/failure-notice'
import { Icon, type IconName } from '../../ui/icons/icon'
import { LanguageChoice } from '../../ui/language-choice'
import layout from '../../ui/layout.module.css'
import { Spinner } from '../../ui/loading'
import { PageTitle } from '../../ui/page'
import styles from './first-run-screen.module.css'

interface FirstRunScreenProps {
  /** The form of the settings: no feature imports another. */
  connectionForm: ComponentType
  restoreDialog: ComponentType<{ onClose: () => void }>
  ownersViewDialog: ComponentType<{ onClose: () => void }>
}

/** The first thing anyone sees: try it with pretend money, or connect it to the real service. */
export function FirstRunScreen({ connectionForm: ConnectionForm, ...props }: FirstRunScreenProps) {
  const [connecting, setConnecting] = useState(false)
  return connecting ? (
    <FirstConnection form={ConnectionForm} onBack={() => setConnecting(false)} />
  ) : (
    <Welcome {...props} onConnect={() => setConnecting(true)} />
  )
}

interface WelcomeProps extends Omit<FirstRunScreenProps, 'connectionForm'> {
  onConnect: () => void
}

function Welcome({ onConnect, ...dialogs }: WelcomeProps) {
  const { restoreDialog: RestoreDialog, ownersViewDialog: OwnersViewDialog } = dialogs
  const { t } = useTranslation()
  const [asks, ask] = useState<'restore' | 'owners-view' | null>(null)
  const close = () => ask(null)
  const { run, busy, failure } = useCall(() => till.connection.choose({ kind: 'practice' }))
  return (
    <main className={styles.space}>
      <div className={styles.welcome}>
        <div className={styles.language}>
          <LanguageChoice />
        </div>
        <Emblem />
        <PageTitle className={styles.title}>{t('firstRun.title')}</PageTitle>
        <p className={styles.lead}>{t('firstRun.lead')}</p>
        <div className={styles.ways}>
          <Way
            primary
            icon="practice"
            name={t('firstRun.practice')}
            text={t('firstRun.practiceText')}
            busy={busy}
            onClick={run}
          />
          <Way
            icon="plug"
            name={t('firstRun.connect')}
            text={t('firstRun.connectText')}
            onClick={onConnect}
          />
        </div>
        {asks === 'restore' && <RestoreDialog onClose={close} />}
        {asks === 'owners-view' && <OwnersViewDialog onClose={close} />}
        {failure && <FailureNotice failure={failure} />}
        <div className={layout.wrap2}>
          <Button variant="quiet" icon="save" onClick={() => ask('restore')}>
            {t('backup.card.restore')}
          </Button>
          <Button variant="quiet" icon="list" onClick={() => ask('owners-view')}>
            {t('ownersView.open')}
          </Button>
        </div>
      </div>
    </main>
  )
}

interface WayProps {
  icon: IconName
  name: string
  text: string
  primary?: boolean
  busy?: boolean
  onClick: () => void
}

function Way({ icon, name, text, primary, busy = false, onClick }: WayProps) {
  const slow = useSlow(busy)
  const id = useId()
  return (
    <div className={styles.way} data-primary={primary}>
      <span className={styles.wayIcon}>{slow ? <Spinner /> : <Icon name={icon} size="l" />}</span>
      <button
        type="button"
        data-enter={primary}
        aria-describedby={id}
        aria-disabled={busy}
        onClick={onClick}
      >
        {name}
        {primary && <EnterKey />}
      </button>
      <p id={id}>{text}</p>
    </div>
  )
}

/** A counter with a check on it. */
function Emblem() {
  return (
    <svg className={styles.emblem} viewBox="0 0 64 64" aria-hidden="true">
      <rect className={styles.emblemGround} width="64" height="64" rx="16" />
      <path className={styles.emblemPen} d="M14 45h36M20 45v8M44 45v8" />
      <path className={styles.emblemCheck} d="M21 25.5l8 8L44 17.500" />
    </svg>
  )
}

interface FirstConnectionProps {
  form: FirstRunScreenProps['connectionForm']
  onBack: () => void
}

function FirstConnection({ form: ConnectionForm, onBack }: FirstConnectionProps) {
  const { t } = useTranslation()
  return (
    <main className={styles.space}>
      <div className={styles.connect}>
        <div className={styles.connectHead}>
          <Button variant="quiet" icon="arrowLeft" onClick={onBack}>
            {t('app.back')}
          </Button>
          <LanguageChoice />
        </div>
        <PageTitle className={styles.connectTitle}>{t('firstRun.connect')}</PageTitle>
        <ConnectionForm />
      </div>
    </main>
  )
}
