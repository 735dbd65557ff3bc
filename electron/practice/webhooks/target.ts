import { isLoopback } from '../loopback'

/** Where notifications may go: nowhere, to this computer only, or also out to the internet. */
export type WebhookPolicy = 'off' | 'loopback-only' | 'any'

/** Whether the policy lets a notification go to `address`. Plain http never leaves this computer. */
export function mayNotify(policy: WebhookPolicy, address: string): boolean {
  if (policy === 'off' || !URL.canParse(address)) return false
  const url = new URL(address)
  return isLoopback(url) || (policy === 'any' && url.protocol === 'https:')
}
