import { groupDigits } from '../../../shared/money'
import { isSum } from '../../typing/amount-sum'
import { readAmount } from '../../typing/amount-typing'
import styles from './amount-field.module.css'

/** What a sum comes to so far, while it is typed. */
export function SumResult({ text }: { text: string }) {
  if (!isSum(text)) return null
  const read = readAmount(text)
  return (
    <output className={styles.result}>= {'value' in read ? groupDigits(read.value) : '…'}</output>
  )
}
