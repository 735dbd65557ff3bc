import type { TillMode } from '../../shared/customer-view'
import type { TillState } from '../../shared/ipc/till-state'
import { useTillStore } from './till-store'

/** What every screen of this till is marked with, or null. */
export function useMode(): TillMode | null {
  return useTillStore(({ till }) => till && modeOf(till))
}

/** Null before the first run is done, and where real money moves over HTTPS. */
function modeOf({
  active,
  connections,
}: Pick<TillState, 'active' | 'connections'>): TillMode | null {
  if (active !== 'production') return active
  return connections.production.isPlainHttp ? 'plainHttp' : null
}
