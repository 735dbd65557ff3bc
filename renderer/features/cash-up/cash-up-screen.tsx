import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DayReport } from '../../../shared/day/report'
import type { ArgumentOf } from '../../../shared/ipc/contract'
import { till } from '../../bridge/till'
import { useCall } from '../../hooks/use-call'
import { amountText, blockText } from '../../sale-status/payment-text'
import { useCheckAll } from '../../sale-status/use-check-all'
import { draftFor, noteClosed, useCashUpDraft } from '../../stores/cash-up-store'
import { useTill } from '../../stores/till-store'
import { isLocked } from '../../stores/use-staff'
import { show } from '../../stores/view-store'
import { Answered } from '../../ui/answered'
import { Button } from '../../ui/button'
import { classNames } from '../../ui/class-names'
import { Dialog } from '../../ui/dialog'
import { FailureNotice } from '../../ui/failure-notice'
import { Icon } from '../../ui/icons/icon'
import layout from '../../ui/layout.module.css'
import { Spinner } from '../../ui/loading'
import { Page } from '../../ui/page'
import styles from './cash-up-screen.module.css'
import { CashDifferences, CountedCash, countedAmount } from './counted-cash'
import { OpenList } from './open-list'
import { useDay } from './use-day'

/** Closing the running period: ask the service, settle or sign off what is open, count the cash, close. */
export function CashUpScreen() {
  const { t } = useTranslation()
  const day = useDay()
  return (
    <Page
      title={t('day.closing.title')}
      back={{ text: t('day.back'), to: { name: 'day' } }}
      scrolls={false}
    >
      <Answered of={day}>{report => <Steps report={report} read={day.read} />}</Answered>
    </Page>
  )
}

function Steps({ report, read }: { report: DayReport; read: () => Promise<void> }) {
  const { period } = report
  const person = useTill(({ staff }) => (staff.state === 'signed-in' ? staff.person.id : null))
  const locked = useTill(isLocked)
  // Before anything is drawn: what another person decided is not for this one's eyes.
  useLayoutEffect(() => {
    if (!locked) draftFor(period, person)
  }, [period, person, locked])
  return (
    <>
      <div className={classNames(layout.scrolls, styles.steps)}>
        <OpenList payments={report.open} aside={<CheckFirst />} />
        <CountedCash currencies={report.currencies} />
      </div>
      <CloseBar report={report} read={read} />
    </>
  )
}

/** Asks the service about everything that is open when the screen opens, and on request. */
function CheckFirst() {
  const { t } = useTranslation()
  const { check, busy, outcome, failure } = useCheckAll()
  const begun = useRef<boolean>(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `check` is new at each render, and runs once, when the screen opens
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    check()
  }, [])
  return (
    <div className={layout.row}>
      <Button busy={busy} onClick={check}>
        {t('day.closing.checkAgain')}
      </Button>
      <output>
        {busy && (
          <>
            <Spinner /> {t('day.closing.checking')}
          </>
        )}
        {outcome && t(outcome.key, { ...outcome })}
        {failure && t('day.closing.checkFailed')}
      </output>
    </div>
  )
}

/** What is named before the day is closed; a person who sees nothing of cash looks again. */
const named = ['confirmed', 'cash', 'unknown'] as const

/** The one button that closes, always in sight, or why it cannot be pressed. */
function CloseBar({ report, read }: { report: DayReport; read: () => Promise<void> }) {
  const { t } = useTranslation()
  const { reasons, counted, floats } = useCashUpDraft()
  const [asking, setAsking] = useState(false)
  const { run, busy, failure } = useCall((closing: ArgumentOf<'day', 'close'>) =>
    till.day.close(closing),
  )
  const unsigned = report.open.filter(({ paymentId }) => reasons[paymentId] === undefined).length
  const countedCash = amountsOf(counted)
  const drawerFloats = amountsOf(floats)
  const cannotClose = unsigned > 0 || countedCash === 'bad' || drawerFloats === 'bad'
  const close = async () => {
    if (countedCash === 'bad' || drawerFloats === 'bad') return
    const answer = await run({
      period: report.period,
      signOffs: Object.entries(reasons).map(([paymentId, reason]) => ({ paymentId, reason })),
      counted: countedCash,
      floats: drawerFloats,
    })
    setAsking(false)
    if (!answer?.ok) return read()
    noteClosed(answer.value.number)
    show({ name: 'closedDay', number: answer.value.number })
  }
  return (
    <div className={classNames(layout.row, styles.bar)}>
      {failure && <FailureNotice failure={failure} />}
      <output className={styles.outcome}>
        {unsigned > 0 && (
          <span className={styles.off}>
            <Icon name="alert" size="s" />
            {t('day.closing.blocked', { number: unsigned })}
          </span>
        )}
        <CashDifferences currencies={report.currencies} />
      </output>
      <Button
        variant={unsigned > 0 ? 'plain' : 'primary'}
        className={classNames(cannotClose && styles.cannotClose)}
        aria-disabled={cannotClose}
        onClick={() => {
          if (!cannotClose) setAsking(true)
        }}
      >
        {t('day.closing.close')}
      </Button>
      {asking && (
        <Dialog
          onClose={() => setAsking(false)}
          title={t('day.closing.confirmTitle')}
          text={
            <>
              <p>{t('day.closing.confirmText', { number: report.period })}</p>
              <ul>
                {report.currencies.flatMap(({ currency, blocks }) =>
                  named
                    .filter(block => block === 'confirmed' || blocks[block].sales !== 0)
                    .map(block => (
                      <li key={`${currency} ${block}`}>
                        {blockText(block, t)}:{' '}
                        <b>{amountText({ currency, value: blocks[block].amount })}</b> (
                        {t('day.count', { count: blocks[block].sales })})
                      </li>
                    )),
                )}
                {report.open.length > 0 && (
                  <li>{t('day.leftOpen', { count: report.open.length })}</li>
                )}
              </ul>
              <CashDifferences currencies={report.currencies} />
            </>
          }
          confirm={t('day.closing.confirm')}
          busy={busy}
          onConfirm={close}
        />
      )}
    </div>
  )
}

/** What was typed for each currency; `bad` where one of it is no whole amount. */
function amountsOf(typed: Readonly<Record<string, string>>) {
  const read = Object.entries(typed).map(([currency, text]) => ({
    currency,
    amount: countedAmount(text, currency),
  }))
  if (read.some(({ amount }) => amount === 'bad')) return 'bad'
  return read.flatMap(({ currency, amount }) =>
    typeof amount === 'number' ? [{ currency, amount }] : [],
  )
}
