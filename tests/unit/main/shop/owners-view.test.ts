import { expect, it, onTestFinished } from 'vitest'
import { dayOf } from '../../../../electron/main/platform/local-time'
import { systemRandom } from '../../../../electron/main/platform/random'
import type { ShopConnection } from '../../../../electron/main/shop/connection'
import { OwnersView, testOwnersView } from '../../../../electron/main/shop/owners-view'
import type { ShippedLink } from '../../../../electron/main/store/ledger/hash-chain/shipped-links'
import { removedCustomer } from '../../../../shared/payment/customer'
import { type Entry, undoing } from '../../../../shared/sale/entry'
import type { ShopDay } from '../../../../shared/shop-meeting'
import { ledgerIn } from '../../../support/payments/ledger'
import { recorded, samples } from '../../../support/payments/payments'
import { succeeded } from '../../../support/results'
import { shopForTests } from '../../../support/shop/postgres-for-tests'
import {
  acceptedLink,
  expiredLink,
  paidLink,
  sessionOn,
  shipped,
} from '../../../support/shop/session'
import { addressOf } from '../../../support/shop/shop-database'
import { keychainOf } from '../../../support/store'
import { temporaryFolders } from '../../../support/temporary-folder'
import { startWindowless, windowCalls } from '../../../support/test-till'

const { server, shop, newTill, connected } = shopForTests()
const newFolder = temporaryFolders()

const paidDay = dayOf(recorded().at)

/** A till that ships these as the shop's. */
async function selling(name: string, of: string, links: readonly ShippedLink[]) {
  const till = await shop.addTill(name, of)
  await shipped(await connected(till), links)
  return till
}

async function addShop(id: string, mode = 'production'): Promise<void> {
  await shop.ask('INSERT INTO kaunta.shop (shop, name, mode, account) VALUES ($1, $1, $2, $1)', [
    id,
    mode,
  ])
}

const loginOf = (address: string) => ({ address: addressOf(address), authorities: [] })

/** What an owner's address of these shops reads of a day. */
async function dayFor(shops: [string, ...string[]], day: string | null): Promise<ShopDay> {
  const owner = await shop.addReader('owner', ...shops)
  const view = new OwnersView(loginOf(shop.addressOf(owner)))
  onTestFinished(() => view.stop())
  const told = await view.day(day)
  if (told.state !== 'answered') throw new Error(JSON.stringify(told))
  return told.value
}

it('sums each shop, each till and all of them, of the shops of the owner alone', async () => {
  for (const id of ['kariakoo', 'mwenge', 'strangers']) await addShop(id)
  await selling('Counter 1', 'kariakoo', [paidLink(1, 'K-1'), paidLink(2, 'K-2')])
  await selling('Counter 2', 'kariakoo', [paidLink(1, 'K-3')])
  await selling('Counter 1', 'mwenge', [paidLink(1, 'M-1'), expiredLink(2), acceptedLink(3, 'M-3')])
  await selling('Counter 1', 'strangers', [paidLink(1, 'S-1'), expiredLink(2)])

  const day = await dayFor(['kariakoo', 'mwenge'], paidDay)
  const sum = (sales: number) => ({ blocks: { confirmed: { sales, amount: sales * 15_000 } } })
  expect(day).toMatchObject({ day: paidDay, mode: 'production' })
  expect(day.currencies).toMatchObject([
    {
      currency: 'TZS',
      together: sum(4).blocks,
      shops: [
        { name: 'kariakoo', ...sum(3) },
        { name: 'mwenge', ...sum(1) },
      ],
      tills: [
        { name: 'Counter 1', shop: 'kariakoo', ...sum(2) },
        { name: 'Counter 2', shop: 'kariakoo', ...sum(1) },
        { name: 'Counter 1', shop: 'mwenge', ...sum(1) },
      ],
    },
  ])
  // What is being paid waits for nobody.
  expect(day.attention).toMatchObject([
    { till: 'Counter 1', shop: 'mwenge', payment: { phase: 'expired', msisdn: '' } },
  ])
})

