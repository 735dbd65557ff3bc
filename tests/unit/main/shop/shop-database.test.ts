import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { systemClock } from '../../../../electron/main/platform/clock'
import { systemRandom } from '../../../../electron/main/platform/random'
import { textOfAddress } from '../../../../electron/main/shop/address'
import { bundledSchema } from '../../../../electron/main/shop/set-up-shop'
import { ShopDatabase } from '../../../../electron/main/shop/shop-database'
import { auditDetailSchema } from '../../../../shared/audit-entry'
import type { StillAdmitted } from '../../../../shared/ipc/handlers'
import { failure, success } from '../../../../shared/ipc/result'
import type { Person } from '../../../../shared/person'
import { longestRoundTrip, type ShopDatabaseView } from '../../../../shared/shop-database'
import { callerWho } from '../../../support/parts'
import { morning } from '../../../support/payments/clock'
import { ledgerIn, type OpenedLedger } from '../../../support/payments/ledger'
import { recorded, samples } from '../../../support/payments/payments'
import { succeeded } from '../../../support/results'
import { freezableWay } from '../../../support/shop/frozen'
import { shopForTests } from '../../../support/shop/postgres-for-tests'
import { acceptedLink, shipped, unheard } from '../../../support/shop/session'
import { addressOf, schemaFiles, type TestTill } from '../../../support/shop/shop-database'
import { createPositionStore, keychainOf, storeIn } from '../../../support/store'
import { temporaryFolders } from '../../../support/temporary-folder'

const { server, shop, newTill, connected } = shopForTests()
const newFolder = temporaryFolders()

/** A shop database as a till has it; `audit` is called before each audit entry. */
function shopIn(
  folder: string,
  keychain: ReturnType<typeof keychainOf> | null = keychainOf(),
  audit: () => void = () => undefined,
  person: () => Person | null = () => null,
) {
  /** Audit entries, in order. */
  const written: unknown[][] = []
  const logged: unknown[][] = []
  /** That another machine has this till's place, each time it was told. */
  const told: string[] = []
  const error = (...line: unknown[]) => void logged.push(line)
  const write = (...entry: unknown[]) => {
    audit()
    written.push(entry)
  }
  const store = storeIn(folder, keychain)
  const commit = store.commit.bind(store)
  store.commit = (change, ...entries) => {
    for (const { action, person: by, detail } of entries) write(action, by, detail)
    commit(change, ...entries)
  }
  const database = new ShopDatabase({
    store,
    clock: systemClock,
    random: systemRandom,
    beatMs: null,
    version: '0.1.0',
    log: { info: error, warn: error, error },
    auditLog: { recordIfPossible: write },
    positionStore: createPositionStore(folder),
    person,
    kind: () => 'practice',
    authorities: () => [],
    replaced: () => told.push('replaced'),
    async leavePractice() {
      told.push('practice left')
      return success(null)
    },
    isAccount: () => undefined,
    // Keeps what was built, as a ledger that was empty does.
    putInPlace: build =>
      build({ kind: 'practice', file: join(newFolder(), 'ledger.db'), key: Buffer.alloc(32, 7) }),
    renewLedger: async () => failure('not-selling', ''),
    months: () => 24,
    changed: () => undefined,
    othersSilent: () => undefined,
  })
  const named = () => store.document().settings.shop
  const rename = (names: { name: string; till: string }) =>
    commit(({ settings, ...document }) => ({
      ...document,
      settings: { ...settings, shop: { ...settings.shop, ...names } },
    }))
  return { database, written, logged, told, named, rename }
}

function follow(database: ShopDatabase, { ledger }: OpenedLedger): () => Promise<void> {
  const { heard, isWaiting, serviceTime, months } = unheard
  const nothing = { heard, isWaiting, serviceTime, months }
  const stop = database.follow({ kind: 'practice', ledger, ...nothing })
  onTestFinished(stop)
  return stop
}

function sell({ ledger }: OpenedLedger): string {
  const { id } = ledger.record(systemRandom.paymentId(morning), recorded(), { body: '{}' })
  ledger.append(id, samples['attempt-started'])
  return id
}

function until(database: ShopDatabase, asked: (view: ShopDatabaseView) => boolean) {
  const isReached = () => {
    const view = database.view()
    return view !== null && asked(view) && view
  }
  return vi.waitUntil(isReached, { timeout: 20_000, interval: 10 })
}

const isShipped = ({ waiting, shippedAt }: ShopDatabaseView) => waiting === 0 && shippedAt !== null

