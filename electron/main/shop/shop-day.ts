import { z } from 'zod'
import { byName } from '../../../shared/by-name'
import { type ConnectionKind, connectionKindSchema } from '../../../shared/connection'
import { blockNames, unpaidBlocks } from '../../../shared/day/blocks'
import { expectedCash } from '../../../shared/day/cash-up'
import { drawerKindSchema, drawerSums } from '../../../shared/day/drawer'
import { sumOf } from '../../../shared/day/report'
import { needsResolving } from '../../../shared/payment/actions'
import { methodSchema } from '../../../shared/payment/channel'
import { wayBackSchema } from '../../../shared/payment/given-back'
import { bySale, leadOf } from '../../../shared/sale/lead'
import type {
  ShopAttention,
  ShopDay,
  ShopDayTotals,
  ShopDrawer,
} from '../../../shared/shop-meeting'
import type { Span } from '../platform/local-time'
import { countedAs } from '../store/ledger/entries/counted-as'
import { quarterHour } from '../store/ledger/entries/hours'
import { hoursOf } from '../store/ledger/projections/cash-up/day-report'
import { cashUpSubject, drawerSubject } from '../store/link'
import type { ShopConnection } from './connection'
import { isLatest, readState } from './other-tills'

const shopSchema = z.object({ shop: z.string(), name: z.string(), mode: connectionKindSchema })

const tillSchema = z.object({
  till: z.string(),
  name: z.string(),
  shop: z.string(),
  shop_name: z.string(),
  age_ms: z.number(),
  behind: z.coerce.number().int().nullable(),
})

/** What a payment is without money that moved. */
const requestBlocks = [...unpaidBlocks, 'unknown'] as const

/** Far more than a shop has. */
const mostTills = 20_000
const mostSums = 200_000
const mostTwice = 200
const mostAttention = 100
const mostMoves = 20_000

const week = 7 * 86_400_000

const twiceSchema = z.object({
  reference: z.string(),
  here: z.string(),
  till: z.string(),
  person: z.string(),
  at: z.date(),
})

const summed = {
  till: z.string(),
  currency: z.string(),
  sales: z.coerce.number().int(),
  amount: z.coerce.number().int(),
}

const moneySchema = z
  .object({ ...summed, direction: z.string(), way: z.string(), undoing: z.boolean() })
  .transform(({ direction, way, undoing, sales, amount, ...of }) => {
    const { sign, ...counted } = countedAs(direction, way, undoing)
    return { ...of, ...counted, sales: sign * sales, amount: sign * amount }
  })

const attentionSchema = z.object({
  payment: z.string(),
  state: z.instanceof(Buffer),
  recorded_at: z.date(),
  missing: z.coerce.number().int(),
  till: z.string(),
  shop: z.string(),
})

const drawerSchema = z.object({
  ...{ till: summed.till, currency: summed.currency },
  paid_in: summed.amount,
  paid_out: summed.amount,
})

const quarterSchema = z.object({
  till: summed.till,
  currency: z.string(),
  method: methodSchema,
  quarter: z.coerce.number().int(),
  sales: summed.sales,
  amount: summed.amount,
})

const moveSchema = z.object({
  ...{ till: summed.till, currency: summed.currency },
  kind: drawerKindSchema,
  value: summed.amount,
})

const requestSchema = z.object({ ...summed, kind: z.enum(requestBlocks) })

type Till = z.infer<typeof tillSchema>
type Quarter = z.infer<typeof quarterSchema>
type DrawerSum = z.infer<typeof drawerSchema>
type Sum = z.infer<typeof moneySchema> | z.infer<typeof requestSchema>

/**
 * The money that moved at all tills in a span of time, and the payments without money that were asked for then. Every
 * block is a sum of its own: none is added to another. Of the shops that may be read, those with real money count, else
 * those with test payments. Rejects with what `shopFailure` reads.
 */
