import { setTimeout as delay } from 'node:timers/promises'
import type { Client } from 'pg'
import { systemClock } from '../../electron/main/platform/clock'
import { encodeBatch } from '../../electron/main/shop/batch'
import type { ShopConnection } from '../../electron/main/shop/connection'
import { askHello } from '../../electron/main/shop/hello'
import { ShopSession } from '../../electron/main/shop/shop-session'
import type { ShippedLink } from '../../electron/main/store/ledger/hash-chain/shipped-links'
import { HintQueue } from '../../scripts/webhook-receiver/hint-queue'
import { startPostgres } from '../support/shop/postgres-server'
import { link, noLinks, shipped, unheard } from '../support/shop/session'
import { newShopDatabase, type TestShop } from '../support/shop/shop-database'
import { processorTimeOf, quantile, timedWait } from './measuring'

/** Figures of the shop database, with the engine's own next to them: floor, ours, and how many times the floor. */
export interface ShopFigure {
  name: string
  floor: number | null
  ours: number
  unit: string
}

const batchLinks = 500
const caughtUpLinks = 100_000
const tills = 50
const idleTills = 200
/** A minute of beats, and the first ones before it, ms. */
const idleTime = 65_000
/** An idle process of the server reports what it did up to ten seconds later, ms. */
const countedAfter = 12_000

/** Measures on a PostgreSQL of its own, on this computer, without TLS. */
export function measureShop(): Promise<ShopFigure[]> {
  return withShop(async (shop, ask) => [
    ...(await measureCatchUp(shop, ask)),
    ...(await measureLag(shop, ask)),
    ...(await measureManyTills(shop)),
    ...(await measureReceiver(shop)),
    ...(await measureIdle(shop)),
  ])
}

/** Works with a shop database on a server of its own, which waits for the disk. */
export async function withShop<T>(work: (shop: TestShop, ask: Ask) => Promise<T>): Promise<T> {
  const server = await startPostgres(undefined, { waitsForDisk: true })
  try {
    const shop = await newShopDatabase(server)
    return await work(shop, asked => server.asAdministrator(shop.address.database, asked))
  } finally {
    await server.remove()
  }
}

type Ask = <T>(work: (client: Client) => Promise<T>) => Promise<T>

const notify = "SELECT pg_notify('kaunta_bench', 'x')"
const newest = 'SELECT state FROM kaunta.payment WHERE till = $1 ORDER BY recorded_at DESC LIMIT 1'

const ship = (connection: ShopConnection, { json }: { json: string }) =>
  connection.query('SELECT * FROM kaunta.ship($1)', [json])

/** Links with the bytes of usual ones; each payment has three. */
function linksFrom(first: number, count: number): ShippedLink[] {
  return Array.from({ length: count }, (_, place) => link(first + place))
}

async function measureCatchUp(shop: TestShop, ask: Ask): Promise<ShopFigure[]> {
  const { till: _till, ...login } = await shop.addTill('Catching up')
  const connection = await shop.connect(login)
  let digest = (await askHello(connection)).shipped.digest
  let spent = 0
  for (let first = 1; first <= caughtUpLinks; first += batchLinks) {
    const batch = encodeBatch(linksFrom(first, batchLinks), digest)
    digest = batch.digest
    spent += await timedWait(() => ship(connection, batch))
  }
  await connection.close()
  const floor = await ask(bareInserts)
  const [links, seconds] = [caughtUpLinks, spent / 1_000]
  return [
    { name: 'links a second, one till', floor, ours: links / seconds, unit: '/s' },
    { name: `catch-up of ${links} links`, floor: links / floor, ours: seconds, unit: 's' },
  ]
}

/** Rows a second with as many bytes, in one statement of 500 rows, in a table with a key alone. */
async function bareInserts(client: Client): Promise<number> {
  await client.query('CREATE TABLE public.bare (number bigint PRIMARY KEY, body text, more text)')
  const rows = 20_000
  let spent = 0
  for (let first = 0; first < rows; first += batchLinks) {
    const values = linksFrom(first + 1, batchLinks).flatMap((one, place) => [
      first + place,
      JSON.stringify(one.bodies[0]),
      JSON.stringify(one.payment),
    ])
    const places = Array.from(
      { length: batchLinks },
      (_, at) => `($${at * 3 + 1},$${at * 3 + 2},$${at * 3 + 3})`,
    )
    const statement = `INSERT INTO public.bare VALUES ${places.join(',')}`
    spent += await timedWait(() => client.query(statement, values))
  }
  return (rows / spent) * 1_000
}

/** From a commit at one till until another has the payment: shipped, told, and read. The floor is a bare NOTIFY. */
async function measureLag(shop: TestShop, ask: Ask): Promise<ShopFigure[]> {
  const one = await shop.addTill('Sells')
  const other = await shop.addTill('Hears')
  const [from, to] = [await shop.connect(one), await shop.connect(other)]
  let heard = () => {}
  await to.listen('kaunta_bench', () => heard())
  const told = () => new Promise<void>(resolve => (heard = resolve))
  let { digest } = (await askHello(from)).shipped
  const lags: number[] = []
  for (let sequence = 1; sequence <= 400; sequence += 1) {
    const batch = encodeBatch([link(sequence, one.till)], digest)
    digest = batch.digest
    const hears = told()
    const lag = await timedWait(async () => {
      await ship(from, batch)
      await from.query(notify)
      await hears
      await to.query(newest, [one.till])
    })
    lags.push(lag)
  }
  const bare: number[] = []
  await ask(async client => {
    for (let count = 0; count < 400; count += 1) {
      const hears = told()
      bare.push(await timedWait(() => client.query(notify).then(() => hears)))
    }
  })
  await Promise.all([from.close(), to.close()])
  const [floor, ours] = [quantile(bare, 0.95), quantile(lags, 0.95)]
  return [{ name: 'lag p95, committed to read elsewhere', floor, ours, unit: 'ms' }]
}

