import { z } from 'zod'
import type { Person } from '../../../shared/person'
import type { Clock } from '../platform/clock'

/** What a person with a higher role lets another do, once. */
interface Approval {
  by: Person
  channel: string
  /** The very argument, as JSON: leave to resolve one sale resolves no other. */
  argument: string
}

/** The window makes the call at once; the time is for a slow computer only, ms. */
const lifetime = 30_000

/** Approvals that wait to be used: one at a time, for one call, and not for long, by a clock that cannot be set. */
export class Approvals {
  #waiting: (Approval & { until: number }) | null = null

  constructor(private readonly clock: Pick<Clock, 'monotonic'>) {}

  give(approval: Approval): void {
    this.#waiting = { ...approval, until: this.clock.monotonic() + lifetime }
  }

  /** Uses up the approval for this call; null where there is none. */
  take(channel: string, argument: string): Person | null {
    const found = this.#waiting
    const fits = found?.channel === channel && found.argument === argument
    if (!found || !fits) return null
    this.#waiting = null
    return this.clock.monotonic() < found.until ? found.by : null
  }

  /** The person it was given to has left the till. */
  forget(): void {
    this.#waiting = null
  }
}

const aboutSale = z.object({ saleId: z.uuid() })

/**
 * The sale that an approved call is about, as a fact for the audit log; none where it is about no one sale.
 * The sale's own history names who pressed: only with this can it be found who allowed it.
 */
export function saleNamed(argument: string): { saleId?: string } {
  const about = aboutSale.safeParse(fromJson(argument))
  return about.success ? { saleId: about.data.saleId } : {}
}

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null // the schema of the call itself refuses it when it is made
  }
}
