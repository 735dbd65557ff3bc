import { randomUUID } from 'node:crypto'
import { removedCustomer } from '../../../shared/payment/customer'
import type { Draft } from '../../../shared/payment/draft'
import type { EventOf, PaymentEvent } from '../../../shared/payment/event'
import type { Ages } from '../../../shared/payment/freshness'
import type { Payment, Phase } from '../../../shared/payment/payment'
import { applyEvent, beginPayment } from '../../../shared/payment/reducer'
import { allDetails, noDetails } from '../conformance/contract'
import { morning } from './clock'

export type MobileDraft = Extract<Draft, { channel: 'mobile' }>
export type CardDraft = Extract<Draft, { channel: 'card' }>

/** A number that practice approves after its usual time. */
const plainPhone = '255754001212'

const names = { firstName: 'Asha', lastName: 'Mushi' }

const usual = {
  value: 15_000,
  phone: plainPhone,
  note: '',
  lines: [],
  total: null,
  sale: null,
  replaces: null,
  customerSeesNoPrompt: false,
}

export function mobileDraft(changes: Partial<MobileDraft> = {}): MobileDraft {
  const customer = { ...noDetails, ...names }
  return { ...usual, channel: 'mobile', draftId: randomUUID(), customer, ...changes }
}

export function cardDraft(changes: Partial<CardDraft> = {}): CardDraft {
  return { ...usual, channel: 'card', draftId: randomUUID(), customer: allDetails, ...changes }
}

export function recorded(changes: Partial<EventOf<'recorded'>> = {}): EventOf<'recorded'> {
  return {
    type: 'recorded',
    person: null,
    at: morning,
    draftId: randomUUID(),
    channel: 'mobile',
    amount: { currency: 'TZS', value: 15_000 },
    msisdn: plainPhone,
    customer: { ...noDetails, ...names },
    note: '',
    idempotencyKey: 'key-1',
    ...changes,
  }
}

export type LaterEvent = Exclude<PaymentEvent, { type: 'recorded' }>
type Samples = { [Type in LaterEvent['type']]: EventOf<Type> }

const at = morning + 1_000

/** One plain event of each type. */
export const samples: Samples = {
  'attempt-started': { type: 'attempt-started', at, attempt: 1, account: 'practice' },
  'attempt-failed': {
    type: 'attempt-failed',
    at,
    attempt: 1,
    sent: 'maybe',
    reason: 'connection-lost',
    detail: 'ECONNRESET',
  },
  refused: {
    type: 'refused',
    at,
    attempt: 1,
    httpStatus: 400,
    errorCode: 'validation_error',
    message: 'no',
  },
  accepted: {
    type: 'accepted',
    at,
    serviceAt: null,
    attempt: 1,
    reference: 'R-1',
    status: 'pending',
    expiresAt: morning + 120_000,
    expiryAssumed: false,
    checkoutUrl: null,
    checkoutFault: null,
    apiVersion: '2026-01-01',
    unread: [],
  },
  held: { type: 'held', at },
  restored: { type: 'restored', at, account: 'practice' },
  released: { type: 'released', person: null, at },
  withdrawn: { type: 'withdrawn', person: null, at },
  abandoned: { type: 'abandoned', person: null, at, serviceAt: null },
  'stopped-waiting': { type: 'stopped-waiting', person: null, at },
  'cash-taken': { type: 'cash-taken', person: null, at, note: '' },
  'status-read': {
    type: 'status-read',
    at,
    by: 'poller',
    status: 'completed',
    providerStatus: 'APPROVED',
    unread: [],
  },
  'provider-disagreed': { type: 'provider-disagreed', at, providerStatus: 'DECLINED' },
  'answer-mismatched': {
    type: 'answer-mismatched',
    at,
    mismatch: { field: 'amount', asked: '15000', answered: '15001' },
  },
  settled: { type: 'settled', at, status: 'completed', outcome: 'paid' },
  reopened: { type: 'reopened', at, status: 'pending' },
  contradicted: { type: 'contradicted', at, status: 'failed', meaning: 'failed' },
  expired: { type: 'expired', at, answered: true },
  'status-classified': { type: 'status-classified', person: null, at, meaning: 'paid' },
  'objection-answered': {
    type: 'objection-answered',
    person: null,
    at,
    ...{ name: 'result_code', value: '1032', meaning: 'nothing' },
  },
  'goods-handed-over': { type: 'goods-handed-over', person: null, at },
  'given-back': {
    type: 'given-back',
    person: null,
    at,
    draftId: '0192f000-0000-4000-8000-0000000000b1',
    ...{ value: 15_000, way: 'cash', why: 'goods', worth: 15_000 },
    reason: 'wrong size',
  },
  undone: { type: 'undone', person: null, at, what: 'cash' },
  'receipt-printed': {
    type: 'receipt-printed',
    at,
    copy: 1,
    to: 'printer',
    automatic: false,
    person: null,
  },
  'receipt-failed': { type: 'receipt-failed', at, reason: 'printer' },
  resolved: { type: 'resolved', person: null, at, reason: 'paid in cash', how: 'other' },
  'customer-removed': { type: 'customer-removed', at, months: 24 },
  'also-paid': { type: 'also-paid', at, other: '0192f000-0000-7000-8000-000000000002' },
}

