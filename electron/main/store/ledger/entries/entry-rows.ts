import { z } from 'zod'
import { currencySchema } from '../../../../../shared/money-schemas'
import type { Method } from '../../../../../shared/payment/channel'
import { wayBackSchema } from '../../../../../shared/payment/given-back'
import { type Person, personSchema } from '../../../../../shared/person'
import type { Entry } from '../../../../../shared/sale/entry'
import type { Database, Row, Value } from '../../database'
import { checked, readText } from '../rows/codec'
import { idBytes, readId } from '../rows/payment-key'

/**
 * Money that moved (`shared/sale/entry.ts`), in the order in which it was committed: `number` counts up without a gap,
 * and `period` is the one that ran then. Nothing here is ever changed. `channel` is the way of the payment.
 */
export const entryTables = [
  `CREATE TABLE entry (
    number INTEGER PRIMARY KEY,
    period INTEGER NOT NULL,
    payment INTEGER NOT NULL REFERENCES payment (key),
    at INTEGER NOT NULL,
    person BLOB NOT NULL,
    person_name BLOB NOT NULL,
    channel TEXT NOT NULL,
    direction TEXT NOT NULL,
    way TEXT NOT NULL,
    currency TEXT NOT NULL,
    value INTEGER NOT NULL,
    late INTEGER,
    received INTEGER,
    why TEXT,
    worth INTEGER,
    undoes INTEGER
  ) STRICT`,
  'CREATE INDEX entry_of_period ON entry (period)',
  'CREATE INDEX entry_of_payment ON entry (payment)',
]

/** Which payment an entry is of. */
interface PaymentOf {
  key: number
  channel: Method
}

/** The columns of an entry, by name. */
export function entryRow(entry: Entry, { key, channel }: PaymentOf): Record<string, Value> {
  const { number, period, at, person, direction, way, currency, value } = entry
  return {
    ...{ number, period, payment: key, at, ...personColumns(person) },
    ...{ channel, direction, way, currency, value },
    late: 'late' in entry ? Number(entry.late) : null,
    received: 'received' in entry ? entry.received : null,
    why: 'why' in entry ? entry.why : null,
    worth: 'worth' in entry ? entry.worth : null,
    undoes: 'undoes' in entry ? entry.undoes : null,
  }
}

const placed = {
  number: z.int().positive(),
  period: z.int().positive(),
  at: z.int().nonnegative(),
  person: personSchema.nullable(),
  currency: currencySchema,
  value: z.int().positive(),
}
const comesIn = { ...placed, direction: z.literal('in') }
const goesOut = { ...placed, direction: z.literal('out') }
const payment = z.uuid()
const worth = z.int().nonnegative()

const entrySchema: z.ZodType<Entry> = z.union([
  z.strictObject({ ...comesIn, way: z.literal('service'), payment, late: z.boolean() }),
  z.strictObject({ ...comesIn, way: z.literal('cash'), received: z.int().positive() }),
  z.strictObject({ ...comesIn, way: z.literal('said'), payment }),
  z.strictObject({ ...goesOut, way: wayBackSchema, why: z.literal('too-much') }),
  z.strictObject({ ...goesOut, way: wayBackSchema, why: z.literal('goods'), worth }),
  z.strictObject({
    ...{ ...goesOut, way: z.literal('service'), why: z.literal('taken-back') },
    ...{ payment, worth },
  }),
  z.strictObject({
    ...placed,
    direction: z.enum(['in', 'out']),
    way: wayBackSchema,
    undoes: z.int().positive(),
  }),
])

/** The entries of a payment, oldest first. */
export function entriesOf(database: Database, key: number, paymentId: string): Entry[] {
  return database
    .all('SELECT * FROM entry WHERE payment = ? ORDER BY number', [key])
    .map(row => readEntry(row, paymentId))
}

/** The entry of a row, of this payment. Throws LedgerDamaged for what is none. */
function readEntry(row: Row, payment: string): Entry {
  const [direction, way, currency] = [row.direction, row.way, row.currency].map(readText)
  const why = row.why === null ? null : readText(row.why)
  const isOfPayment = (direction === 'in' && way !== 'cash') || why === 'taken-back'
  const { number, period, at, value, late, received, worth, undoes } = row
  const facts = {
    ...{ number, period, at, direction, way, currency, value, why, received, worth, undoes },
    late: late === null ? null : late === 1,
    payment: isOfPayment && undoes === null ? payment : null,
  }
  const there = Object.entries(facts).filter(([, fact]) => fact !== null)
  const entry = { ...Object.fromEntries(there), person: readPerson(row) }
  return checked(entrySchema, entry, 'An entry')
}

/** The columns of a person; empty where there is no person. */
export function personColumns(person: Person | null): { person: Buffer; person_name: Buffer } {
  return {
    person: person === null ? Buffer.alloc(0) : idBytes(person.id),
    person_name: Buffer.from(person?.name ?? ''),
  }
}

/** The person of a row that has these columns. */
export function readPerson(row: Row): Person | null {
  const id = row.person
  if (Buffer.isBuffer(id) && id.length === 0) return null
  return { id: readId(id), name: readText(row.person_name) }
}
