import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { systemClock } from '../../../electron/main/clock'
import { openLedger } from '../../../electron/main/ledger/open-ledger'
import { shopFailure } from '../../../electron/main/shop/failure'
import { askHello } from '../../../electron/main/shop/hello'
import { rebuildLostTill } from '../../../electron/main/shop/lost-till'
import { leaseLimit } from '../../../electron/main/shop/meeting/push-lease'
import { createSeededRandom } from '../../support/seeded-random'
import type { PostgresServer } from '../../support/shop/postgres-server'
import { newShopDatabase, type TestShop } from '../../support/shop/shop-database'
import { type Machine, startMachine } from './machine'
import type { ShopPlant } from './plants'

/** What a schedule broke, each with its rule. */
export interface ShopViolation {
  rule: ShopPlant['rule'] | 'hint'
  text: string
}

const steps = 28
/** A prompt's life here, ms: short, so that a schedule sees it end. */
const promptMs = 500
/** How much later than a timer of the limit an answer may come, ms: a busy computer's timers come late together. */
const slack = 450
/** So long all is well before what is still missing counts as lost, ms. A planted fault is waited for less long. */
const longTimeout = 30_000
const shortTimeout = 5_000
const slow = 1_500
const phones = ['255754000001', '255754000002']
const morning = Date.UTC(2026, 0, 5, 6)

const weights = {
  sell: 40,
  'sell at once': 10,
  cut: 6,
  'lose an answer': 6,
  'batch twice': 6,
  slow: 3,
  calm: 14,
  'kill connections': 6,
  'kill the server': 1,
  full: 3,
  'older copy': 4,
  failover: 4,
  callback: 6,
  clock: 3,
  replace: 3,
}

interface Grant {
  machine: Machine
  saleId: string
  msisdn: string
  asked: number
  answered: number
}

/**
 * Two tills and one shop database through a schedule that a seed draws: real ledgers, a real PostgreSQL, real
 * time. Then all is well again, and what has to hold is looked at.
 */