export async function readShopDay(
  connection: ShopConnection,
  { from, until }: Span,
): Promise<Omit<ShopDay, 'day'>> {
  const { mode, shops } = await readShops(connection)
  const ids = shops.map(({ shop }) => shop)
  const span = [ids, new Date(from), new Date(until)]
  const tills = (await connection.query(tillsQuery, [ids])).map(row => tillSchema.parse(row))
  const money = await connection.query(moneyQuery, span)
  const requests = await connection.query(requestsQuery, [...span, requestBlocks, blockNames])
  const sums: Sum[] = [
    ...money.map(row => moneySchema.parse(row)),
    ...requests.map(row => requestSchema.parse(row)),
  ]
  const drawers = (await connection.query(drawersQuery, span)).map(row => drawerSchema.parse(row))
  const currencies = [...new Set([...sums, ...drawers].map(({ currency }) => currency))].sort(
    (a, b) => a.localeCompare(b),
  )
  const twice = await connection.query(twiceQuery, span)
  const attention = await connection.query(attentionQuery, [ids])
  const quarters = await readQuarters(connection, span)
  const earlier = [ids, new Date(from - week), new Date(until - week)]
  const weekBefore = await readQuarters(connection, earlier)
  const drawersNow = await readDrawersNow(connection, tills)
  return {
    mode,
    drawersNow,
    twice: twice.map(row => {
      const { at, ...other } = twiceSchema.parse(row)
      return { ...other, at: at.getTime() }
    }),
    attention: onceASale(attention.flatMap(row => readAttention(row) ?? [])),
    tills: tills.map(({ till: id, name, shop_name: shop, age_ms: ageMs, behind: behindMs }) => ({
      ...{ id, name, shop, ageMs, behindMs },
    })),
    currencies: currencies.map(currency => {
      const came = quarters.filter(one => one.currency === currency)
      const own = sums.filter(sum => sum.currency === currency)
      const cash = drawers.filter(sum => sum.currency === currency)
      const { blocks: together, refunds } = totalsOf(own, cash)
      const sold = tills.filter(({ till }) => [...own, ...cash].some(sum => sum.till === till))
      const totalsAt = (at: readonly Till[]) => {
        const isThere = (sum: { till: string }) => at.some(({ till }) => till === sum.till)
        return totalsOf(own.filter(isThere), cash.filter(isThere))
      }
      return {
        currency,
        together,
        refunds,
        hours: hoursOf(came),
        weekBefore: hoursOf(weekBefore.filter(one => one.currency === currency)),
        shops: shops.flatMap(({ shop: id, name }) => {
          const its = sold.filter(({ shop }) => shop === id)
          return its.length === 0 ? [] : { id, name, ...totalsAt(its) }
        }),
        tills: sold.map(till => ({
          ...{ id: till.till, name: till.name, shop: till.shop_name },
          ...totalsAt([till]),
          hours: hoursOf(came.filter(one => one.till === till.till)),
        })),
      }
    }),
  }
}

/** An owner may see shops of several kinds; their money is never added. */
async function readShops(connection: ShopConnection) {
  const rows = await connection.query(
    'SELECT shop, name, mode FROM kaunta.shop ORDER BY name, shop',
  )
  const all = rows.map(row => shopSchema.parse(row))
  const mode = realFirst.find(kind => all.some(shop => shop.mode === kind)) ?? 'practice'
  return { mode, shops: all.filter(shop => shop.mode === mode) }
}

const realFirst = ['production', 'sandbox', 'practice'] as const satisfies ConnectionKind[]

/** As a till's own Day says it, of the period that runs there. */
async function readDrawersNow(connection: ShopConnection, tills: readonly Till[]) {
  const ids = [tills.map(({ till }) => till)]
  const sums = (await connection.query(drawerCashQuery, ids)).map(row => moneySchema.parse(row))
  const moved = (await connection.query(drawerMovesQuery, ids)).map(row => moveSchema.parse(row))
  return tills.flatMap(({ till, name, shop_name: shop }): ShopDrawer[] => {
    const own = [...sums, ...moved].filter(one => one.till === till)
    const currencies = new Set(own.map(({ currency }) => currency))
    return [...currencies].map(currency => {
      const isIts = (one: { till: string; currency: string }) =>
        one.till === till && one.currency === currency
      const drawer = drawerSums(moved.filter(isIts))
      const expected = expectedCash({ ...totalsOf(sums.filter(isIts), []), drawer })
      return { till: name, shop, currency, expected }
    })
  })
}

