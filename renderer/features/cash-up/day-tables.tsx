import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { blockNames, settledBlocks } from '../../../shared/day/blocks'
import type {
  Blocks,
  CurrencyDay,
  EarlierPayment,
  OpenPayment,
  Tally,
} from '../../../shared/day/report'
import { groupDigits } from '../../../shared/money'
import { wayBackSchema } from '../../../shared/payment/given-back'
import { lineAmount, lineLabel } from '../../../shared/payment/lines'
import { formatMsisdn } from '../../../shared/phone'
import { discountOf } from '../../../shared/sale/lines'
import type { ShopDay } from '../../../shared/shop-meeting'
import { formatMoment } from '../../i18n/clock-time'
import { markKeys } from '../../i18n/day'
import { lineWords } from '../../i18n/line-words'
import { amountText, blockText, dayStateText } from '../../sale-status/payment-text'
import { RowBar } from '../../ui/bar-chart'
import { classNames } from '../../ui/class-names'
import layout from '../../ui/layout.module.css'
import styles from './day-tables.module.css'

interface SplitTableProps {
  title: string
  currency: string
  rows: readonly { key: string; name: string; blocks: Blocks }[]
}

const columns = ['confirmed', ...settledBlocks, 'unknown'] as const

/** What the bar of a row is made of: money that came. */
const barBlocks = [
  ['confirmed', 'plain'],
  ['cash', 'grey'],
] as const

