import { useId, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { till } from '../bridge/till'
import { useCall } from '../hooks/use-call'
import { useOutlook } from '../sale-status/use-sale-facts'
import { troubleOf } from '../sale-status/waiting'
import { useFillPretendCustomer } from '../stores/practice-customer'
import { useSales } from '../stores/sales-store'
import { useTill } from '../stores/till-store'
import { show } from '../stores/view-store'
import { Button } from '../ui/button'
import { FailureNotice } from '../ui/failure-notice'
import hidden from '../ui/hidden.module.css'
import { Icon } from '../ui/icons/icon'
import layout from '../ui/layout.module.css'
import { type LessonStep, lessonStep } from './lesson'
import styles from './lesson-card.module.css'

const steps = ['ask', 'watch', 'done'] as const

/** The first practice sale, step by step, beside the work itself. There until it is done or unwanted. */
export function LessonCard() {
  const open = useTill(state => state.settings.lesson.open)
  const step = useStep()
  const trouble = useTrouble()
  if (!open || step === null) return null
  if (step !== 'offer') return <Lesson step={step} />
  return trouble ? null : <Offer />
}

/** While something is wrong, practising is not offered beside it. */
function useTrouble(): boolean {
  const changed = useTill(state => state.changes.length > 0)
  return troubleOf(useOutlook()) !== null || changed
}

function useStep(): LessonStep | null {
  const active = useTill(state => state.active)
  const { byId, railIds, loaded } = useSales()
  return useMemo(() => {
    if (active === null || !loaded) return null
    return lessonStep(
      active,
      railIds.map(id => byId[id]).filter(sale => sale !== undefined),
    )
  }, [active, byId, railIds, loaded])
}

/** The service works; the person who set it up may never have made a sale with it. */
function Offer() {
  const { t } = useTranslation()
  const id = useId()
  const begin = useCall(() => till.lesson.begin())
  const end = useEnd()
  const failure = begin.failure ?? end.failure
  return (
    <section className={styles.card} aria-labelledby={id}>
      <h2 id={id}>{t('lesson.offer.title')}</h2>
      <p>{t('lesson.offer.text')}</p>
      <div className={styles.buttons}>
        <Button icon="practice" busy={begin.busy} onClick={begin.run}>
          {t('lesson.offer.begin')}
        </Button>
        <Button busy={end.busy} onClick={() => end.run(false)}>
          {t('lesson.offer.no')}
        </Button>
      </div>
      {failure && <FailureNotice failure={failure} />}
    </section>
  )
}

function Lesson({ step }: { step: Exclude<LessonStep, 'offer'> }) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <section className={styles.card} aria-labelledby={id}>
      <h2 id={id}>{t('lesson.title')}</h2>
      {step !== 'done' && <Steps at={step === 'again' ? 0 : steps.indexOf(step)} />}
      <p className={layout.muted} aria-live="polite">
        {t(`lesson.now.${step}`)}
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
            {t(`lesson.step.${name}`)}
            {number < at && <span className={hidden.hidden}>{t('lesson.stepDone')}</span>}
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
            {t('lesson.fill')}
          </Button>
        )}
        <Button busy={busy} onClick={() => run(false)}>
          {t('lesson.skip')}
        </Button>
      </div>
      {failure && <FailureNotice failure={failure} />}
    </>
  )
}

function Done() {
  const { t } = useTranslation()
  const goOnWith = useTill(state => state.settings.lesson.goOnWith)
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
          <Button look="primary" busy={busy} onClick={() => run(true)}>
            {t('lesson.goOn', { kind: t(`settings.kind.${goOnWith}`) })}
          </Button>
        )}
        {goOnWith === null && unnamed && (
          <Button busy={busy} onClick={nameShop}>
            {t('lesson.nameShop')}
          </Button>
        )}
        <Button busy={busy} onClick={() => run(false)}>
          {t('lesson.close')}
        </Button>
      </div>
      {failure && <FailureNotice failure={failure} />}
    </>
  )
}

function useEnd() {
  return useCall((goOn: boolean) => till.lesson.end({ goOn }))
}
