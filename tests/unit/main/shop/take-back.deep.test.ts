import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { textOfAddress } from '../../../../electron/main/shop/address'
import { openLedger } from '../../../../electron/main/store/ledger/open-ledger'
import type { ShopDatabaseView } from '../../../../shared/shop-database'
import { mobileDraft } from '../../../support/payments/payments'
import { finished, succeeded } from '../../../support/results'
import { shopForTests } from '../../../support/shop/postgres-for-tests'
import type { TestTill } from '../../../support/shop/shop-database'
import { keychainOf, storeIn } from '../../../support/store'
import { temporaryFolders } from '../../../support/temporary-folder'
import { startWindowless, windowCalls } from '../../../support/test-till'

const newFolder = temporaryFolders()
const { shop, connected } = shopForTests()

/** Each customer approves; they are different ones, so no sale waits for another's prompt. */
const customer = (number: number) => `2557540000${10 + number}`
const passphrase = 'a passphrase for backups'
const keychain = keychainOf()
const wait = { timeout: 30_000, interval: 200 }

const cleanUps: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const clean of cleanUps.splice(0).toReversed()) await clean()
})

/** A whole till of a folder without its windows, as at a start. */
async function start(folder: string, backup = '') {
  const sticks = join(folder, 'stick')
  mkdirSync(sticks, { recursive: true })
  const till = await startWindowless(folder, keychain, {
    chooseBackupFolder: async () => sticks,
    chooseBackupFile: async () => backup,
  })
  const stop = till.stop.bind(till)
  cleanUps.push(stop)
  const calls = windowCalls(till)
  const view = () => till.state().shopDatabase
  const until = (asked: (view: ShopDatabaseView) => boolean) =>
    vi.waitUntil(() => {
      const now = view()
      return now !== null && asked(now) && now
    }, wait)
  return {
    ...{ folder, till, calls, stop, until },
    shipped: () => until(({ waiting, shippedAt, fault }) => !fault && waiting === 0 && !!shippedAt),
    /** A sale that is paid; its id. */
    async sell(to = customer(0)) {
      const { id } = succeeded(await calls.payments.request(mobileDraft({ phone: to })))
      const phase = async () =>
        succeeded(await calls.payments.history({ paymentId: id })).payment.phase
      await vi.waitUntil(async () => (await phase()) === 'settled', wait)
      return id
    },
    payments: async (ids: readonly string[]) =>
      Promise.all(
        ids.map(async id => succeeded(await calls.payments.history({ paymentId: id })).payment),
      ),
  }
}

type Started = Awaited<ReturnType<typeof start>>

/** Goes on from a backup on the same computer, as an owner does. */
async function restored({ folder, stop }: Started, backup: string): Promise<Started> {
  await stop()
  const asked = await start(folder, backup)
  succeeded(await asked.calls.backup.choose())
  succeeded(await asked.calls.backup.inspect({ passphrase }))
  succeeded(await asked.calls.backup.restore({ passphrase: '' }))
  await asked.stop()
  const again = await start(folder)
  succeeded(await again.calls.backup.goOn({}))
  return again
}

let shops = 0

/** Its customers wait for no other till. */
async function tillOfItsOwnShop(): Promise<TestTill> {
  shops += 1
  await shop.addShop(`shop-${shops}`, `account-${shops}`)
  return shop.addTill('Counter', `shop-${shops}`)
}

/** A till that sold, was backed up, and sold on: all of it is in the shop database. */
async function backedUp() {
  const own = await tillOfItsOwnShop()
  const till = await start(newFolder())
  succeeded(await till.calls.connection.choose({ kind: 'practice' }))
  succeeded(await till.calls.shop.saveAndTest({ address: shop.addressOf(own) }))
  const before = await till.sell()
  await till.shipped()
  const backup = succeeded(await till.calls.backup.save({ passphrase })) ?? ''
  const later = await Promise.all([1, 2, 3].map(number => till.sell(customer(number))))
  await till.shipped()
  return { own, till, backup, before, later }
}

const administrator = () => ({ address: textOfAddress(shop.address) })

/** As six minutes later. */
async function nobodyHeard({ till }: TestTill): Promise<void> {
  await shop.ask("UPDATE kaunta.till SET heard = heard - interval '6 minutes' WHERE till = $1", [
    till,
  ])
  await shop.ask(
    "UPDATE kaunta.head SET shipped_at = shipped_at - interval '6 minutes' WHERE till = $1",
    [till],
  )
}

