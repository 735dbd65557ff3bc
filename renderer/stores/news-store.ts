import { useMemo } from 'react'
import { create } from 'zustand'
import { needsResolving } from '../../shared/payment/actions'
import type { Payment } from '../../shared/payment/payment'
import { useSales } from './sales-store'

const storageKey = 'kaunta.seen'

/** What news of which sales was looked at. Kept over a reload; a till that starts says it again. */
const useSeen = create<{ seen: readonly string[] }>(() => ({ seen: remembered() }))

/** Notes that a person has the sale before them, with what is new of it. */
export function noteSeen(sale: Payment): void {
  const key = newsKey(sale)
  const { seen } = useSeen.getState()
  if (key === null || seen.includes(key)) return
  useSeen.setState({ seen: [...seen, key] })
  sessionStorage.setItem(storageKey, JSON.stringify(useSeen.getState().seen))
}

/** The unresolved sales that were paid late or twice and that no person has seen yet, newest first. */
export function useNews(): readonly Payment[] {
  const byId = useSales(store => store.byId)
  const seen = useSeen(store => store.seen)
  return useMemo(() => newsAmong(Object.values(byId), seen), [byId, seen])
}

/** Picks out the news. Paid twice is news again where paid late was looked at. */
export function newsAmong(sales: readonly Payment[], seen: readonly string[]): readonly Payment[] {
  return sales
    .filter(needsResolving)
    .filter(sale => {
      const key = newsKey(sale)
      return key !== null && !seen.includes(key)
    })
    .sort((one, other) => (other.settledAt ?? 0) - (one.settledAt ?? 0))
}

/** The news of one sale, or null where there is none. */
export function newsKey(sale: Pick<Payment, 'id' | 'late' | 'paidTwice'>): string | null {
  if (sale.paidTwice !== null) return `${sale.id} twice`
  return sale.late ? `${sale.id} late` : null
}

function remembered(): readonly string[] {
  const text = globalThis.sessionStorage?.getItem(storageKey) ?? null
  return text === null ? [] : (JSON.parse(text) as string[])
}
