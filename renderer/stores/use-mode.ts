import type { TillState } from '../../shared/ipc/till-state'
import { useTillStore } from './till-store'

/** What every screen is marked with: no real money moves, or the keys are sent without encryption. */
export type Mode = 'practice' | 'sandbox' | 'plainHttp'

/** What every screen of this till is marked with, or null. */
export function useMode(): Mode | null {
  return useTillStore(({ till }) => till && modeOf(till))
}

/** Null before the first run is done, and where real money moves over HTTPS. */
function modeOf({ active, connections }: Pick<TillState, 'active' | 'connections'>): Mode | null {
  if (active !== 'production') return active
  return connections.production.isPlainHttp ? 'plainHttp' : null
}
