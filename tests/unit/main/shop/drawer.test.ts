import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { shopDayCsv } from '../../../../electron/main/outputs/exports/day-files'
import { dayOf, spanOfDay } from '../../../../electron/main/platform/local-time'
import { readShopDay } from '../../../../electron/main/shop/shop-day'
import type { DrawerEntry } from '../../../../shared/day/drawer'
import { take } from '../../../support/day-payments'
import { morning } from '../../../support/payments/clock'
import { ledgerIn } from '../../../support/payments/ledger'
import { samples } from '../../../support/payments/payments'
import { shopForTests } from '../../../support/shop/postgres-for-tests'
import { shipped } from '../../../support/shop/session'
import { temporaryFolders } from '../../../support/temporary-folder'

const { shop, connected } = shopForTests()
const newFolder = temporaryFolders()
const allLinks = { after: 0, mostLinks: 1_000, mostBytes: 10_000_000 }

/** A till whose ledger has these, and what the shop database has of it: once, and once more after a broken line. */
async function sold(name: string, moves: readonly Pick<DrawerEntry, 'kind' | 'value'>[]) {
  const { ledger } = ledgerIn(newFolder())
  take(ledger, 'inCash', { amount: { currency: 'TZS', value: 6_000 } })
  for (const move of moves) {
    const press = { draftId: randomUUID(), at: morning, currency: 'TZS', person: null }
    ledger.day.drawer.add({ ...press, ...move, reason: 'soap from Asha, 0754 001 212' })
  }
  const connection = await connected(await shop.addTill(name))
  await shipped(connection, ledger.links.read(allLinks))
  return connection
}

it('the cash of each till has what was paid in and out, and no float', async () => {
  const connection = await sold('Counter 1', [
    { kind: 'float', value: 20_000 },
    { kind: 'pay-in', value: 5_000 },
    { kind: 'pay-out', value: 3_000 },
    { kind: 'pay-out', value: 200 },
  ])
  await sold('Counter 2', [])
  const day = { ...(await readShopDay(connection, spanOfDay(dayOf(morning)))), day: dayOf(morning) }
  expect(day.currencies).toMatchObject([
    {
      tills: [
        { name: 'Counter 1', blocks: { cash: { amount: 6_000 } }, paidIn: 5_000, paidOut: 3_200 },
        { name: 'Counter 2', paidIn: 0, paidOut: 0 },
      ],
      shops: [{ paidIn: 5_000, paidOut: 3_200 }],
    },
  ])
  const rows = shopDayCsv(day, morning).split('\r\n')
  const cells = rows.map(row => row.split(',').slice(3, 8).join(' '))
  expect(cells.filter(row => row.includes('paid '))).toEqual([
    "'Counter 1 TZS paid in  5000",
    "'Counter 1 TZS paid out  3200",
  ])
})

it('a reason is in the link alone, which an owner’s screens do not read', async () => {
  await sold('Counter 3', [{ kind: 'pay-out', value: 700 }])
  const rows = await shop.ask(
    'SELECT to_jsonb(d)::text AS row FROM kaunta.drawer AS d WHERE value = 700',
  )
  expect(rows).toHaveLength(1)
  expect(JSON.stringify(rows)).not.toContain('soap')
})

it('what another till gave back in cash counts once as given back, and leaves that till’s drawer', async () => {
  const { ledger } = ledgerIn(newFolder())
  const { id } = take(ledger, 'paid')
  ledger.append(id, { ...samples['given-back'], way: 'said' })
  await shipped(await connected(await shop.addTill('Counter 4')), ledger.links.read(allLinks))
  const connection = await sold('Counter 5', [{ kind: 'pay-out', value: 15_000 }])
  const { currencies, drawersNow } = await readShopDay(connection, spanOfDay(dayOf(morning)))
  const none = { sales: 0, amount: 0 }
  const once = { said: { sales: 1, amount: 15_000 }, cash: none, service: none }
  const tills = currencies[0]?.tills.filter(({ name }) => ['Counter 4', 'Counter 5'].includes(name))
  expect(tills).toMatchObject([
    { refunds: once, paidOut: 0 },
    { refunds: { said: none, cash: none }, paidOut: 15_000 },
  ])
  const held = drawersNow.filter(({ till }) => ['Counter 4', 'Counter 5'].includes(till))
  expect(held).toMatchObject([{ till: 'Counter 5', expected: 6_000 - 15_000 }])
})
