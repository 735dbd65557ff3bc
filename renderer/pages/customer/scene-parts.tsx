import type { CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import type { Amount } from '../../../shared/money'
import { groupDigits } from '../../../shared/money'
import { lineAmount, lineLabel, type SaleLine } from '../../../shared/payment/lines'
import { formatSeconds } from '../../i18n/countdown'
import styles from './customer.module.css'

/** Whose till it is. */
export function ShopName({ shop }: { shop: string }) {
  return shop === '' ? null : <p className={styles.shop}>{shop}</p>
}

/** The amount as large as there is space for it: it is what the customer compares. */
export function LargeAmount({ amount }: { amount: Amount }) {
  const digits = groupDigits(amount.value)
  return (
    <p className={styles.amount} style={{ '--length': digits.length } as CSSProperties}>
      <span className={styles.currency}>{amount.currency}</span>{' '}
      <span className={styles.digits}>{digits}</span>
    </p>
  )
}

const mostLines = 6

/** What it is for, as far as there is space. */
export function Lines({ lines }: { lines: readonly SaleLine[] }) {
  const { t } = useTranslation()
  const rest = lines.length - mostLines
  return (
    <ul className={styles.lines}>
      {lines.slice(0, mostLines).map(line => (
        <li key={`${line.name} ${line.price}`}>
          <span>{lineLabel(line, t('items.other'))}</span>
          <span>{lineAmount(line)}</span>
        </li>
      ))}
      {rest > 0 && <li>{t('items.more', { number: rest })}</li>}
    </ul>
  )
}

/** How long the customer still has. */
export function TimeLeft({ seconds }: { seconds: number | null }) {
  const { t } = useTranslation()
  if (seconds === null) return null
  // Not read aloud each second: a timer is silent unless asked.
  return (
    <p className={styles.left} role="timer">
      {t('customerScreen.left', { time: formatSeconds(seconds) })}
    </p>
  )
}
