import { join } from 'node:path'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { StillAdmitted } from '../../../../electron/main/people/access'
import { systemClock } from '../../../../electron/main/platform/clock'
import { systemRandom } from '../../../../electron/main/platform/random'
import { bundledSchema } from '../../../../electron/main/shop/set-up-shop'
import { ShopDatabase } from '../../../../electron/main/shop/shop-database'
import type { KeychainSealer } from '../../../../electron/main/store/keychain-sealer'
import type { PutInPlace } from '../../../../electron/main/store/recovery/ledger-files'
import { auditDetailSchema } from '../../../../shared/audit-entry'
import { failure, success } from '../../../../shared/ipc/result'
import type { Person } from '../../../../shared/person'
import type { ShopDatabaseView } from '../../../../shared/shop-database'
import { morning } from '../../../support/payments/clock'
import { ledgerIn, type OpenedLedger } from '../../../support/payments/ledger'
import { recorded, samples } from '../../../support/payments/sales'
import { postgresForTests } from '../../../support/shop/postgres-for-tests'
import { acceptedLink, shipped } from '../../../support/shop/session'
import {
  addressOf,
  newShopDatabase,
  schemaFiles,
  type TestShop,
} from '../../../support/shop/shop-database'
import { createPositionStore, keychainOf, storeIn } from '../../../support/store'
import { temporaryFolders } from '../../../support/temporary-folder'

const server = postgresForTests()
const newFolder = temporaryFolders()
const admitted = () => null
let shop: TestShop

beforeAll(async () => {
  shop = await newShopDatabase(server())
})

interface OpenShop {
  database: ShopDatabase
  /** Audit entries, in order. */
  written: unknown[][]
  logged: unknown[][]
  /** That another machine has this till's place, each time it was told. */
  told: string[]
}

function shopIn(
  folder: string,
  keychain: KeychainSealer | null = keychainOf(),
  audit: () => void = () => undefined,
  person: () => Person | null = () => null,
): OpenShop {
  const written: unknown[][] = []
  const logged: unknown[][] = []
  const told: string[] = []
  const error = (...line: unknown[]) => void logged.push(line)
  const write = (...entry: unknown[]) => {
    audit()
    written.push(entry)
  }
  const store = storeIn(folder, keychain)
  const commit = store.commitSecret.bind(store)
  store.commitSecret = (change, ...entries) => {
    for (const { action, person: by, detail } of entries) write(action, by, detail)
    commit(change, ...entries)
  }
  const database = new ShopDatabase({
    store,
    clock: systemClock,
    random: systemRandom,
    log: { info: error, warn: error, error },
    auditLog: { writeIfPossible: write },
    positionStore: createPositionStore(folder),
    person,
    kind: () => 'practice',
    authorities: () => [],
    replaced: () => told.push('replaced'),
    isAccount: () => undefined,
    months: () => 24,
    changed: () => undefined,
    othersSilent: () => undefined,
  })
  return { database, written, logged, told }
}

function follow(database: ShopDatabase, { ledger }: OpenedLedger): () => Promise<void> {
  const stop = database.follow({
    kind: 'practice',
    ledger,
    heard: () => undefined,
    isWaiting: () => false,
  })
  onTestFinished(stop)
  return stop
}

function sell({ ledger }: OpenedLedger): string {
  const { id } = ledger.record(systemRandom.saleId(morning), recorded(), { body: '{}' })
  ledger.append(id, samples['attempt-started'])
  return id
}

async function until(
  database: ShopDatabase,
  asked: (view: ShopDatabaseView) => boolean,
): Promise<ShopDatabaseView> {
  const end = Date.now() + 20_000
  for (;;) {
    const now = database.view()
    if (now && asked(now)) return now
    if (Date.now() > end) throw new Error(`Not reached: ${JSON.stringify(now)}`)
    await new Promise(resolve => setTimeout(resolve, 10))
  }
}

const isShipped = ({ waiting, shippedAt }: ShopDatabaseView) => waiting === 0 && shippedAt !== null

it('is nothing where none is set up', () => {
  const { database, logged } = shopIn(newFolder())
  follow(database, ledgerIn(newFolder()))
  expect([database.view(), database.session(), logged]).toEqual([null, null, []])
})

