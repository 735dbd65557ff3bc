import type { CSSProperties } from 'react'
import { groupDigits } from '../../../shared/digits'
import type { Amount } from '../../../shared/money'
import styles from './large-amount.module.css'

/** The amount as large as there is room for it: it is what the customer compares. */
export function LargeAmount({ amount }: { amount: Amount }) {
  const digits = groupDigits(amount.value)
  return (
    <p className={styles.amount} style={{ '--length': digits.length } as CSSProperties}>
      <span className={styles.currency}>{amount.currency}</span>{' '}
      <span className={styles.digits}>{digits}</span>
    </p>
  )
}
