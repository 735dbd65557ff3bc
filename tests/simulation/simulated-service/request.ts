import { z } from 'zod'
import type { Post } from '../../../electron/main/service/transport'

/** A request as it arrives: what its path, headers and body say. */
export interface ServiceRequest {
  operation: 'create' | 'read'
  channel: 'mobile' | 'card'
  /** The keys that it carries, written `account:number`. */
  keys: string
  idempotencyKey: string | null
  /** A create's body, a read's reference. */
  text: string
}

/** Keys are written `account:number`, so that a trace shows whose they are. */
export function accountOf(keys: string): string {
  return keys.split(':')[0] ?? ''
}

/** The secret that belongs to an API key. */
export function secretOf(keys: string): string {
  return `secret-of-${keys}`
}

const readBody = {
  // §4.2 and §4.4 name the same thing differently.
  mobile: z.object({ referenceId: z.string() }).transform(({ referenceId }) => referenceId),
  card: z.object({ reference: z.string() }).transform(({ reference }) => reference),
}

const operations = new Map<string, Pick<ServiceRequest, 'operation' | 'channel'>>([
  ['/service/merchant/payments/create', { operation: 'create', channel: 'mobile' }],
  ['/service/merchant/payments/status', { operation: 'read', channel: 'mobile' }],
  ['/service/merchant/card/pay', { operation: 'create', channel: 'card' }],
  ['/service/merchant/card/status', { operation: 'read', channel: 'card' }],
])

/** Reads a request as §4 and §5 describe it; throws for one that no till may ever send. */
export function readRequest({ path, headers, body }: Pick<Post, 'path' | 'headers' | 'body'>) {
  const found = operations.get(path)
  const carried = new Map(Object.entries(headers))
  const keys = carried.get('x-api-key') ?? ''
  if (!found || carried.get('x-api-secret') !== secretOf(keys))
    throw new Error(`No operation of the service: ${path} with the key "${keys}"`)
  const { operation, channel } = found
  const text = operation === 'create' ? body : readBody[channel].parse(JSON.parse(body))
  const idempotencyKey = carried.get('x-idempotency-key') ?? null
  const request: ServiceRequest = { operation, channel, keys, idempotencyKey, text }
  return request
}
