import { hasMoney } from '../../../../shared/payment/actions'
import type { Payment } from '../../../../shared/payment/payment'
import { cameFor, isGivenBack } from '../../../../shared/payment/payment-money'
import { lackingOf, type SaleMoney } from '../../../../shared/sale/cover'
import { type NumberedMovement, withoutUndone } from '../../../../shared/sale/entry'
import type { Ledger } from '../../store/ledger/ledger'

type Links = Pick<Ledger, 'find' | 'linkedTo' | 'sales'>

/**
 * The id of the payment because of which this one's money is too much: another of its sale, or one of a sale that the
 * till linked it to (money rule 9). Null where its money is due.
 */
export function paidForTheSame(ledger: Links, payment: Payment): string | null {
  const others = withMoney(ledger, payment.sale).filter(({ id }) => id !== payment.id)
  const sale = ledger.sales.money(payment.sale)
  const toCome = isCounted(payment, sale) ? 0 : payment.amount.value
  const lacking = lackingOf(sale) - uncounted(others, sale)
  const twice = lacking < toCome ? others.at(-1) : undefined
  return twice?.id ?? linked(ledger, payment)
}

/** Its sale, or one that it is linked to, has had money: the customer's next request is for another sale. */
export function isOver(ledger: Links, payment: Payment): boolean {
  return withMoney(ledger, payment.sale).length > 0 || linked(ledger, payment) !== null
}

/** The payments of a sale that have brought money, oldest first, whatever went back since. */
function withMoney({ sales }: Links, sale: string): Payment[] {
  return sales.paymentsOf(sale).filter(hasMoney)
}

/** Money about another amount is no entry (money rule 12), and it came all the same. */
function uncounted(payments: readonly Payment[], sale: SaleMoney): number {
  const notCounted = payments.filter(payment => !isCounted(payment, sale))
  return notCounted.reduce((sum, { amount }) => sum + amount.value, 0)
}

/** Also money that came after *failed*, whatever answer put its amount in doubt later: its entry stays. */
function isCounted(payment: Payment, { entries }: SaleMoney): boolean {
  const isItsMoney = (entry: NumberedMovement) =>
    entry.direction === 'in' && 'payment' in entry && entry.payment === payment.id
  return cameFor(payment) > 0 || withoutUndone(entries).some(isItsMoney)
}

/** Over however many sales without money in between: one that got none was most often charged again. */
function linked(ledger: Links, { sale }: Payment): string | null {
  const walked = [sale]
  // Grows as it is walked.
  for (const each of walked)
    for (const other of neighbours(ledger, each)) {
      if (walked.includes(other)) continue
      const paid = withMoney(ledger, other).findLast(payment => !isGivenBack(payment))
      if (paid) return paid.id
      walked.push(other)
    }
  return null
}

/** The sales with a payment that is linked to one of this sale, or the other way round. */
function neighbours(ledger: Links, sale: string): string[] {
  return ledger.sales.paymentsOf(sale).flatMap(({ id, linked: earlier }) => {
    const found = earlier.map(each => ledger.find(each)).filter(payment => payment !== null)
    return [...found, ...ledger.linkedTo(id)].map(payment => payment.sale)
  })
}
