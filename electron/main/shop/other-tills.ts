import { z } from 'zod'
import { removedCustomer } from '../../../shared/payment/customer'
import type { PaymentEvent } from '../../../shared/payment/event'
import { type Payment, paymentSchema } from '../../../shared/payment/payment'
import type { OtherTillsHistory, OtherTillsPayment } from '../../../shared/shop-meeting'
import { parseJson } from '../store/files/checked-json'
import { readEvent } from '../store/ledger/events/history'
import { type SearchPlace, searchTerms } from '../store/ledger/projections/search/terms'
import type { ShopConnection } from './connection'

/** What is searched; all that is given has to be true at once. */
export interface OtherTillsQuery {
  /** The last digits of the customer's phone number; '' is any. */
  lastDigits: string
  /** Major units; null is any. */
  amount: number | null
  /** The whole reference; '' is any. */
  reference: string
  /** A payment's id; '' is any. Of one till alone where that is given: another could have the same id. */
  paymentId: string
  till?: string
  limit: number
}

/** So much of a payment's history is read: far more than a till writes. In events, and in bytes. */
const mostEvents = 2_000
const mostBytes = 4_000_000

const foundSchema = z.object({
  payment: z.string(),
  state: z.instanceof(Buffer),
  recorded_at: z.date(),
  late: z.boolean(),
  till: z.string(),
  till_name: z.string(),
  age_ms: z.number(),
  phone_reversed: z.string().nullable(),
  name: z.string().nullable(),
})

/**
 * A machine that took a till's place goes on with its open sales under another epoch: the last one counts. What a
 * machine said after it was replaced counts where no machine says anything else.
 */
export const isLatest = `NOT EXISTS (SELECT FROM kaunta.payment AS later
  WHERE later.payment = s.payment AND later.till = s.till
    AND (NOT later.late, later.epoch) > (NOT s.late, s.epoch))`

const digits = /^\d{2,15}$/

/** So many of the newest entries with an ending are gone through: of few digits there can be a million. */
const mostOfEnding = 200

/**
 * The newest sales that other tills have shipped, newest first. Rows that cannot be read are left out: another
 * version may have written them. Rejects with what `shopFailure` reads.
 */
export async function findOtherTillsPayments(
  connection: ShopConnection,
  query: OtherTillsQuery,
): Promise<OtherTillsPayment[]> {
  const values: unknown[] = [query.limit]
  const given = (value: unknown) => `$${values.push(value)}`
  const conditions = [
    // Row-level security says the same as a list of shops, which no index gives the newest of.
    's.shop = (SELECT (kaunta.me()).shop)',
    's.till IS DISTINCT FROM (SELECT (kaunta.me()).till)',
    isLatest,
  ]
  if (query.till !== undefined) conditions.push(`s.till = ${given(query.till)}`)
  if (query.paymentId !== '') conditions.push(`s.payment = ${given(query.paymentId)}`)
  if (query.amount !== null) conditions.push(`s.amount = ${given(query.amount)}`)
  if (query.reference !== '') conditions.push(`s.reference = ${given(query.reference)}`)
  if (digits.test(query.lastDigits)) {
    const reversed = [...query.lastDigits].reverse().join('')
    // A range, not LIKE: under row-level security only an operator that cannot leak uses the index.
    conditions.push(
      `s.payment = ANY (ARRAY(SELECT p.payment FROM kaunta.personal AS p
        WHERE p.shop = (SELECT (kaunta.me()).shop) AND p.till IS DISTINCT FROM (SELECT (kaunta.me()).till)
          AND p.phone_reversed >= ${given(reversed)} AND p.phone_reversed < ${given(`${reversed}:`)}
        ORDER BY p.arrived DESC LIMIT ${mostOfEnding}))`,
    )
  }
  const rows = await connection.query(
    `SELECT s.payment, s.state, s.recorded_at, s.late, s.till, t.name AS till_name, p.phone_reversed, p.name,
       (extract(epoch FROM clock_timestamp() - s.changed_at) * 1000)::float8 AS age_ms
     FROM kaunta.payment AS s JOIN kaunta.till AS t ON t.till = s.till
     LEFT JOIN LATERAL (
       SELECT phone_reversed, name FROM kaunta.personal
       WHERE till = s.till AND payment = s.payment AND phone_reversed <> '' LIMIT 1
     ) AS p ON true
     WHERE ${conditions.join(' AND ')} ORDER BY s.recorded_at DESC LIMIT $1`,
    values,
  )
  return rows.flatMap(row => readFound(row) ?? [])
}

/** What was typed, and where. */
export interface OtherTillsQuestion {
  text: string
  limit: number
  place: SearchPlace
}

/**
 * What a person typed: the end of a phone number, an amount or a whole reference, whichever it is. Nothing typed
 * finds the newest. As `findOtherTillsPayments`.
 */
