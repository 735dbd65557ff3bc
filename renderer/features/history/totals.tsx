import { Fragment, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Result } from '../../../shared/ipc/result'
import { groupDigits } from '../../../shared/money'
import type { PaymentsFilter } from '../../../shared/payment/payments-filter'
import {
  type CurrencyTotals,
  type PeriodTotals as Period,
  type TotalKind,
  totalKinds,
} from '../../../shared/payment/totals'
import { till } from '../../bridge/till'
import { type Answer, useAnswer } from '../../hooks/use-answer'
import { useNow } from '../../hooks/use-now'
import { dates, dayMonth } from '../../i18n/clock-time'
import { periodText } from '../../i18n/day'
import { usePayments } from '../../stores/payments-store'
import { show } from '../../stores/view-store'
import { BarChart, type Fill, RowBar } from '../../ui/bar-chart'
import { classNames } from '../../ui/class-names'
import { FailureNotice } from '../../ui/failure-notice'
import layout from '../../ui/layout.module.css'
import { Loading } from '../../ui/loading'
import { Segments } from '../../ui/segments'
import { calendarDay, monthsSoFar, type PeriodName, periodNames, startOfPeriod } from './filter'
import styles from './payments.module.css'

/** How many of each are listed: a month, a quarter, a year. */
const listed: Record<PeriodName, number> = { day: 31, week: 13, month: 12 }

/** What payments came to by day, week or month, the newest first. A row opens its payments. */
export function PeriodTotals() {
  const { t } = useTranslation()
  const [period, setPeriod] = useState<PeriodName>('day')
  const today = startOfPeriod('day', useNow(), 0)
  const starts = useMemo(() => startsOf(period, today), [period, today])
  const { value, failure } = useTotals(() => till.search.periods({ starts }), starts)
  const newestFirst = value?.toReversed() ?? []
  const currencies = [
    ...new Set(newestFirst.flatMap(each => each.currencies.map(({ currency }) => currency))),
  ].sort((one, other) => (one < other ? -1 : 1))
  return (
    <>
      <Segments
        label={t('payments.by.label')}
        value={period}
        options={periodNames.map(name => ({ value: name, label: t(`payments.by.${name}`) }))}
        onChange={setPeriod}
      />
      {failure && <FailureNotice failure={failure} />}
      {!value && !failure && <Loading text={t('app.reading')} />}
      {value && currencies.length === 0 && <p className={layout.none}>{t('payments.none')}</p>}
      {currencies.map(currency => (
        <Fragment key={currency}>
          <PeriodChart currency={currency} period={period} periods={value ?? []} />
          <MonthSoFar currency={currency} today={today} />
          <CurrencyTable currency={currency} period={period} periods={newestFirst} />
        </Fragment>
      ))}
      {currencies.length > 0 && (
        <p className={layout.small}>
          {t('payments.totalsText')} {t('payments.givenBackNotSubtracted')}
        </p>
      )}
    </>
  )
}

function startsOf(period: PeriodName, now: number): number[] {
  const count = listed[period]
  return Array.from({ length: count + 1 }, (_, n) => startOfPeriod(period, now, n + 1 - count))
}

/** The kinds that are drawn: money that came. */
const drawnKinds = [
  ['confirmed', 'plain'],
  ['cash', 'grey'],
] as const satisfies (readonly [TotalKind, Fill])[]

interface CurrencyTableProps {
  currency: string
  period: PeriodName
  periods: readonly Period[]
}

/** Under a bar: `29`, `16 Nov` or `Nov`. */
const barNames: Record<PeriodName, Intl.DateTimeFormatOptions> = {
  day: { day: 'numeric' },
  week: dayMonth,
  month: { month: 'short' },
}

/** One currency's periods as bars, the newest at the right; the table has the same numbers. */
function PeriodChart({ currency, period, periods }: CurrencyTableProps) {
  const { t, i18n } = useTranslation()
  const totalsOf = ({ currencies }: Period) => currencies.find(each => each.currency === currency)
  const kinds = drawnKinds.filter(([kind]) => periods.some(each => totalsOf(each)?.[kind].amount))
  return (
    <BarChart
      title={t(`payments.by.${period}`)}
      currency={currency}
      of={t(`payments.by.${period}`)}
      parts={kinds.map(([kind, fill]) => ({ name: t(totalKeys[kind]), fill }))}
      bars={periods.map(each => ({
        key: each.from,
        name: dates(i18n.language, barNames[period]).format(each.from),
        title: periodText(period, each.from, each.to, i18n.language),
        values: kinds.map(([kind]) => totalsOf(each)?.[kind].amount ?? 0),
      }))}
      tabled={false}
    />
  )
}

