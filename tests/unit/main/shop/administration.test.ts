import { beforeAll, expect, it } from 'vitest'
import { systemRandom } from '../../../../electron/main/platform/random'
import { administer } from '../../../../electron/main/shop/administration'
import type { ShopAdministered, ShopTask } from '../../../../shared/shop-database'
import { shopForTests } from '../../../support/shop/postgres-for-tests'
import { noLinks, sessionOn } from '../../../support/shop/session'
import { addressOf, type TestTill } from '../../../support/shop/shop-database'

const { server, shop, connected } = shopForTests()
let till: TestTill

beforeAll(async () => {
  await shop.addShop('branch')
  till = await shop.addTill('Counter 1')
})

const asked = (task: ShopTask, address = shop.address) =>
  administer({ address, authorities: [], kind: 'practice', random: systemRandom }, task)

async function done(task: ShopTask) {
  const answer: ShopAdministered = await asked(task)
  if (answer.result !== 'done') throw new Error(JSON.stringify(answer))
  return answer
}

/** The first shop's tills, and a login of the address that was made. */
async function doneHere(task: ShopTask) {
  const { login, shops } = await done(task)
  const tills = shops.find(({ id }) => id === 'duka')?.tills ?? []
  return { tills, login: login === null ? null : addressOf(login) }
}

it('lists every shop and its tills, as they last said they are', async () => {
  const { login, months, shops } = await done({ do: 'look' })
  expect([login, months]).toEqual([null, 24])
  const silent = { spokeMs: null, version: null, behindMs: null, waiting: null, oldLogins: 0 }
  expect(shops).toEqual([
    { id: 'branch', name: 'branch', tills: [] },
    { id: 'duka', name: 'duka', tills: [{ id: till.till, name: 'Counter 1', ...silent }] },
  ])
  const hour = 3_600_000
  const { connected: back, until } = sessionOn(shop, till, noLinks, {
    version: '9.8.7',
    serviceTime: () => Date.now() + 26 * hour,
  })
  await back()
  await until(async () => (await doneHere({ do: 'look' })).tills[0]?.spokeMs !== null)
  const [spoken] = (await doneHere({ do: 'look' })).tills
  expect(spoken).toMatchObject({ version: '9.8.7', waiting: 0 })
  expect(Math.round((spoken?.behindMs ?? 0) / hour)).toBe(26)
})

it('adds a till, and none of a name that the shop has', async () => {
  const { login, tills } = await doneHere({ do: 'add-till', id: 'duka', name: 'Counter 2' })
  expect(tills.map(({ name }) => name)).toEqual(['Counter 1', 'Counter 2'])
  const own = await connected(login ?? shop.address)
  expect(await own.query('SELECT till_name FROM kaunta.hello()')).toEqual([
    { till_name: 'Counter 2' },
  ])
  expect(await asked({ do: 'add-till', id: 'duka', name: 'Counter 2' })).toEqual({
    result: 'till-exists',
  })
  await doneHere({ do: 'add-till', id: 'branch', name: 'Counter 2' })
})

it('replaces a computer: a broken one may ship until its old login is ended, a stolen one no more', async () => {
  const broken = await shop.addTill('Broken')
  const at = (tills: Awaited<ReturnType<typeof doneHere>>['tills']) =>
    tills.find(({ id }) => id === broken.till)
  const first = await doneHere({ do: 'replace-computer', id: broken.till, old: 'broken' })
  expect(at(first.tills)).toMatchObject({ spokeMs: null, oldLogins: 1 })
  const next = await connected(first.login ?? broken)
  expect(await next.query('SELECT epoch FROM kaunta.hello()')).toEqual([{ epoch: 2 }])
  await shop.connect(broken).then(old => old.close())
  const ended = await doneHere({ do: 'end-old-logins', id: broken.till })
  expect(at(ended.tills)).toMatchObject({ oldLogins: 0 })
  await expect(shop.connect(broken)).rejects.toMatchObject({ code: '28000' })
  expect(await next.query('SELECT epoch FROM kaunta.hello()')).toEqual([{ epoch: 2 }])

  const stolen = await doneHere({ do: 'replace-computer', id: broken.till, old: 'stolen' })
  expect(at(stolen.tills)).toMatchObject({ oldLogins: 0 })
  await expect(shop.connect(first.login ?? broken)).rejects.toMatchObject({ code: '28000' })
})

it('makes an address for an owner and one for a receiver, of all shops', async () => {
  const { login: owner } = await doneHere({ do: 'add-owner' })
  const reads = await connected(owner ?? shop.address)
  expect(await reads.query('SELECT shop FROM kaunta.shop ORDER BY shop')).toEqual([
    { shop: 'branch' },
    { shop: 'duka' },
  ])
  const { login: receiver } = await doneHere({ do: 'add-receiver' })
  const receives = await connected(receiver ?? shop.address)
  expect(await receives.query("SELECT * FROM kaunta.callback('{}')")).toEqual([])
})

it('ends every owner’s address at once, and no other login', async () => {
  const first = await done({ do: 'add-owner' })
  const owner = addressOf(first.login ?? '')
  const reads = await shop.connect(owner)
  const isOver = new Promise<void>(resolve => reads.onEnd(resolve))
  const ended = await done({ do: 'end-owners' })
  expect([first.owners > 0, ended.owners]).toEqual([true, 0])
  await isOver
  await expect(shop.connect(owner)).rejects.toMatchObject({ code: '28000' })
  expect(await (await connected(till)).query('SELECT till FROM kaunta.hello()')).toHaveLength(1)
})

it('keeps payments for as long as an owner says', async () => {
  expect(await done({ do: 'keep', months: 36 })).toMatchObject({ months: 36 })
  expect(await shop.ask('SELECT months FROM kaunta.retention')).toEqual([{ months: 36 }])
})

it("does nothing with a till's address, or where no shop database is", async () => {
  const own = { ...shop.address, role: till.role, password: till.password }
  for (const task of [
    { do: 'look' },
    { do: 'add-till', id: 'duka', name: 'Mine' },
    { do: 'add-owner' },
    { do: 'end-owners' },
    { do: 'keep', months: 6 },
    { do: 'replace-computer', id: till.till, old: 'stolen' },
  ] as const)
    expect(await asked(task, own)).toEqual({ result: 'fault', fault: 'no-right' })
  const empty = addressOf(await server().newDatabase())
  expect(await asked({ do: 'look' }, empty)).toEqual({ result: 'fault', fault: 'no-schema' })
})
