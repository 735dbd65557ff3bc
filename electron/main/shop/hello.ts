import { z } from 'zod'
import type { ConnectionKind } from '../../../shared/connection'
import type { ShopFault, ShopPlace } from '../../../shared/shop-database'
import { connectionOptions, type ShopAddress } from './address'
import { connectShop, type ShopConnection, shortLimit } from './connection'
import { faultOf } from './failure'
import { schemaVersion } from './schema'

const count = z.coerce.number().int().nonnegative()

/** Who this till is in the shop database, and how far its ledger has been shipped. */
const helloSchema = z
  .object({
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
    channel: z.string().nullable(),
    heard_lately: z.boolean(),
    callback_key: z.instanceof(Buffer).nullable(),
  })
  .transform(({ sequence, link, digest, now, schema, pid, ...said }) => ({
    shop: { id: said.shop, name: said.shop_name, mode: said.mode },
    till: { id: said.till, name: said.till_name, epoch: said.epoch },
    /** Another machine has this till's place: it may ship what it has, and sell no more. */
    replaced: said.epoch !== said.selling_epoch,
    /** The login of the machine before this one was ended: it was stolen or lost. */
    oldEnded: said.old_ended,
    /** The last link that is stored; 0 where none is. */
    shipped: { sequence, link, digest },
    /** The database's clock. */
    now,
    /** How many of the schema's files the database has, and the oldest app that may use it. */
    schema,
    oldestApp: said.oldest_app,
    /** Where this till is told that there are hints; null where another machine has its place. */
    channel: said.channel,
    /** A machine in this till's place, this one or another, said in the last five minutes that its ledger goes on from here. */
    heardLately: said.heard_lately,
    /** What this till signs the webhook addresses of its payments with; null as `channel`. */
    callbackKey: said.callback_key,
    pid,
  }))

export interface Hello extends Omit<z.infer<typeof helloSchema>, 'pid'> {
  /** The server itself is at the other end, and its notifications arrive. Behind a pooler they may not. */
  isDirect: boolean
}

/** Asks. Rejects with what `shopFailure` reads, or a ZodError for an invalid answer. */
export async function askHello(connection: ShopConnection): Promise<Hello> {
  const [row] = await connection.query('SELECT * FROM kaunta.hello()', [], shortLimit)
  const { pid, ...hello } = helloSchema.parse(row)
  return { ...hello, isDirect: pid === connection.pid }
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

/** A shop database that a person named, not the one in use. */
export interface NamedShop {
  address: ShopAddress
  authorities: readonly string[]
  kind: ConnectionKind
}

/** Does the work where this till may use what answers; else, or where it fails, says why. */
export async function atShop<Done>(
  { address, authorities, kind }: NamedShop,
  work: (connection: ShopConnection, hello: Hello, place: ShopPlace) => Promise<Done>,
): Promise<Done | { result: 'fault'; fault: ShopFault }> {
  let connection: ShopConnection | null = null
  try {
    connection = await connectShop(connectionOptions(address, authorities))
    const hello = await askHello(connection)
    const fault = helloFault(hello, kind) ?? (hello.replaced ? 'replaced' : null)
    if (fault !== null) return { result: 'fault', fault }
    return await work(connection, hello, { shop: hello.shop.name, till: hello.till.name })
  } catch (error) {
    return { result: 'fault', fault: faultOf(error) }
  } finally {
    // It may be gone already, and what was done is known.
    await connection?.close().catch(() => undefined)
  }
}