async function readQuarters(connection: ShopConnection, span: unknown[]): Promise<Quarter[]> {
  const rows = await connection.query(quartersQuery, span)
  return rows.map(row => quarterSchema.parse(row))
}

/** Null for what another version wrote. */
function readAttention(row: unknown): ShopAttention | null {
  const { payment: id, state, recorded_at, missing, till, shop } = attentionSchema.parse(row)
  const payment = readState(state, id)
  if (!payment) return null
  const rest = needsResolving(payment) ? 0 : missing
  return { payment: { ...payment, recordedAt: recorded_at.getTime() }, rest, till, shop }
}

/** As a till lists them: the payment that stands for its sale. */
function onceASale(asking: readonly ShopAttention[]): ShopAttention[] {
  const sales = bySale(asking.map(({ payment }) => payment))
  const leads = [...sales.values()].map(payments => leadOf(payments, () => true))
  return asking.filter(({ payment }) => leads.includes(payment))
}

const tillsQuery = `
SELECT t.till, t.name, t.shop, s.name AS shop_name, t.behind,
  (extract(epoch FROM clock_timestamp() - greatest(max(h.shipped_at), CASE WHEN t.waiting = 0 THEN t.spoke END))
    * 1000)::float8 AS age_ms
FROM kaunta.till AS t JOIN kaunta.shop AS s ON s.shop = t.shop JOIN kaunta.head AS h ON h.till = t.till
WHERE t.shop = ANY ($1) GROUP BY t.till, s.name ORDER BY s.name, t.name LIMIT ${mostTills}`

/** Of a payment that went on at a machine that took the till's place, that machine's entries count. */
const isOfLastMachine = `NOT EXISTS (SELECT FROM kaunta.entry AS later
  WHERE later.till = e.till AND later.payment = e.payment AND later.epoch > e.epoch)`

const inSpan = `e.shop = ANY ($1) AND e.at >= $2 AND e.at < $3 AND ${isOfLastMachine}`

const moneyQuery = `
SELECT e.till, e.currency, e.direction, e.way, e.undoes IS NOT NULL AS undoing, count(*) AS sales,
  least(sum(e.value), ${Number.MAX_SAFE_INTEGER}) AS amount
FROM kaunta.entry AS e
WHERE ${inSpan}
GROUP BY e.till, e.currency, e.direction, e.way, undoing LIMIT ${mostSums}`

/** As the hours of a till's own day: what was undone in the same span is not in it. */
const quartersQuery = `
SELECT e.till, e.currency, CASE e.way WHEN 'cash' THEN 'cash' ELSE p.channel END AS method,
  floor(extract(epoch FROM e.at) * 1000 / ${quarterHour}) AS quarter, count(*) AS sales,
  least(sum(e.value), ${Number.MAX_SAFE_INTEGER}) AS amount
FROM kaunta.entry AS e
JOIN kaunta.payment AS p ON p.till = e.till AND p.epoch = e.epoch AND p.payment = e.payment AND NOT p.late
WHERE ${inSpan} AND e.direction = 'in' AND e.way IN ('service', 'cash') AND e.undoes IS NULL
  AND NOT EXISTS (SELECT FROM kaunta.entry AS undoing WHERE undoing.till = e.till AND undoing.epoch = e.epoch
    AND undoing.undoes = e.number AND undoing.at >= $2 AND undoing.at < $3)
GROUP BY e.till, e.currency, method, quarter LIMIT ${mostSums}`

/** Of an entry that another machine of the till has too, that machine's counts. */
const isLastMove = `NOT EXISTS (SELECT FROM kaunta.drawer AS later
  WHERE later.till = d.till AND later.number = d.number AND later.epoch > d.epoch)`

/** The last cash-up of each till, whose number is its period's. */
const lastCashUp = `LATERAL (
  SELECT e.epoch, e.sequence, e.first, e.arrived FROM kaunta.event AS e
  WHERE e.till = t.till AND e.subject = '${cashUpSubject}' ORDER BY e.first DESC LIMIT 1) AS c ON true`

