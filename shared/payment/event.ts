import { z } from 'zod'
import { amountSchema } from '../money-schemas'
import { personSchema } from '../person'
import { methodSchema } from './channel'
import { keptCustomerSchema, keptMsisdnSchema } from './customer-schemas'
import { givenBackSchema } from './given-back'
import { linesSchema } from './line-schemas'
import { isSaleOf } from './lines'
import { mostObjections, objectionMeaningSchema, objectionSchema, rulingSchema } from './objections'
import { doubtSchema, outcomeSchema, statusMeaningSchema, wordMeaningSchema } from './status-words'

/** Why an attempt ended without an answer that settles whether the payment exists. */
export const failureReasonSchema = z.enum([
  'no-network',
  'timeout',
  'insecure',
  'connection-lost',
  'not-the-service',
  'service-trouble',
  'unintelligible',
  'throttled',
  'keys-rejected',
  /** The service refused a repeat of an attempt that it may have taken (money rule 4). */
  'repeat-refused',
  'till-stopped',
  /** The till goes on from a copy of itself: what happened after that copy is not known. */
  'restored',
])

export type FailureReason = z.infer<typeof failureReasonSchema>

/** Why a card payment's checkout page cannot be shown. */
export const checkoutFaultSchema = z.enum(['missing', 'too-long', 'not-safe'])

export type CheckoutFault = z.infer<typeof checkoutFaultSchema>

/** Names of an answer's fields that could not be read; they cost the payment nothing (money rule 14). */
const unread = z.array(z.string().max(64)).max(20)

/** A fact of the service's answer that differs from what was asked (money rule 12). */
export const mismatchSchema = z.strictObject({
  field: z.enum(['amount', 'currency', 'reference']),
  asked: z.string(),
  answered: z.string(),
})

export type Mismatch = z.infer<typeof mismatchSchema>

/**
 * How a person says that a payment ended. Paid in cash, it must not be paid here as well (money rule 9). None of
 * them confirms anything: `seen-in-dashboard` is what a person saw, and only the service makes a payment paid.
 */
export const resolutionHowSchema = z.enum([
  'paid-in-cash',
  'seen-in-dashboard',
  'not-paid',
  /** The service took the money back, the goods are gone, and nothing more is asked of the customer. */
  'shop-bears-it',
  'other',
])

export type ResolutionHow = z.infer<typeof resolutionHowSchema>

/** Where a receipt goes: to paper, to a file, or to a program of this computer that a person sends it with. */
export const receiptTargetSchema = z.enum(['printer', 'file', 'whatsapp', 'email'])

export type ReceiptTarget = z.infer<typeof receiptTargetSchema>

/** Why a receipt may not have come out. Of some it is certain that nothing did (`isCertain`). */
export const receiptFailureSchema = z.enum([
  'no-printer',
  'queue-closed',
  'off',
  'not-one',
  'paper-out',
  'cover-open',
  'stopped',
  'printer',
  'no-answer',
  'too-late',
  'file',
  'no-program',
])

export type ReceiptFailure = z.infer<typeof receiptFailureSchema>

/** What a person can undo. */
const undoableSchema = z.enum(['cash', 'given-back'])

export type Undoable = z.infer<typeof undoableSchema>

/** The one that a press named, and the last one of the same phone. */
export const linkedSchema = z.array(z.uuid()).max(2)

const at = z.int().nonnegative()
const attempt = z.int().positive()
/** Who pressed; null on a till without staff. */
const person = personSchema.nullable()

/**
 * Everything that can happen to a payment. The ledger is a list of these; nothing is ever edited.
 * `at` is the till's wall clock (ms since the epoch); `expiresAt` is on the service's clock.
 */
