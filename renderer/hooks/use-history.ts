import { till } from '../bridge/till'
import { addSales, useSale } from '../stores/sales-store'
import { useAnswer } from './use-answer'

/** A sale's events, read again whenever the sale changes. Also brings a sale that is not known yet. */
export function useHistory(paymentId: string) {
  const ask = async () => {
    const answer = await till.sales.history({ paymentId })
    if (answer.ok) addSales([answer.value.sale])
    return answer
  }
  return useAnswer(ask, paymentId, { again: useSale(paymentId) })
}