const drawerCashQuery = `
SELECT e.till, e.currency, e.direction, e.way, e.undoes IS NOT NULL AS undoing, count(*) AS sales,
  least(sum(e.value), ${Number.MAX_SAFE_INTEGER}) AS amount
FROM kaunta.till AS t LEFT JOIN ${lastCashUp}
JOIN kaunta.entry AS e ON e.till = t.till AND e.period = coalesce(c.first, 0) + 1
WHERE t.till = ANY ($1) AND e.way = 'cash' AND ${isOfLastMachine}
GROUP BY e.till, e.currency, e.direction, e.way, undoing LIMIT ${mostSums}`

const drawerMovesQuery = `
SELECT d.till, d.kind, d.currency, d.value
FROM kaunta.till AS t LEFT JOIN ${lastCashUp}
JOIN kaunta.drawer AS d ON d.till = t.till AND d.arrived >= coalesce(c.arrived, '-infinity')
JOIN kaunta.event AS e
  ON e.till = d.till AND e.epoch = d.epoch AND e.subject = '${drawerSubject}' AND e.first = d.number
WHERE t.till = ANY ($1) AND (c.first IS NULL OR (e.epoch, e.sequence) > (c.epoch, c.sequence)) AND ${isLastMove}
ORDER BY d.till, d.number LIMIT ${mostMoves}`

const requestsQuery = `
SELECT s.till, s.currency, kind, count(*) AS sales, least(sum(value), ${Number.MAX_SAFE_INTEGER}) AS amount
FROM kaunta.payment AS s CROSS JOIN LATERAL (
  SELECT 'unknown', s.unknown WHERE s.unknown > 0 AND (s.open OR s.to_do) AND NOT s.late
  UNION
  -- What a replaced computer still says is no one's word for money, and what a newer app says is not known here.
  SELECT CASE WHEN said = ANY ($5) THEN said ELSE 'unknown' END, s.amount
  FROM unnest(CASE WHEN s.late THEN ARRAY['unknown'] ELSE s.blocks END) AS said
) AS b (kind, value)
WHERE s.shop = ANY ($1) AND s.recorded_at >= $2 AND s.recorded_at < $3 AND kind = ANY ($4) AND ${isLatest}
GROUP BY s.till, s.currency, kind LIMIT ${mostSums}`

const twiceQuery = `
SELECT d.reference, t.name AS here, d.other_name AS till, d.person, d.at
FROM kaunta.handed_over_twice AS d JOIN kaunta.till AS t ON t.till = d.till
WHERE d.shop = ANY ($1) AND d.noticed >= $2 AND d.noticed < $3 ORDER BY d.noticed DESC, d.reference, t.name LIMIT ${mostTwice}`

const attentionQuery = `
SELECT s.payment, s.state, s.recorded_at, s.missing, t.name AS till, shop.name AS shop
FROM kaunta.payment AS s JOIN kaunta.till AS t ON t.till = s.till JOIN kaunta.shop AS shop ON shop.shop = s.shop
WHERE s.shop = ANY ($1) AND s.to_do AND ${isLatest} ORDER BY s.recorded_at, s.payment LIMIT ${mostAttention}`

const drawersQuery = `
SELECT d.till, d.currency, coalesce(sum(d.value) FILTER (WHERE d.kind = 'pay-in'), 0) AS paid_in,
  coalesce(sum(d.value) FILTER (WHERE d.kind = 'pay-out'), 0) AS paid_out
FROM kaunta.drawer AS d
WHERE d.shop = ANY ($1) AND d.at >= $2 AND d.at < $3 AND d.kind <> 'float'
  AND ${isLastMove}
GROUP BY d.till, d.currency LIMIT ${mostSums}`

function totalsOf(sums: readonly Sum[], drawers: readonly DrawerSum[]): ShopDayTotals {
  const refunds = sums.filter(sum => sum.kind === 'refund')
  return {
    blocks: byName(blockNames, name => sumOf(sums.filter(({ kind }) => kind === name))),
    refunds: byName(wayBackSchema.options, how => sumOf(refunds.filter(sum => sum.how === how))),
    paidIn: drawers.reduce((so, { paid_in }) => so + paid_in, 0),
    paidOut: drawers.reduce((so, { paid_out }) => so + paid_out, 0),
  }
}
