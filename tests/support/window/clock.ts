import type { Till } from './till'

/**
 * From now on the clock in main runs `times` as fast, as far as it is for intervals: timers, and what
 * they are measured with. The time of day stays. For what waits for minutes in which nothing happens.
 */
export async function hurryClock({ app }: Till, times: number): Promise<void> {
  await app.evaluate((_electron, factor) => {
    const start = performance.now()
    const now = performance.now.bind(performance)
    const after = globalThis.setTimeout
    performance.now = () => start + (now() - start) * factor
    Object.assign(globalThis, {
      setTimeout: (action: () => void, delay = 0) => after(action, delay / factor),
    })
  }, times)
}

/** The time of day goes on by so much, in main and in the window; what is measured in intervals stays. */
export async function moveTimeOfDay({ app, page }: Till, ms: number): Promise<void> {
  await app.evaluate(setAhead, ms)
  await page.evaluate(ahead => {
    const now = Date.now.bind(Date)
    Date.now = () => now() + ahead
  }, ms)
}

function setAhead(_electron: unknown, ahead: number): void {
  const now = Date.now.bind(Date)
  Date.now = () => now() + ahead
}
