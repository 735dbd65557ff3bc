import type { PaymentBody } from './payment-body'
import type { UnintelligibleReason } from './service-response'

/** A payment as read out of an answer, or why it is not understood. */
export type PaymentRead<T> = { ok: true; value: T } | { ok: false; reason: UnintelligibleReason }

/** Reads one kind of answer. */
export type PaymentReader<T> = (body: PaymentBody) => PaymentRead<T>
