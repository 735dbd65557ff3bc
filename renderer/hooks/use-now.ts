import { useSyncExternalStore } from 'react'
import { useTill, useTillStore } from '../stores/till-store'

const listeners = new Set<() => void>()
let now = Date.now()
let timer: number | undefined

function tick(): void {
  now = Date.now()
  for (const tell of listeners) tell()
}

function subscribe(tell: () => void): () => void {
  listeners.add(tell)
  if (timer === undefined) {
    now = Date.now()
    timer = window.setInterval(tick, 1000)
  }
  return () => {
    listeners.delete(tell)
    if (listeners.size > 0) return
    window.clearInterval(timer)
    timer = undefined
  }
}

/** The wall clock, told once a second to everything that counts: one timer for the whole window. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => now)
}

/** The ms since main last told the till's state, second by second, by the page's own clock that cannot be set. */
export function useSinceSaid(): number {
  useNow() // asks again every second
  const saidAt = useTillStore(store => store.saidAt)
  return performance.now() - saidAt
}

/** The service's time, ms since the epoch; null until it has said it, beyond doubt, since the start. */
export function useServiceTime(): number | null {
  const said = useTill(state => state.serviceTime)
  const since = useSinceSaid()
  return said === null ? null : said + since
}
