import { useSyncExternalStore } from 'react'
import { sinceSaid, useTill, useTillStore } from '../stores/till-store'

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

/** Reads every second, and whenever main tells the till's state. The part is drawn again only when what it reads changed. */
export function useEverySecond(read: () => boolean): boolean {
  return useSyncExternalStore(subscribeToBoth, read)
}

function subscribeToBoth(tell: () => void): () => void {
  const ends = [subscribe(tell), useTillStore.subscribe(tell)]
  return () => {
    for (const end of ends) end()
  }
}

/** The ms since main last told the till's state, second by second. */
export function useSinceSaid(): number {
  useNow() // asks again every second
  useTillStore(store => store.saidAt)
  return sinceSaid()
}

/** The service's time, ms since the epoch; null until it has said it, beyond doubt, since the start. */
export function useServiceTime(): number | null {
  const said = useTill(state => state.serviceTime)
  const since = useSinceSaid()
  return said === null ? null : said + since
}
