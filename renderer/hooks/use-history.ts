import { till } from '../bridge/till'
import { addPayments, usePayment } from '../stores/payments-store'
import { useAnswer } from './use-answer'

/** A payment's events, read again whenever the payment changes. Also brings a payment that is not known yet. */
export function useHistory(paymentId: string) {
  const ask = async () => {
    const answer = await till.payments.history({ paymentId })
    if (answer.ok) addPayments([answer.value.payment])
    return answer
  }
  return useAnswer(ask, paymentId, { again: usePayment(paymentId) })
}
