import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { systemRandom } from '../../../../electron/main/platform/random'
import { readShopDay } from '../../../../electron/main/shop/shop-day'
import type { Ledger } from '../../../../electron/main/store/ledger/ledger'
import { idTimeAfter } from '../../../../electron/main/store/ledger/rows/payment-id-time'
import type { Payment } from '../../../../shared/payment/payment'
import { bySale } from '../../../../shared/sale/lead'
import { take } from '../../../support/day-payments'
import { morning } from '../../../support/payments/clock'
import { ledgerIn } from '../../../support/payments/ledger'
import { inCash, samples } from '../../../support/payments/payments'
import { shopForTests } from '../../../support/shop/postgres-for-tests'
import { everything, sessionOn } from '../../../support/shop/session'
import { temporaryFolders } from '../../../support/temporary-folder'

const { shop, connected } = shopForTests()
const newFolder = temporaryFolders()

const money = (value: number) => ({ currency: 'TZS', value })

/** A part in cash of a sale of 10,000. */
function cashPart(ledger: Ledger, value: number, of: { sale?: string } = {}): Payment {
  const id = systemRandom.paymentId(idTimeAfter(ledger.lastId(), morning))
  const draft = { draftId: randomUUID(), amount: money(value), received: value, total: 10_000 }
  return ledger.record(id, inCash({ ...draft, ...of }), { body: '' })
}

/** What the shop database says of a till is what the till itself says. */
async function expectTheSame(tills: readonly (readonly [string, Ledger])[]) {
  const owner = await connected(await shop.addReader('owner', 'duka'))
  const { attention, currencies } = await readShopDay(owner, everything)
  for (const [name, ledger] of tills) {
    const asks = attention.filter(({ till }) => till === name).map(({ payment }) => payment.sale)
    expect(asks).toEqual([...bySale(ledger.toDos()).keys()])
    const [own] = ledger.day.report(morning).currencies
    const shown = currencies[0]?.tills.find(each => each.name === name)
    expect(shown?.blocks).toEqual(own?.blocks)
  }
  return { attention, currencies }
}

it('what all tills have is what each till has of its sales, to the last to-do', async () => {
  const [one, two] = [ledgerIn(newFolder()).ledger, ledgerIn(newFolder()).ledger]
  const [first, second] = [await shop.addTill('Counter 1'), await shop.addTill('Counter 2')]
  const tills = [
    ['Counter 1', one],
    ['Counter 2', two],
  ] as const
  const sessions = [sessionOn(shop, first, one.links), sessionOn(shop, second, two.links)]
  const allShipped = () => Promise.all(sessions.map(({ shipped }) => shipped()))

  // A part is here, and the payment for the rest failed.
  const part = cashPart(one, 4_500)
  take(one, 'failed', { amount: money(5_500), total: 10_000, sale: part.sale })
  // Cash instead of a payment that is still watched.
  const watched = take(one, 'pending')
  one.append(watched.id, samples['cash-taken'])
  // Two of one sale have no end, and it lacks money.
  const expired = take(two, 'expired', { at: morning + 60_000, amount: money(10_000) })
  const again = take(two, 'expired', {
    at: morning + 60_000,
    amount: money(10_000),
    sale: expired.sale,
  })
  take(two, 'pending')
  await allShipped()
  const before = await expectTheSame(tills)
  expect(before.attention).toMatchObject([
    { till: 'Counter 1', rest: 5_500, payment: { id: part.id } },
    { till: 'Counter 2', rest: 0, payment: { id: again.id } },
  ])
  // The two payments of one sale count for no more than the sale lacks.
  expect(before.currencies[0]?.together.unknown).toEqual({ sales: 2, amount: 25_000 })

  // Another payment of its sale is paid: it asks nothing, and no money of it is unknown.
  take(two, 'paid', { amount: money(10_000), sale: expired.sale })
  await allShipped()
  const after = await expectTheSame(tills)
  expect(after.attention).toMatchObject([{ till: 'Counter 1', payment: { id: part.id } }])
  expect(after.currencies[0]?.together.unknown).toEqual({ sales: 1, amount: 15_000 })

  cashPart(one, 5_500, { sale: part.sale })
  await allShipped()
  expect((await expectTheSame(tills)).attention).toEqual([])
})
