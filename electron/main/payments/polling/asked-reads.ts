import type { Clock } from '../../platform/clock'
import type { ServiceResponse, StatusRead } from '../../service'
import type { Rejected, RequestGate, Run } from '../request-gate/request-gate'

/** What came of a read that a person asked for. */
export type AskedRead = ServiceResponse<StatusRead> | { class: 'rejected'; why: Rejected }

/** The reads that people ask for. */
export interface AskedReads {
  /** Joins a read that is in flight or was already asked for; repeats an answer that has just come. */
  checkNow(saleId: string): Promise<AskedRead>
  /** A read of this sale was answered, no matter who asked for it. */
  answered(saleId: string, answer: ServiceResponse<StatusRead>): void
  /** Resolves when nothing that a person asked for is left. */
  idle(): Promise<unknown>
}

interface AskedReadsDeps {
  clock: Pick<Clock, 'monotonic'>
  gate: Pick<RequestGate, 'join'>
  /** The read of this sale that is in flight. */
  inFlight: (saleId: string) => Promise<ServiceResponse<StatusRead>> | undefined
  /** Reads it because a person asked. */
  read: (saleId: string, run: Run) => Promise<ServiceResponse<StatusRead>>
}

/** A person who asks again sooner than this after an answer gets that answer, ms. */
const askedAgainAfterMs = 2_000

/** No read was asked for yet. */
export function createAskedReads({ clock, gate, inFlight, read }: AskedReadsDeps): AskedReads {
  const asked = new Map<string, Promise<AskedRead>>()
  /** The last answer of each sale that was read a moment ago, and when (monotonic ms). */
  const recent = new Map<string, { at: number; answer: ServiceResponse<StatusRead> }>()

  function recentAnswer(saleId: string): ServiceResponse<StatusRead> | null {
    const last = recent.get(saleId)
    return last && clock.monotonic() - last.at < askedAgainAfterMs ? last.answer : null
  }

  function ask(saleId: string): Promise<AskedRead> {
    return new Promise((resolve, reject) => {
      gate.join({
        key: `asked ${saleId}`,
        priority: 'asked-read',
        atOnce: true,
        since: clock.monotonic(),
        begin(run) {
          // The till's own read may have begun while the person waited.
          const reading = inFlight(saleId) ?? read(saleId, run)
          reading.then(resolve, reject)
        },
        rejected: why => resolve({ class: 'rejected', why }),
      })
    })
  }

  return {
    checkNow(saleId) {
      const underWay = inFlight(saleId) ?? asked.get(saleId)
      if (underWay) return underWay
      const answer = recentAnswer(saleId)
      if (answer) return Promise.resolve(answer)
      const asking = ask(saleId).finally(() => asked.delete(saleId))
      asked.set(saleId, asking)
      return asking
    },
    answered(saleId, answer) {
      const now = clock.monotonic()
      for (const [id, { at }] of recent) if (now - at >= askedAgainAfterMs) recent.delete(id)
      recent.set(saleId, { at: now, answer })
    },
    idle: () => Promise.allSettled(asked.values()),
  }
}
