import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { digestAfter, encodeBatch } from '../../../../electron/main/shop/batch'
import type { ShopConnection } from '../../../../electron/main/shop/connection'
import { askHello } from '../../../../electron/main/shop/hello'
import { readOtherTillsPayment, searchOtherTills } from '../../../../electron/main/shop/other-tills'
import { readShopDay } from '../../../../electron/main/shop/shop-day'
import type { ShippedLink } from '../../../../electron/main/store/ledger/hash-chain/shipped-links'
import { shopForTests } from '../../../support/shop/postgres-for-tests'
import { everything, paidLink, shipped } from '../../../support/shop/session'
import { newShopDatabase, type TestTill } from '../../../support/shop/shop-database'

const { server, shop, connected } = shopForTests()
let tills = 0
/** A till that took a payment, one in foreign hands, and one that looks for the payment. */
let honest: TestTill
let rogue: ShopConnection
let asker: ShopConnection

beforeEach(async () => {
  tills += 1
  honest = await shop.addTill(`Honest ${tills}`)
  rogue = await connected(await shop.addTill(`Rogue ${tills}`))
  asker = await connected(await shop.addTill(`Asker ${tills}`))
})

/** Ships what no app would: `payment` is what is said of the payment, in the place of its own; its money has the amount. */
async function plant(
  link: ShippedLink,
  payment: { amount?: string; [said: string]: unknown } = {},
): Promise<void> {
  const { digest } = (await askHello(rogue)).shipped
  const [item] = JSON.parse(encodeBatch([link], digest).json)
  const planted = {
    ...item,
    digest: digestAfter(digest, link).toString('base64'),
    payment: { ...item.payment, ...payment },
    entries: link.entries.map(entry => ({ ...entry, value: payment.amount ?? entry.value })),
  }
  const [row] = await rogue.query('SELECT answer FROM kaunta.ship($1)', [JSON.stringify([planted])])
  expect(row).toEqual({ answer: 'taken' })
}

const paidAs = (reference: string, sequence = 1, payment = 1) =>
  paidLink(sequence, reference, { payment })

describe('a row that a till in foreign hands plants', () => {
  it("does not take another till's payment out of the search", async () => {
    const paid = paidAs('P-1')
    await shipped(await connected(honest), [paid])
    await plant({ ...paid, payment: { ...paid.payment, phase: 'refused', outcome: null } })
    const found = await searchOtherTills(asker, {
      text: 'P-1',
      limit: 5,
      place: { country: 'TZ', currency: 'TZS' },
    })
    expect(new Map(found.map(({ till, payment }) => [till.name, payment.outcome]))).toEqual(
      new Map([
        [`Honest ${tills}`, 'paid'],
        [`Rogue ${tills}`, null],
      ]),
    )
  })

  it("keeps no till from opening another till's payment of the same id", async () => {
    const paid = { ...paidAs('P-2'), bodies: [], personal: [] }
    await shipped(await connected(honest), [paid])
    for (let sequence = 1; sequence <= 12; sequence += 1) {
      const later = { ...paid.payment, recordedAt: Date.now() + sequence }
      await plant({ ...paid, sequence, payment: later })
    }
    const of = { till: honest.till, paymentId: paid.subject }
    expect(await readOtherTillsPayment(asker, of)).toMatchObject({
      found: { till: { id: honest.till }, payment: { reference: 'P-2' } },
    })
  })

  it('with the content of another payment is not shown', async () => {
    const inside = { ...paidAs('P-3').payment, id: paidAs('', 1, 77).subject }
    await plant(paidAs('P-3'), {
      state: Buffer.from(JSON.stringify(inside)).toString('base64'),
    })
    expect(
      await searchOtherTills(asker, {
        text: 'P-3',
        limit: 5,
        place: { country: 'TZ', currency: 'TZS' },
      }),
    ).toEqual([])
  })

  it.each([
    ['of an unknown kind', { blocks: ['mine'] }, { unknown: { sales: 1, amount: 15_000 } }],
    [
      'that counts many times',
      { blocks: Array(30).fill('confirmed') },
      { confirmed: { sales: 1, amount: 15_000 } },
    ],
    [
      'with an amount that no number holds',
      { amount: '9223372036854775807' },
      { confirmed: { sales: 1, amount: Number.MAX_SAFE_INTEGER } },
    ],
  ])("%s does not keep the owner from the other tills' day", async (_what, said, counted) => {
    const fresh = await newShopDatabase(server())
    const { till, ...login } = await fresh.addTill('Rogue')
    rogue = await fresh.connect(login)
    onTestFinished(() => rogue.close())
    const own = await fresh.connect(await fresh.addTill('Honest'))
    onTestFinished(() => own.close())
    await shipped(own, [paidAs('P-4')])
    await plant(paidAs('P-5'), said)
    const { currencies } = await readShopDay(own, everything)
    expect(currencies[0]?.tills.find(({ id }) => id === till)?.blocks).toMatchObject(counted)
    expect(currencies[0]?.tills.find(({ name }) => name === 'Honest')?.blocks).toMatchObject({
      confirmed: { sales: 1, amount: 15_000 },
    })
  })
})
