import { setTimeout as delay } from 'node:timers/promises'
import type { Client } from 'pg'
import { z } from 'zod'
import { systemRandom } from '../../../electron/main/platform/random'
import { callbackMac } from '../../../electron/main/service'
import {
  connectionOptions,
  readShopAddress,
  type ShopAddress,
  textOfAddress,
} from '../../../electron/main/shop/address'
import { connectShop, type ShopConnection } from '../../../electron/main/shop/connection'
import {
  addReader,
  addShop,
  addTill,
  inTransaction,
  type Login,
} from '../../../electron/main/shop/members'
import { type OldComputer, replaceComputer } from '../../../electron/main/shop/replace-till'
import { applySchema } from '../../../electron/main/shop/schema'
import { readSchemaFiles } from '../../../scripts/shop-database/schema-files'
import type { PostgresServer } from './postgres-server'

export const schemaFiles = readSchemaFiles('resources/shop-database')

/** A till of a test's shop database. */
export interface TestTill extends Login {
  till: string
}

/** A shop database on a server of the tests, with one shop. */
export interface TestShop {
  address: ShopAddress
  addTill: (name: string, shop?: string) => Promise<TestTill>
  addShop: (id: string, account?: string) => Promise<void>
  addReader: (
    kind: 'owner' | 'receiver',
    ...shops: readonly [string, ...string[]]
  ) => Promise<Login>
  /** `broken` unless told. */
  replaceTill: (till: string, old?: OldComputer) => Promise<Login>
  connect: (login: Login) => Promise<ShopConnection>
  /** A role's own address, as it is entered in Settings. */
  addressOf: (login: Login) => string
  /** What its tills sign the webhook address of a payment with. */
  macOf: (payment: string) => string
  /** Runs one statement as the administrator. */
  ask: (text: string, values?: readonly unknown[]) => Promise<readonly Record<string, unknown>[]>
}

/** The shop that `addTill` uses where no other is named. */
const firstShop = 'duka'

const databasesWithSchema = new WeakMap<PostgresServer, Promise<string>>()

/** A server's database with the schema alone, made once: to copy it is quicker than to apply the schema again. */
function withSchema(server: PostgresServer): Promise<string> {
  const made = databasesWithSchema.get(server) ?? makeWithSchema(server)
  databasesWithSchema.set(server, made)
  return made
}

async function makeWithSchema(server: PostgresServer): Promise<string> {
  const { database } = addressOf(await server.newDatabase())
  await server.asAdministrator(database, client => applySchema(client, schemaFiles))
  return database
}

/** Makes one: a database of its own, with the schema in it. Its shops take practice payments, or those of `mode`. */
export async function newShopDatabase(
  server: PostgresServer,
  authorities: readonly string[] = [],
  mode: 'practice' | 'sandbox' = 'practice',
): Promise<TestShop> {
  const address = addressOf(await server.newDatabase(await withSchema(server)))
  const asAdministrator = <T>(work: (client: Client) => Promise<T>) =>
    server.asAdministrator(address.database, work)
  const administering = <T>(
    work: (admin: { client: Client; random: typeof systemRandom }) => Promise<T>,
  ) => asAdministrator(client => work({ client, random: systemRandom }))
  // The schema is in the copy already. This gives the rights that belong to the database itself.
  await asAdministrator(client => applySchema(client, schemaFiles))
  const newShop = (id: string, account = 'merchant') =>
    administering(admin => addShop(admin, { id, name: id, mode, account }))
  await newShop(firstShop)
  const ask: TestShop['ask'] = (text, values = []) =>
    asAdministrator(async client => (await client.query(text, [...values])).rows)
  const [signing] = await ask('SELECT key FROM kaunta.callback_key')
  const callbackKey = z.instanceof(Buffer).parse(signing?.key)
  return {
    address,
    addShop: newShop,
    addTill: (name, shop = firstShop) => administering(admin => addTill(admin, shop, name)),
    addReader: (kind, ...shops) =>
      administering(admin => inTransaction(admin, each => addReader(each, kind, shops))),
    replaceTill: (till, old = 'broken') =>
      administering(admin => replaceComputer(admin, till, old)),
    connect: login => connectShop(connectionOptions({ ...address, ...login }, authorities)),
    addressOf: ({ role, password }) => textOfAddress({ ...address, role, password }),
    macOf: payment => callbackMac(callbackKey, payment),
    ask,
  }
}

/** Reads an address that has to be one. */
export function addressOf(text: string): ShopAddress {
  const read = readShopAddress(text)
  if (!read.ok) throw new Error(read.fault)
  return read.address
}

/** Keeps a copy of a whole database as it is now. The returned function puts it in the database's place. */
export async function keepCopy(
  server: PostgresServer,
  database: string,
): Promise<() => Promise<void>> {
  const copy = `${database}_older`
  await closed(server, database, client =>
    client.query(`CREATE DATABASE ${copy} TEMPLATE ${database}`),
  )
  return () =>
    closed(server, database, async client => {
      await client.query(`ALTER DATABASE ${database} RENAME TO ${database}_newer`)
      await client.query(`ALTER DATABASE ${copy} RENAME TO ${database}`)
    })
}

/** While no one is connected to it. */
async function closed(
  server: PostgresServer,
  database: string,
  work: (client: Client) => Promise<unknown>,
): Promise<void> {
  await server.asAdministrator('postgres', async client => {
    await client.query(`ALTER DATABASE ${database} ALLOW_CONNECTIONS false`)
    const others = 'FROM pg_stat_activity WHERE datname = $1'
    await client.query(`SELECT pg_terminate_backend(pid) ${others}`, [database])
    // A backend that was told to end is there for a moment longer.
    while ((await client.query(`SELECT ${others}`, [database])).rows.length > 0) await delay(20)
    await work(client)
    await client.query(`ALTER DATABASE ${database} ALLOW_CONNECTIONS true`)
  })
}
