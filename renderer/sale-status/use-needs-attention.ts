import { useMemo } from 'react'
import type { Sale } from '../../shared/payment/sale'
import { useSales } from '../stores/sales-store'
import { toDosAmong } from './needs-attention'

/** Every sale that waits for a person to say how it ended. Main sends them all at the start. */
export function useToDos(): readonly Sale[] {
  const byId = useSales(store => store.byId)
  return useMemo(() => toDosAmong(Object.values(byId)), [byId])
}
