import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * Says, in the query of a payment's webhook address, that a till of the shop made the address: the receiver takes no
 * other callback, so that a stranger's do not stand in the way of real ones.
 */
export function callbackMac(key: Buffer, payment: string): string {
  return createHmac('sha256', key).update(payment).digest('hex').slice(0, 32)
}

export function isCallbackMac(key: Buffer, payment: string, said: string): boolean {
  const [own, theirs] = [Buffer.from(callbackMac(key, payment)), Buffer.from(said)]
  return own.length === theirs.length && timingSafeEqual(own, theirs)
}
