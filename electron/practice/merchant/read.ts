import { statusData } from '../payments/answers'
import type { Desk } from '../payments/desk'
import { pending } from '../payments/lifecycle'
import type { Channel, Payment } from '../payments/payment'
import { invalid, type Reply, succeed } from '../reply'
import type { MerchantRequest } from '../requests/operation'
import { type Parsed, parseBody } from '../requests/parse'
import { cardStatusSchema, mobileStatusSchema } from '../requests/schemas'
import { scenarioById } from '../scenarios/table'
import type { ServiceTime } from '../service-time'

interface ReadDeps {
  desk: Desk
  time: ServiceTime
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

function replyAbout(payment: Payment, time: ServiceTime): Reply {
  const data = statusData(payment, time)
  const alter = payment.status === pending ? null : scenarioById(payment.scenario)?.alterResult
  return succeed(alter?.(data) ?? data)
}

/**
 * §4.2 and §4.4: the payment's present state. An unknown reference is a validation error, the only
 * refusal that §4.4 has room for; another account's or channel's payment is as unknown as none.
 */
export function createReader({ desk, time }: ReadDeps) {
  return (account: string, request: MerchantRequest): Reply => {
    const { channel } = request.operation
    const reference = parseReference(channel, request.body)
    if (!reference.ok) return reference.refusal
    const found = desk.find(reference.value)
    if (!found || found.account !== account || found.channel !== channel)
      return invalid(`There is no ${channel} payment with this reference.`)
    return replyAbout(desk.read(found.reference) ?? found, time)
  }
}
