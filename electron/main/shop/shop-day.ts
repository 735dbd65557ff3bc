import { z } from 'zod'
import { byName } from '../../../shared/by-name'
import { blockNames } from '../../../shared/day/blocks'
import { type Blocks, sumOf } from '../../../shared/day/report'
import type { ShopDay } from '../../../shared/shop-meeting'
import type { ShopConnection } from './connection'
import { isLatest } from './other-tills'

const tillSchema = z.object({
  till: z.string(),
  name: z.string(),
  shop: z.string(),
  age_ms: z.number(),
})

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

const sumSchema = z.object({
  till: z.string(),
  currency: z.string(),
  block: z.enum(blockNames),
  sales: z.coerce.number().int(),
  amount: z.coerce.number().int(),
})

type Sum = z.infer<typeof sumSchema>

/**
 * What the payments came to that all tills asked for since `from` (ms). Every block is a sum of its own: none is
 * added to another. Rejects with what `shopFailure` reads.
 */
export async function readShopDay(connection: ShopConnection, from: number): Promise<ShopDay> {
  const tills = (await connection.query(tillsQuery)).map(row => tillSchema.parse(row))
  const rows = await connection.query(sumsQuery, [new Date(from), blockNames])
  const sums = rows.map(row => sumSchema.parse(row))
  const currencies = [...new Set(sums.map(({ currency }) => currency))].sort((a, b) =>
    a.localeCompare(b),
  )
  const twice = await connection.query(twiceQuery, [new Date(from)])
  return {
    twice: twice.map(row => {
      const { at, ...other } = twiceSchema.parse(row)
      return { ...other, at: at.getTime() }
    }),
    tills: tills.map(({ till, name, shop, age_ms: ageMs }) => ({ id: till, name, shop, ageMs })),
    currencies: currencies.map(currency => {
      const own = sums.filter(sum => sum.currency === currency)
      const sold = tills.filter(({ till }) => own.some(sum => sum.till === till))
      return {
        currency,
        together: blocksOf(own),
        tills: sold.map(({ till, name }) => ({
          id: till,
          name,
          blocks: blocksOf(own.filter(sum => sum.till === till)),
        })),
      }
    }),
  }
}

const tillsQuery = `
SELECT t.till, t.name, s.name AS shop,
  (extract(epoch FROM clock_timestamp() - max(h.shipped_at)) * 1000)::float8 AS age_ms
FROM kaunta.till AS t JOIN kaunta.shop AS s ON s.shop = t.shop JOIN kaunta.head AS h ON h.till = t.till
GROUP BY t.till, t.name, s.name ORDER BY s.name, t.name LIMIT ${mostTills}`

const sumsQuery = `
SELECT s.till, s.currency, block, count(*) AS sales, least(sum(s.amount), ${Number.MAX_SAFE_INTEGER}) AS amount
FROM kaunta.sale AS s CROSS JOIN LATERAL (
  -- What a replaced computer still says is no one's word for money, and what a newer app says is not known here.
  SELECT DISTINCT CASE WHEN said = ANY ($2) THEN said ELSE 'unknown' END
  FROM unnest(CASE WHEN s.late THEN ARRAY['unknown'] ELSE s.blocks END) AS said
) AS b (block)
WHERE s.recorded_at >= $1 AND ${isLatest}
GROUP BY s.till, s.currency, block LIMIT ${mostSums}`

const twiceQuery = `
SELECT d.reference, t.name AS here, d.other_name AS till, d.person, d.at
FROM kaunta.handed_over_twice AS d JOIN kaunta.till AS t ON t.till = d.till
WHERE d.noticed >= $1 ORDER BY d.noticed DESC, d.reference, t.name LIMIT ${mostTwice}`

function blocksOf(sums: readonly Sum[]): Blocks {
  return byName(blockNames, name => sumOf(sums.filter(({ block }) => block === name)))
}
