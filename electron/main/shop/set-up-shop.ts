/// <reference path="./sql-text.d.ts" />
import type { Client } from 'pg'
import first from '../../../resources/shop-database/0001-shop-database.sql?raw'
import { type Result, success } from '../../../shared/ipc/result'
import type { ShopPlace, ShopSetUp } from '../../../shared/shop-database'
import type { Random } from '../platform/random'
import { connectionOptions, type ShopAddress } from './address'
import { openClient } from './connection'
import { shopFailure, tillsOwn } from './failure'
import type { NamedShop } from './hello'
import { addShop, addTill } from './members'
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
  drop: () => void
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
    return await addPlace(client, deps)
  } catch (error) {
    if (error instanceof ServerTooOld) return success({ result: 'server-too-old' })
    return success({ result: 'fault', fault: shopFailure(error) })
  } finally {
    // It may be gone already, and the answer is known.
    await client?.end().catch(() => undefined)
  }
}

/** In one transaction with the till's own keeping of it. A lost answer to COMMIT leaves a till that is never used. */
async function addPlace(client: Client, deps: SetUp): Promise<Result<ShopSetUp>> {
  const { address, place, random, keep, drop } = deps
  await client.query('BEGIN')
  const shop = (await findShop(client, deps)) ?? (await makeShop(client, deps))
  if (await hasTill(client, shop, place.till)) {
    await client.query('ROLLBACK')
    return success({ result: 'till-exists' })
  }
  const { role, password } = await addTill({ client, random }, shop, place.till)
  const kept = tillsOwn(() => keep({ ...address, role, password }))
  if (!kept.ok) {
    await client.query('ROLLBACK')
    return kept
  }
  try {
    await client.query('COMMIT')
  } catch (error) {
    drop()
    throw error
  }
  return success({ result: 'works', place })
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

async function hasTill(client: Client, shop: string, name: string): Promise<boolean> {
  const { rowCount } = await client.query('SELECT FROM kaunta.till WHERE shop = $1 AND name = $2', [
    shop,
    name,
  ])
  return rowCount !== 0
}
