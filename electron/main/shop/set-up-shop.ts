/// <reference path="./sql-text.d.ts" />
import type { Client } from 'pg'
import first from '../../../resources/shop-database/0001-shop-database.sql?raw'
import { type Result, success } from '../../../shared/ipc/result'
import type { ShopPlace, ShopSetUp } from '../../../shared/shop-database'
import type { Random } from '../platform/random'
import { addressOfLogin, connectionOptions, type ShopAddress } from './address'
import { openClient } from './connection'
import { shopFailure } from './failure'
import type { NamedShop } from './hello'
import {
  type Administration,
  addShop,
  addTill,
  commitLogin,
  hasTill,
  makingLogins,
  sessionUserOf,
} from './members'
import { applySchema, type SchemaFile, ServerTooOld, schemaState } from './schema'

/** All numbered files of `resources/shop-database/`, as they are in the bundle. */
export const bundledSchema: readonly SchemaFile[] = [
  { number: 1, name: '0001-shop-database.sql', sql: first },
]

/** `address` is of an administrator of the database. It is kept nowhere. */
interface SetUp extends NamedShop {
  place: ShopPlace
  random: Pick<Random, 'bytes'>
  /** Keeps the till's own address before it is made there for good. What is not ok undoes what was made. */
  keep: (address: ShopAddress) => Result<null>
  /** Drops what was kept: the database did not store it. */
  undo: () => void
}

/**
 * Makes the shop database where it is missing, brings an older one up to date, and gives this till a place in it:
 * a shop of that name, where there is none with these payments, and a till with a role of its own.
 */
export async function setUpShop(deps: SetUp): Promise<Result<ShopSetUp>> {
  let client: Client | null = null
  try {
    client = await openClient(connectionOptions(deps.address, deps.authorities))
    if ((await schemaState(client, bundledSchema)) === 'newer')
      return success({ result: 'fault', fault: 'newer-schema' })
    await applySchema(client, bundledSchema)
    return await makingLogins({ client, random: deps.random }, admin => addPlace(admin, deps))
  } catch (error) {
    if (error instanceof ServerTooOld) return success({ result: 'server-too-old' })
    return success({ result: 'fault', fault: shopFailure(error) })
  } finally {
    // It may be gone already, and the answer is known.
    await client?.end().catch(() => undefined)
  }
}

/** A till of a shop, both made where they are missing. */
async function addPlace(admin: Administration, deps: SetUp): Promise<Result<ShopSetUp>> {
  const { address, place } = deps
  const { client } = admin
  await client.query('BEGIN')
  const shop = (await findShop(client, deps)) ?? (await makeShop(client, deps))
  if (await hasTill(client, shop, place.till)) {
    await client.query('ROLLBACK')
    return success({ result: 'till-exists' })
  }
  const login = await addTill(admin, shop, place.till)
  const own = addressOfLogin(address, login, await sessionUserOf(client))
  const kept = await commitLogin(client, own, deps)
  return kept.ok ? success({ result: 'works', place }) : kept
}

async function findShop(client: Client, { place, kind }: SetUp): Promise<string | null> {
  const { rows } = await client.query(
    'SELECT shop FROM kaunta.shop WHERE name = $1 AND mode = $2 ORDER BY shop LIMIT 1',
    [place.shop, kind],
  )
  return rows.length > 0 ? String(rows[0].shop) : null
}

async function makeShop(client: Client, { place, kind, random }: SetUp): Promise<string> {
  const id = random.bytes(8).toString('hex')
  await addShop({ client, random }, { id, name: place.shop, mode: kind, account: id })
  return id
}