export const eventSchema = z.discriminatedUnion('type', [
  z
    .strictObject({
      type: z.literal('recorded'),
      at,
      draftId: z.uuid(),
      channel: methodSchema,
      amount: amountSchema,
      /** Like the customer, empty once the customer's data was removed. */
      msisdn: keptMsisdnSchema,
      customer: keptCustomerSchema,
      note: z.string(),
      idempotencyKey: z.string(),
      /** Payments of other sales that the customer may mean by it (money rule 9); not there where there are none. */
      linked: linkedSchema.optional(),
      /** The first payment of the sale that it is a further payment of; not there where it begins one. */
      sale: z.uuid().optional(),
      /** What was sold; not there where an amount alone was typed. Never sent to the service. */
      lines: linesSchema.optional(),
      /** What the whole sale comes to; not there where it is this amount. The lines are those of the sale. */
      total: z.int().positive().optional(),
      /** Cash that the customer gave; the change is what it is more than the amount. */
      received: z.int().positive().optional(),
      person,
    })
    .refine(({ amount: { value }, total = value, lines = [] }) => isSaleOf(lines, value, total)),
  z.strictObject({
    type: z.literal('attempt-started'),
    at,
    attempt,
    /** The account whose keys it goes with; null where it is not known. */
    account: z.string().nullable(),
  }),
  z.strictObject({
    type: z.literal('attempt-failed'),
    at,
    attempt,
    /**
     * May the service have taken this attempt (money rule 4)? `no` when its headers were never handed
     * to a socket, or when the service itself answered that it took nothing (401, 429). Never guessed.
     */
    sent: z.enum(['no', 'maybe']),
    reason: failureReasonSchema,
    detail: z.string(),
  }),
  z.strictObject({
    type: z.literal('refused'),
    at,
    attempt,
    httpStatus: z.int(),
    errorCode: z.string().nullable(),
    message: z.string(),
  }),
  z.strictObject({
    type: z.literal('accepted'),
    at,
    /** The same moment on the service's clock; null where it had not said its time in that run. */
    serviceAt: at.nullable(),
    attempt,
    reference: z.string().min(1),
    status: z.string(),
    expiresAt: at,
    /** True when the answer named no `expires_at` that can be true: then the till's own limit counts. */
    expiryAssumed: z.boolean(),
    checkoutUrl: z.string().nullable(),
    checkoutFault: checkoutFaultSchema.nullable(),
    apiVersion: z.string().nullable(),
    unread,
  }),
  z.strictObject({ type: z.literal('held'), at }),
  /** The till goes on from a copy: the original may have sent the payment since (money rule 4). */
  z.strictObject({
    type: z.literal('restored'),
    at,
    /** Whose keys the copy had: the original may have sent it with them. Null where it is not known. */
    account: z.string().nullable(),
  }),
  z.strictObject({ type: z.literal('released'), at, person }),
  z.strictObject({ type: z.literal('withdrawn'), at, person }),
  z.strictObject({
    type: z.literal('abandoned'),
    at,
    /** The same moment on the service's clock; null where it was not sure of it. */
    serviceAt: at.nullable(),
    person,
  }),
  z.strictObject({ type: z.literal('stopped-waiting'), at, person }),
  /** Paid in cash while the push may still be paid: it is watched on (money rule 9). */
  z.strictObject({ type: z.literal('cash-taken'), at, note: z.string(), person }),
  z.strictObject({
    type: z.literal('status-read'),
    at,
    by: z.enum(['poller', 'person']),
    status: z.string(),
    providerStatus: z.string().nullable(),
    unread,
  }),
  /** The provider's own word says the opposite of the result (the result stays: money rule 5). */
  z.strictObject({ type: z.literal('provider-disagreed'), at, providerStatus: z.string() }),
  z.strictObject({ type: z.literal('answer-mismatched'), at, mismatch: mismatchSchema }),
  z.strictObject({
    type: z.literal('settled'),
    at,
    status: z.string(),
    outcome: outcomeSchema,
    doubt: doubtSchema.optional(),
    /** What speaks against the word (money rule 5); not there where nothing does. */
    objections: z.array(objectionSchema).max(mostObjections).optional(),
    /** What people said of fields that would object, without which it would not be paid. */
    cleared: z.array(rulingSchema).max(mostObjections).optional(),
  }),
  /** A manager said what a field that objects means, for this payment. */
  z.strictObject({
    type: z.literal('objection-answered'),
    at,
    ...objectionSchema.shape,
    meaning: objectionMeaningSchema,
    person,
  }),
  /** A later status read says in progress where the word before had no meaning: it is polled again. */
  z.strictObject({ type: z.literal('reopened'), at, status: z.string() }),
  z.strictObject({
    type: z.literal('contradicted'),
    at,
    status: z.string(),
    /** What the later word means: paid after failed is money that came (money rule 9). */
    meaning: statusMeaningSchema,
  }),
  z.strictObject({
    type: z.literal('expired'),
    at,
    /** False when the service gave no answer for a day after `expires_at`. */
    answered: z.boolean(),
  }),
  z.strictObject({
    type: z.literal('status-classified'),
    at,
    meaning: wordMeaningSchema,
    person,
  }),
  z.strictObject({ type: z.literal('goods-handed-over'), at, person }),
  /** A person gave money of the sale back. The payment stays paid: this is a fact of its own. */
  givenBackSchema.extend({ type: z.literal('given-back') }),
  /** A person pressed *Undo*: the newest cash, or the newest money given back, moved by mistake. Both stay on the record. */
  z.strictObject({ type: z.literal('undone'), at, what: undoableSchema, person }),
  /** `other` brought money for the same thing (money rule 9): what came here, or is about to be written, is late. */
  z.strictObject({ type: z.literal('also-paid'), at, other: z.uuid() }),
  /** Written down before it goes to the printer: what may have come out is never a first one again. */
  z.strictObject({
    type: z.literal('receipt-printed'),
    at,
    /** Of the sale's receipts: 1 is the original, all others are marked as copies; 0 lacks money, and is no receipt. */
    copy: z.int().nonnegative(),
    to: receiptTargetSchema,
    /** The original's number, from 1 without a gap; a copy repeats the sale's number and has none here. */
    number: z.int().positive().optional(),
    /** The till printed it by itself on PAID; no person pressed. */
    automatic: z.boolean(),
    person,
  }),
  z.strictObject({ type: z.literal('receipt-failed'), at, reason: receiptFailureSchema }),
  z.strictObject({
    type: z.literal('resolved'),
    at,
    /** The same moment on the service's clock; null where it was not sure of it, left out where cash was taken. */
    serviceAt: at.nullable().optional(),
    /** '' where cash was taken and nothing noted. */
    reason: z.string(),
    how: resolutionHowSchema,
    /** What staff saw paid, where it is not the amount that was asked for. */
    value: z.int().positive().optional(),
    person,
  }),
  /**
   * The owner's time for customers' data was over (decision 21): who the customer was, and every free
   * text, is gone from the events before this one. Amounts, references, states, times and staff stay.
   */
  z.strictObject({ type: z.literal('customer-removed'), at, months: z.int().positive() }),
])

export type PaymentEvent = z.infer<typeof eventSchema>
export type EventOf<Type extends PaymentEvent['type']> = Extract<PaymentEvent, { type: Type }>
