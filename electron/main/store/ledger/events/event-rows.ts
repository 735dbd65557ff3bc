import { createHash, randomBytes } from 'node:crypto'
import { removedCustomer } from '../../../../../shared/payment/customer'
import { eventSchema, type PaymentEvent } from '../../../../../shared/payment/event'
import { LedgerDamaged, readJson, readPacked } from '../rows/codec'
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
  refunded: { reason: '' },
}

/** These restart the retention period even when they say nothing: a person still worked on the sale. */
const alwaysApart: readonly PaymentEvent['type'][] = ['recorded', 'resolved']

/** An event as it is kept: in two places, of which one can be emptied without touching the other. */
export interface StoredEvent {
  body: Buffer
  /** Null where the event says nothing of a customer. */
  personal: Buffer | null
}

/**
 * An event as it is kept. `body` names the personal part by its hash, so that a change of that part
 * is noticed; the salt in it keeps the hash that is left behind from being tried with every phone number.
 * Throws a ZodError for an event that could not be read back.
 */
export function encodeEvent(event: PaymentEvent, salt: () => Buffer = newSalt): StoredEvent {
  const facts: Record<string, unknown> = eventSchema.parse(event)
  const blanks = removable[event.type] ?? {}
  const said = Object.keys(blanks).some(name => facts[name] !== blanks[name])
  if (!said && !alwaysApart.includes(event.type)) return { body: encode(facts), personal: null }
  const personal = JSON.stringify({
    salt: salt().toString('base64url'),
    ...Object.fromEntries(Object.keys(blanks).map(name => [name, facts[name]])),
  })
  const kept = Object.entries(facts).filter(([name]) => !(name in blanks))
  const body = encode({ ...Object.fromEntries(kept), personal: hashOf(personal) })
  return { body, personal: pack(personal) }
}

/** An event as it was read, and whether its personal part is gone. */
export interface ReadEvent {
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
  const parsed = eventSchema.safeParse(facts)
  if (!parsed.success)
    throw new LedgerDamaged('An event in the ledger is damaged', { cause: parsed.error })
  return parsed.data
}

function asObject(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null)
    throw new LedgerDamaged('An event in the ledger is damaged')
  return { ...value }
}

const newSalt = () => randomBytes(16)

function encode(value: unknown): Buffer {
  return pack(JSON.stringify(value))
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
