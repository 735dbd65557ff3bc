import { useEffect } from 'react'
import type { Payment } from '../../shared/payment/payment'
import { till } from '../bridge/till'
import { addPayments, usePayments } from '../stores/payments-store'
import { useSale } from './use-payment-facts'

/** All payments of a payment's sale, oldest first. Main is asked for those that this window has not heard of. */
export function usePaymentsOfSale(payment: Payment): readonly Payment[] {
  const { payments: ids } = useSale(payment)
  const byId = usePayments(store => store.byId)
  const unknown = ids.find(id => byId[id] === undefined)
  useEffect(() => {
    if (unknown)
      till.payments
        .history({ paymentId: unknown })
        .then(answer => answer.ok && addPayments([answer.value.payment]))
  }, [unknown])
  return ids.map(id => byId[id]).filter(each => each !== undefined)
}
