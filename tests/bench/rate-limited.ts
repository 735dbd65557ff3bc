import type { ServiceResponse } from '../../electron/main/service'
import { accepted, read, throttled } from '../support/payments/answers'
import { createScriptedClient } from '../support/payments/client'
import { createVirtualClock } from '../support/payments/clock'
import { quantile } from './measuring'

const minute = 60_000
const hour = 60 * minute

/** So many calls a minute the service takes, without naming its window anywhere. */
const allowed = 60
const openSales = 200
const presses = 60

/** What a press waited for its acceptance, ms, of those after the service's second 429. */
export interface PressWaits {
  median: number
  p95: number
  presses: number
  /** Asked of the service in the last ten minutes, a minute. */
  callsAMinute: number
}

/** What the measured engine does: it is opened by the caller, which closes it. */
interface Till {
  request: (number: number) => string
  acceptedAt: (saleId: string) => number | null
}

/** A service with a fixed window that it does not name. */
export function limitedService() {
  const clock = createVirtualClock()
  const client = createScriptedClient()
  client.date = clock.wall
  const calls: number[] = []
  let window = { from: clock.monotonic(), taken: 0 }
  let refusals = 0
  let secondAt = Number.POSITIVE_INFINITY
  let number = 0
  let isLimited = false
  const limited = <T>(answer: () => ServiceResponse<T>): ServiceResponse<T> => {
    const now = clock.monotonic()
    if (now - window.from >= minute) window = { from: now, taken: 0 }
    if (!isLimited) return answer()
    calls.push(now)
    if (window.taken < allowed) {
      window.taken += 1
      return answer()
    }
    refusals += 1
    if (refusals === 2) secondAt = now
    return throttled(null)
  }
  client.otherwise = {
    create: () =>
      limited(() => accepted({ reference: `R-${++number}`, expiresAt: clock.wall() + 4 * hour })),
    read: ({ text }) => limited(() => read('pending', { reference: text })),
  }
  return {
    clock,
    client,
    /** Fills a shop while nothing is limited, then counts, and presses once a minute. */
    async measure(till: Till): Promise<PressWaits> {
      for (let each = 0; each < openSales; each++) {
        till.request(each)
        await clock.pass(20)
      }
      isLimited = true
      const waits: number[] = []
      for (let each = 0; each < presses; each++) {
        const at = clock.monotonic()
        const saleId = till.request(openSales + each)
        for (let wait = 0; till.acceptedAt(saleId) === null && wait < minute; wait += 100)
          await clock.pass(100)
        if (at > secondAt) waits.push(clock.monotonic() - at)
        // Not in step with the service's window.
        await clock.pass(at + 47_000 - clock.monotonic())
      }
      const end = clock.monotonic()
      const late = calls.filter(at => at > end - 10 * minute).length
      const [median, p95] = [quantile(waits, 0.5), quantile(waits, 0.95)]
      return { median, p95, presses: waits.length, callsAMinute: late / 10 }
    },
  }
}
