import { z } from 'zod'
import type { ShopFault } from '../../../shared/shop-database'
import type { ShopConnection } from './connection'
import { schemaVersion } from './schema'

const count = z.coerce.number().int().nonnegative()

const helloSchema = z.object({
  shop: z.string(),
  shop_name: z.string(),
  mode: z.enum(['practice', 'sandbox', 'production']),
  till: z.string(),
  till_name: z.string(),
  epoch: z.int().positive(),
  selling_epoch: z.int().positive(),
  sequence: count,
  link: z.instanceof(Buffer),
  digest: z.instanceof(Buffer),
  now: z.date(),
  schema: count,
})

/** Who this till is in the shop database, and how far its ledger has been shipped. */
export interface Hello {
  shop: { id: string; name: string; mode: 'practice' | 'sandbox' | 'production' }
  till: { id: string; name: string; epoch: number }
  /** Another machine has this till's place: it may ship what it has, and sell no more. */
  replaced: boolean
  /** The last link that is stored; 0 where none is. */
  shipped: { sequence: number; link: Buffer; digest: Buffer }
  /** The database's clock, ms since the epoch. */
  now: number
  /** How many of the schema's files the database has. */
  schema: number
}

/** Asks. Rejects with what `shopFailure` reads, or a ZodError for an answer that is none. */
export async function askHello(connection: ShopConnection): Promise<Hello> {
  const [row] = await connection.query(
    'SELECT h.*, (SELECT max(number) FROM kaunta.schema_version) AS schema FROM kaunta.hello() AS h',
  )
  const said = helloSchema.parse(row)
  return {
    shop: { id: said.shop, name: said.shop_name, mode: said.mode },
    till: { id: said.till, name: said.till_name, epoch: said.epoch },
    replaced: said.epoch !== said.selling_epoch,
    shipped: { sequence: said.sequence, link: said.link, digest: said.digest },
    now: said.now.getTime(),
    schema: said.schema,
  }
}

/** Why this till must not use what answered; null where it may. A replaced till may still ship. */
export function helloFault(
  { schema, shop }: Pick<Hello, 'schema' | 'shop'>,
  mode: Hello['shop']['mode'],
): ShopFault | null {
  if (schema < schemaVersion) return 'older-schema'
  if (schema > schemaVersion) return 'newer-schema'
  return shop.mode === mode ? null : 'other-mode'
}
