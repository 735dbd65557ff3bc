import { z } from 'zod'
import { byName } from '../../../shared/by-name'
import { blockNames, unpaidBlocks } from '../../../shared/day/blocks'
import { sumOf } from '../../../shared/day/report'
import { wayBackSchema } from '../../../shared/payment/given-back'
import type { ShopDay, ShopDayTotals } from '../../../shared/shop-meeting'
import type { Span } from '../platform/local-time'
import { countedAs } from '../store/ledger/entries/counted-as'
import type { ShopConnection } from './connection'
import { isLatest } from './other-tills'

const tillSchema = z.object({
  till: z.string(),
  name: z.string(),
  shop: z.string(),
  age_ms: z.number(),
  behind: z.coerce.number().int().nullable(),
})

/** What a payment is without money that moved. */
const requestBlocks = [...unpaidBlocks, 'unknown'] as const

/** Far more than a shop has. */
const mostTills = 20_000
const mostSums = 200_000
const mostTwice = 200

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

const requestSchema = z.object({ ...summed, kind: z.enum(requestBlocks) })

type Sum = z.infer<typeof moneySchema> | z.infer<typeof requestSchema>

/**
 * The money that moved at all tills in a span of time, and the payments without money that were asked for then. Every
 * block is a sum of its own: none is added to another. Rejects with what `shopFailure` reads.
 */
export async function readShopDay(
  connection: ShopConnection,
  { from, until }: Span,
): Promise<Omit<ShopDay, 'day'>> {
  const span = [new Date(from), new Date(until)]
  const tills = (await connection.query(tillsQuery)).map(row => tillSchema.parse(row))
  const money = await connection.query(moneyQuery, span)
  const requests = await connection.query(requestsQuery, [...span, requestBlocks, blockNames])
  const sums: Sum[] = [
    ...money.map(row => moneySchema.parse(row)),
    ...requests.map(row => requestSchema.parse(row)),
  ]
  const currencies = [...new Set(sums.map(({ currency }) => currency))].sort((a, b) =>
    a.localeCompare(b),
  )
  const twice = await connection.query(twiceQuery, span)
  return {
    twice: twice.map(row => {
      const { at, ...other } = twiceSchema.parse(row)
      return { ...other, at: at.getTime() }
    }),
    tills: tills.map(({ till: id, age_ms: ageMs, behind: behindMs, ...named }) => ({
      ...{ id, ageMs, behindMs, ...named },
    })),
    currencies: currencies.map(currency => {
      const own = sums.filter(sum => sum.currency === currency)
      const { blocks: together, refunds } = totalsOf(own)
      const sold = tills.filter(({ till }) => own.some(sum => sum.till === till))
      return {
        currency,
        together,
        refunds,
        tills: sold.map(({ till, name }) => ({
          id: till,
          name,
          ...totalsOf(own.filter(sum => sum.till === till)),
        })),
      }
    }),
  }
}

const tillsQuery = `
SELECT t.till, t.name, s.name AS shop, t.behind,
  (extract(epoch FROM clock_timestamp() - max(h.shipped_at)) * 1000)::float8 AS age_ms
FROM kaunta.till AS t JOIN kaunta.shop AS s ON s.shop = t.shop JOIN kaunta.head AS h ON h.till = t.till
GROUP BY t.till, t.name, s.name, t.behind ORDER BY s.name, t.name LIMIT ${mostTills}`

/** Of a payment that went on at a machine that took the till's place, that machine's entries count. */
const moneyQuery = `
SELECT e.till, e.currency, e.direction, e.way, e.undoes IS NOT NULL AS undoing, count(*) AS sales,
  least(sum(e.value), ${Number.MAX_SAFE_INTEGER}) AS amount
FROM kaunta.entry AS e
WHERE e.at >= $1 AND e.at < $2 AND NOT EXISTS (SELECT FROM kaunta.entry AS later
  WHERE later.till = e.till AND later.payment = e.payment AND later.epoch > e.epoch)
GROUP BY e.till, e.currency, e.direction, e.way, undoing LIMIT ${mostSums}`

const requestsQuery = `
SELECT s.till, s.currency, kind, count(*) AS sales, least(sum(s.amount), ${Number.MAX_SAFE_INTEGER}) AS amount
FROM kaunta.payment AS s CROSS JOIN LATERAL (
  -- What a replaced computer still says is no one's word for money, and what a newer app says is not known here.
  SELECT DISTINCT CASE WHEN said = ANY ($4) THEN said ELSE 'unknown' END
  FROM unnest(CASE WHEN s.late THEN ARRAY['unknown'] ELSE s.blocks END) AS said
) AS b (kind)
WHERE s.recorded_at >= $1 AND s.recorded_at < $2 AND kind = ANY ($3) AND ${isLatest}
GROUP BY s.till, s.currency, kind LIMIT ${mostSums}`

const twiceQuery = `
SELECT d.reference, t.name AS here, d.other_name AS till, d.person, d.at
FROM kaunta.handed_over_twice AS d JOIN kaunta.till AS t ON t.till = d.till
WHERE d.noticed >= $1 AND d.noticed < $2 ORDER BY d.noticed DESC, d.reference, t.name LIMIT ${mostTwice}`

function totalsOf(sums: readonly Sum[]): ShopDayTotals {
  const refunds = sums.filter(sum => sum.kind === 'refund')
  return {
    blocks: byName(blockNames, name => sumOf(sums.filter(({ kind }) => kind === name))),
    refunds: byName(wayBackSchema.options, how => sumOf(refunds.filter(sum => sum.how === how))),
  }
}
