import type { AnswerFormName } from '../answers/forms'
import type { Change } from '../answers/payment-fields'
import type { Fault } from '../faults'
import type { Reply } from '../http'
import type { Channel, PlannedChange } from '../payments/payment'

/** What people read of a scenario: in the till's help and in the command's listing. */
export interface ScenarioInfo {
  id: string
  /** The customer's number that chooses it, as digits in international format. */
  phone: string
  title: string
  description: string
}

/** A change of status that comes by itself. */
interface Step {
  /**
   * `approval`: when a customer would have approved; seconds after that, after creation or after
   * `expires_at`; or `next-read`: as soon as a status read has shown the step before.
   */
  when:
    | 'approval'
    | 'next-read'
    | { secondsAfterApproval: number }
    | { seconds: number }
    | { secondsPastExpiry: number }
  status: string
  /** What a card processor would have said (§2.1 `provider_status`); null: nothing yet. */
  providerStatus: string | null
}

/** What a customer's number makes happen. Everything left out is as without a scenario. */
export interface Scenario extends ScenarioInfo {
  /** Where it works; both channels when absent. */
  channels?: readonly Channel[]
  /** What happens to the payment. An empty list: nothing, ever. */
  steps?: readonly Step[]
  /** How long the customer has, in place of the service's own setting. */
  sessionSeconds?: number

  /** The form of every answer about the payment, in place of the service's own setting. */
  answers?: AnswerFormName
  /** Fields that the answers show although the contract does not show them there. */
  extraFields?: readonly string[]
  /** Changes the fields of the create answer. Repeats have the same change (§8). */
  alterCreate?: Change
  /** Changes the fields of every status read. */
  alterRead?: Change
  /** Changes the fields of status reads once there is a result. */
  alterResult?: Change
  /** How far the `Date` header of these answers is ahead; the times in their bodies are right. */
  dateAheadSeconds?: number

  /** What goes wrong with the create request: the first time for each idempotency key, or always. */
  createFault?: Fault
  createFaultRepeats?: boolean
  /** What a repeated create request is answered; absent: the payment (§8). */
  repeatAnswer?: Reply
  /** What status reads are answered for some seconds after creation. */
  earlyReads?: { seconds: number; answer: Reply }
}

/** A range that looks unassigned; `number` is its last two digits. */
export const practicePhone = (number: number): string =>
  `2557000000${String(number).padStart(2, '0')}`

/** The customer pays. */
export const approve: Step = { when: 'approval', status: 'completed', providerStatus: 'APPROVED' }

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
