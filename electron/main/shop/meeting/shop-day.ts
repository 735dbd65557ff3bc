import { z } from 'zod'
import type { Blocks } from '../../../../shared/day/report'
import { blockNames } from '../../../../shared/day/standing'
import type { ShopDay } from '../../../../shared/shop-meeting'
import type { ShopConnection } from '../connection'
import { isLatest } from './other-tills'

const tillSchema = z.object({
  till: z.string(),
  name: z.string(),
  shop: z.string(),
  age_ms: z.number(),
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
  const rows = await connection.query(sumsQuery, [new Date(from)])
  const sums = rows.map(row => sumSchema.parse(row))
  const currencies = [...new Set(sums.map(({ currency }) => currency))].sort((a, b) =>
    a.localeCompare(b),
  )
  return {
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
GROUP BY t.till, t.name, s.name ORDER BY s.name, t.name`

const sumsQuery = `
SELECT s.till, s.currency, block, count(*) AS sales, sum(s.amount) AS amount
FROM kaunta.sale AS s CROSS JOIN LATERAL unnest(s.blocks) AS b (block)
WHERE s.recorded_at >= $1 AND ${isLatest}
GROUP BY s.till, s.currency, block`

function blocksOf(sums: readonly Sum[]): Blocks {
  const blockOf = (name: Sum['block']) => {
    const own = sums.filter(({ block }) => block === name)
    return {
      sales: own.reduce((sales, sum) => sales + sum.sales, 0),
      amount: own.reduce((amount, sum) => amount + sum.amount, 0),
    }
  }
  return {
    confirmed: blockOf('confirmed'),
    cash: blockOf('cash'),
    seen: blockOf('seen'),
    notPaid: blockOf('notPaid'),
    otherwise: blockOf('otherwise'),
    unknown: blockOf('unknown'),
    none: blockOf('none'),
  }
}