it('keeps an address that works, sealed, and ships what was sold before and after', async () => {
  const folder = newFolder()
  const opened = ledgerIn(newFolder())
  sell(opened)
  const { database, written } = shopIn(folder)
  follow(database, opened)
  const till = await shop.addTill('Counter 1')
  const tested = await database.saveAndTest(shop.addressOf(till), admitted)
  expect(tested).toEqual({
    ok: true,
    value: { result: 'works', place: { shop: 'duka', till: 'Counter 1' } },
  })
  await until(database, isShipped)
  sell(opened)
  const stored = () =>
    shop.ask('SELECT count(*)::int AS rows FROM kaunta.event WHERE till = $1', [till.till])
  await expect.poll(async () => (await stored())[0]?.rows, { timeout: 20_000 }).toBe(4)
  expect(database.view()).toMatchObject({
    place: { till: 'Counter 1' },
    fault: null,
    role: till.role,
  })
  expect(written).toMatchObject([['shop-joined', null, { shop: 'duka', till: 'Counter 1' }]])
  expect(JSON.stringify([written, database.view()])).not.toContain(till.password)
})

it('goes on after a restart, and ends where it is forgotten', async () => {
  const folder = newFolder()
  const keychain = keychainOf()
  const opened = ledgerIn(newFolder())
  const first = shopIn(folder, keychain)
  await first.database.saveAndTest(shop.addressOf(await shop.addTill('Counter 2')), admitted)
  const again = shopIn(folder, keychain)
  follow(again.database, opened)
  sell(opened)
  await until(again.database, view => isShipped(view) && opened.ledger.links.last() > 0)
  again.database.forget()
  expect(again.database.view()).toBeNull()
  expect(shopIn(folder, keychain).database.view()).toBeNull()
})

it('keeps nothing that does not work, and says what it is', async () => {
  const { database, written } = shopIn(newFolder())
  const address = shop.addressOf(await shop.addTill('Counter 3'))
  const tried = async (text: string) => {
    const tested = await database.saveAndTest(text, admitted)
    return tested.ok ? tested.value : tested
  }
  expect(await tried(`${address}?sslmode=disable`)).toEqual({
    result: 'bad-address',
    fault: 'has-options',
  })
  expect(await tried(address.replace(/:[^:@]+@/, ':wrong@'))).toEqual({
    result: 'fault',
    fault: 'wrong-password',
  })
  expect([database.view(), written]).toEqual([null, []])
})

describe('while the database is asked', () => {
  const asha = { id: '0192f000-0000-4000-8000-00000000000a', name: 'Asha' }
  const ended = () => failure('session-ended', '')
  /** Keeps what was built, as a ledger that was empty does. */
  const putInPlace: PutInPlace = build =>
    build({ kind: 'practice', file: join(newFolder(), 'ledger.db'), key: Buffer.alloc(32, 7) })
  const placeOf = (till: string) => ({ shop: 'Duka la Asha', till })

  async function lostTill(): Promise<string> {
    const opened = ledgerIn(newFolder())
    const till = await shop.addTill(`Lost ${newFolder()}`)
    const { database } = shopIn(newFolder())
    const stop = follow(database, opened)
    await database.saveAndTest(shop.addressOf(till), admitted)
    sell(opened)
    await until(database, isShipped)
    await stop()
    return shop.addressOf(await shop.replaceTill(till.till))
  }
  const calls: [string, (database: ShopDatabase, still: StillAdmitted) => Promise<unknown>][] = [
    [
      'saveAndTest',
      async (database, still) =>
        database.saveAndTest(shop.addressOf(await shop.addTill(`Till ${newFolder()}`)), still),
    ],
    [
      'setUp',
      async (database, still) =>
        database.setUp(await server().newDatabase(), placeOf(newFolder()), still),
    ],
    [
      'takePlace',
      async (database, still) =>
        database.takePlace({ address: await lostTill(), account: 'other' }, putInPlace, still),
    ],
  ]

  it.each(calls)('the owner left: %s keeps nothing and records nothing', async (_name, call) => {
    const { database, written } = shopIn(newFolder())
    expect(await call(database, ended)).toMatchObject({ code: 'session-ended' })
    expect([database.view(), written]).toEqual([null, []])
  })

  it('another person came: the audit entry names the one who pressed', async () => {
    const addresses = [
      shop.addressOf(await shop.addTill('Named 1')),
      await server().newDatabase(),
      await lostTill(),
    ] as const
    for (const ask of [
      (database: ShopDatabase) => database.saveAndTest(addresses[0], admitted),
      (database: ShopDatabase) => database.setUp(addresses[1], placeOf('Named 2'), admitted),
      (database: ShopDatabase) =>
        database.takePlace({ address: addresses[2], account: 'other' }, putInPlace, admitted),
    ]) {
      let atTill: Person | null = asha
      const { database, written } = shopIn(newFolder(), keychainOf(), undefined, () => atTill)
      const asked = ask(database)
      atTill = { ...asha, name: 'Juma' }
      expect(await asked).toMatchObject({ ok: true })
      expect(written).toMatchObject([[expect.any(String), asha, {}]])
    }
  })
})

