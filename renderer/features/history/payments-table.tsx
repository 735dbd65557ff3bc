import type { KeyboardEvent, RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { settledAs } from '../../../shared/day/standing'
import { groupDigits } from '../../../shared/money'
import { needsResolving } from '../../../shared/payment/actions'
import type { Sale } from '../../../shared/payment/sale'
import { formatMsisdn } from '../../../shared/phone'
import { useNow } from '../../hooks/use-now'
import { formatDayMinute } from '../../i18n/clock-time'
import { afterwards, fullName, methodIcons, unbroken } from '../../sale-status/sale-text'
import { StateTag } from '../../sale-status/state-tag'
import { show } from '../../stores/view-store'
import { Icon } from '../../ui/icons/icon'
import styles from './payments.module.css'

interface PaymentsTableProps {
  sales: readonly Sale[]
  list: RefObject<HTMLTableSectionElement | null>
  /** Up from the first row. */
  onAbove: () => void
  /** The last row was reached: there may be more to load. */
  onLast: () => void
}

/** The payments as a table. A row opens its payment's history. The arrow keys go from row to row. */
export function PaymentsTable({ sales, list, onAbove, onLast }: PaymentsTableProps) {
  const { t } = useTranslation()
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const rows = [...(list.current?.querySelectorAll('button') ?? [])]
    const next = rows.findIndex(row => row.matches(':focus')) + step
    if (next < 0) onAbove()
    else rows[next]?.focus()
    if (next >= rows.length - 1) onLast()
  }
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{t('payments.time')}</th>
          <th scope="col">{t('field.state')}</th>
          <th scope="col">{t('field.customer')}</th>
          <th scope="col" className={styles.amount}>
            {t('field.amount')}
          </th>
        </tr>
      </thead>
      <tbody ref={list} onKeyDown={onKeyDown}>
        {sales.map(sale => (
          <PaymentRow key={sale.id} sale={sale} />
        ))}
      </tbody>
    </table>
  )
}

function PaymentRow({ sale }: { sale: Sale }) {
  const { t, i18n } = useTranslation()
  const now = useNow()
  const time = formatDayMinute(sale.recordedAt, now, i18n.language)
  const settled = settledAs(sale)
  const open = () => show({ name: 'history', saleId: sale.id })
  return (
    // The whole row takes a pointer; the button in it takes the keyboard.
    <tr onClick={open}>
      <td className={styles.time}>{time}</td>
      <td className={styles.state}>
        <StateTag sale={sale} />
        {needsResolving(sale) && <small className={styles.toDo}>{t('attention.title')}</small>}
        {afterwards(sale, t).map(text => (
          <small key={text} className={styles.also}>
            {text}
          </small>
        ))}
        {settled !== null && <small className={styles.also}>{t(`resolvedAs.${settled}`)}</small>}
      </td>
      <td className={styles.customer}>
        <button type="button" className={styles.open}>
          <span>{fullName(sale, t)}</span>
          {sale.customerRemoved === null && (
            <small>
              <Icon name={methodIcons[sale.channel]} size="s" />
              {unbroken(formatMsisdn(sale.msisdn))}
            </small>
          )}
        </button>
      </td>
      <td className={styles.amount}>
        <small>{sale.amount.currency}</small> {groupDigits(sale.amount.value)}
      </td>
    </tr>
  )
}