it('never adds practice to real money, and shows practice where there is nothing else', async () => {
  await addShop('real')
  await addShop('pretend', 'practice')
  await selling('Counter 1', 'real', [paidLink(1, 'P-1')])
  await selling('Counter 1', 'pretend', [paidLink(1, 'P-2'), expiredLink(2)])
  const both = await dayFor(['pretend', 'real'], paidDay)
  expect(both).toMatchObject({ mode: 'production', tills: [{ shop: 'real' }], attention: [] })
  expect(both.currencies).toMatchObject([{ together: { confirmed: { sales: 1 } } }])
  const pretend = await dayFor(['pretend'], null)
  expect(pretend).toMatchObject({ day: dayOf(Date.now()), mode: 'practice', currencies: [] })
})

it('has nothing that was undone, neither in the hours nor in the sums', async () => {
  await addShop('undone')
  const link = paidLink(1, 'U-1')
  const [paid] = link.entries
  if (!paid) throw new Error('It moved no money')
  const { period, at, person, currency, value } = paid
  const placed = { period, at, person, currency }
  const cash = { direction: 'in', way: 'cash', value, received: value } as const
  const taken: Entry = { ...placed, ...cash, number: 2 }
  const entries = [paid, taken, { ...placed, ...undoing(taken), number: 3 }]
  await selling('Counter 1', 'undone', [{ ...link, entries }])
  const { currencies } = await dayFor(['undone'], paidDay)
  const nothing = { sales: 0, amount: 0 }
  expect(currencies).toMatchObject([
    {
      together: { confirmed: { sales: 1 }, cash: nothing },
      refunds: { cash: nothing },
      hours: [{ money: { mobile: { sales: 1 }, cash: nothing } }],
    },
  ])
})

it('says how old what is known of a till is: a till that sells nothing and has shipped all is heard', async () => {
  await addShop('heard')
  const till = await selling('Counter 1', 'heard', [paidLink(1, 'A-1')])
  await shop.ask("UPDATE kaunta.head SET shipped_at = now() - interval '1 hour' WHERE till = $1", [
    till.till,
  ])
  const speaking = await connected(till)
  const ageAfter = async (waiting: number) => {
    const text = 'SELECT FROM kaunta.beat(now(), false, true, $1)'
    await speaking.query(text, [{ waiting }])
    return (await dayFor(['heard'], null)).tills[0]?.ageMs ?? 0
  }
  expect(await ageAfter(3)).toBeGreaterThanOrEqual(3_600_000)
  expect(await ageAfter(0)).toBeLessThan(600_000)
})

it('reads nothing of a customer, and changes nothing', async () => {
  await addShop('private')
  const till = await selling('Counter 1', 'private', [paidLink(1, 'C-1')])
  const seen = await (await connected(till)).query('SELECT phone_reversed FROM kaunta.personal')
  expect(seen).toEqual([{ phone_reversed: '212100457552' }])
  const owner = await connected(await shop.addReader('owner', 'private'))
  for (const table of ['event', 'payment', 'entry'])
    expect(await owner.query(`SELECT shop FROM kaunta.${table}`)).not.toEqual([])
  expect(await owner.query('SELECT shop FROM kaunta.personal')).toEqual([])
  for (const statement of [
    "SELECT kaunta.ship('[]')",
    'SELECT kaunta.tidy()',
    'SELECT kaunta.beat(now(), false)',
    "SELECT kaunta.lease('\\x01', 'payment', 1000)",
    "SELECT kaunta.hand_over('C-1', 'payment', 'Thief', '{}')",
    'SELECT kaunta.phone_key()',
    'SELECT kaunta.hello()',
    'DELETE FROM kaunta.payment',
  ])
    await expect(owner.query(statement), statement).rejects.toMatchObject({ code: '42501' })
})

