import { useMemo } from 'react'
import type { Sale } from '../../shared/payment/sale'
import { useSales } from '../stores/sales-store'
import { needingAttention } from './needs-attention'

/** Every sale that waits for a person to say how it ended. Main sends them all at the start. */
export function useNeedsAttention(): readonly Sale[] {
  const byId = useSales(store => store.byId)
  return useMemo(() => needingAttention(Object.values(byId)), [byId])
}