/** A till that has joined the shop and shipped its ledger; `again` starts it once more. */
async function joined(till: TestTill, opened = ledgerIn(newFolder())) {
  const folder = newFolder()
  const keychain = keychainOf()
  const begun = shopIn(folder, keychain)
  const stop = follow(begun.database, opened)
  await begun.database.saveAndTest({ address: shop.addressOf(till) })
  await until(begun.database, isShipped)
  const again = () => shopIn(folder, keychain)
  return { ...begun, stop, again }
}

it('is nothing where none is set up', () => {
  const { database, logged } = shopIn(newFolder())
  follow(database, ledgerIn(newFolder()))
  expect([database.view(), database.session(), logged]).toEqual([null, null, []])
})

it('keeps an address that works, sealed, and ships what was sold before and after', async () => {
  const opened = ledgerIn(newFolder())
  sell(opened)
  const { database, written } = shopIn(newFolder())
  follow(database, opened)
  const till = await shop.addTill('First')
  const place = { shop: 'duka', till: 'First' }
  const tested = await database.saveAndTest({ address: shop.addressOf(till) })
  expect(tested).toMatchObject(success({ result: 'works', place }))
  await until(database, isShipped)
  sell(opened)
  const stored = () => shop.ask('SELECT FROM kaunta.event WHERE till = $1', [till.till])
  await expect.poll(async () => (await stored()).length, { timeout: 20_000 }).toBe(4)
  expect(database.view()).toMatchObject({ place, fault: null, role: till.role })
  expect(written).toMatchObject([['shop-joined', null, place]])
  expect(JSON.stringify([written, database.view()])).not.toContain(till.password)
})

it('is called what the shop calls it; a shop that has a name on its receipts keeps that', async () => {
  const till = await shop.addTill('By the door')
  const { database, named, rename } = shopIn(newFolder())
  expect(named()).toMatchObject({ name: '', till: 'Till 1' })
  await database.saveAndTest({ address: shop.addressOf(till) })
  expect(named()).toMatchObject({ name: 'duka', till: 'By the door' })
  rename({ name: 'Duka la Asha Ltd', till: 'Front' })
  await database.saveAndTest({ address: shop.addressOf(till) })
  expect(named()).toMatchObject({ name: 'Duka la Asha Ltd', till: 'By the door' })
})

it('goes on after a restart, and ends where it is forgotten', async () => {
  const first = await joined(await newTill())
  await first.stop()
  const { database } = first.again()
  const opened = ledgerIn(newFolder())
  follow(database, opened)
  sell(opened)
  await until(database, view => isShipped(view) && opened.ledger.links.last() > 0)
  database.forget()
  expect(database.view()).toBeNull()
  expect(first.again().database.view()).toBeNull()
})

it('keeps nothing that does not work, and says what it is', async () => {
  const { database, written } = shopIn(newFolder())
  const address = shop.addressOf(await newTill())
  const options = await database.saveAndTest({ address: `${address}?connect_timeout=9` })
  expect(options).toEqual(success({ result: 'bad-address', fault: 'has-options' }))
  const wrong = await database.saveAndTest({ address: address.replace(/:[^:@]+@/, ':wrong@') })
  expect(wrong).toEqual(success({ result: 'fault', fault: 'wrong-password' }))
  expect([database.view(), written]).toEqual([null, []])
})

describe('while the database is asked', () => {
  const asha = { id: '0192f000-0000-4000-8000-00000000000a', name: 'Asha' }
  const ended = () => failure('session-ended', '')
  async function lostTill(): Promise<string> {
    const opened = ledgerIn(newFolder())
    sell(opened)
    const till = await newTill()
    const { stop } = await joined(till, opened)
    await stop()
    return shop.addressOf(await shop.replaceTill(till.till))
  }
  type Call = (database: ShopDatabase, still?: StillAdmitted) => Promise<unknown>
  /** Each call with an address of its own, which is made before the call begins. */
  const calls: Record<string, () => Promise<Call>> = {
    async saveAndTest() {
      const address = shop.addressOf(await newTill())
      return (database, still) => database.saveAndTest({ address }, callerWho(still))
    },
    async setUp() {
      const address = await server().newDatabase()
      const place = { shop: 'Duka la Asha', till: 'Counter 1' }
      return (database, still) => database.setUp({ address, ...place }, callerWho(still))
    },
    async takePlace() {
      const lost = { address: await lostTill(), account: 'other' } as const
      return (database, still) => database.takePlace(lost, callerWho(still))
    },
  }

  it.each(Object.entries(calls))(
    'the owner left: %s keeps nothing and records nothing',
    async (_name, prepare) => {
      const call = await prepare()
      const { database, written } = shopIn(newFolder())
      expect(await call(database, ended)).toMatchObject({ code: 'session-ended' })
      expect([database.view(), written]).toEqual([null, []])
    },
  )

  it.each(Object.entries(calls))(
    'another person came: the audit entry of %s names the one who pressed',
    async (_name, prepare) => {
      const call = await prepare()
      let atTill: Person | null = asha
      const { database, written } = shopIn(newFolder(), keychainOf(), undefined, () => atTill)
      const asked = call(database)
      atTill = { ...asha, name: 'Juma' }
      expect(await asked).toMatchObject({ ok: true })
      expect(written).toMatchObject([[expect.any(String), asha, {}]])
    },
  )
})

