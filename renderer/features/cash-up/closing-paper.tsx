import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { CashUp, CountedCash } from '../../../shared/day/cash-up'
import type { DayReport, OpenPayment } from '../../../shared/day/report'
import type { ShiftReport } from '../../../shared/day/shift-report'
import { groupDigits } from '../../../shared/money'
import { isolated } from '../../../shared/plain-text'
import { formatMoment } from '../../i18n/clock-time'
import { unbroken } from '../../sale-status/payment-text'
import { classNames } from '../../ui/class-names'
import layout from '../../ui/layout.module.css'
import styles from './closing-paper.module.css'
import { CurrencyDay } from './currency-day'
import { EarlierPayments, OpenPaymentFacts } from './day-tables'
import tables from './day-tables.module.css'

interface PaperProps {
  connection: CashUp['connection']
  /** Words over the head, such as that it is a copy. */
  mark?: string | null
  title: string
  head: ReactNode
  report: Pick<DayReport, 'currencies' | 'earlier' | 'open'>
  openTitle: string
  /** After the sums. */
  children?: ReactNode
}

/** What a closing and a shift report have in common. Practice and sandbox are always marked. */
function Paper({ connection, mark, title, head, report, openTitle, children }: PaperProps) {
  const { t } = useTranslation()
  return (
    <article className={classNames(layout.stack4, layout.card, styles.paper)}>
      {connection !== 'production' && <p className={styles.mode}>{t(`slip.${connection}`)}</p>}
      {mark && <p className={styles.copy}>{mark}</p>}
      <header>
        <h2>{title}</h2>
        {head}
      </header>
      {report.currencies.length === 0 && <p>{t('day.nothing')}</p>}
      {report.currencies.map(day => (
        <CurrencyDay key={day.currency} day={day} />
      ))}
      {children}
      <EarlierPayments payments={report.earlier} />
      <LeftOpen payments={report.open} title={openTitle} />
    </article>
  )
}

/**
 * A closing as a document, the same on the screen and on paper. `copiedAt` (wall clock, ms) marks a copy
 * made then.
 */
export function ClosingPaper({ cashUp, copiedAt }: { cashUp: CashUp; copiedAt?: number | null }) {
  const { t, i18n } = useTranslation()
  const { connection, shop, report, number, cash, closedAt, closedBy } = cashUp
  const name = [shop.name, shop.till].filter(Boolean).map(isolated).join(' · ')
  return (
    <Paper
      connection={connection}
      mark={
        copiedAt == null ? null : t('day.paper.copy', { time: moment(copiedAt, i18n.language) })
      }
      title={`${name} · ${t('day.number', { number })}`}
      head={
        <>
          <Period since={report.since} until={closedAt} />
          {closedBy && <p>{t('day.paper.closedBy', { name: isolated(closedBy.name) })}</p>}
          <p className={layout.small}>{t('slip.notFiscal')}</p>
          <LedgerCheckLine check={cashUp.ledgerCheck} />
        </>
      }
      report={report}
      openTitle={t('day.paper.openTitle')}
    >
      {cash.length > 0 && <Cash cash={cash} />}
    </Paper>
  )
}

/** A shift report as a document, the same on the screen and on paper. It says that it closes nothing. */
export function ShiftPaper({ shift }: { shift: ShiftReport }) {
  const { t } = useTranslation()
  const { connection, shop, madeBy, own, report } = shift
  const name = madeBy?.name ?? ''
  return (
    <Paper
      connection={connection}
      title={[shop.name, shop.till, t('day.shift.title')].filter(Boolean).map(isolated).join(' · ')}
      head={
        <>
          <Period since={report.since} until={report.until} />
          <p>
            {own ? t('day.shift.own', { name }) : t('day.shift.everyone')}
            {!own && madeBy && ` ${t('day.shift.madeBy', { name })}`}
          </p>
          <p className={layout.small}>
            {t('day.shift.goesOn')} {t('slip.notFiscal')}
          </p>
        </>
      }
      report={report}
      openTitle={t('live.stillOpen')}
    />
  )
}

function Period({ since, until }: Pick<DayReport, 'since' | 'until'>) {
  const { t, i18n } = useTranslation()
  const to = moment(until, i18n.language)
  return (
    <p>
      {since === null
        ? t('day.paper.periodFirst', { to })
        : t('day.paper.period', { from: moment(since, i18n.language), to })}
    </p>
  )
}

function LeftOpen({ payments, title }: { payments: readonly OpenPayment[]; title: string }) {
  const { t } = useTranslation()
  if (payments.length === 0) return <p>{t('day.closing.openNone')}</p>
  return (
    <section className={classNames(tables.payments, styles.open)}>
      <h2>{title}</h2>
      <ul>
        {payments.map(payment => (
          <li key={payment.paymentId}>
            <OpenPaymentFacts payment={payment} />
            <SignedBy payment={payment} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function SignedBy({ payment: { signOff } }: { payment: OpenPayment }) {
  const { t, i18n } = useTranslation()
  if (signOff === null) return null
  return (
    <em>
      {t('day.closing.signedOff', { reason: signOff.reason })} (
      {isolated(unbroken(signOff.person?.name ?? t('day.split.noName')))},{' '}
      {moment(signOff.at, i18n.language)})
    </em>
  )
}

function Cash({ cash }: { cash: readonly CountedCash[] }) {
  const { t } = useTranslation()
  const withFloat = cash.some(({ float }) => float > 0)
  return (
    <table className={classNames(tables.table, tables.split)}>
      <caption>{t('day.paper.cash')}</caption>
      <thead>
        <tr>
          <td />
          {withFloat && <th scope="col">{t('day.paper.float')}</th>}
          <th scope="col">{t('day.paper.expected')}</th>
          <th scope="col">{t('day.paper.counted')}</th>
          <th scope="col">{t('day.paper.difference')}</th>
        </tr>
      </thead>
      <tbody>
        {cash.map(({ currency, float, expected, counted }) => (
          <tr key={currency}>
            <th scope="row">{currency}</th>
            {withFloat && <td data-column={t('day.paper.float')}>{groupDigits(float)}</td>}
            <td data-column={t('day.paper.expected')}>{signed(expected, '')}</td>
            <td data-column={t('day.paper.counted')}>{groupDigits(counted)}</td>
            <td data-column={t('day.paper.difference')}>{signed(counted - expected)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** `+500`, `−1,000` or `0`. */
function signed(difference: number, plus = '+'): string {
  if (difference === 0) return '0'
  return `${difference < 0 ? '−' : plus}${groupDigits(Math.abs(difference))}`
}

/** A date within a sentence stays on one line, also on a narrow roll. */
function moment(at: number, language: string): string {
  return unbroken(formatMoment(at, language))
}

/** What the ledger said of itself when the period was closed; nothing in closings from before it could. */
function LedgerCheckLine({ check }: { check: CashUp['ledgerCheck'] }) {
  const { t } = useTranslation()
  if (check === undefined) return null
  if (check === null) return <p className={styles.bad}>{t('integrity.paper.unchecked')}</p>
  const { changes, seal } = check
  return (
    <>
      <p className={changes > 0 ? styles.bad : layout.small}>
        {changes > 0 ? t('integrity.paper.changed', { changes }) : t('integrity.paper.intact')}
      </p>
      <p className={layout.small}>{t('integrity.paper.code', { seal })}</p>
    </>
  )
}