it('finds no customer in all that it may read of a payment that a till shipped', async () => {
  await addShop('shipping', 'practice')
  const login = await shop.addTill('Counter 1', 'shipping')
  const { ledger } = ledgerIn(newFolder())
  const customer = { firstName: 'Zuwena', lastName: 'Kibwana', email: 'z@kibwana.example' }
  const first = recorded({ note: 'blue bicycle', customer: { ...removedCustomer, ...customer } })
  const { id } = ledger.record(systemRandom.paymentId(first.at), first, { body: '{"a":"Zuwena"}' })
  ledger.append(
    id,
    samples['attempt-started'],
    samples.accepted,
    samples['status-read'],
    samples.settled,
  )
  const { shipped: allShipped } = sessionOn(shop, login, ledger.links)
  await allShipped()

  const owner = await connected(await shop.addReader('owner', 'shipping'))
  const asTill = await connected(login)
  const secrets = ['Zuwena', 'Kibwana', '255754001212', 'blue bicycle'].flatMap(text => [
    text,
    [...text].reverse().join(''),
    Buffer.from(text).toString('hex'),
  ])
  const foundBy = async (connection: ShopConnection) => {
    const found = new Set<string>()
    for (const table of ['shop', 'till', 'head', 'event', 'personal', 'payment', 'entry']) {
      const columns = table === 'till' ? 'till, shop, name' : '*'
      const rows = await connection.query(`SELECT ${columns} FROM kaunta.${table}`)
      const text = JSON.stringify(rows, (_key, value) =>
        value?.type === 'Buffer' ? Buffer.from(value.data).toString('hex') : value,
      )
      for (const secret of secrets) if (text.includes(secret)) found.add(table)
    }
    return [...found]
  }
  expect(await foundBy(asTill)).toEqual(['personal'])
  expect(await foundBy(owner)).toEqual([])
})

it('takes no address but an owner’s, and connects again once the server is back', async () => {
  const till = await newTill()
  expect(await testOwnersView(loginOf(shop.addressOf(till)))).toEqual({ result: 'no-owner' })
  const owner = await shop.addReader('owner', 'duka')
  const login = loginOf(shop.addressOf(owner))
  expect(await testOwnersView(login)).toEqual({ result: 'works' })
  const wrong = { ...login, address: { ...login.address, password: 'wrong' } }
  const refused = { result: 'fault', fault: 'wrong-password' }
  expect(await testOwnersView(wrong)).toEqual(refused)
  const view = new OwnersView(login)
  onTestFinished(() => view.stop())
  expect(await view.day(null)).toMatchObject({ state: 'answered' })
  await server().kill()
  // Its process for this connection is there for a moment longer.
  await expect.poll(async () => (await view.day(null)).state).toBe('away')
  await server().start()
  expect(await view.day(null)).toMatchObject({ state: 'answered' })
})

it('stands in place of the first screen or of practice, kept sealed, until it is closed', async () => {
  const folder = newFolder()
  const keychain = keychainOf()
  const start = async () => {
    const till = await startWindowless(folder, keychain)
    return { till, calls: windowCalls(till), stage: () => till.state().stage.name }
  }
  const owner = await shop.addReader('owner', 'duka')
  const address = shop.addressOf(owner)

  const first = await start()
  succeeded(await first.calls.connection.choose({ kind: 'practice' }))
  expect(first.stage()).toBe('selling')
  const seller = { address: shop.addressOf(await newTill()) }
  expect(succeeded(await first.calls.shop.openOwnersView(seller))).toEqual({ result: 'no-owner' })
  expect(first.stage()).toBe('selling')
  expect(succeeded(await first.calls.shop.openOwnersView({ address }))).toEqual({ result: 'works' })
  expect(first.stage()).toBe('owners-view')
  expect(succeeded(await first.calls.meeting.day({ day: null })).state).toBe('answered')
  await first.till.stop()

  const second = await start()
  expect(second.stage()).toBe('owners-view')
  expect(succeeded(await second.calls.meeting.day({ day: null })).state).toBe('answered')
  succeeded(await second.calls.shop.closeOwnersView())
  expect(second.stage()).toBe('first-run')
  expect(succeeded(await second.calls.meeting.day({ day: null })).state).toBe('alone')
  await second.till.stop()
})

it('never hides a till that takes payments, and needs a passphrase where there is no keychain', async () => {
  const owner = await shop.addReader('owner', 'duka')
  const address = { address: shop.addressOf(owner) }
  const till = await startWindowless(newFolder(), null)
  onTestFinished(() => till.stop())
  const calls = windowCalls(till)
  expect(await calls.shop.openOwnersView(address)).toMatchObject({ code: 'passphrase-needed' })
  expect(till.state().stage.name).toBe('first-run')
  succeeded(await calls.connection.choose({ kind: 'sandbox' }))
  expect(await calls.shop.openOwnersView(address)).toMatchObject({ code: 'action-not-possible' })
})
