import { useId, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { till } from '../bridge/till'
import { useCall } from '../hooks/use-call'
import { useOutlook } from '../sale-status/use-payment-facts'
import { troubleOf } from '../sale-status/waiting'
import { usePayments } from '../stores/payments-store'
import { useFillPretendCustomer } from '../stores/practice-customer'
import { useTill } from '../stores/till-store'
import { useMay } from '../stores/use-staff'
import { show, type View } from '../stores/view-store'
import { Button } from '../ui/button'
import { CallButton } from '../ui/call-button'
import { CallDialog } from '../ui/call-dialog'
import { FailureNotice } from '../ui/failure-notice'
import hidden from '../ui/hidden.module.css'
import { Icon } from '../ui/icons/icon'
import layout from '../ui/layout.module.css'
import { type SetUpEntry, setUpDone, setUpEntries, type TutorialStep, tutorialStep } from './set-up'
import styles from './tutorial-card.module.css'

/** Setting the till up, next to the work: the practice sale that is going on, or else what is left to do. */
export function SetUp() {
  const { open, listOpen } = useTill(state => state.settings.tutorial)
  const active = useTill(state => state.active)
  const loaded = usePayments(store => store.loaded)
  const payments = useRailPayments()
  const step = active === null || !loaded ? null : tutorialStep(active, payments)
  const mayDo = useMay('owner')
  // While something is wrong, that comes first.
  const isOlder = useTill(state => state.older !== null)
  const trouble = troubleOf(useOutlook()) !== null || isOlder
  if (open && step !== null) return <TutorialCard step={step} />
  return listOpen && mayDo && !trouble ? <SetUpList /> : null
}

function useRailPayments() {
  const { byId, railIds } = usePayments()
  return useMemo(
    () => railIds.map(id => byId[id]).filter(payment => payment !== undefined),
    [byId, railIds],
  )
}

/** What is done has a check; what is left leads to its page of Settings. */
function SetUpList() {
  const { t } = useTranslation()
  const id = useId()
  const state = useTill(all => all)
  const payments = useRailPayments()
  const done = setUpDone(state, payments)
  const left = setUpEntries.filter(entry => !done[entry])
  const number = { done: setUpEntries.length - left.length, all: setUpEntries.length }
  return (
    <section className={styles.card} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id}>{t('setUp.title')}</h2>
        <p className={layout.muted}>
          {left.length === 0 ? t('setUp.finished') : t('setUp.count', number)}
        </p>
      </div>
      <ul>
        {setUpEntries.map(entry => (
          <li key={entry}>{done[entry] ? <DoneEntry entry={entry} /> : <Entry entry={entry} />}</li>
        ))}
      </ul>
      <div className={styles.buttons}>
        <CallButton variant={left.length === 0 ? 'plain' : 'quiet'} call={till.tutorial.closeList}>
          {left.length === 0 ? t('tutorial.close') : t('setUp.hide')}
        </CallButton>
      </div>
    </section>
  )
}

function DoneEntry({ entry }: { entry: SetUpEntry }) {
  const { t } = useTranslation()
  return (
    <p className={styles.step} data-done>
      <span className={styles.mark}>
        <Icon name="check" size="s" />
      </span>
      <span>
        {t(`setUp.entry.${entry}`)}
        <span className={hidden.hidden}>{t('tutorial.stepDone')}</span>
      </span>
    </p>
  )
}

/** Where each is done. The other two are done with a press, here. */
const pages = {
  shopName: { name: 'settings', tab: 'shop' },
  keys: { name: 'settings', tab: 'connection' },
  printer: { name: 'settings', tab: 'receipts' },
  people: { name: 'settings', tab: 'staff' },
  recoveryCode: { name: 'settings', tab: 'support' },
  backup: { name: 'settings', tab: 'support' },
} as const satisfies Record<Exclude<SetUpEntry, 'walkIn' | 'testSale'>, View>

function Entry({ entry }: { entry: SetUpEntry }) {
  if (entry === 'walkIn') return <WalkInEntry />
  if (entry === 'testSale') return <TestSaleEntry />
  return <EntryButton entry={entry} onClick={() => show(pages[entry])} />
}

interface EntryButtonProps {
  entry: SetUpEntry
  busy?: boolean
  onClick: () => void
}

function EntryButton({ entry, busy = false, onClick }: EntryButtonProps) {
  const { t } = useTranslation()
  return (
    <button type="button" className={styles.entry} aria-disabled={busy} onClick={onClick}>
      <span className={styles.mark} />
      {t(`setUp.entry.${entry}`)}
      <Icon name="arrowRight" size="s" />
    </button>
  )
}

/** Pretend customers are in Practice mode: there the form is the next step, elsewhere the way there. */
function TestSaleEntry() {
  const practising = useTill(state => state.active === 'practice')
  const { run, busy, failure } = useCall(() => till.tutorial.begin())
  const begin = () => (practising ? show({ name: 'charge' }) : run())
  return (
    <>
      <EntryButton entry="testSale" busy={busy} onClick={begin} />
      {failure && <FailureNotice failure={failure} />}
    </>
  )
}

/** Offers a name for customers who give none: mobile money takes no payment without one. */
function WalkInEntry() {
  const { t } = useTranslation()
  const shop = useTill(state => state.settings.shop)
  const [asking, setAsking] = useState(false)
  const [firstName, lastName] = [t('setUp.walkIn.firstName'), t('setUp.walkIn.lastName')]
  const customer = { ...shop.customer, firstName, lastName }
  return (
    <>
      <EntryButton entry="walkIn" onClick={() => setAsking(true)} />
      {asking && (
        <CallDialog
          onClose={() => setAsking(false)}
          title={t('setUp.walkIn.title')}
          text={t('setUp.walkIn.text', { name: `${firstName} ${lastName}` })}
          confirm={t('setUp.walkIn.confirm')}
          confirmFirst
          call={() => till.settings.save({ section: 'shop', value: { ...shop, customer } })}
        />
      )}
    </>
  )
}

const steps = ['ask', 'watch', 'done'] as const

/** The first practice sale, step by step, next to the work itself. There until it is done or unwanted. */
function TutorialCard({ step }: { step: TutorialStep }) {
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
          <Button variant="primary" enter={false} busy={busy} onClick={() => run(true)}>
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
