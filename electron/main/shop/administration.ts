import type { Client } from 'pg'
import { z } from 'zod'
import type {
  ListedShops,
  ListedTill,
  ShopAdministered,
  ShopTask,
} from '../../../shared/shop-database'
import type { Random } from '../platform/random'
import { addressOfLogin, connectionOptions, textOfAddress } from './address'
import { openClient } from './connection'
import { faultOf } from './failure'
import type { NamedShop } from './hello'
import {
  type Administration,
  addReader,
  addTill,
  hasTill,
  inTransaction,
  type Login,
  sessionUserOf,
} from './members'
import { endLogins, endOwners, replaceComputer } from './replace-till'

/** `address` is of an administrator. It is kept nowhere. */
interface Administers extends NamedShop {
  random: Pick<Random, 'bytes'>
}

class TillExists extends Error {}

/** Does a task, and says what is there then. */
export async function administer(deps: Administers, task: ShopTask): Promise<ShopAdministered> {
  let client: Client | null = null
  try {
    client = await openClient(connectionOptions(deps.address, deps.authorities))
    const made = await perform({ client, random: deps.random }, task)
    const login = made && addressOfLogin(deps.address, made, await sessionUserOf(client))
    return {
      result: 'done',
      login: login && textOfAddress(login),
      ...(await readShops(client)),
    }
  } catch (error) {
    if (error instanceof TillExists) return { result: 'till-exists' }
    return { result: 'fault', fault: faultOf(error) }
  } finally {
    // It may be gone already, and the answer is known.
    await client?.end().catch(() => undefined)
  }
}

type TaskOf<Do extends ShopTask['do']> = Extract<ShopTask, { do: Do }>

/** What each task does; the login that it makes, or null. */
const tasks: {
  [Do in ShopTask['do']]: (admin: Administration, task: TaskOf<Do>) => Promise<Login | null>
} = {
  look: async () => null,
  'add-till': (administration, { id: shop, name }) =>
    inTransaction(administration, async admin => {
      if (await hasTill(admin.client, shop, name)) throw new TillExists()
      return addTill(admin, shop, name)
    }),
  'replace-computer': (admin, { id: till, old }) => replaceComputer(admin, till, old),
  async 'end-old-logins'(admin, { id: till }) {
    const { rows } = await admin.client.query('SELECT epoch FROM kaunta.till WHERE till = $1', [
      till,
    ])
    await endLogins(admin, till, Number(rows[0]?.epoch ?? 0) - 1)
    return null
  },
  async 'end-owners'(admin) {
    await endOwners(admin)
    return null
  },
  'add-owner': administration => addReaderOfAll(administration, 'owner'),
  'add-receiver': administration => addReaderOfAll(administration, 'receiver'),
  async keep({ client }, { months }) {
    await keepFor(client, months)
    return null
  },
}

function perform<Do extends ShopTask['do']>(
  admin: Administration,
  task: TaskOf<Do>,
): Promise<Login | null> {
  const perform = tasks[task.do] as (typeof tasks)[Do]
  return perform(admin, task)
}

function addReaderOfAll(administration: Administration, kind: 'owner' | 'receiver') {
  return inTransaction(administration, async admin => {
    const { rows } = await admin.client.query('SELECT shop FROM kaunta.shop ORDER BY shop')
    const [first, ...others] = rows.map(({ shop }) => String(shop))
    return first === undefined ? null : addReader(admin, kind, [first, ...others])
  })
}

/** How long payments are kept in the shop database. */
export async function keepFor(client: Client, months: number): Promise<void> {
  await client.query('UPDATE kaunta.retention SET months = $1', [months])
}

const rowSchema = z.object({
  shop: z.string(),
  shop_name: z.string(),
  till: z.string().nullable(),
  name: z.string().nullable(),
  spoke_ms: z.coerce.number().nullable(),
  version: z.string().nullable(),
  behind: z.coerce.number().nullable(),
  waiting: z.coerce.number().nullable(),
  old_logins: z.coerce.number(),
})

/** Every shop with its tills, by name, as an administrator. */
export async function readShops(client: Client): Promise<ListedShops> {
  const { rows } = await client.query(`
    SELECT s.shop, s.name AS shop_name, t.till, t.name, t.version, t.behind, t.waiting,
      extract(epoch FROM clock_timestamp() - t.spoke) * 1000 AS spoke_ms,
      (SELECT count(*) FROM kaunta.member AS m WHERE m.till = t.till AND m.epoch < t.epoch AND NOT m.ended) AS old_logins
    FROM kaunta.shop AS s LEFT JOIN kaunta.till AS t ON t.shop = s.shop ORDER BY s.name, s.shop, t.name`)
  const { rows: kept } = await client.query(`
    SELECT months, (SELECT count(*) FROM kaunta.member WHERE kind = 'owner' AND NOT ended) AS owners
    FROM kaunta.retention`)
  const shops = new Map<string, { id: string; name: string; tills: ListedTill[] }>()
  for (const row of rows.map(each => rowSchema.parse(each))) {
    const shop = shops.get(row.shop) ?? { id: row.shop, name: row.shop_name, tills: [] }
    shops.set(row.shop, shop)
    if (row.till !== null) shop.tills.push(listed(row, row.till))
  }
  const [{ months, owners } = {}] = kept
  return { months: Number(months), owners: Number(owners), shops: [...shops.values()] }
}

function listed(row: z.infer<typeof rowSchema>, id: string): ListedTill {
  return {
    id,
    name: row.name ?? '',
    spokeMs: row.spoke_ms === null ? null : Math.max(0, Math.round(row.spoke_ms)),
    version: row.version,
    behindMs: row.behind,
    waiting: row.waiting,
    oldLogins: row.old_logins,
  }
}
