import { useCallback, useEffect, useRef, useState } from 'react'
import type { Failure } from '../../../shared/ipc/answer'
import type { Sale } from '../../../shared/payment/sale'
import { till } from '../../bridge/till'
import { addSales, useSales } from '../../state/sales-store'

interface Payments {
  sales: readonly Sale[]
  more: boolean
  loading: boolean
  failure: Failure | null
  showMore: () => void
}

/** A list of payments that match a text, newest first, a page at a time. A new sale joins by itself. */
export function usePayments(text: string): Payments {
  const [ids, setIds] = useState<readonly string[]>([])
  const [more, setMore] = useState(false)
  const [loading, setLoading] = useState(true)
  const [failure, setFailure] = useState<Failure | null>(null)
  const byId = useSales(store => store.byId)
  const newest = useSales(store => store.railIds[0])
  const latest = useRef(0)

  const read = useCallback(async (wanted: string, before: string | null) => {
    latest.current += 1
    const turn = latest.current
    setLoading(true)
    const answer = await till.sales.list({ text: wanted, before })
    // A slower answer to an earlier question.
    if (turn !== latest.current) return
    setLoading(false)
    setFailure(answer.ok ? null : answer)
    if (!answer.ok) return
    addSales(answer.value.sales)
    const found = answer.value.sales.map(sale => sale.id)
    setIds(known => (before === null ? found : [...known, ...found]))
    setMore(answer.value.more)
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new sale makes the first page a new one
  useEffect(() => {
    const timer = setTimeout(() => read(text, null), text === '' ? 0 : 200)
    return () => clearTimeout(timer)
  }, [text, newest, read])

  const sales = ids.map(id => byId[id]).filter(sale => sale !== undefined)
  const showMore = () => read(text, ids.at(-1) ?? null)
  return { sales, more, loading, failure, showMore }
}
