import { channelOf } from '../../../../shared/ipc/bridge'
import type { PushName } from '../../../../shared/ipc/contract'

export type WindowKind = 'till' | 'customer' | 'receipt' | 'closing'

/** The customer's window is in a stranger's reach: it asks what it shows, and nothing else. */
const customerChannels: ReadonlySet<string> = new Set([channelOf('customer', 'view')])

const audience: Record<PushName, readonly WindowKind[]> = {
  tillChanged: ['till'],
  saleChanged: ['till'],
  paymentChanged: ['till'],
  unseenChanged: ['till'],
  soundDue: ['till'],
  othersSilent: ['till'],
  paymentWanted: ['till'],
  customerViewChanged: ['customer'],
}

/** What is only drawn, for paper, has no preload and so no way to main. */
export function isMute(kind: WindowKind): boolean {
  return kind === 'receipt' || kind === 'closing'
}

/** Which window may make which call. */
export function mayCall(kind: WindowKind, channel: string): boolean {
  if (kind === 'customer') return customerChannels.has(channel)
  return kind === 'till' && !customerChannels.has(channel)
}

/** Which window hears which push. */
export function hears(kind: WindowKind, push: PushName): boolean {
  return audience[push].includes(kind)
}