it('keeps nothing where nothing can be sealed', async () => {
  const { database } = shopIn(newFolder(), null)
  const address = shop.addressOf(await shop.addTill('Counter 4'))
  expect(await database.saveAndTest(address, admitted)).toMatchObject({ code: 'passphrase-needed' })
  expect(database.view()).toBeNull()
})

it('notices after a restart, too, that the database was put back meanwhile', async () => {
  const opened = ledgerIn(newFolder())
  const till = await shop.addTill('Put back')
  const folder = newFolder()
  const keychain = keychainOf()
  sell(opened)
  sell(opened)
  const before = shopIn(folder, keychain)
  const stop = follow(before.database, opened)
  await before.database.saveAndTest(shop.addressOf(till), admitted)
  await until(before.database, isShipped)
  await stop()
  await shop.ask('DELETE FROM kaunta.event WHERE till = $1', [till.till])
  await shop.ask('DELETE FROM kaunta.head WHERE till = $1', [till.till])
  const after = shopIn(folder, keychain)
  follow(after.database, opened)
  await until(after.database, isShipped)
  expect(await shop.ask('SELECT FROM kaunta.event WHERE till = $1', [till.till])).toHaveLength(4)
  expect(after.written).toEqual([['shop-put-back', null, { entries: 4 }]])
})

it('notices nothing after a restart where nothing was lost, or another place is used', async () => {
  const opened = ledgerIn(newFolder())
  const folder = newFolder()
  const keychain = keychainOf()
  const before = shopIn(folder, keychain)
  const stop = follow(before.database, opened)
  await before.database.saveAndTest(shop.addressOf(await shop.addTill('Nothing lost')), admitted)
  sell(opened)
  await until(before.database, isShipped)
  await stop()
  const after = shopIn(folder, keychain)
  follow(after.database, opened)
  await until(after.database, isShipped)
  await after.database.saveAndTest(shop.addressOf(await shop.addTill('Another place')), admitted)
  await until(after.database, view => isShipped(view) && view.place?.till === 'Another place')
  expect(after.written.map(([action]) => action)).toEqual(['shop-joined'])
})

it('writes down once that another machine ships as this till', async () => {
  const till = await shop.addTill('Copied')
  const one = shopIn(newFolder())
  const stop = follow(one.database, ledgerIn(newFolder()))
  await one.database.saveAndTest(shop.addressOf(till), admitted)
  await until(one.database, isShipped)
  await stop()
  const ledgers = [ledgerIn(newFolder()), ledgerIn(newFolder())] as const
  for (const ledger of ledgers) sell(ledger)
  follow(one.database, ledgers[0])
  await until(one.database, isShipped)
  const other = shopIn(newFolder())
  follow(other.database, ledgers[1])
  await other.database.saveAndTest(shop.addressOf(till), admitted)
  await until(other.database, ({ fault }) => fault === 'forked')
  sell(ledgers[1])
  await until(other.database, ({ waiting }) => waiting === 2)
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
  const till = await shop.addTill('Twice')
  const folder = newFolder()
  const keychain = keychainOf()
  const before = shopIn(folder, keychain)
  const stop = follow(before.database, opened)
  await before.database.saveAndTest(shop.addressOf(till), admitted)
  await until(before.database, isShipped)
  await stop()
  const other = await shop.connect(await shop.addTill('Other'))
  await shipped(other, [acceptedLink(1, reference, { handedOver: 'Juma' })])
  await other.close()
  const after = shopIn(folder, keychain)
  follow(after.database, opened)
  await until(after.database, ({ handedOverTwice }) => handedOverTwice.length === 1)
  const [[action, person, detail] = []] = after.written
  expect([action, person]).toEqual(['handed-over-twice', null])
  expect(auditDetailSchema.parse(detail)).toMatchObject({
    reference: reference.slice(0, 300),
    till: 'Other',
    person: 'Juma',
  })
})