/** All at once in this process, each with a connection of its own and a payment of three links at a time. */
async function measureManyTills(shop: TestShop): Promise<ShopFigure[]> {
  const connections: Array<{ connection: ShopConnection; name: string }> = []
  for (let number = 0; number < tills; number += 1) {
    const { till, ...login } = await shop.addTill(`Till ${number}`)
    connections.push({ connection: await shop.connect(login), name: till })
  }
  const lags: number[] = []
  const began = performance.now()
  await Promise.all(
    connections.map(async ({ connection, name }) => {
      let digest: Buffer = Buffer.alloc(0)
      for (let payment = 0; payment < 20; payment += 1) {
        const links = [1, 2, 3].map(part => link(payment * 3 + part, name))
        const batch = encodeBatch(links, digest)
        digest = batch.digest
        lags.push(await timedWait(() => ship(connection, batch)))
      }
    }),
  )
  const seconds = (performance.now() - began) / 1_000
  await Promise.all(connections.map(({ connection }) => connection.close()))
  const name = `${tills} tills at once`
  return [
    { name: `${name}: sales a second`, floor: null, ours: (tills * 20) / seconds, unit: '/s' },
    { name: `${name}: p95 of a payment`, floor: null, ours: quantile(lags, 0.95), unit: 'ms' },
  ]
}

/** How many callbacks a second reach the tills through one receiver. */
async function measureReceiver(shop: TestShop): Promise<ShopFigure[]> {
  const sales = 1_000
  const login = await shop.addTill('Called')
  const connection = await shop.connect(login)
  const links = linksFrom(1_000_001, sales).map((one, at) => ({ ...one, sequence: at + 1 }))
  await shipped(connection, links)
  let heard = 0
  let last = 0
  const { channel } = await askHello(connection)
  const count = async () => {
    const text = 'SELECT jsonb_array_length(hints) AS n FROM kaunta.beat($1, false)'
    const [row] = await connection.query(text, [new Date(0)])
    heard += Number(row?.n)
    last = performance.now()
    await shop.ask('DELETE FROM kaunta.hint')
  }
  await connection.listen(channel ?? '', () => void count())
  const receiver = await shop.addReader('receiver', 'duka')
  const queue = new HintQueue({
    connect: () => shop.connect(receiver),
    now: () => performance.now(),
    note: () => undefined,
  })
  const began = performance.now()
  for (const { subject } of links) queue.add(subject)
  while (heard < sales) await delay(5)
  await queue.stop()
  await connection.close()
  const ours = (sales / (last - began)) * 1_000
  return [{ name: 'callbacks a second, receiver to till', floor: null, ours, unit: '/s' }]
}

/** What tills cost that sell nothing: after they connected, for one minute. */
async function measureIdle(shop: TestShop): Promise<ShopFigure[]> {
  const sessions: ShopSession[] = []
  for (let number = 0; number < idleTills; number += 1) {
    const login = await shop.addTill(`Idle ${number}`)
    sessions.push(
      new ShopSession({
        ...unheard,
        address: { ...shop.address, role: login.role, password: login.password },
        links: noLinks,
        clock: systemClock,
      }),
    )
  }
  const connected = () =>
    Promise.all(sessions.map(session => session.use(async () => true).catch(() => false)))
  while ((await connected()).includes(false)) await delay(100)
  await delay(countedAfter)
  const before = await costs(shop)
  await delay(idleTime)
  const after = await costs(shop)
  await Promise.all(sessions.map(session => session.stop()))
  const seconds = idleTime / 1_000
  const each = (name: string, ours: number, unit: string) => ({
    name: `${idleTills} idle tills: ${name}`,
    floor: null,
    ours,
    unit,
  })
  return [
    each('connections', before.connections, ''),
    each('statements a second', (after.statements - before.statements) / seconds, '/s'),
    ...(after.processor === null || before.processor === null
      ? []
      : [each('processor', ((after.processor - before.processor) / seconds) * 100, '% of a core')]),
  ]
}

/** Connections now, statements so far, and the processor time of the tills' server processes, s (Linux). */
async function costs(shop: TestShop) {
  const [row] =
    await shop.ask(`SELECT (SELECT array_agg(pid) FROM pg_stat_activity WHERE usename LIKE 'kaunta_till%') AS pids,
    (SELECT xact_commit FROM pg_stat_database WHERE datname = current_database()) AS statements`)
  const pids = (row?.pids ?? []) as number[]
  const times = pids.map(processorTimeOf).filter(time => time !== null)
  return {
    connections: pids.length,
    statements: Number(row?.statements),
    processor: times.length === 0 ? null : times.reduce((sum, time) => sum + time, 0),
  }
}
