import { till } from '../bridge/till'
import { addSales, useSale } from '../stores/sales-store'
import { useAnswer } from './use-answer'

/** A sale's events, read again whenever the sale changes. Also brings a sale that is not known yet. */
export function useHistory(saleId: string) {
  const ask = async () => {
    const answer = await till.sales.history({ saleId })
    if (answer.ok) addSales([answer.value.sale])
    return answer
  }
  return useAnswer(ask, saleId, { again: useSale(saleId) })
}
