import { describe, expect, it } from 'vitest'
import { systemRandom } from '../../../../electron/main/platform/random'
import { encodeBatch } from '../../../../electron/main/shop/batch'
import { askHello } from '../../../../electron/main/shop/hello'
import { rebuildLostTill } from '../../../../electron/main/shop/lost-till'
import type { Login } from '../../../../electron/main/shop/members'
import { LedgerDamaged } from '../../../../electron/main/store/ledger/rows/codec'
import { fillLedger } from '../../../support/filled-ledger'
import { morning } from '../../../support/payments/clock'
import { ledgerIn, type OpenedLedger } from '../../../support/payments/ledger'
import { eventsTo, recorded, samples } from '../../../support/payments/payments'
import { succeeded } from '../../../support/results'
import { shopForTests } from '../../../support/shop/postgres-for-tests'
import type { TestTill } from '../../../support/shop/shop-database'
import { temporaryFolders } from '../../../support/temporary-folder'

const newFolder = temporaryFolders()
const { shop, newTill, connected } = shopForTests()

/** Ships what a ledger has, as one round of the shipper does; returns how many links. */
async function shipAll(login: Login, { ledger }: OpenedLedger): Promise<number> {
  const connection = await connected(login)
  const { shipped } = await askHello(connection)
  const page = { after: shipped.sequence, mostLinks: 2_000, mostBytes: 10_000_000 }
  const links = ledger.links.read(page)
  const batch = encodeBatch(links, shipped.digest)
  const [row] = await connection.query('SELECT * FROM kaunta.ship($1)', [batch.json])
  expect(row?.answer).toBe('taken')
  return links.length
}

const removal = { at: morning + 86_400_000, months: 24 }

/** A machine in the place of a lost till, whose ledger it has. */
async function takePlace(till: TestTill) {
  const login = await shop.replaceTill(till.till)
  const connection = await connected(login)
  const opened = ledgerIn(newFolder())
  const hello = await askHello(connection)
  const rebuilt = await rebuildLostTill({ connection, hello, ledger: opened.ledger, removal })
  return { login, opened, ...rebuilt }
}

/** A till that will be lost, and its ledger. */
async function lostTill() {
  const till = await newTill()
  const old = ledgerIn(newFolder())
  return { till, old, sell: () => sellOn(old) }
}

function sellOn({ ledger }: OpenedLedger): string {
  return ledger.record(systemRandom.paymentId(morning), recorded(), { body: '{}' }).id
}

const scene = {
  at: morning + 3_600_000,
  person: null,
  connection: 'practice',
  shop: { name: 'Duka', till: 'Counter' },
  ledgerCheck: { changes: 0, links: 0, seal: '' },
} as const