const { settled } = samples

export const notSent = { ...samples['attempt-failed'], sent: 'no', reason: 'no-network' } as const
export const failedOutcome = { ...settled, status: 'declined', outcome: 'failed' } as const
export const unrecognised = { ...settled, status: 'processed_ok', outcome: 'unrecognised' } as const
/** Known words that said two things. */
export const disagreeing = {
  ...unrecognised,
  status: 'completed, failed',
  doubt: 'disagree',
} as const

const paymentId = '0192f000-0000-7000-8000-000000000001'

/** The first event of a payment in cash, and its only one. */
export function inCash(changes: Partial<EventOf<'recorded'>> = {}): EventOf<'recorded'> {
  const none = { channel: 'cash', msisdn: '', customer: removedCustomer } as const
  return recorded({ ...none, received: 20_000, ...changes })
}

/** A payment as the reducer makes it, so that no test uses an impossible one. */
export function paymentAfter(...events: readonly LaterEvent[]): Payment {
  return events.reduce<Payment>(applyEvent, beginPayment(paymentId, recorded()))
}

const started = samples['attempt-started']

/** A payment that the service accepted, and what came after that. */
export const onceAccepted = (...events: readonly LaterEvent[]): Payment =>
  paymentAfter(started, samples.accepted, ...events)

const pathTo: Record<Phase, readonly LaterEvent[]> = {
  ready: [],
  held: [samples.held],
  sending: [started],
  unknown: [started, samples['attempt-failed']],
  pending: [started, samples.accepted],
  settled: [started, samples.accepted, samples['status-read'], samples.settled],
  expired: [started, samples.accepted, samples.expired],
  refused: [started, samples.refused],
  withdrawn: [samples.withdrawn],
  abandoned: [started, samples['attempt-failed'], samples.abandoned],
  // It begins there: `inCash`.
  cash: [],
}

/** The plainest payment in a phase, and what came after that; `settled` is a paid one. */
export function paymentIn(phase: Phase, ...events: readonly LaterEvent[]): Payment {
  const begun = beginPayment(paymentId, phase === 'cash' ? inCash() : recorded())
  return [...pathTo[phase], ...events].reduce<Payment>(
    (payment, event) => applyEvent(payment, event),
    begun,
  )
}

/** The events that lead a new sale into a phase. */
export function eventsTo(phase: Phase): readonly LaterEvent[] {
  return pathTo[phase]
}

/** A payment's ages by a wall clock that reads `now` (ms). */
export function agesAt(payment: Pick<Payment, 'freshSince' | 'recordedAt'>, now: number): Ages {
  return { sinceRecorded: now - payment.recordedAt, sinceFresh: now - payment.freshSince }
}
