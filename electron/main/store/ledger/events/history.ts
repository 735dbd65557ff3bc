import { createHash, randomBytes } from 'node:crypto'
import { removedCustomer } from '../../../../../shared/payment/customer'
import { eventSchema, type PaymentEvent } from '../../../../../shared/payment/event'
import type { Payment } from '../../../../../shared/payment/payment'
import { applyEvent, beginPayment } from '../../../../../shared/payment/reducer'
import type { Database } from '../../database'
import type { LinkAdder } from '../../link'
import { checked, LedgerDamaged, readJson, readPacked } from '../rows/codec'
import { pack } from '../rows/packing'

/**
 * What an event says of a customer, and every free text in it (it may name one), with what replaces it
 * once it was removed (decision 21). All else of an event is kept for ever.
 */
const removable: { [Type in PaymentEvent['type']]?: Readonly<Record<string, unknown>> } = {
  recorded: { msisdn: '', customer: removedCustomer, note: '' },
  'attempt-failed': { detail: '' },
  refused: { message: '' },
  accepted: { checkoutUrl: null },
  'cash-taken': { note: '' },
  resolved: { reason: '' },
  'given-back': { reason: '' },
}

/** These restart the retention period even when they say nothing: a person still worked on the payment. */
const alwaysApart: readonly PaymentEvent['type'][] = ['recorded', 'resolved']

/** An event as it is kept: in two places, of which one can be emptied without touching the other. */
interface StoredEvent {
  body: Buffer
  /** Null where the event says nothing of a customer. */
  personal: Buffer | null
}

/**
 * An event as it is kept. `body` names the personal part by its hash, so that a change of that part
 * is noticed; the salt in it keeps the hash that is left behind from being tried with every phone number.
 * Throws a ZodError for an event that could not be read back.
 */
function encodeEvent(event: PaymentEvent): StoredEvent {
  const facts: Record<string, unknown> = eventSchema.parse(event)
  const blanks = removable[event.type] ?? {}
  const said = Object.keys(blanks).some(name => facts[name] !== blanks[name])
  if (!said && !alwaysApart.includes(event.type)) return { body: encode(facts), personal: null }
  const personal = JSON.stringify({
    salt: randomBytes(16).toString('base64url'),
    ...Object.fromEntries(Object.keys(blanks).map(name => [name, facts[name]])),
  })
  const kept = Object.entries(facts).filter(([name]) => !(name in blanks))
  const body = encode({ ...Object.fromEntries(kept), personal: hashOf(personal) })
  return { body, personal: pack(personal) }
}

/** An event as it was read, and whether its personal part is gone. */
interface ReadEvent {
  event: PaymentEvent
  removed: boolean
}

/** Puts an event together again. Throws LedgerDamaged for parts that do not belong together. */
export function readEvent(body: unknown, personal: unknown = null): ReadEvent {
  const { personal: hash, ...facts } = asObject(readJson(body))
  // The event says nothing of a customer.
  if (hash === undefined) return { event: parse(facts), removed: false }
  if (!Buffer.isBuffer(personal)) {
    const blanks = removable[facts.type as PaymentEvent['type']]
    return { event: parse({ ...facts, ...blanks }), removed: true }
  }
  if (hashOf(readPacked(personal)) !== hash)
    throw new LedgerDamaged('What an event says was changed')
  const { salt: _salt, ...said } = asObject(readJson(personal))
  return { event: parse({ ...facts, ...said }), removed: false }
}

function parse(facts: unknown): PaymentEvent {
  return checked(eventSchema, facts, 'An event in the ledger')
}

function asObject(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null)
    throw new LedgerDamaged('An event in the ledger is damaged')
  return { ...value }
}

function encode(value: unknown): Buffer {
  return pack(JSON.stringify(value))
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/**
 * Adds events to a payment's history, behind its first `length`, and the link that holds them to what they
 * are. In the transaction that changes the payment.
 */
export function writeEvents(
  database: Database,
  chain: LinkAdder,
  { payment, subject }: { payment: number; subject: string },
  length: number,
  events: readonly PaymentEvent[],
): void {
  const stored = events.map(encodeEvent)
  writeStored(database, chain, { payment, subject, first: length + 1 }, stored)
}

/** As `writeEvents`, of events that were encoded before: here, or by the till that recorded them. */
export function writeStored(
  database: Database,
  chain: LinkAdder,
  place: { payment: number; subject: string; first: number },
  events: readonly StoredEvent[],
): void {
  const { payment, first } = place
  // What may be removed one day is not among the bytes that a link holds.
  const link = chain.add({ ...place, bodies: events.map(({ body }) => body) })
  for (const [index, { body, personal }] of events.entries()) {
    const number = first + index
    database.insert('event', { payment, number, link, body })
    if (personal !== null) database.insert('personal', { link, number, body: personal })
  }
}

/** The number of the last event of a payment; 0 where it has none. */
export function lengthOf(database: Database, payment: number): number {
  const sql = 'SELECT MAX(number) AS last FROM event WHERE payment = ?'
  return Number(database.all(sql, [payment])[0]?.last)
}

/**
 * Everything that happened to a payment. Throws LedgerDamaged for an event that cannot be read, and for
 * one whose personal part is gone without an event that says so.
 */
export function readHistory(database: Database, payment: number): PaymentEvent[] {
  const read = database.all(bothParts, [payment]).map(row => readEvent(row.body, row.personal))
  const removedAt = read.findLastIndex(({ event }) => event.type === 'customer-removed')
  if (read.some(({ removed }, at) => removed && at > removedAt))
    throw new LedgerDamaged('What an event says of a customer is missing')
  return read.map(({ event }) => event)
}

const bothParts = `SELECT event.body AS body, personal.body AS personal FROM event
  LEFT JOIN personal ON personal.link = event.link AND personal.number = event.number
  WHERE event.payment = ? ORDER BY event.number`

/** The payment that follows from its events; null where they do not begin with its recording. */
export function paymentOf(id: string, [first, ...later]: readonly PaymentEvent[]): Payment | null {
  return first?.type === 'recorded' ? later.reduce(applyEvent, beginPayment(id, first)) : null
}
