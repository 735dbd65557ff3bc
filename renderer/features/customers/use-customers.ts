import { useCallback, useEffect, useState } from 'react'
import type { CustomerPlace, KnownCustomer } from '../../../shared/customer-book'
import type { Failure } from '../../../shared/ipc/result'
import { till } from '../../bridge/till'
import { useLatest } from '../../hooks/use-latest'

interface Customers {
  customers: readonly KnownCustomer[]
  more: boolean
  loading: boolean
  failure: Failure | null
  showMore: () => void
  /** Puts a changed customer in its place in the list. */
  replace: (customer: KnownCustomer) => void
  /** Takes a forgotten one out. */
  remove: (msisdn: string) => void
}

/** The customers who match a text, the last to buy first, a page at a time. */
export function useCustomers(text: string): Customers {
  const [customers, setCustomers] = useState<readonly KnownCustomer[]>([])
  const [more, setMore] = useState(false)
  const [loading, setLoading] = useState(true)
  const [failure, setFailure] = useState<Failure | null>(null)
  const begin = useLatest()

  const read = useCallback(
    async (wanted: string, before: CustomerPlace | null) => {
      const isLatest = begin()
      setLoading(true)
      const answer = await till.customers.list({ text: wanted, before })
      // A slower answer to an earlier question.
      if (!isLatest()) return
      setLoading(false)
      setFailure(answer.ok ? null : answer)
      if (!answer.ok) return
      const found = answer.value.customers
      setCustomers(shown => (before === null ? found : [...shown, ...found]))
      setMore(answer.value.more)
    },
    [begin],
  )

  useEffect(() => {
    const timer = setTimeout(() => read(text, null), text === '' ? 0 : 200)
    return () => clearTimeout(timer)
  }, [text, read])

  return {
    customers,
    more,
    loading,
    failure,
    showMore() {
      const last = customers.at(-1)
      read(text, last ? { lastSaleAt: last.lastSaleAt, msisdn: last.msisdn } : null)
    },
    replace: changed =>
      setCustomers(shown => shown.map(one => (one.msisdn === changed.msisdn ? changed : one))),
    remove: msisdn => setCustomers(shown => shown.filter(one => one.msisdn !== msisdn)),
  }
}