/** A day's blocks split by something, a column a block; no column adds others. A roll drops a split of one row. */
export function SplitTable({ title, currency, rows }: SplitTableProps) {
  const { t } = useTranslation()
  const shown = columns.filter(name => rows.some(({ blocks }) => blocks[name].sales > 0))
  const most = Math.max(
    ...rows.map(({ blocks }) => barBlocks.reduce((sum, [block]) => sum + blocks[block].amount, 0)),
  )
  return (
    <table
      className={classNames(styles.table, styles.split)}
      data-one={rows.length < 2 || undefined}
    >
      <caption>
        {title} <small>{currency}</small>
      </caption>
      <thead>
        <tr>
          <td />
          {shown.map(name => (
            <th key={name} scope="col">
              {blockText(name, t)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, blocks }) => (
          <tr key={key}>
            <th scope="row">
              {name}
              <RowBar
                most={most}
                parts={barBlocks.map(([block, fill]) => ({ value: blocks[block].amount, fill }))}
              />
            </th>
            {shown.map(column => (
              <td
                key={column}
                data-column={blockText(column, t)}
                data-nothing={blocks[column].sales === 0 || undefined}
              >
                <TallyCell tally={blocks[column]} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** An amount with its number of payments under it; a dash where there is none. */
function TallyCell({ tally }: { tally: Tally }) {
  const { t } = useTranslation()
  if (tally.sales === 0) return <span className={styles.nothing}>–</span>
  return (
    <>
      {groupDigits(tally.amount)} <small>{t('day.count', { count: tally.sales })}</small>
    </>
  )
}

/** What was sold, each item at each price once, and the discounts of the same sales together. */
export function SoldTable({ day }: { day: CurrencyDay }) {
  const { t } = useTranslation()
  const { currency } = day
  const sold = day.sold.filter(({ price }) => price > 0)
  const discount = discountOf(day.sold)
  if (sold.length === 0) return null
  const most = Math.max(...sold.map(({ price, quantity }) => price * quantity))
  return (
    <table className={classNames(styles.table, styles.named)}>
      <caption>
        {t('items.sold')} <small>{currency}</small>
      </caption>
      <tbody>
        {sold.map(line => (
          <tr key={`${line.name} ${line.price}`}>
            <th scope="row">
              {lineLabel(line, lineWords(t))}
              <RowBar most={most} parts={[{ value: line.price * line.quantity, fill: 'grey' }]} />
            </th>
            <td>{lineAmount(line)}</td>
          </tr>
        ))}
        {discount > 0 && (
          <tr>
            <th scope="row">{t('items.discounts')}</th>
            <td>{lineAmount({ price: -discount, quantity: 1 })}</td>
          </tr>
        )}
      </tbody>
    </table>
  )
}

/**
 * A day by state; next to each state, the block that it counts in. Where each has one, the blocks above say it; a roll
 * drops each that is all of its block.
 */
export function StateTable({ day }: { day: CurrencyDay }) {
  const { t } = useTranslation()
  const rows = blockNames.flatMap(block => day.states.filter(row => row.block === block))
  const blocks = new Set(rows.map(({ block }) => block))
  if (blocks.size === rows.length && !blocks.has('none') && !blocks.has('unknown')) return null
  const isAll = ({ block }: (typeof rows)[number]) =>
    block !== 'none' && rows.filter(row => row.block === block).length === 1
  return (
    <table className={styles.table} data-one={rows.every(isAll) || undefined}>
      <caption>
        {t('day.split.state')} <small>{day.currency}</small>
      </caption>
      <thead>
        <tr>
          <th scope="col">{t('field.state')}</th>
          <th scope="col" className={styles.words}>
            {t('day.split.counts')}
          </th>
          <th scope="col">{t('field.amount')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(row => (
          <tr key={`${row.block} ${row.state}`} data-nothing={isAll(row) || undefined}>
            <th scope="row">{dayStateText(row.state, t)}</th>
            <td className={styles.words}>{blockText(row.block, t)}</td>
            <td>
              <TallyCell tally={row.tally} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface DrawersProps {
  currency: string
  tills: ShopDay['currencies'][number]['tills']
}

/** The cash of each till: what came into its drawer, and what went out of it. */
export function Drawers({ currency, tills }: DrawersProps) {
  const { t } = useTranslation()
  const rows = tills.filter(
    ({ blocks, refunds, paidIn, paidOut }) =>
      blocks.cash.sales + refunds.cash.sales + paidIn + paidOut > 0,
  )
  const isMoved = rows.some(({ paidIn, paidOut }) => paidIn + paidOut > 0)
  if (rows.length === 0) return null
  return (
    <table className={styles.table}>
      <caption>
        {t('meeting.day.drawers')} <small>{currency}</small>
      </caption>
      <thead>
        <tr>
          <td />
          <th scope="col">{t('meeting.day.cashIn')}</th>
          <th scope="col">{t('meeting.day.cashBack')}</th>
          {isMoved && <th scope="col">{t('day.drawer.paidIn')}</th>}
          {isMoved && <th scope="col">{t('day.drawer.paidOut')}</th>}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, name, blocks, refunds, paidIn, paidOut }) => (
          <tr key={id}>
            <th scope="row">{name}</th>
            <td>
              <TallyCell tally={blocks.cash} />
            </td>
            <td>
              <TallyCell tally={refunds.cash} />
            </td>
            {isMoved && <td>{groupDigits(paidIn)}</td>}
            {isMoved && <td>{groupDigits(paidOut)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface RefundsProps {
  day: Pick<CurrencyDay, 'currency' | 'refunds'>
}

/** Refunds recorded in this period, by how the money went back. They change no other number. */
export function Refunds({ day: { currency, refunds } }: RefundsProps) {
  const { t } = useTranslation()
  const rows = wayBackSchema.options.filter(how => refunds[how].sales > 0)
  if (rows.length === 0) return null
  return (
    <section aria-label={t('day.refunds.title')}>
      <table className={styles.table}>
        <caption>
          {t('day.refunds.title')} <small>{currency}</small>
        </caption>
        <tbody>
          {rows.map(how => (
            <tr key={how}>
              <th scope="row">{t(`wayBack.${how}`)}</th>
              <td>
                <TallyCell tally={refunds[how]} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className={layout.small}>{t('day.refunds.text')}</p>
    </section>
  )
}

/** Money that was confirmed in this period for payments of earlier ones: each is named. */
export function EarlierPayments({ payments }: { payments: readonly EarlierPayment[] }) {
  const { t, i18n } = useTranslation()
  if (payments.length === 0) return null
  return (
    <section className={styles.payments}>
      <h2 className={styles.earlier}>{t('day.earlier.title')}</h2>
      <ul>
        {payments.map(({ paymentId, amount, name, recordedAt, period, late }) => (
          <li key={paymentId}>
            <b>{amountText(amount)}</b>
            <span>{name || t('retention.removedShort')}</span>
            <span>
              {t('day.earlier.sold', { time: formatMoment(recordedAt, i18n.language), period })}
            </span>
            {late && <strong>{t('status.paidLate')}</strong>}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** What is open about a payment, in a word or a few. */
export function openWord(payment: OpenPayment, t: TFunction): string {
  const { late, confirmed, restMissing, tooMuch, state } = payment
  const odd = (late && 'late') || (confirmed && 'contradicted')
  if (tooMuch) return t('status.tooMuch')
  if (restMissing) return t('status.partPaid')
  return odd ? t(markKeys[odd]) : dayStateText(state, t)
}

/** What an open payment is, in one line. */
export function OpenPaymentFacts({ payment }: { payment: OpenPayment }) {
  const { t, i18n } = useTranslation()
  const { amount, channel, earlier, name, msisdn, recordedAt } = payment
  const { confirmed } = payment
  const known = name ? `${name} · ${formatMsisdn(msisdn)}` : t('retention.removedShort')
  const who = channel === 'cash' ? t('channel.cash') : known
  return (
    <>
      <b>{amountText(amount)}</b>
      <strong>{openWord(payment, t)}</strong>
      <span>{who}</span>
      <span>{formatMoment(recordedAt, i18n.language)}</span>
      {earlier && <span>{t('day.of')}</span>}
      {confirmed && <span>{t('day.closing.counted')}</span>}
    </>
  )
}
