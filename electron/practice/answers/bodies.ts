import { z } from 'zod'
import { successBody } from '../reply'
import type { OperationName } from '../requests/operation'
import { type Change, capitals, decimalText } from './changes'
import { contractFields, omit, type PaymentFields, pick } from './payment-fields'

/** An answer about a payment before a form writes its body. */
export interface PaymentAnswer {
  operation: OperationName
  httpStatus: number
  fields: PaymentFields
  /** Fields that it shows although the contract does not show them in this answer. */
  extraFields: readonly string[]
}

/** Writes the body of an answer. */
export type Body = (answer: PaymentAnswer) => object

const shown = ({ operation, fields, extraFields }: PaymentAnswer) =>
  pick(fields, [...contractFields[operation], ...extraFields])

/** The success envelope of §1, its fields written in another way. */
export const enveloped =
  (change: Change = fields => fields): Body =>
  answer =>
    successBody(change(shown(answer)), answer.httpStatus)

/** An envelope whose `status` is the HTTP status; it has no `code`. */
export const numericEnvelope: Body = answer => ({
  status: answer.httpStatus,
  data: shown(answer),
})

const amountSchema = z.object({ currency: z.unknown(), value: z.unknown() })

/** The amount as text and the currency in a field of its own. What a scenario made odd stays odd. */
function flatAmount({ amount }: PaymentFields): PaymentFields {
  const parsed = amountSchema.safeParse(amount)
  if (!parsed.success) return { amount }
  const { currency, value } = parsed.data
  return { amount: typeof value === 'number' ? decimalText(value) : value, currency }
}

const message: Record<OperationName, string> = {
  'mobile-create': 'Payment request sent',
  'mobile-status': 'Payment status retrieved',
  'card-create': 'Checkout session created',
  'card-status': 'Payment status retrieved',
}

/** What a flat answer leaves out or has under another name. */
const notInFlat = ['object', 'payment_type', 'reference', 'amount', 'api_version']

/** A flat object, no envelope: names, capitals and text amounts as a public service gives them. */
export const flat: Body = answer => {
  const { operation, fields } = answer
  const { transaction_id, display_id, payment_type, reference, created_at } = fields
  return {
    message: message[operation],
    transactionId: transaction_id,
    displayId: display_id,
    method: String(payment_type).toUpperCase(),
    reference_id: reference,
    ...flatAmount(fields),
    created_at,
    ...capitals(omit(shown(answer), notInFlat)),
  }
}
