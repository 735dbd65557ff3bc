import { create } from 'zustand'
import type { TillMode } from '../../shared/customer-view'
import type { Failure } from '../../shared/ipc/result'
import type { TillState } from '../../shared/ipc/till-state'

interface TillStore {
  /** Main's state, as it last said; null until the first answer. */
  till: TillState | null
  /** When it said so, ms of the page's monotonic clock. */
  saidAt: number
  /** Why there is none. */
  failure: Failure | null
}

/** What main last said about the till as a whole. */
export const useTillStore = create<TillStore>(() => ({ till: null, saidAt: 0, failure: null }))

/** One fact of the till's state. Only for what is shown once the state is there (app.tsx). */
export function useTill<Fact>(choose: (till: TillState) => Fact): Fact {
  return useTillStore(store => choose(tillOf(store)))
}

/** The till's state as main last said it. Only once it is there (app.tsx). */
export function tillNow(): TillState {
  return tillOf(useTillStore.getState())
}

function tillOf({ till }: TillStore): TillState {
  if (!till) throw new Error('The till’s state is not there yet')
  return till
}

/** The ms since main last said it, by the page's own clock that cannot be set. */
export function sinceSaid(): number {
  return performance.now() - useTillStore.getState().saidAt
}

/** What every screen of this till is marked with. */
export function useMode(): TillMode | null {
  return useTillStore(({ till }) => modeOf(till))
}

/** Null before the first run is done, and where real money moves over HTTPS. */
export function modeOf(till: Pick<TillState, 'active' | 'connections'> | null): TillMode | null {
  if (till?.active !== 'production') return till?.active ?? null
  return till.connections.production.isPlainHttp ? 'plainHttp' : null
}
