import type { Clock } from './clock'

/** Waits for work, but not longer than `ms`; says whether it ended. Rejects as the work does. */
export async function endsWithin(
  work: Promise<unknown>,
  ms: number,
  clock: Pick<Clock, 'after'>,
): Promise<boolean> {
  let cancel = () => {}
  const over = new Promise<false>(resolve => {
    cancel = clock.after(ms, () => resolve(false))
  })
  try {
    return await Promise.race([work.then(() => true as const), over])
  } finally {
    cancel()
  }
}
