import type { PaymentEvent } from '../../shared/payment/event'
import type { Sale } from '../../shared/payment/sale'
import { till } from '../bridge/till'
import { addSales, useSale } from '../stores/sales-store'
import { type Answer, useAnswer } from './use-answer'

interface History {
  sale: Sale
  events: readonly PaymentEvent[]
}

/** A sale's events, read again whenever the sale changes. Also brings a sale that is not known yet. */
export function useHistory(saleId: string): Answer<History> {
  const ask = async () => {
    const answer = await till.sales.history({ saleId })
    if (answer.ok) addSales([answer.value.sale])
    return answer
  }
  return useAnswer(ask, saleId, { again: useSale(saleId) })
}
