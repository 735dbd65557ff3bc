import { z } from 'zod'
import type { Channel } from '../payments/payment'

export const operationNameSchema = z.enum([
  'mobile-create',
  'mobile-status',
  'card-create',
  'card-status',
])
export type OperationName = z.infer<typeof operationNameSchema>

/** One of the four operations of §4. */
export interface Operation {
  name: OperationName
  channel: Channel
  /** Without the first path segment, which is a setting. */
  path: string
}

export const operations: readonly Operation[] = [
  { name: 'mobile-create', channel: 'mobile', path: '/merchant/payments/create' },
  { name: 'mobile-status', channel: 'mobile', path: '/merchant/payments/status' },
  { name: 'card-create', channel: 'card', path: '/merchant/card/pay' },
  { name: 'card-status', channel: 'card', path: '/merchant/card/status' },
]

/** A request to one of them, as read from the wire. */
export interface MerchantRequest {
  operation: Operation
  /** A header's value, by its lower-case name. */
  header(name: string): string | undefined
  body: string
}