it('is told that another machine has its place, and ships what is left', async () => {
  const opened = ledgerIn(newFolder())
  const till = await shop.addTill('Counter 9')
  const { database, told } = shopIn(newFolder())
  follow(database, opened)
  await database.saveAndTest(shop.addressOf(till), admitted)
  sell(opened)
  await until(database, isShipped)
  await shop.replaceTill(till.till)
  sell(opened)
  await until(database, ({ fault, waiting }) => fault === 'replaced' && waiting === 0)
  expect(told).toContain('replaced')
})

it('knows after a restart without a network that another machine has its place, until it has one of its own', async () => {
  const folder = newFolder()
  const till = await shop.addTill('Counter 10')
  const keychain = keychainOf()
  const { database } = shopIn(folder, keychain)
  const stop = follow(database, ledgerIn(newFolder()))
  await database.saveAndTest(shop.addressOf(till), admitted)
  await until(database, isShipped)
  expect(database.isReplaced()).toBe(false)
  const taken = await shop.replaceTill(till.till)
  await stop()
  follow(database, ledgerIn(newFolder()))
  await until(database, ({ fault }) => fault === 'replaced')
  const again = shopIn(folder, keychain).database
  expect(again.isReplaced()).toBe(true)
  await again.saveAndTest(shop.addressOf(taken), admitted)
  expect(again.isReplaced()).toBe(false)
})

describe('setting up from Settings', () => {
  const place = { shop: 'Duka la Asha', till: 'Counter 1' }

  it('knows all files of the schema', () => {
    expect(bundledSchema).toEqual(schemaFiles)
  })

  it('makes the database, the shop and the till, and keeps the till’s own address alone', async () => {
    const address = await server().newDatabase()
    const { database, written } = shopIn(newFolder())
    follow(database, ledgerIn(newFolder()))
    expect(await database.setUp(address, place, admitted)).toEqual(
      success({ result: 'works', place }),
    )
    const { role } = await until(database, isShipped)
    expect(role).toMatch(/^kaunta_till_/)
    expect(written).toMatchObject([['shop-joined', null, place]])
    const second = shopIn(newFolder()).database
    expect(await second.setUp(address, place, admitted)).toEqual(success({ result: 'till-exists' }))
    expect(second.view()).toBeNull()
    const named = { ...place, till: 'Counter 2' }
    expect(await second.setUp(address, named, admitted)).toEqual(
      success({ result: 'works', place: named }),
    )
    const shops = await server().asAdministrator(addressOf(address).database, client =>
      client.query('SELECT FROM kaunta.shop'),
    )
    expect(shops.rowCount).toBe(1)
  })

  it('makes no till where its address cannot be kept', async () => {
    const address = await server().newDatabase()
    const { database } = shopIn(newFolder(), null)
    expect(await database.setUp(address, place, admitted)).toMatchObject({
      code: 'passphrase-needed',
    })
    const tills = await server().asAdministrator(addressOf(address).database, client =>
      client.query('SELECT FROM kaunta.till'),
    )
    expect(tills.rowCount).toBe(0)
  })

  it('changes nothing in a database that is newer', async () => {
    const address = await server().newDatabase()
    const { database } = shopIn(newFolder())
    await database.setUp(address, place, admitted)
    await server().asAdministrator(addressOf(address).database, client =>
      client.query("INSERT INTO kaunta.schema_version (number, name) VALUES (99, 'later')"),
    )
    const again = await shopIn(newFolder()).database.setUp(
      address,
      { ...place, till: 'Counter 2' },
      admitted,
    )
    expect(again).toEqual(success({ result: 'fault', fault: 'newer-schema' }))
  })

  it('tells what the audit log says as the till’s own failure', async () => {
    const { database } = shopIn(newFolder(), keychainOf(), () => {
      throw new Error('The audit log cannot be written')
    })
    const address = await server().newDatabase()
    await expect(database.setUp(address, place, admitted)).rejects.toThrow(
      'The audit log cannot be written',
    )
  })
})
