import { useEffect, useState } from 'react'
import type { Failure } from '../../shared/ipc/result'
import type { PaymentEvent } from '../../shared/payment/event'
import { till } from '../bridge/till'
import { addSales, useSale } from '../stores/sales-store'

interface History {
  events: readonly PaymentEvent[]
  failure: Failure | null
  loading: boolean
}

const unread: History = { events: [], failure: null, loading: true }

/** A sale's events, read again whenever the sale changes. Also brings a sale that is not known yet. */
export function useHistory(saleId: string): History {
  const sale = useSale(saleId)
  const [history, setHistory] = useState<History>(unread)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed sale has a longer history
  useEffect(() => {
    let wanted = true
    till.sales.history({ saleId }).then(answer => {
      if (!wanted) return
      if (!answer.ok) return setHistory({ events: [], failure: answer, loading: false })
      addSales([answer.value.sale])
      setHistory({ events: answer.value.events, failure: null, loading: false })
    })
    return () => {
      wanted = false
    }
  }, [saleId, sale])
  return history
}
