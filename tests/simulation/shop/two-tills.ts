import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { shopFailure } from '../../../electron/main/shop/failure'
import { askHello } from '../../../electron/main/shop/hello'
import { rebuildLostTill } from '../../../electron/main/shop/lost-till'
import { askLimit } from '../../../electron/main/shop/meeting'
import { openLedger } from '../../../electron/main/store/ledger/open-ledger'
import type { ServicePayment } from '../../../shared/payment/service-payment'
import { isPaidHere, type OtherTillsPayment } from '../../../shared/shop-meeting'
import { createSeededRandom } from '../../support/seeded-random'
import type { PostgresServer } from '../../support/shop/postgres-server'
import { acceptedLink, shipped } from '../../support/shop/session'
import { newShopDatabase, type TestShop } from '../../support/shop/shop-database'
import { FarEnd } from './far-end'
import { type Machine, type MachineStart, startMachine } from './machine'
import type { ShopPlant } from './plants'

/** What a schedule broke, each with its rule. */
export interface ShopViolation {
  rule: ShopPlant['rule'] | 'hint' | 'handed twice' | 'fault'
  text: string
}

const steps = 28
/** How long a lease is held that is looked at in the end, ms. */
const leaseMs = 500
/** How much later than a timer of the limit an answer may come, ms: a busy computer's timers come late together. */
const slack = 450
/** So long all is well before what is still missing counts as lost, ms. A planted fault is waited for less long. */
const longTimeout = 30_000
const shortTimeout = 5_000
const slow = 1_500
const phones = ['255754000001', '255754000002', '255754000003', '255754000004']
const morning = Date.UTC(2026, 0, 5, 6)

const weights = {
  sell: 34,
  'sell at once': 10,
  'hand over': 24,
  'hand over at once': 4,
  'look at others': 8,
  'plant a payment': 3,
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
  'replace, and both hand over': 2,
}
/** The weight of what leads to a planted fault. */
const favoured = 25

/**
 * How many times longer than the limit a cashier waits. A planted fault shows where tills were asked: on a busy computer
 * most would not answer in time.
 */
function slownessWith(plant: ShopPlant | null): number {
  if (plant === null) return 1
  return plant.rule === 'waited' ? 10 : 5
}

/** Goods that left a till: which payment's, and whether the other tills were asked before. */
interface Handed {
  machine: Machine
  paymentId: string
  reference: string
  others: 'asked' | 'not-asked' | 'alone'
}

