import { useMemo } from 'react'
import type { Sale } from '../../shared/payment/sale'
import { toDosAmong } from '../words/to-do'
import { useSales } from './sales-store'

/** Every sale that waits for a person to say how it ended. Main sends them all at the start. */
export function useToDos(): readonly Sale[] {
  const byId = useSales(store => store.byId)
  return useMemo(() => toDosAmong(Object.values(byId)), [byId])
}
