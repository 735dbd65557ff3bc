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
  oldest_app: count,
  old_ended: z.boolean(),
  pid: z.int(),
})

/** Who this till is in the shop database, and how far its ledger has been shipped. */
export interface Hello {
  shop: { id: string; name: string; mode: 'practice' | 'sandbox' | 'production' }
  till: { id: string; name: string; epoch: number }
  /** Another machine has this till's place: it may ship what it has, and sell no more. */
  replaced: boolean
  /** The login of the machine before this one was ended: it was stolen or lost. */
  oldEnded: boolean
  /** The last link that is stored; 0 where none is. */
  shipped: { sequence: number; link: Buffer; digest: Buffer }
  /** The database's clock. */
  now: Date
  /** How many of the schema's files the database has, and the oldest app that may use it. */
  schema: number
  oldestApp: number
  /** Nothing stands between: what is told to this connection reaches it. Behind a pooler it may not. */
  isDirect: boolean
}

/** Asks. Rejects with what `shopFailure` reads, or a ZodError for an answer that is none. */
export async function askHello(connection: ShopConnection): Promise<Hello> {
  const [row] = await connection.query('SELECT * FROM kaunta.hello()')
  const said = helloSchema.parse(row)
  return {
    shop: { id: said.shop, name: said.shop_name, mode: said.mode },
    till: { id: said.till, name: said.till_name, epoch: said.epoch },
    replaced: said.epoch !== said.selling_epoch,
    oldEnded: said.old_ended,
    shipped: { sequence: said.sequence, link: said.link, digest: said.digest },
    now: said.now,
    schema: said.schema,
    oldestApp: said.oldest_app,
    isDirect: said.pid === connection.pid,
  }
}

/**
 * Why this till must not use what answered; null where it may. A replaced till may still ship, and an older app goes
 * on with a newer schema that says so.
 */
export function helloFault(
  { schema, oldestApp, shop }: Pick<Hello, 'schema' | 'oldestApp' | 'shop'>,
  mode: Hello['shop']['mode'],
): ShopFault | null {
  if (schema < schemaVersion) return 'older-schema'
  if (oldestApp > schemaVersion) return 'newer-schema'
  return shop.mode === mode ? null : 'other-mode'
}
