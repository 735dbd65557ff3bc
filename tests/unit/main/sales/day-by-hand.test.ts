import { expect, it } from 'vitest'
import { dayOf } from '../../../../electron/main/platform/local-time'
import { discountOf } from '../../../../shared/sale/lines'
import type { ShopDayCurrency } from '../../../../shared/shop-meeting'
import { sumsOfDayFile } from '../../../support/day-file'
import { Counter, sumsOf } from '../../../support/sale/counter'
import { shopForTests } from '../../../support/shop/postgres-for-tests'

const { shop } = shopForTests()

/**
 * Two periods of one shop, worked out by hand: sale-and-money's rules 7 to 14. Each sale has a phone of its own. The
 * comments say what each adds, in TZS.
 */
it('a day of twelve sales, two cashiers and a midnight says what a person works out by hand', async () => {
  const began = Date.now()
  const till = await Counter.open()
  await till.allowDiscounts(5)
  await till.hire()
  let phones = 0
  const phone = () => {
    phones += 1
    return `25575401000${phones}`
  }

  await till.signIn('Asha')
  await till.setFloat(20_000)

  // 1. Paid, and the goods went. Confirmed 10,000.
  const first = await till.push({ phone: phone() })
  await till.paid(first)
  await till.handOver(first)

  // 2. Paid twice, and one is given back in cash. Confirmed 20,000; drawer −10,000.
  const twice = await till.push({ phone: phone() })
  await till.failed(twice)
  const again = await till.push({ replaces: twice })
  await till.paid(again)
  await till.paid(twice)
  await till.giveBack(twice, 10_000, 'cash', 'too-much')

  // 3. In cash, with change. Drawer +7,500.
  const change = await till.cash({ value: 7_500, received: 10_000 })

  // 4. A part by phone first, and the rest in cash. Confirmed 4,000; drawer +6,000.
  const phoneFirst = await till.push({ phone: phone(), value: 4_000, total: 10_000 })
  await till.paid(phoneFirst)
  await till.cashForRest(phoneFirst)

  // 5. Asha asks a phone, and Juma takes cash instead. Drawer +12,000 of Juma's.
  const cashInstead = await till.push({ phone: phone(), value: 12_000 })
  expect(await till.shift()).toEqual({
    confirmed: 10_000 + 20_000 + 4_000,
    drawer: 20_000 - 10_000 + 7_500 + 6_000,
    ...{ inDashboard: 0, elsewhere: 0, seen: 0, unknown: 12_000 },
  })
  await till.signIn('Juma')
  await till.takeCash(cashInstead)

  // 6. A part in cash first, the rest by phone, handed over; an item of 2,500 comes back. Confirmed 5,500; drawer +2,000.
  const sale = await till.cash({ value: 4_500, total: 10_000 })
  expect(await receiptOf(till, sale)).toEqual([
    ...['Part payment', 'STILL TO PAY: TZS 5,500', 'Whole sum: 10,000', 'Cash: 4,500'],
    ...['Received: 4,500', 'Change: 0', 'Cashier: Juma'],
  ])
  const rest = await till.push({ sale, phone: phone(), value: 5_500, total: 10_000 })
  await till.paid(rest)
  await till.handOver(rest)
  await till.giveBack(rest, 2_500, 'cash', 'goods')

  // 7. By card. Confirmed 15,000.
  const card = await till.card(15_000)
  await till.paid(card)

  // 8. Expired, and a manager sees it in the dashboard. Recorded by staff 8,000.
  const seen = await till.push({ phone: phone(), value: 8_000 })
  await till.expires(seen)
  await till.resolve(seen, 'seen-in-dashboard')

  // 9. Expired, and not resolved. Unknown 6,000.
  const unknown = await till.push({ phone: phone(), value: 6_000 })
  await till.expires(unknown)

  // 10. The wrong key: cash of 3,000 is undone after 40 s. No money; it and its receipt stay on the record.
  const wrong = await till.cash({ value: 3_000 })
  expect(await receiptOf(till, wrong)).toEqual([
    ...['Payment receipt', 'PAID IN CASH: TZS 3,000', 'Receipt no.: 1', 'Paid by: Cash'],
    ...['Received: 3,000', 'Change: 0', 'Cashier: Juma'],
  ])
  await till.pass(40_000)
  expect(await till.undo(wrong)).toBeNull()

  // 11. Paid just before midnight. Confirmed 10,000.
  const late = new Date(till.clock.wall())
  late.setHours(23, 58, 0, 0)
  till.clock.setWall(late.getTime())
  const midnight = await till.push({ phone: phone() })
  await till.paid(midnight)

  // 12. Rice of 10,500 with a discount of 500. Confirmed 10,000; discounts 500.
  const lines = [
    { name: 'Rice', quantity: 3, price: 3_500 },
    { name: '', quantity: 1, price: -500 },
  ]
  const discounted = await till.push({ phone: phone(), lines })
  await till.paid(discounted)

  // Change from the bank, and bread for the staff.
  await till.payIn(5_000, 'change from the bank')
  await till.payOut(3_000, 'bread for the staff')

  const whole = {
    confirmed: 10_000 + 20_000 + 4_000 + 5_500 + 15_000 + 10_000 + 10_000,
    drawer: 20_000 - 10_000 + 7_500 + 6_000 + 12_000 + 4_500 - 2_500 + 5_000 - 3_000,
    ...{ inDashboard: 0, elsewhere: 0, seen: 8_000, unknown: 6_000 },
  }
  const day = await till.day()
  expect(sumsOf(day)).toEqual(whole)
  expect(day.currencies.map(({ sold }) => discountOf(sold))).toEqual([500])
  // What Juma put in and took out of the drawer is in it, and not the float.
  expect(await till.shift()).toEqual({
    confirmed: 5_500 + 15_000 + 10_000 + 10_000,
    drawer: 12_000 + 4_500 - 2_500 + 5_000 - 3_000,
    ...{ inDashboard: 0, elsewhere: 0, seen: 8_000, unknown: 6_000 },
  })
  const receipts = {
    first: ['Payment receipt', 'PAID: TZS 10,000', 'Receipt no.: 2', ...byPhone, ...byAsha],
    twice: [
      ...['AS OF TIME', 'Payment receipt', 'PAID: TZS 10,000', 'REFUNDED 10,000 IN CASH: TIME'],
      ...['Receipt no.: 3', 'Mobile money: 20,000', ...byAsha],
    ],
    change: [
      ...['Payment receipt', 'PAID IN CASH: TZS 7,500', 'Receipt no.: 4', 'Paid by: Cash'],
      ...['Received: 10,000', 'Change: 2,500', ...byAsha],
    ],
    phoneFirst: [
      ...['Payment receipt', 'PAID: TZS 10,000', 'Receipt no.: 5', 'Mobile money: 4,000'],
      ...['Cash: 6,000', 'Received: 6,000', 'Change: 0', ...byAsha],
    ],
    cashInstead: [
      ...['Payment receipt', 'PAID IN CASH: TZS 12,000', 'Receipt no.: 6', 'Paid by: Cash'],
      ...['Received: 12,000', 'Change: 0', ...byAsha],
    ],
    rest: [
      ...['AS OF TIME', 'Payment receipt', 'PAID: TZS 10,000', 'REFUNDED 2,500 IN CASH: TIME'],
      ...['Receipt no.: 7', 'Cash: 4,500', 'Mobile money: 5,500'],
      ...['Received: 4,500', 'Change: 0', ...byJuma],
    ],
    card: ['Payment receipt', 'PAID: TZS 15,000', 'Receipt no.: 8', 'Paid by: Card', ...byJuma],
    // What the service did not say is not on a receipt.
    ...{ seen: ['receipt-not-possible'], unknown: ['receipt-not-possible'] },
    wrong: [
      ...['COPY 2 · AS OF TIME', 'Payment receipt', 'VOID', 'Receipt no.: 1'],
      ...['Whole sum: 3,000', ...byJuma],
    ],
    midnight: ['Payment receipt', 'PAID: TZS 10,000', 'Receipt no.: 9', ...byPhone, ...byJuma],
    discounted: [
      ...['Payment receipt', '3 × Rice 3,500: 10,500', 'Discount: −500', 'PAID: TZS 10,000'],
      ...['Receipt no.: 10', ...byPhone, ...byJuma],
    ],
  }
  const sales = { first, twice: again, change, phoneFirst, cashInstead, rest, card, seen, unknown }
  expect(await receiptsOf(till, { ...sales, wrong, midnight, discounted })).toEqual(receipts)
  const { cash } = await till.cashUp(39_000)
  expect(cash).toEqual([{ currency: 'TZS', float: 20_000, expected: 39_500, counted: 39_000 }])

  // Ten minutes past midnight. The push of the fifth is paid: too much. So is the ninth. The eleventh is brought back.
  await till.pass(12 * 60_000)
  await till.setFloat(39_000)
  await till.paid(cashInstead)
  await till.giveMostBack(cashInstead, 'service', 'too-much')
  await till.paid(unknown)
  await till.handOver(unknown)
  await till.giveBack(midnight, 10_000, 'cash', 'goods')
  expect(sumsOf(await till.day())).toEqual({
    confirmed: 12_000 + 6_000,
    drawer: 39_000 - 10_000,
    ...{ inDashboard: 12_000, elsewhere: 0, seen: 0, unknown: 0 },
  })
  expect(await receiptsOf(till, { first, cashInstead, unknown, midnight })).toEqual({
    first: ['COPY 2 · TIME', ...receipts.first],
    cashInstead: [
      ...['COPY 2 · AS OF TIME', 'Payment receipt', 'PAID: TZS 12,000'],
      ...['REFUNDED 12,000 THROUGH THE SERVICE: TIME', 'Receipt no.: 6'],
      ...['Cash: 12,000', 'Mobile money: 12,000', 'Received: 12,000', 'Change: 0', ...byAsha],
    ],
    unknown: ['Payment receipt', 'PAID: TZS 6,000', 'Receipt no.: 11', ...byPhone, ...byJuma],
    midnight: [
      ...['COPY 2 · AS OF TIME', 'Payment receipt', 'REFUNDED', '10,000 IN CASH: TIME'],
      ...['Receipt no.: 9', 'Whole sum: 10,000', ...byPhone, ...byJuma],
    ],
  })
  await till.cashUp(29_000)

  // What was closed stays as it was, and its file adds up to it.
  expect(await till.closed(1)).toEqual(whole)
  expect(sumsOfDayFile(await till.spreadsheet(1))).toEqual({
    ...{ confirmed: 74_500, cash: 30_000, seen: 8_000, unknown: 6_000, none: 3_000 },
    discounts: 500,
    ...{ 'refund in cash': 12_500, float: 20_000, 'pay-in': 5_000, 'pay-out': 3_000 },
  })
  expect(sumsOfDayFile(await till.spreadsheet(2))).toEqual({
    ...{ confirmed: 18_000, 'refund in service': 12_000, 'refund in cash': 10_000, float: 39_000 },
  })

  // Behind the till's clock is the database's own: there all of it was today, in both periods.
  await shop.ask(
    "INSERT INTO kaunta.shop (shop, name, mode, account) VALUES ('kariakoo', 'Kariakoo', 'sandbox', '')",
  )
  await till.signIn('Neema')
  await till.join(shop.addressOf(await shop.addTill('Counter 1', 'kariakoo')))
  const days = [...new Set([began, Date.now()].map(dayOf))]
  const sums = (await Promise.all(days.map(each => till.shopDay(each)))).flatMap(
    ({ currencies }) => currencies,
  )
  const sum = (of: (day: ShopDayCurrency) => number) => sums.map(of).reduce((a, b) => a + b, 0)
  expect({
    confirmed: sum(({ together }) => together.confirmed.amount),
    cash: sum(({ together }) => together.cash.amount),
    seen: sum(({ together }) => together.seen.amount),
    requests: sum(({ together: { notPaid, otherwise, unknown } }) =>
      [notPaid, otherwise, unknown].reduce((so, { amount }) => so + amount, 0),
    ),
    inService: sum(({ refunds }) => refunds.service.amount),
    inCash: sum(({ refunds }) => refunds.cash.amount),
    paidIn: sum(({ shops }) => shops[0]?.paidIn ?? 0),
    paidOut: sum(({ shops }) => shops[0]?.paidOut ?? 0),
  }).toEqual({
    ...{ confirmed: 74_500 + 18_000, cash: 30_000, seen: 8_000, requests: 0 },
    ...{ inService: 12_000, inCash: 12_500 + 10_000, paidIn: 5_000, paidOut: 3_000 },
  })
})

const byPhone = ['Paid by: Mobile money']
const byAsha = ['Cashier: Asha']
const byJuma = ['Cashier: Juma']

/** What is the same on each, or differs in each run. */
const unsaid = /^(SANDBOX|Date|Phone|Reference|Till|This is not)/

/** A sale's next receipt, without `unsaid`. */
async function receiptOf(till: Counter, paymentId: string): Promise<string[]> {
  const lines = await till.receipt(paymentId)
  const time = /\d\d\/\d\d\/\d{4} \d\d:\d\d/
  return lines.filter(line => !unsaid.test(line)).map(line => line.replace(time, 'TIME'))
}

/** Those of several sales, one after the other: they are numbered. */
async function receiptsOf(
  till: Counter,
  sales: Record<string, string>,
): Promise<Record<string, string[]>> {
  const receipts: Record<string, string[]> = {}
  for (const [name, paymentId] of Object.entries(sales))
    receipts[name] = await receiptOf(till, paymentId)
  return receipts
}
