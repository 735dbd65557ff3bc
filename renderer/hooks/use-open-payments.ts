import { useMemo } from 'react'
import type { ServiceKind } from '../../shared/connection'
import { isOpen } from '../../shared/payment/actions'
import { useSales } from '../stores/sales-store'
import { useTill } from '../stores/till-store'

/**
 * How many payments of the real connection in use are open, or null where there is none. Main counts again
 * before it switches: this is what the screen says beforehand.
 */
export function useOpenPayments(): { kind: ServiceKind; count: number } | null {
  const active = useTill(state => state.active)
  const byId = useSales(store => store.byId)
  return useMemo(() => {
    if (active === null || active === 'practice') return null
    const count = Object.values(byId).filter(isOpen).length
    return count === 0 ? null : { kind: active, count }
  }, [active, byId])
}