/** Every link of the ledger is stored, and is what a lost till would be rebuilt from; every payment is as the ledger has it. */
async function expectAllStored({ folder, stop }: Started, { till }: TestTill): Promise<void> {
  await stop()
  const store = storeIn(folder, keychain)
  const opening = openLedger({
    file: join(folder, 'ledger-practice.db'),
    key: store.ledgerKey('practice'),
  })
  store.stop()
  if (!opening.ok) throw new Error(opening.detail)
  try {
    const { ledger } = opening
    const links = ledger.links.read({ after: 0, mostLinks: 10_000, mostBytes: 100_000_000 })
    const stored = await shop.ask(
      `SELECT e.sequence, e.link FROM kaunta.event AS e
       LEFT JOIN kaunta.head AS n ON n.till = e.till AND n.epoch = e.epoch + 1
       WHERE e.till = $1 AND (n.taken IS NULL OR e.sequence <= n.taken) ORDER BY e.sequence`,
      [till],
    )
    const rows = stored.map(({ sequence, link }) => [Number(sequence), String(link)])
    expect(rows).toEqual(links.map(({ sequence, value }) => [sequence, String(value)]))
    const payments = await shop.ask(
      `SELECT DISTINCT ON (payment) payment, state FROM kaunta.payment
       WHERE till = $1 AND NOT late ORDER BY payment, epoch DESC`,
      [till],
    )
    expect(payments).toHaveLength(ledger.statistics().payments)
    for (const { payment, state } of payments) {
      const kept = ledger.find(String(payment))
      expect(JSON.parse(String(state))).toMatchObject({
        phase: kept?.phase,
        outcome: kept?.outcome,
        reference: kept?.reference,
      })
    }
    expect(finished(ledger.chain.check())).toEqual([])
  } finally {
    opening.close()
  }
}

describe('a till that was restored from its own backup', () => {
  it('finds what it shipped later, takes it back as a replacement of itself, and sells on', async () => {
    const { own, till, backup, before, later } = await backedUp()
    const was = await till.payments(later)
    const again = await restored(till, backup)
    const since = await again.sell()
    const found = await again.until(({ fault }) => fault === 'behind')
    expect(found.later).toBe(3)

    expect(await again.calls.shop.takeBack(administrator())).toMatchObject({
      value: { result: 'heard' },
    })
    expect(again.till.state().shopDatabase?.role).toBe(own.role)
    await nobodyHeard(own)
    expect(await again.calls.shop.takeBack(administrator())).toMatchObject({
      value: { result: 'taken', payments: 3, leftOut: 0 },
    })
    expect(await again.payments(later)).toEqual(was)
    const [paid, ofSince] = await again.payments([before, since])
    expect([paid?.outcome, ofSince?.outcome]).toEqual(['paid', 'paid'])
    const { role } = await again.shipped()
    expect(role).not.toBe(own.role)
    await expect(connected(own)).rejects.toMatchObject({ code: '28000' })
    await again.sell()
    await again.shipped()
    const aside = readdirSync(again.folder).filter(name => name.includes('.set-aside-'))
    expect(aside).toHaveLength(1)
    await expectAllStored(again, own)
  })

  it('is refused while another computer with the same backup sells, which goes on', async () => {
    const { own, till, backup } = await backedUp()
    const copy = await start(newFolder(), backup)
    succeeded(await copy.calls.backup.choose())
    succeeded(await copy.calls.backup.inspect({ passphrase }))
    succeeded(await copy.calls.backup.restore({ passphrase: '' }))
    await copy.stop()
    const second = await start(copy.folder)
    succeeded(await second.calls.backup.goOn({}))
    await second.until(({ fault }) => fault === 'behind')
    expect(await second.calls.shop.takeBack(administrator())).toMatchObject({
      value: { result: 'heard' },
    })
    await till.sell()
    await till.shipped()
    expect(till.till.state().shopDatabase).toMatchObject({ fault: null, role: own.role })
  })

  it('tries again with the new address where the ledger could not be built', async () => {
    const { own, till, backup, later } = await backedUp()
    const again = await restored(till, backup)
    await again.until(({ fault }) => fault === 'behind')
    await nobodyHeard(own)
    const change = (bodies: string) =>
      shop.ask(`UPDATE kaunta.event SET bodies = ${bodies} WHERE till = $1 AND subject = $2`, [
        own.till,
        later[1],
      ])
    await shop.ask('CREATE TABLE kaunta.kept AS SELECT * FROM kaunta.event')
    await change("ARRAY['x'::bytea]")
    expect(await again.calls.shop.takeBack(administrator())).toMatchObject({
      code: 'lost-till-damaged',
    })
    await shop.ask(
      `UPDATE kaunta.event AS e SET bodies = k.bodies FROM kaunta.kept AS k
       WHERE k.till = e.till AND k.epoch = e.epoch AND k.sequence = e.sequence`,
    )
    await shop.ask('DROP TABLE kaunta.kept')
    await again.until(({ fault, role }) => fault === 'behind' && role !== own.role)
    expect(await again.calls.shop.takeBack(administrator())).toMatchObject({
      value: { result: 'taken', payments: 3 },
    })
    await again.shipped()
    await expectAllStored(again, own)
  })
})
