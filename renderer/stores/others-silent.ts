import { create } from 'zustand'
import type { Pushes } from '../../shared/ipc/contract'

/** Payments whose push went out although the other tills were not asked; the till that has the number too, if known. */
const useOthersSilent = create<{ till: Record<string, string | null> }>(() => ({ till: {} }))

export function noteSilent({ paymentId, till }: Pushes['othersSilent']): void {
  useOthersSilent.setState(({ till: known }) => ({ till: { ...known, [paymentId]: till } }))
}

/** Undefined where the other tills were asked; null where none of them has said anything since. */
export function useSilent(paymentId: string): string | null | undefined {
  return useOthersSilent(({ till }) => till[paymentId])
}