export async function searchOtherTills(
  connection: ShopConnection,
  { text, limit, place }: OtherTillsQuestion,
): Promise<OtherTillsPayment[]> {
  const found = new Map<string, OtherTillsPayment>()
  for (const way of waysOf(text.trim(), place))
    for (const one of await findOtherTillsPayments(connection, { ...everything, ...way, limit })) {
      const key = `${one.till.id} ${one.payment.id}`
      if (found.get(key)?.isReplaced !== false) found.set(key, one)
    }
  const newestFirst = [...found.values()].sort(
    (a, b) => b.payment.recordedAt - a.payment.recordedAt,
  )
  return newestFirst.slice(0, limit)
}

const everything = { lastDigits: '', amount: null, reference: '', paymentId: '' }

/** Digits this long begin as a number is dialled, and are no ending that starts with a zero. */
const wholeNumber = 9

/** As the till's own search reads it. */
function waysOf(text: string, place: SearchPlace): Partial<OtherTillsQuery>[] {
  if (text === '') return [{}]
  const terms = searchTerms(text, 'anywhere', place)
  const [term] = terms.length === 1 ? terms : []
  const endings = (term?.phones ?? [])
    .map(typed => (typed.length < wholeNumber ? typed : typed.replace(/^0+/, '')))
    .filter(lastDigits => digits.test(lastDigits))
  return [
    { reference: text },
    ...[...new Set(endings)].map(lastDigits => ({ lastDigits })),
    ...(term && term.amount !== null ? [{ amount: term.amount }] : []),
  ]
}

function readFound(row: unknown): OtherTillsPayment | null {
  const found = foundSchema.parse(row)
  const payment = readState(found.state, found.payment)
  if (!payment) return null
  const [firstName = '', ...lastNames] = (found.name ?? '').split(' ')
  const msisdn = [...(found.phone_reversed ?? '')].reverse().join('')
  const customer = { ...removedCustomer, firstName, lastName: lastNames.join(' ') }
  // That till's clock may be wrong, in all that it says itself.
  const recordedAt = found.recorded_at.getTime()
  return {
    payment: { ...payment, recordedAt, msisdn, customer },
    till: { id: found.till, name: found.till_name },
    ageMs: Math.max(0, found.age_ms),
    isReplaced: found.late,
  }
}

/** A payment as its till shipped it; null for what cannot be read. */
export function readState(state: Buffer, id: string): Payment | null {
  const payment = paymentSchema.safeParse(parseJson(state.toString('utf8')))
  return payment.success && payment.data.id === id ? payment.data : null
}

const eventsSchema = z.object({
  bodies: z.array(z.instanceof(Buffer)),
  personal: z.array(z.instanceof(Buffer)).nullable(),
})

/**
 * A payment's history as its till shipped it; customers' data that was dropped is empty in it. Rejects with what
 * `shopFailure` reads, or LedgerDamaged for events that cannot be read.
 */
export async function readOtherTillsHistory(
  connection: ShopConnection,
  { till, paymentId }: { till: string; paymentId: string },
): Promise<PaymentEvent[]> {
  const rows = await connection.query(
    `SELECT bodies, personal FROM (
       SELECT e.bodies, p.bodies AS personal, e.first, e.epoch, e.sequence,
         sum(kaunta.bytes_in(e.bodies) + kaunta.bytes_in(p.bodies))
           OVER (ORDER BY e.first, e.epoch, e.sequence) AS bytes
       FROM kaunta.event AS e
       LEFT JOIN kaunta.personal AS p
         ON p.till = e.till AND p.epoch = e.epoch AND p.sequence = e.sequence
       WHERE e.till = $1 AND e.subject = $2
       ORDER BY e.first, e.epoch, e.sequence LIMIT ${mostEvents}
     ) AS each WHERE bytes <= ${mostBytes} ORDER BY first, epoch, sequence`,
    [till, paymentId],
  )
  return rows.flatMap(row => {
    const { bodies, personal } = eventsSchema.parse(row)
    return bodies.map((body, place) => {
      const said = personal?.[place]
      // An event that says nothing of a customer is an empty place in the list.
      return readEvent(body, said?.length ? said : null).event
    })
  })
}

/** Another till's payment with its history; null where there is none. As `readOtherTillsHistory`. */
export async function readOtherTillsPayment(
  connection: ShopConnection,
  of: { till: string; paymentId: string },
): Promise<OtherTillsHistory | null> {
  const query = { ...everything, ...of, limit: mostOfOne }
  const found = await findOtherTillsPayments(connection, query)
  const one = found.find(({ isReplaced }) => !isReplaced) ?? found[0]
  return one ? { found: one, events: await readOtherTillsHistory(connection, of) } : null
}

/** A replaced machine can say more than one thing of a payment, each at another time. */
const mostOfOne = 10
