import { setImmediate as afterOthers } from 'node:timers/promises'

/**
 * Runs work that pauses between its slices, and lets everything else that waits go first each time.
 * Null when it is no longer wanted, for example because what it reads is being closed.
 */
export async function inSlices<Value>(
  work: Generator<unknown, Value>,
  wanted: () => boolean,
): Promise<Value | null> {
  for (;;) {
    if (!wanted()) return null
    const step = work.next()
    if (step.done) return step.value
    await afterOthers()
  }
}
