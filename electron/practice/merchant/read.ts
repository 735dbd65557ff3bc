import type { Clock } from '../clock'
import type { ServiceSettings } from '../control/settings'
import type { Channel, Payment } from '../payments/payment'
import type { PaymentStore } from '../payments/payment-store'
import { invalid, type Reply } from '../reply'
import type { MerchantRequest } from '../requests/operation'
import { type Parsed, parseBody } from '../requests/parse'
import { cardStatusSchema, mobileStatusSchema } from '../requests/schemas'
import { scenarioById } from '../scenarios/table'
import type { Answers } from './answers'

interface ReadDeps {
  store: PaymentStore
  clock: Clock
  answers: Answers
  settings: ServiceSettings
}

/** The reference goes by `referenceId` in §4.2 and by `reference` in §4.4. */
function parseReference(channel: Channel, body: string): Parsed<string> {
  if (channel === 'card') {
    const parsed = parseBody(body, cardStatusSchema)
    return parsed.ok ? { ok: true, value: parsed.value.reference } : parsed
  }
  const parsed = parseBody(body, mobileStatusSchema)
  return parsed.ok ? { ok: true, value: parsed.value.referenceId } : parsed
}

/**
 * §4.2 and §4.4: the payment's present state. An unknown reference is a validation error, the only
 * refusal that §4.4 names; a payment of another account or channel is unknown too.
 */
export function createReader({ store, clock, answers, settings }: ReadDeps) {
  /** What a scenario answers for some time in place of the payment, or null. */
  function earlyAnswer({ scenario, createdAt }: Payment): Reply | null {
    const early = scenarioById(scenario)?.earlyReads
    if (!early) return null
    const end = createdAt + (early.seconds * 1000) / settings.pace().speed
    return clock.wall() < end ? early.answer : null
  }

  return (account: string, request: MerchantRequest): Reply => {
    const { channel } = request.operation
    const reference = parseReference(channel, request.body)
    if (!reference.ok) return reference.refusal
    const found = store.find(reference.value)
    if (!found || found.account !== account || found.channel !== channel)
      return invalid(`There is no ${channel} payment with this reference.`)
    return earlyAnswer(found) ?? answers.read(store.read(found.reference) ?? found)
  }
}
