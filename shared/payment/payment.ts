import { z } from 'zod'
import { amountSchema } from '../money-schemas'
import { personSchema } from '../person'
import { methodSchema } from './channel'
import { keptCustomerSchema, keptMsisdnSchema } from './customer-schemas'
import {
  checkoutFaultSchema,
  failureReasonSchema,
  linkedSchema,
  mismatchSchema,
  receiptFailureSchema,
  resolutionHowSchema,
} from './event'
import { givenBackSchema } from './given-back'
import { linesSchema } from './line-schemas'
import { objectionSchema, rulingSchema } from './objections'
import { doubtSchema, outcomeSchema } from './status-words'

/** The phase of a payment (ARCHITECTURE.md has the picture). */
export const phaseSchema = z.enum([
  'ready',
  'held',
  'sending',
  'unknown',
  'pending',
  'settled',
  'expired',
  'refused',
  'withdrawn',
  'abandoned',
  'cash',
])

export type Phase = z.infer<typeof phaseSchema>

const time = z.int().nonnegative()
const person = personSchema.nullable()

/** One payment, as the reducer derives it from its events. Holds no secret: it may cross to a window. */
export const paymentSchema = z.strictObject({
  id: z.uuid(),
  /** Its sale, by the id of the sale's first payment. */
  sale: z.uuid(),
  draftId: z.uuid(),
  channel: methodSchema,
  amount: amountSchema,
  /** Like the customer, empty once the customer's data was removed: see `customerRemoved`. */
  msisdn: keptMsisdnSchema,
  customer: keptCustomerSchema,
  note: z.string(),
  /** What the sale is of; empty where an amount alone was typed. */
  lines: linesSchema.default([]),
  /** What the whole sale comes to, in the currency of the amount. */
  total: z.int().positive(),
  /** Cash that the customer gave for it; null where none was taken, or that was undone. */
  received: z.int().positive().nullable().default(null),
  idempotencyKey: z.string(),
  recordedAt: time,
  /** The cashier who took the payment. */
  person,
  phase: phaseSchema,
  /** Kept next to the raw status that it was read from; null until settled. */
  outcome: outcomeSchema.nullable(),
  /** Why an unrecognised outcome is one; null where one unknown word is all. */
  doubt: doubtSchema.nullable(),
  /** What speaks against the service's word (money rule 5), as it stands now. */
  objections: z.array(objectionSchema).default([]),
  /** What managers said of such fields, for this payment. */
  rulings: z.array(rulingSchema).default([]),
  /** What people had said, without which it would not be paid. */
  cleared: z.array(rulingSchema).default([]),
  /** Since when the customer is known to be at the counter (money rule 7). */
  freshSince: time,
  attempts: z.int().nonnegative(),
  /** Of a copy that goes on: when it was restored, for the original may have tried until then. */
  lastAttemptAt: time.nullable(),
  /** Whose keys the last attempt went with: idempotency keys mean nothing to another account (§8). */
  account: z.string().nullable(),
  /** Payments of other sales that the customer may mean by it: were both paid, it is said (money rule 9). */
  linked: linkedSchema.default([]),
  /** The service refused a repeat, which says nothing about the attempt before (money rule 4). */
  repeatRefused: z.boolean(),
  /** An attempt's headers were once handed to a socket: the service may have the payment. */
  maybeSent: z.boolean(),
  lastFailure: z
    .strictObject({
      at: time,
      reason: failureReasonSchema,
      sent: z.enum(['no', 'maybe']),
      detail: z.string(),
    })
    .nullable(),
  refusal: z
    .strictObject({ httpStatus: z.int(), errorCode: z.string().nullable(), message: z.string() })
    .nullable(),
  reference: z.string().nullable(),
  acceptedAt: time.nullable(),
  /** The same moment on the service's clock; null where it had not said its time. */
  acceptedServiceAt: time.nullable(),
  expiresAt: time.nullable(),
  expiryAssumed: z.boolean(),
  checkoutUrl: z.string().nullable(),
  /** Why there is no checkout page to show; null where there is one, and for mobile money. */
  checkoutFault: checkoutFaultSchema.nullable(),
  apiVersion: z.string().nullable(),
  rawStatus: z.string().nullable(),
  providerStatus: z.string().nullable(),
  /** The provider's own word where it says the opposite of the outcome. */
  providerContradiction: z.string().nullable(),
  /** Names of the answers' fields that could not be read (money rule 14). */
  unreadFields: z.array(z.string()),
  settledAt: time.nullable(),
  expiredAt: time.nullable(),
  stoppedWaitingAt: time.nullable(),
  /**
   * By when no attempt was made any more, because a person had stopped it: the later of the till's and the service's
   * time. Null where the service's was not known.
   */
  stoppedTryingBy: time.nullable().default(null),
  handedOverAt: time.nullable(),
  handedOverBy: person,
  /** Money that was given back, the oldest first. */
  givenBack: z
    .array(
      givenBackSchema.extend({
        /** It ended that money was late, so that undoing it asks again; not there where it ended nothing. */
        wasLate: z.literal(true).optional(),
      }),
    )
    .default([]),
  /** Receipts that may have come out, on paper or as a file. */
  receiptCopies: z.int().nonnegative(),
  /** The till's number of its sale's receipt, where the original was of this payment. */
  receiptNumber: z.int().positive().nullable().default(null),
  /** Why the last one may not have come out; null when nothing is known against it. */
  receiptFailure: receiptFailureSchema.nullable(),
  mismatch: mismatchSchema
    .extend({
      /** The payment had failed and was paid after all before this answer; not there otherwise. */
      afterPaid: z.literal(true).optional(),
    })
    .nullable(),
  /** A later answer that contradicts the written result (money rule 6). */
  contradiction: z.string().nullable(),
  /** Among the contradicting answers was one that means paid: money came after all (money rule 9). */
  contradictedByPaid: z.boolean(),
  /** Does the newest answer since that one mean something other than paid? Left out where none came. */
  doubtedSince: z.boolean().optional(),
  /** Its money came after staff or the till had stopped waiting, or after other money (money rule 9). */
  late: z.boolean(),
  /** The other payment that brought money for the same thing. The screen names it (money rule 9). */
  alsoPaid: z.uuid().nullable(),
  resolution: z
    .strictObject({
      at: time,
      reason: z.string(),
      how: resolutionHowSchema,
      /** What staff saw paid, where it is not the amount. */
      value: z.int().positive().optional(),
      person,
      /** That staff saw it paid, and the service has not said so since: a person says which is true. */
      contradicted: z.boolean(),
    })
    .nullable(),
  /** When, and after how many months, the customer's data was removed. */
  customerRemoved: z.strictObject({ at: time, months: z.int().positive() }).nullable(),
})

export type Payment = z.infer<typeof paymentSchema>