/** This month, and the one before up to the same day. */
function MonthSoFar({ currency, today }: { currency: string; today: number }) {
  const { t } = useTranslation()
  const starts = useMemo(() => monthsSoFar(today), [today])
  const { value } = useTotals(() => till.search.periods({ starts }), starts)
  const [before, , current] = value ?? []
  if (!before?.currencies.some(each => each.currency === currency) || !current) return null
  return (
    <CurrencyTable
      title={t('payments.monthSoFar')}
      currency={currency}
      period="week"
      periods={[current, before]}
    />
  )
}

/** One currency's periods that have anything; a column for each kind that there is. */
function CurrencyTable({
  title,
  currency,
  period,
  periods,
}: CurrencyTableProps & { title?: string }) {
  const { t } = useTranslation()
  const rows = periods.flatMap(({ from, to, currencies }) => {
    const totals = currencies.find(each => each.currency === currency)
    return totals ? [{ from, to, totals }] : []
  })
  const most =
    title === undefined
      ? null
      : Math.max(...rows.map(({ totals }) => totals.confirmed.amount + totals.cash.amount))
  const kinds = totalKinds.filter(
    kind => kind === 'confirmed' || rows.some(({ totals }) => totals[kind].sales > 0),
  )
  return (
    <table className={classNames(styles.table, styles.periods)}>
      <caption>
        {title} {currency}
      </caption>
      <thead>
        <tr>
          {title === undefined ? <th scope="col">{t(`payments.by.${period}`)}</th> : <td />}
          {kinds.map(kind => (
            <th key={kind} scope="col">
              {t(totalKeys[kind])}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(row => (
          <PeriodRow key={row.from} period={period} kinds={kinds} most={most} {...row} />
        ))}
      </tbody>
    </table>
  )
}

interface PeriodRowProps {
  period: PeriodName
  kinds: readonly TotalKind[]
  /** What the longest bar comes to; null where no row has one: a chart has them. */
  most: number | null
  from: number
  to: number
  totals: CurrencyTotals
}

function PeriodRow({ period, kinds, most, from, to, totals }: PeriodRowProps) {
  const { t, i18n } = useTranslation()
  const days = { fromDay: calendarDay(from), toDay: calendarDay(to - 1) }
  const open = () => show({ name: 'payments', list: 'all', days })
  return (
    // The whole row takes a pointer; the button in it takes the keyboard.
    <tr onClick={open}>
      <td className={styles.customer}>
        <button type="button" className={styles.open}>
          {periodText(period, from, to, i18n.language)}
          {most !== null && (
            <RowBar
              most={most}
              parts={drawnKinds.map(([kind, fill]) => ({ value: totals[kind].amount, fill }))}
            />
          )}
        </button>
      </td>
      {kinds.map(kind => (
        <td key={kind} className={styles.amount} data-kind={kind}>
          {totals[kind].sales === 0 ? (
            '–'
          ) : (
            <>
              {groupDigits(totals[kind].amount)}
              <small>{t('day.count', { count: totals[kind].sales })}</small>
            </>
          )}
        </td>
      ))}
    </tr>
  )
}

/** What the payments in the list came to. Nothing here is added to anything else. */
export function FoundTotals({ filter }: { filter: PaymentsFilter }) {
  const { t } = useTranslation()
  const { value, failure } = useTotals(() => till.search.totals({ filter }), filter)
  if (failure) return <p className={layout.muted}>{t('payments.totalsUnread')}</p>
  if (value === null) return null
  return (
    <section className={styles.totals} aria-label={t('payments.totalsShown')}>
      {value.map(totals => (
        <CurrencyLine key={totals.currency} totals={totals} />
      ))}
      {/* The list calls each of them Given back, and the sum of what was paid has them all the same. */}
      {value.some(({ refund }) => refund.sales > 0) && (
        <small>{t('payments.givenBackNotSubtracted')}</small>
      )}
    </section>
  )
}

function CurrencyLine({ totals }: { totals: CurrencyTotals }) {
  const { t } = useTranslation()
  const said = (kind: TotalKind) => totals[kind].sales > 0
  return totalKinds.filter(said).map(kind => (
    <span key={kind} data-kind={kind}>
      {t(totalKeys[kind])}{' '}
      <b>
        {totals.currency} {groupDigits(totals[kind].amount)}
      </b>{' '}
      <small>{t('day.count', { count: totals[kind].sales })}</small>
    </span>
  ))
}

/** What each kind of total is called: the day's own words. */
const totalKeys = {
  confirmed: 'status.paid',
  refund: 'status.givenBack',
  cash: 'resolvedAs.cash',
  seen: 'resolvedAs.seen',
  notPaid: 'resolvedAs.notPaid',
  otherwise: 'resolvedAs.otherwise',
} as const satisfies Record<TotalKind, string>

/** A search that is being typed, and payments that change one after the other, are one question, ms. */
const pause = 250

/** What main adds up, asked for again whenever the question or a payment has changed. */
function useTotals<Value>(ask: () => Promise<Result<Value>>, question: unknown): Answer<Value> {
  return useAnswer(ask, question, { again: usePayments(store => store.byId), pause })
}
