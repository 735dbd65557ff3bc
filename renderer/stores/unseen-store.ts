import { useMemo } from 'react'
import { create } from 'zustand'
import { isSeen, resultOf } from '../../shared/payment/result'
import type { Sale } from '../../shared/payment/sale'
import { till } from '../bridge/till'
import { addSales, useSales } from './sales-store'

/** Which sales' results wait to be seen, the oldest first. Main keeps them, over every restart. */
const useUnseenIds = create<{ ids: readonly string[] }>(() => ({ ids: [] }))

/** Takes what main says. */
export function applyUnseen(sales: readonly Sale[]): void {
  addSales(sales)
  useUnseenIds.setState({ ids: sales.map(({ id }) => id) })
}

/** Asks main what still waits, as after a start. */
export async function readUnseen(): Promise<void> {
  const answer = await till.results.unseen()
  if (answer.ok) applyUnseen(answer.value)
}

/** A person has seen how this sale ended; what is not waiting is left as it is. */
export function acknowledge(saleId: string): void {
  if (useUnseenIds.getState().ids.includes(saleId)) till.results.acknowledge({ saleId })
}

/** The sales whose results wait to be seen, as they are by now. */
export function useUnseen(): readonly Sale[] {
  const ids = useUnseenIds(store => store.ids)
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
