import type { Channel } from '../payments/payment'
import { badNetwork, refusals } from './bad-network'
import { outcomes } from './outcomes'
import type { Scenario, ScenarioInfo } from './scenario'
import { answerFormScenarios, oddFields, times, wrongAnswers } from './wrong-answers'

const table: readonly Scenario[] = [
  ...outcomes,
  ...wrongAnswers,
  ...badNetwork,
  ...refusals,
  ...answerFormScenarios,
  ...times,
  ...oddFields,
]

/** Every scenario, for people to read. Any other number approves; any other card waits for its page. */
export const scenarios: readonly ScenarioInfo[] = table.map(
  ({ id, phone, title, description }) => ({ id, phone, title, description }),
)

/** The scenario that a customer's number chooses, or null. A leading `+` makes no difference. */
export function scenarioFor(phone: string, channel: Channel): Scenario | null {
  const digits = phone.replace('+', '')
  const scenario = table.find(each => each.phone === digits)
  return scenario && (scenario.channels ?? [channel]).includes(channel) ? scenario : null
}

/** A scenario by its id, as the books keep it; null for none, or one that no longer exists. */
export const scenarioById = (id: string | null): Scenario | null =>
  table.find(each => each.id === id) ?? null