export async function runTwoTills(
  server: PostgresServer,
  seed: number,
  plant: ShopPlant | null = null,
): Promise<ShopViolation[]> {
  const random = createSeededRandom(seed)
  const shop = await newShopDatabase(server)
  await shop.ask(putBackFunction)
  if (plant) await plantIn(shop, plant)
  const folder = mkdtempSync(join(tmpdir(), 'kaunta-two-tills-'))
  const receiver = await shop.addReader('receiver', 'duka')
  const violations: ShopViolation[] = []
  const timeout = plant ? shortTimeout : longTimeout
  const grants: Grant[] = []
  const called = new Map<string, Machine>()
  const fenced = new Set<Machine>()
  const machines: Machine[] = []
  const report = (rule: ShopViolation['rule'], text: string) => violations.push({ rule, text })
  const leaseClock =
    plant?.rule === 'waited'
      ? { after: (pause: number, action: () => void) => systemClock.after(pause * 10, action) }
      : systemClock

  const start = (
    facts: Omit<Parameters<typeof startMachine>[2], 'file' | 'key' | 'leaseClock'>,
  ) => {
    const file = join(folder, `${machines.length}.db`)
    const machine = startMachine(shop, random, {
      ...facts,
      file,
      key: keyOf(machines.length),
      leaseClock,
    })
    machines.push(machine)
    return machine
  }
  const selling = () => machines.filter(machine => !fenced.has(machine))

  async function sell(machine: Machine): Promise<void> {
    const msisdn = random.pick(phones)
    const saleId = random.saleId(morning + machine.clockError)
    let limitPassed = Number.POSITIVE_INFINITY
    const cancel = systemClock.after(leaseLimit, () => (limitPassed = performance.now()))
    const { asked, answered, answer } = await machine.askLease(msisdn, saleId, promptMs)
    cancel()
    if (answered - limitPassed > slack)
      report('waited', `${machine.name} waited ${Math.round(answered - asked)} ms`)
    if (answer.state === 'granted' && fenced.has(machine))
      report('fence', `${machine.name} may sell`)
    if (answer.state === 'granted') grants.push({ machine, saleId, msisdn, asked, answered })
    if (answer.state !== 'held') machine.sell(saleId, msisdn, morning + machine.clockError)
  }

  const putBack = async (machine: Machine, links: number) =>
    administer(shop, 'SELECT kaunta.put_back($1, $2, $3, $4)', [
      machine.till,
      await epochOf(machine),
      links,
      machine.adopted,
    ])

  const epochOf = async ({ login }: Machine) =>
    Number(
      (await shop.ask('SELECT epoch FROM kaunta.member WHERE role = $1', [login.role]))[0]?.epoch,
    )

  async function callback(): Promise<void> {
    const [row] = await shop.ask(
      'SELECT sale, till, epoch FROM kaunta.sale ORDER BY random() LIMIT 1',
    )
    const machine = selling().find(({ till }) => till === row?.till)
    if (!row || !machine?.ledger.find(String(row.sale))) return
    called.set(String(row.sale), machine)
    const connection = await shop.connect(receiver)
    await connection.query('SELECT kaunta.callback($1)', [row.sale])
    const times = random.int(0, 2)
    for (let told = 0; told < times; told += 1)
      await connection.query("SELECT pg_notify('kaunta_hint', $1)", [row.sale])
    await connection.close()
  }

  async function replace(lost: Machine): Promise<void> {
    if (machines.length > 2) return
    await setFull(shop, false)
    const login = await shop.replaceTill(lost.till)
    fenced.add(lost)
    const connection = await shop.connect(login)
    const hello = await askHello(connection)
    const file = join(folder, `${machines.length}.db`)
    const opening = openLedger({ file, key: keyOf(machines.length) })
    if (!opening.ok) throw new Error(opening.detail)
    const { ledger } = opening
    const told = { at: morning, months: 1 }
    try {
      if (hello.shipped.sequence > 0) await rebuildLostTill({ connection, hello, ledger, told })
    } catch (error) {
      // What is not there any more cannot be rebuilt: that is how a new machine finds it.
      report('lost', `${lost.name} cannot be rebuilt: ${String(error)}`)
      return
    } finally {
      opening.close()
      await connection.close()
    }
    start({ name: `${lost.name} again`, till: lost.till, login, adopted: hello.shipped.sequence })
  }

  const actions: Record<keyof typeof weights, (machine: Machine) => unknown> = {
    sell,
    'sell at once': () => Promise.all(selling().map(sell)),
    cut: ({ network }) => (network.weather.isCut = true),
    'lose an answer': ({ network }) => (network.weather.losesAnswer = true),
    'batch twice': ({ network }) => (network.weather.doubles = true),
    slow: ({ network }) => (network.weather.slowness = slow),
    async calm({ network }) {
      Object.assign(network.weather, { isCut: false, slowness: 0 })
      await setFull(shop, false)
      await delay(20)
    },
    'kill connections': () =>
      shop.ask(
        'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
      ),
    async 'kill the server'() {
      await server.kill()
      await sell(random.pick(selling()))
      await server.start()
    },
    full: () => setFull(shop, true),
    'older copy': machine => putBack(machine, random.int(3, 12)),
    failover: machine => putBack(machine, 1),
    callback,
    clock: machine => (machine.clockError = random.int(-400, 400) * 86_400_000),
    replace,
  }

  try {
    for (const name of ['Counter 1', 'Counter 2']) {
      const { till, ...login } = await shop.addTill(name)
      start({ name, till, login, adopted: 0 })
    }
    for (let step = 0; step < steps; step += 1) {
      await actions[random.weighted(weights)](random.pick(machines))
      await delay(random.int(0, 15))
    }
    for (const { network } of machines)
      Object.assign(network.weather, { isCut: false, slowness: 0 })
    await setFull(shop, false)
    await checkEverything()
    return violations
  } finally {
    await Promise.all(machines.map(machine => machine.stop()))
    rmSync(folder, { recursive: true, force: true })
  }

  async function checkEverything(): Promise<void> {
    for (const machine of machines) await checkShipped(machine)
    checkPrompts()
    for (const machine of fenced) await sell(machine)
    await delay(promptMs)
    const [machine] = selling()
    for (const msisdn of machine ? phones : []) {
      const { answer } = await askUntilGranted(machine as Machine, msisdn)
      if (answer.state !== 'granted') report('lease for ever', `${msisdn} is ${answer.state}`)
    }
    for (const [sale, owner] of called) {
      if (fenced.has(owner)) continue
      if (!(await hears(owner, sale))) report('hint', `${owner.name} did not hear of ${sale}`)
    }
  }

  /** The connection may be on its way back: a till reads what it missed once it is connected. */
  async function hears(machine: Machine, sale: string): Promise<boolean> {
    const end = Date.now() + timeout
    while (!machine.heard.includes(sale) && Date.now() < end) {
      await machine.readHints().catch(ignoreOutage)
      await delay(20)
    }
    return machine.heard.includes(sale)
  }

  /**
   * A till that has just come back may have no warm connection yet, and a request that a slow network held back may
   * have taken the number a moment ago: its lease runs out as well.
   */
  async function askUntilGranted(machine: Machine, msisdn: string) {
    const end = Date.now() + timeout
    for (;;) {
      const asked = await machine.askLease(msisdn, random.saleId(morning), promptMs)
      if (asked.answer.state === 'granted' || Date.now() > end) return asked
      await delay(50)
    }
  }

  /** All that is in the ledger is in the database, once, in order, byte by byte. */
  async function checkShipped(machine: Machine): Promise<void> {
    const { ledger, till, adopted } = machine
    const epoch = await epochOf(machine)
    const wanted = ledger.links
      .read({ after: adopted, mostLinks: 10_000, mostBytes: 1e9 })
      .map(({ sequence, bodies }) => `${sequence} ${Buffer.concat([...bodies]).toString('hex')}`)
    const sql = `SELECT sequence, bodies FROM kaunta.event WHERE till = $1 AND epoch = $2 ORDER BY sequence`
    const end = Date.now() + timeout
    for (;;) {
      machine.shipper.wake()
      const rows = (await shop.ask(sql, [till, epoch])).map(
        ({ sequence, bodies }) =>
          `${sequence} ${Buffer.concat(bodies as Buffer[]).toString('hex')}`,
      )
      if (rows.join() === wanted.join()) return
      const isTwice = new Set(rows).size < rows.length
      const { fault } = machine.shipper.state()
      if (isTwice)
        return void report('twice', `${machine.name}: ${rows.length} of ${wanted.length}`)
      if (Date.now() > end || fault === 'forked')
        return void report('lost', `${machine.name}: ${rows.length} of ${wanted.length}, ${fault}`)
      await delay(30)
    }
  }

  /** While one till's prompt is surely live, no other till was granted the number. */
  function checkPrompts(): void {
    for (const one of grants)
      for (const other of grants)
        if (
          one.msisdn === other.msisdn &&
          one.machine.till !== other.machine.till &&
          other.asked > one.answered &&
          other.answered < one.asked + promptMs
        )
          report('two prompts', `${one.msisdn}: ${one.machine.name} and ${other.machine.name}`)
  }
}

