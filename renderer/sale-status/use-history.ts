import { useEffect, useState } from 'react'
import type { Failure } from '../../shared/ipc/answer'
import type { PaymentEvent } from '../../shared/payment/event'
import { till } from '../bridge/till'
import { addSales, useSale } from '../stores/sales-store'

interface Story {
  events: readonly PaymentEvent[]
  failure: Failure | null
  loading: boolean
}

const unread: Story = { events: [], failure: null, loading: true }

/** A sale's events, read again whenever the sale changes. Also brings a sale that is not known yet. */
export function useStory(saleId: string): Story {
  const sale = useSale(saleId)
  const [story, setStory] = useState<Story>(unread)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed sale has a longer story
  useEffect(() => {
    let wanted = true
    till.sales.story({ saleId }).then(answer => {
      if (!wanted) return
      if (!answer.ok) return setStory({ events: [], failure: answer, loading: false })
      addSales([answer.value.sale])
      setStory({ events: answer.value.events, failure: null, loading: false })
    })
    return () => {
      wanted = false
    }
  }, [saleId, sale])
  return story
}
