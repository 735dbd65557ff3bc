import { type Amount, groupDigits } from '../../shared/money'
import styles from './money.module.css'

/** An amount as large as it matters: the currency small, the digits huge. */
export function Money({ amount }: { amount: Amount }) {
  return (
    <span className={styles.money}>
      <span className={styles.currency}>{amount.currency}</span>{' '}
      <span className={styles.digits}>{groupDigits(amount.value)}</span>
    </span>
  )
}
