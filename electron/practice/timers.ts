import type { Clock } from './clock'

/** Timers that are cancelled together, so that a stopped service does nothing more. */
export interface Timers {
  /** Runs `action` once after `delay` ms, unless cancelled first; returns what cancels it. */
  after(delay: number, action: () => void): () => void
  /** Resolves after `delay` ms, or never when the service stops before that. */
  sleep(delay: number): Promise<void>
  cancelAll(): void
}

/** Starts timers on `clock` and keeps a list of them. */
export function createTimers(clock: Clock): Timers {
  const running = new Set<() => void>()
  const after: Timers['after'] = (delay, action) => {
    const stop = clock.after(delay, () => {
      running.delete(cancel)
      action()
    })
    const cancel = () => {
      running.delete(cancel)
      stop()
    }
    running.add(cancel)
    return cancel
  }
  return {
    after,
    sleep: delay => (delay > 0 ? new Promise(resolve => after(delay, resolve)) : Promise.resolve()),
    cancelAll() {
      for (const cancel of [...running]) cancel()
    },
  }
}
