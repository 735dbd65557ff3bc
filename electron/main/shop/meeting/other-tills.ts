import { z } from 'zod'
import { removedCustomer } from '../../../../shared/payment/customer'
import type { PaymentEvent } from '../../../../shared/payment/event'
import { type Sale, saleSchema } from '../../../../shared/payment/sale'
import { readEvent } from '../../ledger/events/event-rows'
import type { ShopConnection } from '../connection'

/** A payment that another till of the shop took, as that till last said it is. */
export interface OtherTillsSale {
  sale: Sale
  till: { id: string; name: string }
  /** When the till last said so, by the database's clock, ms; older than its present state perhaps. */
  saidAt: number
}

/** What is searched; all that is given has to be true at once. */
export interface OtherTillsQuery {
  /** The last digits of the customer's phone number; '' is any. */
  lastDigits: string
  /** Major units; null is any. */
  amount: number | null
  /** The whole reference; '' is any. */
  reference: string
  limit: number
}

const foundSchema = z.object({
  state: z.instanceof(Buffer),
  till: z.string(),
  till_name: z.string(),
  changed_at: z.date(),
  phone_reversed: z.string().nullable(),
  name: z.string().nullable(),
})

const digits = /^\d{2,15}$/

/** So many of the newest entries with an ending are gone through: of few digits there can be a million. */
const mostOfEnding = 1_000

/**
 * The newest sales that other tills have shipped, newest first. Rows that cannot be read are left out: another
 * version may have written them. Rejects with what `shopFailure` reads.
 */
export async function findOtherTillsSales(
  connection: ShopConnection,
  query: OtherTillsQuery,
): Promise<OtherTillsSale[]> {
  const values: unknown[] = [query.limit]
  const given = (value: unknown) => `$${values.push(value)}`
  const conditions = ['s.till IS DISTINCT FROM (SELECT (kaunta.me()).till)']
  if (query.amount !== null) conditions.push(`s.amount = ${given(query.amount)}`)
  if (query.reference !== '') conditions.push(`s.reference = ${given(query.reference)}`)
  if (digits.test(query.lastDigits)) {
    const reversed = [...query.lastDigits].reverse().join('')
    // A range, not LIKE: under row-level security only an operator that cannot leak uses the index.
    conditions.push(
      `s.sale = ANY (ARRAY(SELECT p.sale FROM kaunta.personal AS p
        WHERE p.phone_reversed >= ${given(reversed)} AND p.phone_reversed < ${given(`${reversed}:`)}
        ORDER BY p.arrived DESC LIMIT ${mostOfEnding}))`,
    )
  }
  const rows = await connection.query(
    `SELECT s.state, s.till, t.name AS till_name, s.changed_at, p.phone_reversed, p.name
     FROM kaunta.sale AS s JOIN kaunta.till AS t ON t.till = s.till
     LEFT JOIN LATERAL (
       SELECT phone_reversed, name FROM kaunta.personal
       WHERE till = s.till AND sale = s.sale AND phone_reversed <> '' LIMIT 1
     ) AS p ON true
     WHERE ${conditions.join(' AND ')} ORDER BY s.recorded_at DESC LIMIT $1`,
    values,
  )
  return rows.flatMap(row => readFound(row) ?? [])
}

function readFound(row: unknown): OtherTillsSale | null {
  const found = foundSchema.parse(row)
  const sale = saleSchema.safeParse(jsonOrNull(found.state))
  if (!sale.success) return null
  const [firstName = '', ...lastNames] = (found.name ?? '').split(' ')
  const msisdn = [...(found.phone_reversed ?? '')].reverse().join('')
  const customer = { ...removedCustomer, firstName, lastName: lastNames.join(' ') }
  return {
    sale: { ...sale.data, msisdn, customer },
    till: { id: found.till, name: found.till_name },
    saidAt: found.changed_at.getTime(),
  }
}

const eventsSchema = z.object({
  bodies: z.array(z.instanceof(Buffer)),
  personal: z.array(z.instanceof(Buffer)).nullable(),
})

/**
 * A sale's history as its till shipped it; customers' data that was dropped is empty in it. Rejects with what
 * `shopFailure` reads, or LedgerDamaged for events that cannot be read.
 */
export async function readOtherTillsHistory(
  connection: ShopConnection,
  { till, saleId }: { till: string; saleId: string },
): Promise<PaymentEvent[]> {
  const rows = await connection.query(
    `SELECT e.bodies, p.bodies AS personal FROM kaunta.event AS e
     LEFT JOIN kaunta.personal AS p
       ON p.till = e.till AND p.epoch = e.epoch AND p.sequence = e.sequence
     WHERE e.till = $1 AND e.subject = $2 ORDER BY e.first, e.epoch, e.sequence`,
    [till, saleId],
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

function jsonOrNull(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return null
  }
}