it('keeps nothing where nothing can be sealed', async () => {
  const { database } = shopIn(newFolder(), null)
  const address = shop.addressOf(await newTill())
  expect(await database.saveAndTest({ address })).toMatchObject({ code: 'passphrase-needed' })
  expect(database.view()).toBeNull()
})

it('notices after a restart, too, that the database was put back meanwhile', async () => {
  const opened = ledgerIn(newFolder())
  sell(opened)
  sell(opened)
  const till = await newTill()
  const { stop, again } = await joined(till, opened)
  await stop()
  for (const table of ['event', 'head'])
    await shop.ask(`DELETE FROM kaunta.${table} WHERE till = $1`, [till.till])
  const after = again()
  follow(after.database, opened)
  await until(after.database, isShipped)
  expect(await shop.ask('SELECT FROM kaunta.event WHERE till = $1', [till.till])).toHaveLength(4)
  expect(after.written).toEqual([['shop-put-back', null, { entries: 4 }]])
})

it('notices nothing after a restart where nothing was lost, or another place is used', async () => {
  const opened = ledgerIn(newFolder())
  sell(opened)
  const { stop, again } = await joined(await newTill(), opened)
  await stop()
  const after = again()
  follow(after.database, opened)
  await until(after.database, isShipped)
  await after.database.saveAndTest({ address: shop.addressOf(await shop.addTill('Another place')) })
  await until(after.database, view => isShipped(view) && view.place?.till === 'Another place')
  expect(after.written.map(([action]) => action)).toEqual(['shop-joined'])
})

describe('an address that is entered in two tills', () => {
  const inUse = success({ result: 'fault', fault: 'in-use' })

  it('is noticed where the first one has shipped', async () => {
    const till = await newTill()
    const first = ledgerIn(newFolder())
    sell(first)
    const { database } = await joined(till, first)
    const address = shop.addressOf(till)
    // Its own may be saved again.
    expect(await database.saveAndTest({ address })).toMatchObject({ value: { result: 'works' } })
    for (const sales of [0, 1]) {
      const second = shopIn(newFolder())
      const opened = ledgerIn(newFolder())
      for (let sale = 0; sale < sales; sale++) sell(opened)
      follow(second.database, opened)
      expect(await second.database.saveAndTest({ address })).toEqual(inUse)
      expect(second.database.view()).toBeNull()
    }
  })

  it('is noticed where the first one has sold nothing, and is on', async () => {
    const till = await newTill()
    const { database } = await joined(till)
    await database
      .session()
      ?.use(connection => connection.query('SELECT FROM kaunta.beat(now(), false, true)'))
    const second = shopIn(newFolder())
    follow(second.database, ledgerIn(newFolder()))
    expect(await second.database.saveAndTest({ address: shop.addressOf(till) })).toEqual(inUse)
  })
})

it('measures the way to the server and back', async () => {
  const way = await freezableWay(server().port)
  way.lengthen(300)
  const till = await newTill()
  const address = textOfAddress({ ...shop.address, port: way.port, ...till })
  const { database } = shopIn(newFolder())
  const tested = succeeded(await database.saveAndTest({ address }))
  if (tested.result !== 'works') throw new Error(JSON.stringify(tested))
  expect(tested.roundTripMs).toBeGreaterThan(longestRoundTrip)
})

it('writes down once that another machine ships as this till', async () => {
  const till = await shop.addTill('Copied')
  const one = await joined(till)
  const other = shopIn(newFolder())
  await other.database.saveAndTest({ address: shop.addressOf(till) })
  await one.stop()
  const ledgers = [ledgerIn(newFolder()), ledgerIn(newFolder())] as const
  for (const ledger of ledgers) sell(ledger)
  follow(one.database, ledgers[0])
  await until(one.database, isShipped)
  follow(other.database, ledgers[1])
  await until(other.database, ({ fault }) => fault === 'forked')
  sell(ledgers[1])
  await until(other.database, ({ waiting }) => waiting === 4)
  expect(other.written.slice(1)).toEqual([['shop-forked', null, { shop: 'duka', till: 'Copied' }]])
  expect(one.written.slice(1)).toEqual([])
})