describe("a lost till's ledger", () => {
  it('has the same sales, histories and totals on the new machine', async () => {
    const { till, old } = await lostTill()
    const sales = fillLedger(old.ledger, 30)
    await shipAll(till, old)
    const { opened, ...rebuilt } = await takePlace(till)
    for (const { id } of sales) {
      const before = old.ledger.history(id)
      const history = opened.ledger.history(id)
      expect(history.slice(0, before.length)).toEqual(before)
      for (const added of history.slice(before.length)) expect(added.type).toBe('restored')
    }
    const open = new Set(old.ledger.openIds())
    for (const { id } of sales)
      if (!open.has(id)) expect(opened.ledger.find(id)).toEqual(old.ledger.find(id))
    const [here, there] = [opened, old].map(
      ({ ledger }) => ledger.day.report(removal.at).currencies[0],
    )
    expect(here?.blocks.confirmed).toEqual(there?.blocks.confirmed)
    expect(here?.blocks.confirmed.sales).toBeGreaterThan(0)
    expect(rebuilt).toMatchObject({ sales: 30, withoutCustomer: 0 })
    const { body } = old.ledger.request(sales[0]?.id ?? '')
    expect(opened.ledger.request(sales[0]?.id ?? '')).toEqual({ body })
  })

  it('goes on being shipped under the new epoch, and the old machine still ships what it has', async () => {
    const { till, old, sell } = await lostTill()
    fillLedger(old.ledger, 3)
    await shipAll(till, old)
    const { login, opened } = await takePlace(till)
    const before = opened.ledger.links.last()
    sellOn(opened)
    expect(await shipAll(login, opened)).toBeGreaterThan(0)
    expect(opened.ledger.links.last()).toBe(before + 1)
    sell()
    expect(await shipAll(till, old)).toBe(1)
  })

  it('is rebuilt a second time when the second machine is lost too', async () => {
    const { till, old, sell } = await lostTill()
    fillLedger(old.ledger, 3)
    await shipAll(till, old)
    const second = await takePlace(till)
    const id = sellOn(second.opened)
    await shipAll(second.login, second.opened)
    // Under a number that the second machine has used.
    sell()
    await shipAll(till, old)
    const third = await takePlace(till)
    expect(third.opened.ledger.find(id)).not.toBeNull()
    expect(third.sales).toBe(4)
  })

  it('never sends by itself what the lost till may have sent', async () => {
    const { till, old, sell } = await lostTill()
    const id = sell()
    await shipAll(till, old)
    const { opened } = await takePlace(till)
    expect(opened.ledger.find(id)).toMatchObject({ phase: 'unknown', maybeSent: true })
  })

  it('keeps its closed days', async () => {
    const { till, old, sell } = await lostTill()
    const id = sell()
    old.ledger.append(id, ...eventsTo('settled'))
    const asked = { period: 1, signOffs: [], counted: [] }
    const closed = succeeded(old.ledger.day.close(asked, scene))
    await shipAll(till, old)
    const { opened } = await takePlace(till)
    expect(opened.ledger.day.cashUps.find(1)).toEqual(closed)
    expect(opened.ledger.day.cashUps.lines(1)).toEqual(old.ledger.day.cashUps.lines(1))
    expect(opened.ledger.day.report(removal.at).period).toBe(2)
  })

  it('says that customers are no longer known where their data was dropped', async () => {
    const { till, old, sell } = await lostTill()
    const id = sell()
    old.ledger.append(id, ...eventsTo('refused'))
    await shipAll(till, old)
    await shop.ask('DELETE FROM kaunta.personal WHERE till = $1', [till.till])
    const { opened, withoutCustomer } = await takePlace(till)
    expect(withoutCustomer).toBe(1)
    expect(opened.ledger.find(id)).toMatchObject({ msisdn: '' })
    expect(opened.ledger.history(id).at(-1)?.type).toBe('customer-removed')
  })

  it('is rebuilt from what is still kept: open payments, and all that is young enough', async () => {
    const { till, old, sell } = await lostTill()
    const [closed, open, recent] = [sell(), sell(), sell()]
    old.ledger.append(closed, ...eventsTo('refused'))
    old.ledger.append(open, samples['attempt-started'])
    old.ledger.append(open, samples.accepted)
    await shipAll(till, old)
    for (const [table, name] of [
      ['event', 'subject'],
      ['personal', 'payment'],
      ['payment', 'payment'],
    ])
      await shop.ask(
        `UPDATE kaunta.${table} SET arrived = now() - interval '36 months' WHERE till = $1 AND ${name} = ANY ($2)`,
        [till.till, [closed, open]],
      )
    await shop.ask("UPDATE kaunta.retention SET tidied = '-infinity'")
    const connection = await connected(till)
    for (let deleted = 1; deleted > 0; )
      deleted = Number((await connection.query('SELECT kaunta.tidy() AS deleted'))[0]?.deleted)
    const { opened, sales, login } = await takePlace(till)
    expect(sales).toBe(2)
    expect(opened.ledger.find(closed)).toBeNull()
    expect(opened.ledger.find(open)).toMatchObject({ phase: 'pending' })
    expect(opened.ledger.find(recent)).not.toBeNull()
    // It counts its own links from there on.
    expect(await shipAll(login, opened)).toBeGreaterThan(0)
    expect((await takePlace(till)).sales).toBe(2)
  })

  it.each([
    ['links are missing that were not dropped', 'DELETE FROM kaunta.event'],
    [
      'events were changed in the database',
      `UPDATE kaunta.event SET subject = '${systemRandom.paymentId(morning)}'`,
    ],
  ])('is not rebuilt where %s', async (_what, damage) => {
    const { till, old } = await lostTill()
    fillLedger(old.ledger, 3)
    await shipAll(till, old)
    await shop.ask(`${damage} WHERE till = $1 AND sequence = 2`, [till.till])
    await expect(takePlace(till)).rejects.toThrow(LedgerDamaged)
  })
})
