import { ZodError, z } from 'zod'
import type { OwnersViewTest } from '../../../shared/shop-database'
import type { FromShop, ShopDay } from '../../../shared/shop-meeting'
import { dayOf, spanOfDay } from '../platform/local-time'
import { connectionOptions, type ShopAddress } from './address'
import { connectShop, type ShopConnection, shortLimit } from './connection'
import { faultOf, shopFailure } from './failure'
import { schemaVersion } from './schema'
import { readShopDay } from './shop-day'

interface OwnersLogin {
  address: ShopAddress
  /** Certificate authorities (PEM) that are trusted in addition to the well-known ones. */
  authorities: readonly string[]
}

const whoSchema = z.object({ kind: z.string(), schema: z.coerce.number().int() })

const who = `
SELECT (kaunta.me()).kind, (SELECT max(number) FROM kaunta.schema_version) AS schema`

/** Tries an address of an owner, and changes nothing. */
export async function testOwnersView(login: OwnersLogin): Promise<OwnersViewTest> {
  let connection: ShopConnection | null = null
  try {
    connection = await connect(login)
    const [row] = await connection.query(who, [], shortLimit)
    const { kind, schema } = whoSchema.parse(row)
    if (kind !== 'owner') return { result: 'no-owner' }
    return schema < schemaVersion ? { result: 'fault', fault: 'older-schema' } : { result: 'works' }
  } catch (error) {
    return { result: 'fault', fault: faultOf(error) }
  } finally {
    // It may be gone already, and the answer is known.
    await connection?.close().catch(() => undefined)
  }
}

/** What an owner's login reads on a computer without a till. Nothing is connected before it is asked. */
export class OwnersView {
  #connection: Promise<ShopConnection> | null = null

  constructor(private readonly login: OwnersLogin) {}

  /** A day (`2026-11-21`; null is today, by the database's clock) of all tills. A database that is away is an answer. */
  async day(wanted: string | null): Promise<FromShop<ShopDay>> {
    try {
      const connection = await this.#connected()
      const day = wanted ?? (await today(connection))
      return {
        state: 'answered',
        value: { day, ...(await readShopDay(connection, spanOfDay(day))) },
      }
    } catch (error) {
      if (error instanceof ZodError) throw error
      return { state: 'away', fault: shopFailure(error) }
    }
  }

  async stop(): Promise<void> {
    const last = this.#connection
    this.#connection = null
    await last?.then(connection => connection.close()).catch(() => undefined)
  }

  /** The connection stays while it works; the next question makes another. */
  #connected(): Promise<ShopConnection> {
    if (this.#connection) return this.#connection
    const made = connect(this.login)
    this.#connection = made
    const forget = () => {
      if (this.#connection === made) this.#connection = null
    }
    made.then(connection => connection.onEnd(forget), forget)
    return made
  }
}

async function today(connection: ShopConnection): Promise<string> {
  const [row] = await connection.query('SELECT clock_timestamp() AS now', [], shortLimit)
  return dayOf(z.date().parse(row?.now).getTime())
}

function connect({ address, authorities }: OwnersLogin): Promise<ShopConnection> {
  return connectShop(connectionOptions(address, authorities))
}
