import { useSyncExternalStore } from 'react'

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
