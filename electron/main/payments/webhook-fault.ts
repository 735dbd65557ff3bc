import { type Failure, failure } from '../../../shared/ipc/result'
import type { Channel } from '../../../shared/payment/channel'
import { checkWebhookAddress, type WebhookFault } from '../service'

/**
 * Why no sale of this channel can be recorded with this webhook address ('' is none), or null. The
 * settings file can be edited by hand: an address that Settings would refuse must not stop the till.
 */
export function webhookFault(channel: Channel, address: string): Failure | null {
  if (address !== '') return webhookAddressFault(address)
  if (channel === 'mobile') return null
  return failure('webhook-address-needed', 'Card payments require a webhook address (§4.3)')
}

/** Why this webhook address cannot be used, or null. */
export function webhookAddressFault(address: string): Failure | null {
  const check = checkWebhookAddress(address)
  return check.ok ? null : failure(codes[check.reason], `The webhook address: ${check.reason}`)
}

const codes = {
  'not-a-url': 'webhook-address-bad',
  'https-only': 'webhook-address-bad',
  'has-credentials': 'webhook-address-bad',
  'this-computer': 'webhook-address-here',
} as const satisfies Record<WebhookFault, Failure['code']>