it('writes down that goods were handed over twice, however long the reference is', async () => {
  const reference = `R-${'9'.repeat(500)}`
  const opened = ledgerIn(newFolder())
  const id = sell(opened)
  opened.ledger.append(id, { ...samples.accepted, reference })
  for (const name of ['status-read', 'settled', 'goods-handed-over'] as const)
    opened.ledger.append(id, samples[name])
  const { stop, again } = await joined(await newTill(), opened)
  await stop()
  const other = await connected(await shop.addTill('Other'))
  await shipped(other, [acceptedLink(1, reference, { handedOver: 'Juma' })])
  const after = again()
  follow(after.database, opened)
  await until(after.database, ({ handedOverTwice }) => handedOverTwice.length === 1)
  const [[action, person, detail] = []] = after.written
  expect([action, person]).toEqual(['handed-over-twice', null])
  const named = { reference: reference.slice(0, 300), till: 'Other', person: 'Juma' }
  expect(auditDetailSchema.parse(detail)).toMatchObject(named)
})

it('learns that another machine has its place, ships what is left, and remembers it after a restart until it has its own', async () => {
  const opened = ledgerIn(newFolder())
  sell(opened)
  const till = await newTill()
  const { database, told, again } = await joined(till, opened)
  expect(database.isReplaced()).toBe(false)
  const taken = await shop.replaceTill(till.till)
  sell(opened)
  await until(database, ({ fault, waiting }) => fault === 'replaced' && waiting === 0)
  expect(told).toContain('replaced')
  // Nothing is asked of the network yet.
  const { database: after } = again()
  expect(after.isReplaced()).toBe(true)
  await after.saveAndTest({ address: shop.addressOf(taken) })
  expect(after.isReplaced()).toBe(false)
})

describe('setting up from Settings', () => {
  const place = { shop: 'Duka la Asha', till: 'Counter 1' }
  const ask = (address: string, text: string) =>
    server().asAdministrator(addressOf(address).database, client => client.query(text))

  it('knows all files of the schema', () => {
    expect(bundledSchema).toEqual(schemaFiles)
  })

  it('makes the database, the shop and the till, and keeps the till’s own address alone', async () => {
    const address = await server().newDatabase()
    const { database, written } = shopIn(newFolder())
    follow(database, ledgerIn(newFolder()))
    const set = await database.setUp({ address, ...place })
    expect(set).toEqual(success({ result: 'works', place }))
    const { role } = await until(database, isShipped)
    expect(role).toMatch(/^kaunta_till_/)
    expect(written).toMatchObject([['shop-joined', null, place]])
    const second = shopIn(newFolder()).database
    expect(await second.setUp({ address, ...place })).toEqual(success({ result: 'till-exists' }))
    expect(second.view()).toBeNull()
    const named = { ...place, till: 'Counter 2' }
    const added = await second.setUp({ address, ...named })
    expect(added).toEqual(success({ result: 'works', place: named }))
    expect((await ask(address, 'SELECT FROM kaunta.shop')).rowCount).toBe(1)
  })

  it('makes no till where its address cannot be kept', async () => {
    const address = await server().newDatabase()
    const { database } = shopIn(newFolder(), null)
    const set = await database.setUp({ address, ...place })
    expect(set).toMatchObject({ code: 'passphrase-needed' })
    expect((await ask(address, 'SELECT FROM kaunta.till')).rowCount).toBe(0)
  })

  it('changes nothing in a database that is newer', async () => {
    const address = await server().newDatabase()
    await shopIn(newFolder()).database.setUp({ address, ...place })
    await ask(address, "INSERT INTO kaunta.schema_version (number, name) VALUES (99, 'later')")
    const named = { ...place, till: 'Counter 2' }
    const again = await shopIn(newFolder()).database.setUp({ address, ...named })
    expect(again).toEqual(success({ result: 'fault', fault: 'newer-schema' }))
  })

  it('tells what the audit log says as the till’s own failure', async () => {
    const { database } = shopIn(newFolder(), keychainOf(), () => {
      throw new Error('The audit log cannot be written')
    })
    const address = await server().newDatabase()
    await expect(database.setUp({ address, ...place })).rejects.toThrow('audit log cannot be')
  })
})
