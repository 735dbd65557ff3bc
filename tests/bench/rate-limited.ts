import { join } from 'node:path'
import { systemRandom } from '../../electron/main/platform/random'
import type { ServiceResponse } from '../../electron/main/service'
import { openLedger } from '../../electron/main/store/ledger/open-ledger'
import { ledgerKey } from '../support/database'
import { testEngineSettings } from '../support/parts'
import { accepted, read, throttled } from '../support/payments/answers'
import { buildEngine } from '../support/payments/build-engine'
import { createScriptedClient } from '../support/payments/client'
import { createVirtualClock } from '../support/payments/clock'
import type { OneTillEngine } from '../support/payments/engine'
import { mobileDraft } from '../support/payments/payments'
import { succeeded } from '../support/results'
import { inFolder, quantile } from './measuring'

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

/** On a virtual clock: the till's own waits alone count. */
export function measureRateLimited(): Promise<PressWaits> {
  return inFolder(async folder => {
    const opening = openLedger({ file: join(folder, 'ledger.db'), key: ledgerKey })
    if (!opening.ok) throw new Error(`The ledger was not opened: ${opening.reason}`)
    const { ledger } = opening
    const service = limitedService()
    const queue = { sales: 1_000, amount: 1_000_000_000 }
    const engine = buildEngine({
      ...{ ledger, client: service.client, clock: service.clock },
      random: { ...systemRandom, fraction: () => 0.5 },
      settings: () => ({ ...testEngineSettings, queue }),
      fault(error) {
        throw error
      },
    }) as OneTillEngine
    try {
      return await service.measure({
        request: number =>
          succeeded(engine.presses.request(mobileDraft({ phone: `+2557540${10_000 + number}` })))
            .id,
        acceptedAt: paymentId => ledger.find(paymentId)?.acceptedAt ?? null,
      })
    } finally {
      await engine.stop()
      opening.close()
    }
  })
}

/** What the measured engine does. */
interface Till {
  request: (number: number) => string
  acceptedAt: (paymentId: string) => number | null
}

/** A service with a fixed window that it does not name. */
function limitedService() {
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
    ...{ clock, client },
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
        const paymentId = till.request(openSales + each)
        for (let wait = 0; till.acceptedAt(paymentId) === null && wait < minute; wait += 100)
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
