import type { ClockFault } from '../../../shared/clock-fault'

/** The newest record of a ledger. Times are ms. */
export interface NewestRecord {
  /** By this computer's clock, when it was recorded. */
  at: number
  /** By the service's; null where it said none. */
  serviceAt: number | null
}

/** What is known of the time besides what the computer's clock says, ms. */
export interface KnownTimes {
  /** When this version was built. */
  builtAt: number
  /** The service's time and the shop database's, where they said it in this run. */
  serviceTime: number | null
  databaseTime: number | null
  /** A certificate of one of the two is not valid yet. */
  isCertificateTooNew: boolean
  newest: NewestRecord | null
}

interface ClockFacts extends KnownTimes {
  /** What the clock says. */
  wall: number
  /** Up to here a person said that the records are wrong, not the clock. */
  acknowledged: number
}

const minute = 60_000
/** A wrong time zone is an hour at least; clocks that go by themselves are minutes apart. */
const far = 45 * minute
/** The clock of the computer that built it may be wrong too. */
const builtEarlier = 24 * 60 * minute

/**
 * Whether this computer's clock is wrong, and what shows it (DESIGN §17); null where nothing does. A time that another
 * computer said in this run decides; without one, what the clock cannot be before. Pure.
 */
export function clockFault(facts: ClockFacts): ClockFault | null {
  const { wall, serviceTime, databaseTime } = facts
  const said = serviceTime ?? databaseTime
  if (said !== null) {
    const cause = serviceTime === null ? 'database' : 'service'
    return Math.abs(said - wall) < far ? null : { cause, says: wall, than: said }
  }
  return tooEarly(facts)
}

function tooEarly(facts: ClockFacts): ClockFault | null {
  const { wall, builtAt, isCertificateTooNew, newest, acknowledged } = facts
  const before = (cause: ClockFault['cause'], than: number | null): ClockFault => ({
    ...{ cause, says: wall, than },
  })
  const built = builtAt - builtEarlier
  if (wall < built) return before('before-build', built)
  if (isCertificateTooNew) return before('certificate', null)
  if (newest === null) return null
  const { at, serviceAt } = newest
  if (serviceAt !== null && wall < serviceAt - far) return before('newest-payment', serviceAt)
  // That clock may have been the wrong one: a person says which, and ends it.
  return wall < at - far && at > acknowledged ? before('newest-record', at) : null
}
