import { useCallback, useEffect, useMemo, useState } from 'react'
import type { Failure } from '../../shared/ipc/result'
import type { PaymentsFilter } from '../../shared/payment/payments-filter'
import { bySale } from '../../shared/sale/lead'
import { till } from '../bridge/till'
import { useLatest } from '../hooks/use-latest'
import { addSales, usePayments } from '../stores/payments-store'
import { listedSales } from './listed-sale'

export type FoundList = ReturnType<typeof useFoundSales>

interface Found {
  filter: PaymentsFilter | null
  /** Of the sales. */
  ids: readonly string[]
  next: string | null
  unreadable: number
}

const none: Found = { filter: null, ids: [], next: null, unreadable: 0 }

/** Main answers within milliseconds; a person types faster than a list can be read. */
const typingPause = 80

/**
 * The sales that a filter finds, newest first, a page at a time. A new sale joins by itself. The filter
 * has to be the same object until it means something else.
 */
export function useFoundSales(filter: PaymentsFilter, limit = 50) {
  const [found, setFound] = useState<Found>(none)
  const [loading, setLoading] = useState(true)
  const [failure, setFailure] = useState<Failure | null>(null)
  const byId = usePayments(store => store.byId)
  const views = usePayments(store => store.sales)
  const known = useMemo(() => bySale(Object.values(byId)), [byId])
  const newest = usePayments(store => store.railIds[0])
  const begin = useLatest()

  const read = useCallback(
    async (before: string | null) => {
      const isLatest = begin()
      setLoading(true)
      const answer = await till.search.find({ filter, before, limit })
      // A slower answer to an earlier question.
      if (!isLatest()) return
      setLoading(false)
      setFailure(answer.ok ? null : answer)
      if (!answer.ok) return
      const { payments, next, unreadable } = answer.value
      addSales(answer.value)
      const ids = [...bySale(payments).keys()]
      setFound(shown => ({
        filter,
        ids: before === null ? ids : [...shown.ids, ...ids],
        next,
        unreadable: before === null ? unreadable : shown.unreadable + unreadable,
      }))
    },
    [begin, filter, limit],
  )

  // biome-ignore lint/correctness/useExhaustiveDependencies: `newest` is only a signal: a new sale changes the first page
  useEffect(() => {
    const timer = setTimeout(() => read(null), filter.text === '' ? 0 : typingPause)
    return () => clearTimeout(timer)
  }, [newest, read, filter.text])

  // Whether this is the answer to the filter, and not yet the one to the filter before.
  const answered = found.filter === filter
  return {
    sales: listedSales(
      found.ids.flatMap(id => known.get(id) ?? []),
      views,
    ),
    more: found.next !== null,
    answered,
    /** Whether it is the answer, and no newer one is on its way. */
    current: answered && !loading,
    loading,
    /** Damaged payments that should be in the list. */
    unreadable: found.unreadable,
    failure,
    showMore: () => {
      if (found.next !== null && !loading) read(found.next)
    },
  }
}
