import { useMemo } from 'react'
import { create } from 'zustand'
import { needsResolving } from '../../shared/payment/actions'
import type { Payment } from '../../shared/payment/payment'
import { usePayments } from './payments-store'

const storageKey = 'kaunta.seen'

/** What news of which payments was looked at. Kept over a reload; a till that starts says it again. */
const useSeen = create<{ seen: readonly string[] }>(() => ({ seen: remembered() }))

/** Notes that a person has the payment before them, with what is new of it. */
export function noteSeen(payment: Payment): void {
  const key = newsKey(payment)
  const { seen } = useSeen.getState()
  if (key === null || seen.includes(key)) return
  useSeen.setState({ seen: [...seen, key] })
  sessionStorage.setItem(storageKey, JSON.stringify(useSeen.getState().seen))
}

/** The unresolved payments that were paid late and that no person has seen yet, newest first. */
export function useNews(): readonly Payment[] {
  const byId = usePayments(store => store.byId)
  const seen = useSeen(store => store.seen)
  return useMemo(() => newsAmong(Object.values(byId), seen), [byId, seen])
}

/** Picks out the news. That another payment was paid too is news again. */
export function newsAmong(
  payments: readonly Payment[],
  seen: readonly string[],
): readonly Payment[] {
  return payments
    .filter(needsResolving)
    .filter(payment => {
      const key = newsKey(payment)
      return key !== null && !seen.includes(key)
    })
    .sort((one, other) => (other.settledAt ?? 0) - (one.settledAt ?? 0))
}

/** The news of one payment, or null where there is none. */
export function newsKey(payment: Pick<Payment, 'id' | 'late' | 'alsoPaid'>): string | null {
  return payment.late ? `${payment.id} late ${payment.alsoPaid ?? ''}` : null
}

function remembered(): readonly string[] {
  const text = globalThis.sessionStorage?.getItem(storageKey) ?? null
  return text === null ? [] : (JSON.parse(text) as string[])
}
