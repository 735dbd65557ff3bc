import { type ComponentType, type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ClosedReason } from '../../../shared/ipc/till-state'
import { till } from '../../bridge/till'
import { useCall } from '../../hooks/use-call'
import { formatSeconds } from '../../i18n/countdown'
import { useTill } from '../../stores/till-store'
import { usePause } from '../../stores/use-staff'
import { typedText } from '../../typing/typed-text'
import { Button } from '../../ui/button'
import { CallButton } from '../../ui/call-button'
import { CenteredCard } from '../../ui/centered-card'
import { Explanation } from '../../ui/explanation'
import { FailureNotice } from '../../ui/failure-notice'
import { Field } from '../../ui/field'
import layout from '../../ui/layout.module.css'
import styles from './access.module.css'
import { LockHead } from './lock-head'
import { StartEmptyDialog } from './start-empty-dialog'

type Way = 'tryAgain' | 'restore' | 'startEmpty'

const wayKeys = {
  restore: 'backup.card.restore',
  startEmpty: 'closed.ways.lost',
} as const

/** What a till asks for before it opens. */
type Asks = 'passphrase' | 'code' | 'codeAlone'

const labels = {
  passphrase: 'locked.passphrase',
  code: 'closed.asks.code',
  codeAlone: 'recoveryCode.title',
} as const satisfies Record<Asks, string>

/** What can be typed, and what else can be done. Nothing closes a till for good. */
const ways: Record<ClosedReason, { asks: Asks | null; ways: readonly Way[] }> = {
  passphrase: { asks: 'passphrase', ways: ['restore', 'startEmpty'] },
  'keychain-away': { asks: 'code', ways: ['tryAgain', 'restore', 'startEmpty'] },
  'keychain-other': { asks: 'code', ways: ['tryAgain', 'restore', 'startEmpty'] },
  gone: { asks: 'codeAlone', ways: ['restore', 'startEmpty'] },
  'key-gone': { asks: null, ways: ['restore', 'startEmpty'] },
  newer: { asks: null, ways: ['tryAgain', 'restore', 'startEmpty'] },
  failed: { asks: null, ways: ['tryAgain', 'restore', 'startEmpty'] },
}

interface ClosedScreenProps {
  reason: ClosedReason
  restoreDialog: ComponentType<{ onClose: () => void }>
}

/** Nothing of the till can be read: what happened, and each way to go on. */
export function ClosedScreen({ reason, restoreDialog: RestoreDialog }: ClosedScreenProps) {
  const { t } = useTranslation()
  const [way, choose] = useState<Exclude<Way, 'tryAgain'> | null>(null)
  const { asks, ways: others } = ways[reason]
  const close = () => choose(null)
  return (
    <div className={styles.window}>
      <LockHead />
      <main className={styles.space}>
        {asks === 'passphrase' ? (
          <CenteredCard icon="lock" tone="brand" title={t('locked.title')}>
            <p className={layout.muted}>{t('locked.money')}</p>
            <UnlockForm label={t(labels.passphrase)} hint={t('locked.code')} />
          </CenteredCard>
        ) : (
          // Another question: what was typed for the one before it is not its answer.
          <CenteredCard key={reason} icon="warn" tone="unknown" title={t('closed.title')} wide>
            <Explanation
              what={t(`closed.${reason}.what`)}
              money={t('closed.money')}
              next={t(`closed.${reason}.next`)}
            />
            {asks && <UnlockForm label={t(labels[asks])} />}
          </CenteredCard>
        )}
        <div className={styles.otherWays}>
          {others.map(each =>
            each === 'tryAgain' ? (
              <CallButton key={each} call={till.key.tryAgain}>
                {t('live.action.try-again')}
              </CallButton>
            ) : (
              <Button key={each} variant="quiet" onClick={() => choose(each)}>
                {t(wayKeys[each])}
              </Button>
            ),
          )}
        </div>
      </main>
      {way === 'restore' && <RestoreDialog onClose={close} />}
      {way === 'startEmpty' && (
        <StartEmptyDialog title={t('closed.startEmpty.title')} onClose={close} />
      )}
    </div>
  )
}

function UnlockForm({ label, hint }: { label: string; hint?: string }) {
  const { t } = useTranslation()
  const form = useRef<HTMLFormElement>(null)
  const [text, setText] = useState('')
  const [pressed, setPressed] = useState(false)
  const { run, busy, failure } = useCall(() => till.key.open({ passphrase: text }))
  // Whole seconds before the next one may be tried, after too many wrong ones.
  const pause = usePause({ pauseMs: useTill(state => state.protection.pauseMs) })
  const problem = () => {
    if (pause > 0) return t('locked.paused', { time: formatSeconds(pause) })
    return pressed && text === '' ? t('app.empty') : null
  }
  const unlock = async (event: FormEvent) => {
    event.preventDefault()
    setPressed(true)
    const answer = text === '' || pause > 0 ? null : await run()
    if (!answer?.ok) form.current?.querySelector('input')?.focus()
  }
  return (
    <form ref={form} className={layout.stack4} onSubmit={unlock} noValidate>
      <Field
        label={label}
        hint={hint}
        type="password"
        autoComplete="current-password"
        value={text}
        maxLength={500}
        error={problem()}
        onChange={event => setText(typedText(event))}
      />
      {failure && failure.code !== 'proof-paused' && <FailureNotice failure={failure} />}
      <Button
        type="submit"
        variant="primary"
        busy={busy}
        aria-disabled={pause > 0}
        className={styles.unlock}
      >
        {t('locked.unlock')}
      </Button>
    </form>
  )
}
