import type { Channel, PlannedChange } from '../payments/payment'
import { approve, type Scenario, type Step } from './scenario'

/** How long things take. */
export interface Pace {
  approvalSeconds: number
  sessionSeconds: Record<Channel, number>
  /** Divides the times in the scenario table: 1 is as written. */
  speed: number
}

interface Session {
  createdAt: number
  expiresAt: number
}

/** When a payment created now stops accepting a decision, ms since the epoch (§4.3 rule 3). */
export function expiryOf(
  scenario: Scenario | null,
  channel: Channel,
  createdAt: number,
  pace: Pace,
): number {
  const own = scenario?.sessionSeconds
  const seconds = own === undefined ? pace.sessionSeconds[channel] : own / pace.speed
  return createdAt + seconds * 1000
}

function dueAt(when: Exclude<Step['when'], 'next-read'>, session: Session, pace: Pace): number {
  const approvedAt = session.createdAt + pace.approvalSeconds * 1000
  if (when === 'approval') return approvedAt
  if ('secondsAfterApproval' in when)
    return approvedAt + (when.secondsAfterApproval * 1000) / pace.speed
  if ('seconds' in when) return session.createdAt + (when.seconds * 1000) / pace.speed
  return session.expiresAt + (when.secondsPastExpiry * 1000) / pace.speed
}

/** Without steps a mobile customer approves, and a card waits for its checkout page. */
const stepsOf = (scenario: Scenario | null, channel: Channel): readonly Step[] =>
  scenario?.steps ?? (channel === 'mobile' ? [approve] : [])

/** What will happen to a payment by itself, soonest first. */
export function planFor(
  scenario: Scenario | null,
  channel: Channel,
  session: Session,
  pace: Pace,
): PlannedChange[] {
  return stepsOf(scenario, channel).map(({ when, status, providerStatus }) =>
    when === 'next-read'
      ? { due: 'after-read', status, providerStatus }
      : { due: 'at', at: dueAt(when, session, pace), status, providerStatus },
  )
}