/** A lost connection, or a server that starts: what passes by itself. */
function ignoreOutage(error: unknown): void {
  if (!['unreachable', 'server-trouble'].includes(shopFailure(error))) throw error
}

const keyOf = (place: number) => Buffer.alloc(32, place + 1)

/**
 * A copy of the database from before: the last links that a till shipped are missing in it. The head is locked first,
 * as shipping does it: half of a batch that is being stored cannot be missing in any copy.
 */
const putBackFunction = `CREATE FUNCTION kaunta.put_back(place text, number integer, links bigint, adopted bigint)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE last bigint;
BEGIN
  SELECT greatest(sequence - links, adopted + 1) INTO last FROM kaunta.head
    WHERE till = place AND epoch = number AND sequence > adopted + 1 FOR UPDATE;
  IF last IS NULL THEN RETURN; END IF;
  DELETE FROM kaunta.event WHERE till = place AND epoch = number AND sequence > last;
  DELETE FROM kaunta.personal WHERE till = place AND epoch = number AND sequence > last;
  UPDATE kaunta.head AS h SET sequence = e.sequence, link = e.link, digest = e.digest FROM kaunta.event AS e
    WHERE h.till = place AND h.epoch = number AND e.till = place AND e.epoch = number AND e.sequence = last;
END $$`

/** A statement that takes whole tables can meet a batch that takes them in another order: one of the two gives way. */
async function administer(shop: TestShop, text: string, values: unknown[] = []): Promise<void> {
  for (;;)
    try {
      return void (await shop.ask(text, values))
    } catch (error) {
      const isDeadlock = error instanceof Error && error.message === 'deadlock detected'
      if (!isDeadlock) throw error
    }
}

/** A disk that is full: nothing more is stored, and everything is still read. */
async function setFull(shop: TestShop, isFull: boolean): Promise<void> {
  await administer(shop, 'DROP TRIGGER IF EXISTS full_disk ON kaunta.event')
  if (!isFull) return
  await shop.ask(`CREATE OR REPLACE FUNCTION kaunta.full_disk() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'could not extend file: No space left' USING ERRCODE = '53100'; END $$`)
  await administer(
    shop,
    'CREATE TRIGGER full_disk BEFORE INSERT ON kaunta.event FOR EACH ROW EXECUTE FUNCTION kaunta.full_disk()',
  )
}

async function plantIn(shop: TestShop, plant: ShopPlant): Promise<void> {
  if (plant.before) await shop.ask(plant.before)
  if (!plant.function) return
  const [row] = await shop.ask(
    "SELECT pg_get_functiondef(p.oid) AS text FROM pg_proc AS p WHERE pronamespace = 'kaunta'::regnamespace AND proname = $1",
    [plant.function],
  )
  const text = String(row?.text)
  if (!plant.from || !text.includes(plant.from)) throw new Error(`${plant.name}: not in its source`)
  await shop.ask(text.replace(plant.from, plant.to ?? ''))
}