/**
 * Two tills, each a whole payment engine, one payment service and one shop database through a schedule that a seed
 * draws: real ledgers, a real PostgreSQL, real time. Then all is well again, and what has to hold is looked at. Whether
 * something was paid, and what was asked for, is read from the service's own books.
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
  const drawn = plant?.favours ? { ...weights, [plant.favours]: favoured } : weights
  const farEnd = new FarEnd(random)
  const handed: Handed[] = []
  const called = new Map<string, Machine>()
  const fenced = new Set<Machine>()
  const machines: Machine[] = []
  const isFound = () => violations.some(({ rule }) => rule === plant?.rule)
  const report = (rule: ShopViolation['rule'], text: string) => {
    violations.push({ rule, text })
    // A planted fault is looked for until it is found.
    if (isFound()) throw new Error(text)
  }
  const start = (facts: Omit<MachineStart, 'file' | 'key' | 'farEnd' | 'slowness'>) => {
    const file = join(folder, `${machines.length}.db`)
    const machine = startMachine(shop, random, {
      ...facts,
      file,
      key: keyOf(machines.length),
      farEnd,
      slowness: slownessWith(plant),
      ...(plant?.asksNobody && { asksNobody: true }),
    })
    machines.push(machine)
    return machine
  }
  const selling = () => machines.filter(machine => !fenced.has(machine))

  async function sell(machine: Machine): Promise<void> {
    const before = machine.silent.length
    const result = await machine.sell(random.pick(phones))
    const late = Math.max(0, ...machine.lateness.splice(0))
    if (late > slack)
      report('waited', `${machine.name} waited ${Math.round(askLimit + late)} ms for other tills`)
    if (result.ok && fenced.has(machine) && machine.silent.length === before)
      report('fence', `${machine.name} may sell`)
  }

  /** The oldest payment of a machine that is paid and whose goods are still there. */
  const paidAt = ({ ledger }: Machine) =>
    ledger
      .recent(100)
      .filter(payment => payment.outcome === 'paid' && payment.handedOverAt === null)
      .at(-1)

  /** The same; sells where there is none, and gives the customer the time to approve. */
  async function paidSoon(machine: Machine) {
    if (!paidAt(machine)) await sell(machine)
    const end = Date.now() + 2_000
    while (!paidAt(machine) && Date.now() < end) await delay(20)
    return paidAt(machine)
  }

  async function handOver(machine: Machine): Promise<void> {
    const payment = paidAt(machine)
    if (!payment?.reference) return
    const done = await machine.engine.presses.handOver(payment.id)
    if (!done.ok) return
    const { others } = done.value
    if (others === 'asked' && fenced.has(machine))
      report('claim', `${machine.name} claimed ${payment.reference}`)
    handed.push({ machine, paymentId: payment.id, reference: payment.reference, others })
  }

  /** A cashier opens the payments of other tills: green is what this till read itself, and nothing else. */
  async function lookAtOthers(machine: Machine): Promise<void> {
    const found = await machine.session.find({
      text: '',
      limit: 5,
      place: { country: 'TZ', currency: 'TZS' },
    })
    if (found.state !== 'answered') return
    for (const one of found.value) {
      const { reference } = one.payment
      if (reference === null) continue
      const read = await machine.engine.references.lookUp(reference)
      const own = read.ok && read.value.kind === 'other' ? read.value.payment : null
      if (isGreen(one, own) && !farEnd.isPaid(reference))
        report('green', `${machine.name} shows ${reference} of ${one.till.name} as paid`)
    }
  }

  const isGreen = (one: OtherTillsPayment, own: ServicePayment | null) =>
    plant?.rule === 'green' ? one.payment.outcome === 'paid' : isPaidHere(one, own)

  /** A till whose computer is in foreign hands ships a payment that nobody made. */
  async function plantPayment(): Promise<void> {
    rogue ??= await shop.addTill('Rogue')
    const connection = await shop.connect(rogue)
    const planted = (await askHello(connection)).shipped.sequence + 1
    const reference = `planted-${planted}`
    const link = acceptedLink(planted, reference, { payment: 900_000 + planted })
    const payment = link.payment && {
      ...link.payment,
      phase: 'settled' as const,
      outcome: 'paid' as const,
    }
    const shown = payment && { ...payment, recordedAt: Date.now() }
    // Its disk may be full.
    await shipped(connection, [{ ...link, payment: shown }]).catch(ignoreOutage)
    await connection.close()
  }
  let rogue: Awaited<ReturnType<TestShop['addTill']>> | null = null

  /** The old computer is without a network, and hands goods over that the new one does not know of. */
  async function replaceAndHandOver(lost: Machine): Promise<void> {
    if (machines.length > 2) return
    const payment = await paidSoon(lost)
    if (!payment) return
    await settled(lost)
    lost.network.weather.isCut = true
    const next = await replace(lost)
    await handOver(lost)
    if (next?.ledger.find(payment.id)?.outcome === 'paid') await handOver(next)
  }

  /** Until what a machine has is shipped, or a moment has passed. */
  async function settled(machine: Machine): Promise<void> {
    machine.session.wake()
    const end = Date.now() + (plant ? 3_000 : 500)
    while (machine.session.state().waiting > 0 && Date.now() < end) await delay(10)
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
      'SELECT payment, till, epoch FROM kaunta.payment ORDER BY random() LIMIT 1',
    )
    const machine = selling().find(({ till }) => till === row?.till)
    if (!row || !machine?.ledger.find(String(row.payment))) return
    called.set(String(row.payment), machine)
    const connection = await shop.connect(receiver)
    const [to] = await connection.query('SELECT * FROM kaunta.callback($1)', [[row.payment]])
    const times = random.int(0, 2)
    for (let time = 0; time < times && to; time += 1)
      await connection.query("SELECT pg_notify($1, '')", [to.channel])
    await connection.close()
  }

  async function replace(lost: Machine): Promise<Machine | null> {
    if (machines.length > 2) return null
    await setFull(shop, false)
    const login = await shop.replaceTill(lost.till)
    fenced.add(lost)
    const connection = await shop.connect(login)
    const hello = await askHello(connection)
    const file = join(folder, `${machines.length}.db`)
    const opening = openLedger({ file, key: keyOf(machines.length) })
    if (!opening.ok) throw new Error(opening.detail)
    const { ledger } = opening
    const removal = { at: Date.now(), months: 1 }
    let adopted = 0
    try {
      if (hello.shipped.sequence > 0) {
        await rebuildLostTill({ connection, hello, ledger, removal })
        adopted = (await askHello(connection)).shipped.sequence
      }
    } catch (error) {
      // What is not there any more cannot be rebuilt: that is how a new machine finds it.
      report('lost', `${lost.name} cannot be rebuilt: ${String(error)}`)
      return null
    } finally {
      opening.close()
      await connection.close()
    }
    return start({ name: `${lost.name} again`, till: lost.till, login, adopted })
  }

  const actions: Record<keyof typeof weights, (machine: Machine) => unknown> = {
    sell,
    'sell at once': () => Promise.all(selling().map(sell)),
    'hand over': handOver,
    'hand over at once': () => Promise.all(machines.map(handOver)),
    'look at others': lookAtOthers,
    'plant a payment': plantPayment,
    'replace, and both hand over': replaceAndHandOver,
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
    clock: machine => machine.setClockError(random.int(-400, 400) * 86_400_000),
    async replace(lost) {
      if (machines.length > 2) return
      await paidSoon(lost)
      await replace(lost)
      // The old computer is used at once after it was replaced.
      await handOver(lost)
    },
  }

  try {
    for (const name of ['Counter 1', 'Counter 2']) {
      const { till, ...login } = await shop.addTill(name)
      start({ name, till, login, adopted: 0 })
    }
    for (let step = 0; step < steps; step += 1) {
      await actions[random.weighted(drawn)](random.pick(machines))
      await delay(random.int(0, 15))
    }
    for (const { network } of machines)
      Object.assign(network.weather, { isCut: false, slowness: 0 })
    await setFull(shop, false)
    await checkEverything()
    return violations
  } catch (error) {
    if (isFound()) return violations
    throw error
  } finally {
    await Promise.all(machines.map(machine => machine.stop()))
    rmSync(folder, { recursive: true, force: true })
  }

  async function checkEverything(): Promise<void> {
    for (const machine of machines) await checkShipped(machine)
    checkPrompts()
    await checkHandOvers()
    for (const machine of selling()) await lookAtOthers(machine)
    for (const machine of fenced) await sell(machine)
    for (const machine of fenced) await handOver(machine)
    const [holder, asker] = selling()
    if (holder && asker) await checkLease(holder, asker)
    for (const { name, faults } of machines)
      if (faults.length > 0) report('fault', `${name}: ${String(faults[0])}`)
    for (const [payment, owner] of called) {
      if (fenced.has(owner)) continue
      // The connection may be on its way back: a till reads what it missed once it is connected.
      if (!(await comesTrue(() => owner.heard.includes(payment))))
        report('hint', `${owner.name} did not hear of ${payment}`)
    }
  }

  async function comesTrue(what: () => boolean | Promise<boolean>): Promise<boolean> {
    const end = Date.now() + timeout
    while (!(await what())) {
      if (Date.now() > end) return false
      await delay(50)
    }
    return true
  }

  /** A number that no one gives back is free again once its time is over. */
  async function checkLease(holder: Machine, asker: Machine): Promise<void> {
    const msisdn = '255754000009'
    const ask = async (machine: Machine) => {
      const wanted = { msisdn, draftId: random.paymentId(morning), forMs: leaseMs }
      return (await machine.session.lease(wanted, () => undefined)).state
    }
    await ask(holder)
    let state = ''
    const isGranted = async () => {
      state = await ask(asker)
      return state === 'granted'
    }
    if (!(await comesTrue(isGranted))) report('lease for ever', `${msisdn} is ${state}`)
  }

  /** Goods are handed over once a reference where tills were asked; where they were not, both are kept and named. */
  async function checkHandOvers(): Promise<void> {
    for (const reference of new Set(handed.map(one => one.reference))) {
      const all = handed.filter(one => one.reference === reference)
      if (all.filter(({ others }) => others === 'asked').length > 1)
        report('handed twice', `${reference} by ${all.map(({ machine }) => machine.name).join()}`)
      const sql = 'SELECT FROM kaunta.handed_over_twice WHERE reference = $1'
      const isNamed = async () => (await shop.ask(sql, [reference])).length > 0
      if (all.length > 1 && !(await comesTrue(isNamed)))
        report('swallowed', `${reference} was handed over ${all.length} times, and nobody says so`)
    }
  }

  /** All that is in the ledger is in the database, once, in order, byte by byte. */
  async function checkShipped(machine: Machine): Promise<void> {
    const { ledger, till, adopted } = machine
    const epoch = await epochOf(machine)
    const sql = `SELECT sequence, bodies FROM kaunta.event WHERE till = $1 AND epoch = $2 ORDER BY sequence`
    const end = Date.now() + timeout
    for (;;) {
      machine.session.wake()
      // Its engine goes on meanwhile.
      const wanted = ledger.links
        .read({ after: adopted, mostLinks: 10_000, mostBytes: 1e9 })
        .map(({ sequence, bodies }) => `${sequence} ${Buffer.concat([...bodies]).toString('hex')}`)
      const rows = (await shop.ask(sql, [till, epoch])).map(
        ({ sequence, bodies }) =>
          `${sequence} ${Buffer.concat(bodies as Buffer[]).toString('hex')}`,
      )
      if (rows.join() === wanted.join()) return
      const isTwice = new Set(rows).size < rows.length
      const { fault } = machine.session.state()
      if (isTwice)
        return void report('twice', `${machine.name}: ${rows.length} of ${wanted.length}`)
      if (Date.now() > end || fault === 'forked')
        return void report('lost', `${machine.name}: ${rows.length} of ${wanted.length}, ${fault}`)
      await delay(30)
    }
  }

  /**
   * While the service had not told one till that its payment is paid, no other till that had asked sent a push to that
   * number.
   */
  function checkPrompts(): void {
    const silent = new Set(
      machines.flatMap(({ silent: pushes, ledger }) =>
        pushes.map(({ paymentId }) => ledger.find(paymentId)?.reference),
      ),
    )
    const asked = farEnd.payments.filter(({ reference }) => !silent.has(reference))
    const tillOf = (name: string) => machines.find(machine => machine.name === name)?.till
    for (const one of asked)
      for (const other of asked) {
        const overlaps =
          one.createdAt < other.createdAt && (one.toldAt === null || one.toldAt > other.createdAt)
        if (one.msisdn === other.msisdn && overlaps && tillOf(one.by) !== tillOf(other.by))
          report('two prompts', `${one.msisdn}: ${one.by} and ${other.by}`)
      }
  }
}

/** A lost connection, or a server that starts or is full: what passes by itself. */
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
