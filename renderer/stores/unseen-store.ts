import { useMemo } from 'react'
import type { Payment } from '../../shared/payment/payment'
import { isSeen, resultOf } from '../../shared/payment/result'
import { till } from '../bridge/till'
import { addPayments, usePayments } from './payments-store'

/** Takes what main says. */
export function applyUnseen(unseenIds: readonly string[]): void {
  usePayments.setState({ unseenIds })
}

/** Asks main what still waits, as after a start. */
export async function readUnseen(): Promise<void> {
  const answer = await till.results.unseen()
  if (!answer.ok) return
  applyUnseen(answer.value.map(({ id }) => id))
  addPayments(answer.value)
}

/** A person has seen how this payment ended; what is not waiting is left as it is. */
export function acknowledge(paymentId: string): void {
  if (usePayments.getState().unseenIds.includes(paymentId)) till.results.acknowledge({ paymentId })
}

/** The payments whose results wait to be seen, as they are by now. */
export function useUnseen(): readonly Payment[] {
  const ids = usePayments(store => store.unseenIds)
  const byId = usePayments(store => store.byId)
  return useMemo(() => unseenAmong(ids, byId), [ids, byId])
}

/** Those of them that have a result still, and of which no person has done what shows that they saw it. */
export function unseenAmong(
  ids: readonly string[],
  byId: Readonly<Record<string, Payment>>,
): readonly Payment[] {
  return ids
    .map(id => byId[id])
    .filter(payment => payment !== undefined)
    .filter(payment => resultOf(payment) !== null && !isSeen(payment))
}
