import { z } from 'zod'
import { successBody } from '../http'
import type { OperationName } from '../requests'
import {
  type Change,
  capitals,
  contractFields,
  decimalText,
  epochSeconds,
  omit,
  type PaymentFields,
  pick,
  withAmount,
  withNanoseconds,
  withoutZone,
  withTimes,
} from './payment-fields'

/** An answer about a payment before a form writes its body. */
interface PaymentAnswer {
  operation: OperationName
  httpStatus: number
  fields: PaymentFields
  /** Fields that it shows although the contract does not show them in this answer. */
  extraFields: readonly string[]
}

/** Writes the body of an answer. */
type Body = (answer: PaymentAnswer) => object

const shown = ({ operation, fields, extraFields }: PaymentAnswer) =>
  pick(fields, [...contractFields[operation], ...extraFields])

/** The success envelope of §1, its fields written in another way. */
const enveloped =
  (change: Change = fields => fields): Body =>
  answer =>
    successBody(change(shown(answer)), answer.httpStatus)

/** An envelope whose `status` is the HTTP status; it has no `code`. */
const numericEnvelope: Body = answer => ({
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
const flat: Body = answer => {
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

/** The forms in which the service can answer. */
export const answerFormNameSchema = z.enum([
  'enveloped',
  'flat',
  'flat-status',
  'capitals',
  'numeric',
  'created',
  'nanoseconds',
  'no-time-zone',
  'epoch-times',
  'four-hours',
  'text-amounts',
  'lower-case-currency',
])
export type AnswerFormName = z.infer<typeof answerFormNameSchema>

/** How a service writes its answers about payments. Refusals keep the error body of §7. */
export interface AnswerForm {
  /** For developers, who choose by it. */
  description: string
  body: Body
  /** The HTTP status of the answer that creates a payment. */
  createdStatus: 200 | 201
  /** What a repeated idempotency key is answered: the first answer, or a 200 with what holds now. */
  repeatShows: 'first-answer' | 'current-state'
  /** How long a payment can be paid, whatever the service's own setting is; null: that setting. */
  lifetimeSeconds: number | null
}

const contract: Omit<AnswerForm, 'description'> = {
  body: enveloped(),
  createdStatus: 200,
  repeatShows: 'first-answer',
  lifetimeSeconds: null,
}

const fourHours = 4 * 3600

/**
 * Every form: the contract's, one like the public service with the contract's operations (`flat`),
 * and others that differ from the contract in one thing.
 */
export const answerForms: Record<AnswerFormName, AnswerForm> = {
  enveloped: { ...contract, description: 'as the contract has it' },
  flat: {
    description:
      'like a public service with these operations: no envelope, capitals, text amounts, and as "created"',
    body: flat,
    createdStatus: 201,
    repeatShows: 'current-state',
    lifetimeSeconds: null,
  },
  'flat-status': {
    ...contract,
    description: 'only the mobile status read is flat',
    body: answer => (answer.operation === 'mobile-status' ? flat : contract.body)(answer),
  },
  capitals: { ...contract, description: 'status words in capitals', body: enveloped(capitals) },
  numeric: {
    ...contract,
    description: '"status": 201 in the envelope, no code; 201 at creation',
    body: numericEnvelope,
    createdStatus: 201,
  },
  created: {
    ...contract,
    description: '201 at creation; a repeat answers 200 with the payment as it is now',
    createdStatus: 201,
    repeatShows: 'current-state',
  },
  nanoseconds: {
    ...contract,
    description: 'times with nine decimals',
    body: enveloped(withTimes(withNanoseconds)),
  },
  'no-time-zone': {
    ...contract,
    description: 'times like 2026-01-05 09:00:00',
    body: enveloped(withTimes(withoutZone)),
  },
  'epoch-times': {
    ...contract,
    description: 'times as seconds since 1970, numbers',
    body: enveloped(withTimes(epochSeconds)),
  },
  'four-hours': {
    ...contract,
    description: 'payments expire after four hours',
    lifetimeSeconds: fourHours,
  },
  'text-amounts': {
    ...contract,
    description: 'the amount\'s value as text, "1000.00"',
    body: enveloped(withAmount(({ currency, value }) => ({ currency, value: decimalText(value) }))),
  },
  'lower-case-currency': {
    ...contract,
    description: 'the currency in small letters',
    body: enveloped(
      withAmount(({ currency, value }) => ({ currency: currency.toLowerCase(), value })),
    ),
  },
}
