import { useMemo } from 'react'
import type { Payment } from '../../shared/payment/payment'
import { isSeen, resultOf } from '../../shared/payment/result'
import { till } from '../bridge/till'
import { addSales, useSales } from './sales-store'

/** Takes what main says. */
export function applyUnseen(unseenIds: readonly string[]): void {
  useSales.setState({ unseenIds })
}

/** Asks main what still waits, as after a start. */
export async function readUnseen(): Promise<void> {
  const answer = await till.results.unseen()
  if (!answer.ok) return
  applyUnseen(answer.value.map(({ id }) => id))
  addSales(answer.value)
}

/** A person has seen how this sale ended; what is not waiting is left as it is. */
export function acknowledge(paymentId: string): void {
  if (useSales.getState().unseenIds.includes(paymentId)) till.results.acknowledge({ paymentId })
}

/** The sales whose results wait to be seen, as they are by now. */
export function useUnseen(): readonly Payment[] {
  const ids = useSales(store => store.unseenIds)
  const byId = useSales(store => store.byId)
  return useMemo(
    () =>
      ids
        .map(id => byId[id])
        .filter(sale => sale !== undefined)
        .filter(sale => resultOf(sale) !== null && !isSeen(sale)),
    [ids, byId],
  )
}
