import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { till } from '../bridge/till'
import { useCall } from '../hooks/use-call'
import { useFillPretendCustomer } from '../stores/practice-customer'
import { useTill } from '../stores/till-store'
import { show } from '../stores/view-store'
import { Button } from '../ui/button'
import { FailureNotice } from '../ui/failure-notice'
import hidden from '../ui/hidden.module.css'
import { Icon } from '../ui/icons/icon'
import layout from '../ui/layout.module.css'
import type { TutorialStep } from './set-up'
import styles from './tutorial-card.module.css'

const steps = ['ask', 'watch', 'done'] as const

/** The first practice sale, step by step, next to the work itself. There until it is done or unwanted. */
export function TutorialCard({ step }: { step: TutorialStep }) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <section className={styles.card} aria-labelledby={id}>
      <h2 id={id}>{t('tutorial.title')}</h2>
      {step !== 'done' && <Steps at={step === 'again' ? 0 : steps.indexOf(step)} />}
      <p className={layout.muted} aria-live="polite">
        {t(`tutorial.now.${step}`)}
      </p>
      {step === 'done' ? <Done /> : <Going step={step} />}
    </section>
  )
}

/** Until all is done: then the last sentence needs the space. */
function Steps({ at }: { at: number }) {
  const { t } = useTranslation()
  return (
    <ol className={layout.stack2}>
      {steps.map((name, number) => (
        <li
          key={name}
          className={styles.step}
          data-done={number < at}
          aria-current={number === at ? 'step' : undefined}
        >
          <span className={styles.mark}>
            {number < at ? <Icon name="check" size="s" /> : number + 1}
          </span>
          <span>
            {t(`tutorial.step.${name}`)}
            {number < at && <span className={hidden.hidden}>{t('tutorial.stepDone')}</span>}
          </span>
        </li>
      ))}
    </ol>
  )
}

function Going({ step }: { step: 'ask' | 'watch' | 'again' }) {
  const { t } = useTranslation()
  const fill = useFillPretendCustomer()
  const { run, busy, failure } = useEnd()
  return (
    <>
      <div className={styles.buttons}>
        {step !== 'watch' && (
          <Button icon="person" onClick={fill}>
            {t('tutorial.fill')}
          </Button>
        )}
        <Button busy={busy} onClick={() => run(false)}>
          {t('tutorial.skip')}
        </Button>
      </div>
      {failure && <FailureNotice failure={failure} />}
    </>
  )
}

function Done() {
  const { t } = useTranslation()
  const goOnWith = useTill(state => state.settings.tutorial.goOnWith)
  const unnamed = useTill(state => state.settings.shop.name === '')
  const { run, busy, failure } = useEnd()
  const nameShop = async () => {
    const ended = await run(false)
    if (ended?.ok) show({ name: 'settings', tab: 'shop' })
  }
  return (
    <>
      <div className={styles.buttons}>
        {goOnWith !== null && (
          <Button variant="primary" busy={busy} onClick={() => run(true)}>
            {t('tutorial.goOn', { kind: t(`settings.kind.${goOnWith}`) })}
          </Button>
        )}
        {goOnWith === null && unnamed && (
          <Button busy={busy} onClick={nameShop}>
            {t('tutorial.nameShop')}
          </Button>
        )}
        <Button busy={busy} onClick={() => run(false)}>
          {t('tutorial.close')}
        </Button>
      </div>
      {failure && <FailureNotice failure={failure} />}
    </>
  )
}

function useEnd() {
  return useCall((goOn: boolean) => till.tutorial.end({ goOn }))
}
