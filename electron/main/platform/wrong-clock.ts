import { type ClockFault, isFarOff } from '../../../shared/clock-fault'

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

/** The clock of the computer that built it may be wrong too. */
const builtEarlier = 86_400_000

/**
 * Whether this computer's clock is wrong, and what shows it (DESIGN §17); null where nothing does. A time that another
 * computer said in this run decides; without one, what the clock cannot be before. Pure.
 */
export function clockFault(facts: ClockFacts): ClockFault | null {
  const { wall, serviceTime, databaseTime } = facts
  const said = serviceTime ?? databaseTime
  if (said !== null) {
    const cause = serviceTime === null ? 'database' : 'service'
    return isFarOff(said - wall) ? { cause, says: wall, than: said } : null
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
  const isBefore = (moment: number) => wall < moment && isFarOff(moment - wall)
  if (serviceAt !== null && isBefore(serviceAt)) return before('newest-payment', serviceAt)
  // That clock may have been the wrong one: a person says which, and ends it.
  return isBefore(at) && at > acknowledged ? before('newest-record', at) : null
}
