import type { FaultInput } from '../faults/fault'
import type { Channel } from '../payments/payment'

/** What people read of a scenario: in the till's help and in the command's listing. */
export interface ScenarioInfo {
  id: string
  /** The customer's number that chooses it, as digits in international format. */
  phone: string
  title: string
  description: string
}

/** A change of status that a scenario brings about by itself. */
export interface Step {
  /**
   * `approval`: when a customer would have approved; seconds after creation; seconds past
   * `expires_at`; or `next-read`: as soon as a status read has shown the step before.
   */
  when: 'approval' | 'next-read' | { seconds: number } | { secondsPastExpiry: number }
  status: string
  /** What a card processor would have said (§2.1 `provider_status`). */
  providerStatus: string
}

/** A part of an answer's `data`, changed on its way out. */
export type Alter = (data: Record<string, unknown>) => Record<string, unknown>

/** What a customer's number makes happen. Everything left out goes as it does without a scenario. */
export interface Scenario extends ScenarioInfo {
  /** Where it works; both channels when absent. */
  channels?: readonly Channel[]
  /** What happens to the payment. An empty list: nothing, ever. */
  steps?: readonly Step[]
  /** How long the customer has, in place of the service's own session length. */
  sessionSeconds?: number
  /** What goes wrong with the create request: the first time for each idempotency key, or always. */
  createFault?: FaultInput
  createFaultRepeats?: boolean
  /** What the create answer says instead. Replays say it too (§8). */
  alterCreate?: Alter
  /** What status reads say instead, once there is a result. */
  alterResult?: Alter
}

/** An unallocated-looking range, `number` filling its last two digits. */
export const practicePhone = (number: number): string =>
  `2557000000${String(number).padStart(2, '0')}`

/** The customer pays. */
export const approve: Step = { when: 'approval', status: 'completed', providerStatus: 'APPROVED' }
