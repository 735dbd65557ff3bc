import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { statusInSale } from '../../../../renderer/sale-status/display-status'
import type { DayReport } from '../../../../shared/day/report'
import type { ResolutionHow } from '../../../../shared/payment/event'
import type { WayBack, Why } from '../../../../shared/payment/given-back'
import { discountOf } from '../../../../shared/sale/lines'
import { sumsOfDayFile } from '../../../support/day-file'
import { mobileDraft } from '../../../support/payments/payments'
import { phoneOf } from '../../../support/practice/service'
import { succeeded } from '../../../support/results'
import { Counter, sumsOf, type Told } from '../../../support/sale/counter'

/** What happens at the counter; answers a payment of the sale. */
type Story = (till: Counter) => Promise<string>

/** What a person does, or a customer, with the sale of a payment. */
type Step = (till: Counter, id: string) => Promise<unknown>

const total = 10_000

const paid: Story = async till => {
  const id = await till.push()
  await till.paid(id)
  return id
}

/** A push fails, and the customer is asked again. */
const failed: Story = async till => {
  const id = await till.push()
  await till.failed(id)
  return id
}
const failedThenPaid: Story = async till => {
  const id = await failed(till)
  await till.paid(id)
  return id
}
const chargedAgain: Story = async till => {
  const first = await failed(till)
  await till.paid(await till.push({ replaces: first }))
  return first
}
const paidTwice: Story = async till => {
  const first = await chargedAgain(till)
  await till.paid(first)
  return first
}

/** The customer pays in cash, and the push stays open. */
const cashInstead: Story = async till => {
  const id = await till.push()
  await till.takeCash(id)
  return id
}

/** 4,500 in cash, and a push for the rest. */
const partInCash: Story = async till => {
  const sale = await till.cash({ value: 4_500, total })
  return till.push({ sale, value: 5_500, total })
}
const restFailed: Story = async till => {
  const push = await partInCash(till)
  await till.failed(push)
  return push
}
const customerGoes: Story = async till => {
  const push = await restFailed(till)
  await till.giveBack(push, 4_500, 'cash', 'goods')
  return push
}
const partsPaid: Story = async till => {
  const push = await partInCash(till)
  await till.paid(push)
  return push
}

const contradicted: Story = async till => {
  const id = await paid(till)
  await till.failed(id)
  return id
}

const tookBack: Step = (till, id) => till.giveBack(id, total, 'service', 'taken-back')

/** The goods went, and then the service took the money back. */
const goodsGone: Story = async till => {
  const id = await paid(till)
  await till.handOver(id)
  await till.failed(id)
  await till.giveBack(id, total, 'service', 'taken-back')
  return id
}

/** A part was given back, and then the service took all of the money back. */
const goneTwice: Story = async till => {
  const id = await paid(till)
  await till.giveBack(id, 4_000, 'cash', 'goods')
  await till.failed(id)
  await till.giveBack(id, total, 'service', 'taken-back')
  return id
}

/** Two purchases: of the first a push to one phone fails, and one to another phone is paid. */
const otherPhone = '255754003434'
const twoSales: Story = async till => {
  const first = await failed(till)
  await till.paid(await till.push({ phone: otherPhone, replaces: first }))
  await till.paid(await till.push())
  return first
}

const expired: Story = async till => {
  const id = await till.push()
  await till.expires(id)
  return id
}
/** The service names one unit more than was asked. */
const otherAmount: Story = async till => {
  const id = await till.push({ phone: phoneOf('wrong-amount') })
  await till.paid(id)
  return id
}
const seenPaid: Story = async till => {
  const id = await expired(till)
  await till.resolve(id, 'seen-in-dashboard')
  return id
}

const after =
  (story: Story, next: Step): Story =>
  async till => {
    const id = await story(till)
    await next(till, id)
    return id
  }

const back =
  (value: number, way: WayBack, why: Why): Step =>
  (till, id) =>
    till.giveBack(id, value, way, why)
const isPaid: Step = (till, id) => till.paid(id)
const isFailed: Step = (till, id) => till.failed(id)

const resolvedAs =
  (how: ResolutionHow): Step =>
  async (till, id) =>
    till.resolve(await till.offering(id, 'resolve'), how)

/** What a person presses to end what a sale asks for, where a screen of the sale offers it. */
const ends = {
  'give cash back': (till, id) => till.giveMostBack(id, 'cash', 'too-much'),
  'given back in the dashboard': (till, id) => till.giveMostBack(id, 'service', 'too-much'),
  'give back': (till, id) => till.giveMostBack(id, 'cash', 'goods'),
  'the service took it back': (till, id) => till.giveMostBack(id, 'service', 'taken-back'),
  'the shop bears it': resolvedAs('shop-bears-it'),
  'take the rest': (till, id) => till.cashForRest(id),
  'nothing to do': resolvedAs('other'),
  'it is not paid': resolvedAs('not-paid'),
  'seen in the dashboard': resolvedAs('seen-in-dashboard'),
  async 'cash instead'(till, id) {
    await till.takeCash(await till.offering(id, 'take-cash'))
  },
  async 'looked at, and handed over'(till, id) {
    await resolvedAs('other')(till, id)
    await till.handOver(await till.offering(id, 'hand-over'))
  },
} satisfies Record<string, Step>

interface Case {
  name: string
  story: Story
  comes: Partial<Told> & Pick<Told, 'cover'>
  /** Each alone ends what the sale asks for. */
  ends?: (keyof typeof ends)[]
}

const cases: Case[] = [
  {
    name: '1 paid',
    story: paid,
    comes: { cover: 'covered', isGreen: true, mayGo: true, confirmed: total },
  },
  {
    name: '2 failed, charged again, paid',
    story: chargedAgain,
    comes: { cover: 'covered', isGreen: true, mayGo: true, confirmed: total },
  },
  {
    name: '2a failed, and paid after all',
    story: failedThenPaid,
    comes: { cover: 'covered', toDos: ['late'], confirmed: total },
    ends: ['nothing to do', 'looked at, and handed over', 'give back'],
  },
  {
    name: '2b then the service says failed again',
    story: after(failedThenPaid, isFailed),
    comes: { cover: 'covered', toDos: ['contradicted'], confirmed: total },
    ends: ['nothing to do', 'looked at, and handed over', 'the service took it back'],
  },
  {
    name: '2c then it is paid',
    story: after(after(failedThenPaid, isFailed), isPaid),
    comes: { cover: 'covered', toDos: ['late'], confirmed: total },
  },
  {
    name: '3 then the first is paid after all',
    story: paidTwice,
    comes: { cover: 'too-much', mayGo: true, toDos: ['too-much'], confirmed: 20_000 },
    ends: ['give cash back', 'given back in the dashboard'],
  },
  {
    name: '3a then cash is given back',
    story: after(paidTwice, back(total, 'cash', 'too-much')),
    comes: { cover: 'covered', isGreen: true, mayGo: true, confirmed: 20_000, drawer: -total },
  },
  {
    name: '3b then it is given back in the dashboard',
    story: after(paidTwice, back(total, 'service', 'too-much')),
    comes: { cover: 'covered', isGreen: true, mayGo: true, confirmed: 20_000, inDashboard: total },
  },
  {
    name: '3c then the service says that one of the two is not paid',
    async story(till) {
      const first = await failed(till)
      const second = await till.push({ replaces: first })
      await till.paid(second)
      await till.paid(first)
      await till.failed(second)
      return second
    },
    comes: { cover: 'too-much', toDos: ['contradicted', 'too-much'], confirmed: 20_000 },
  },
  {
    name: '4 pending, and cash is taken',
    story: cashInstead,
    comes: { cover: 'covered', drawer: total },
  },
  {
    name: '4a tomorrow the push is paid',
    story: after(cashInstead, async (till, id) => {
      await till.cashUp()
      await till.paid(id)
    }),
    comes: { cover: 'too-much', mayGo: true, toDos: ['too-much'], confirmed: total },
    ends: ['give cash back', 'given back in the dashboard'],
  },
  {
    name: '4b the goods are brought back, and all is given back',
    story: after(cashInstead, back(total, 'cash', 'goods')),
    comes: { cover: 'given-back' },
  },
  {
    name: '4c then the push is paid',
    story: after(after(cashInstead, back(total, 'cash', 'goods')), isPaid),
    comes: { cover: 'too-much', toDos: ['too-much'], confirmed: total },
    ends: ['give cash back', 'given back in the dashboard'],
  },
  {
    name: '5 a part in cash, the rest is asked for',
    story: partInCash,
    comes: { cover: 'waiting', drawer: 4_500, unknown: 5_500 },
  },
  {
    name: '5a the push fails',
    story: restFailed,
    comes: { cover: 'lacks', toDos: ['lacks'], drawer: 4_500 },
    ends: ['take the rest', 'give back'],
  },
  {
    name: '5b the rest comes in cash',
    story: after(restFailed, (till, id) => till.cashForRest(id)),
    comes: { cover: 'covered', drawer: total },
  },
  {
    name: '5c the customer goes with the money',
    story: customerGoes,
    comes: { cover: 'given-back' },
  },
  {
    name: '5d the push is paid',
    story: partsPaid,
    comes: { cover: 'covered', isGreen: true, mayGo: true, confirmed: 5_500, drawer: 4_500 },
  },
  {
    name: '5e the customer has gone, and the push is paid',
    story: after(customerGoes, isPaid),
    comes: { cover: 'too-much', toDos: ['too-much'], confirmed: 5_500 },
    ends: ['give cash back', 'given back in the dashboard'],
  },
  {
    name: '6 a part by phone, the rest in cash',
    async story(till) {
      const id = await till.push({ value: 4_000, total })
      await till.paid(id)
      await till.cashForRest(id)
      return id
    },
    comes: { cover: 'covered', isGreen: true, mayGo: true, confirmed: 4_000, drawer: 6_000 },
  },
  {
    name: '7 handed over, and one item comes back',
    story: after(partsPaid, async (till, id) => {
      await till.handOver(id)
      await till.giveBack(id, 2_500, 'cash', 'goods')
    }),
    comes: { cover: 'covered', isGreen: true, confirmed: 5_500, drawer: 2_000 },
  },
  {
    name: '7a then an earlier push that failed is paid',
    async story(till) {
      const first = await failed(till)
      const sale = await till.cash({ replaces: first, value: 4_500, total })
      const push = await till.push({ sale, value: 5_500, total })
      await till.paid(push)
      await till.handOver(push)
      await till.giveBack(push, 2_500, 'cash', 'goods')
      await till.paid(first)
      return first
    },
    comes: {
      ...{ cover: 'too-much', toDos: ['too-much'] },
      ...{ confirmed: 15_500, drawer: 2_000 },
    },
    ends: ['give cash back', 'given back in the dashboard'],
  },
  {
    name: '8 one item is not taken',
    story: after(partsPaid, back(2_500, 'cash', 'goods')),
    comes: { cover: 'covered', isGreen: true, mayGo: true, confirmed: 5_500, drawer: 2_000 },
  },
  {
    name: '9 paid, then the service says failed',
    story: contradicted,
    comes: { cover: 'covered', toDos: ['contradicted'], confirmed: total },
    ends: ['nothing to do', 'the service took it back'],
  },
  {
    name: '9a the service took it back',
    story: after(contradicted, tookBack),
    comes: { cover: 'given-back', confirmed: total, inDashboard: total },
  },
  {
    name: '9a with the goods gone',
    story: goodsGone,
    comes: { cover: 'nothing', toDos: ['unpaid'], confirmed: total, inDashboard: total },
    ends: ['take the rest', 'the shop bears it'],
  },
  {
    name: '9a until cash is taken',
    story: after(goodsGone, (till, id) => till.cashForRest(id)),
    comes: { cover: 'covered', confirmed: total, inDashboard: total, drawer: total },
  },
  {
    name: '9a until a manager ends it',
    story: after(goodsGone, (till, id) => till.resolve(id, 'shop-bears-it')),
    comes: { cover: 'nothing', confirmed: total, inDashboard: total },
  },
  {
    name: '9a with a part given back before',
    story: goneTwice,
    comes: {
      ...{ cover: 'lacks', toDos: ['unpaid'], confirmed: total, inDashboard: total },
      drawer: -4_000,
    },
    ends: ['take the rest', 'the shop bears it'],
  },
  {
    name: '9b the money is there',
    story: after(contradicted, (till, id) => till.resolve(id, 'other')),
    comes: { cover: 'covered', isGreen: true, mayGo: true, confirmed: total },
  },
  {
    name: '9c all was given back in the dashboard, and the service says that it is no longer paid',
    story: after(after(paid, back(total, 'service', 'goods')), (till, id) => till.failed(id)),
    comes: { cover: 'given-back', toDos: ['contradicted'], confirmed: total, inDashboard: total },
    ends: ['nothing to do'],
  },
  {
    name: '9d a part was given back in the dashboard, and the service took the rest back',
    async story(till) {
      const id = await paid(till)
      await till.giveBack(id, 2_500, 'service', 'goods')
      await till.failed(id)
      await till.giveMostBack(id, 'service', 'taken-back')
      return id
    },
    comes: { cover: 'given-back', confirmed: total, inDashboard: total },
  },
  {
    name: '10 said to be not paid, sold again by hand, and the first is paid after all',
    async story(till) {
      const first = await expired(till)
      await till.resolve(first, 'not-paid')
      await paid(till)
      await till.paid(first)
      return first
    },
    comes: { cover: 'covered', mayGo: true, toDos: ['late'], confirmed: 20_000 },
    ends: ['nothing to do', 'looked at, and handed over', 'give back'],
  },
  {
    name: '11 expired, and seen in the dashboard',
    story: seenPaid,
    comes: { cover: 'covered', seen: total },
  },
  {
    name: '11a a later read says paid',
    story: after(seenPaid, isPaid),
    comes: { cover: 'covered', isGreen: true, mayGo: true, confirmed: total },
  },
  {
    name: '11b a later read says failed',
    story: after(seenPaid, isFailed),
    comes: { cover: 'covered', toDos: ['said-contradicted'], seen: total },
    ends: ['it is not paid', 'seen in the dashboard'],
  },
  {
    name: '11b with all given back before',
    story: after(after(after(seenPaid, back(total, 'cash', 'goods')), isFailed), (till, id) =>
      till.resolve(id, 'not-paid'),
    ),
    comes: { cover: 'lacks', toDos: ['unpaid'], drawer: -total },
    ends: ['take the rest', 'the shop bears it'],
  },
  {
    name: '12 cash is taken, and undone after 40 s',
    story: after(cashInstead, async (till, id) => {
      till.clock.pass(40_000)
      await till.undo(id)
    }),
    comes: { cover: 'waiting', unknown: total },
  },
  {
    name: '12 cash is recorded, and undone after 40 s',
    async story(till) {
      const id = await till.cash()
      till.clock.pass(40_000)
      await till.undo(id)
      return id
    },
    comes: { cover: 'nothing' },
  },
  {
    name: '12 cash is given back, and that is undone after 40 s',
    story: after(paidTwice, async (till, id) => {
      await till.giveBack(id, total, 'cash', 'too-much')
      till.clock.pass(40_000)
      await till.undo(id)
    }),
    comes: { cover: 'too-much', mayGo: true, toDos: ['too-much'], confirmed: 20_000 },
    ends: ['give cash back', 'given back in the dashboard'],
  },
  {
    name: '16 charged again on another phone, and the next purchase is paid with the first phone',
    story: twoSales,
    comes: { cover: 'covered', isGreen: true, mayGo: true, confirmed: 20_000 },
  },
  {
    name: '16a then the first push is paid after all',
    story: after(twoSales, isPaid),
    comes: { cover: 'too-much', mayGo: true, toDos: ['too-much'], confirmed: 30_000 },
    ends: ['give cash back', 'given back in the dashboard'],
  },
  {
    name: '18 paid, but another amount',
    story: otherAmount,
    comes: { cover: 'waiting', toDos: ['unclear'], unknown: total },
    ends: ['it is not paid', 'seen in the dashboard'],
  },
  {
    name: '18 a manager saw less',
    story: after(otherAmount, (till, id) => till.resolve(id, 'seen-in-dashboard', 8_000)),
    comes: { cover: 'lacks', toDos: ['lacks'], seen: 8_000 },
    ends: ['take the rest', 'give back'],
  },
  {
    name: '18 a manager saw more',
    story: after(otherAmount, (till, id) => till.resolve(id, 'seen-in-dashboard', total + 1)),
    comes: { cover: 'too-much', mayGo: false, toDos: ['too-much'], seen: total + 1 },
    ends: ['give cash back'],
  },
  {
    name: 'a push expires',
    story: expired,
    comes: { cover: 'waiting', toDos: ['unknown'], unknown: total },
    ends: ['it is not paid', 'seen in the dashboard', 'cash instead'],
  },
  {
    name: 'a push expires, and cash is taken',
    story: after(expired, (till, id) => till.takeCash(id)),
    comes: { cover: 'covered', drawer: total },
  },
]

describe('a sale on a whole till', () => {
  it.each(cases)('$name', async ({ story, comes }) => {
    const till = await Counter.open()
    const nothing = {
      isGreen: false,
      mayGo: false,
      toDos: [],
      confirmed: 0,
      drawer: 0,
      seen: 0,
      unknown: 0,
    }
    const told = await till.told(await story(till))
    expect(told).toEqual({ ...nothing, inDashboard: 0, elsewhere: 0, ...comes })
  })

  const ended = cases.flatMap(({ name, story, ends: each = [] }) =>
    each.map(end => ({ name, story, end })),
  )

  it.each(ended)('$name: $end', async ({ story, end }) => {
    const till = await Counter.open()
    const id = await story(till)
    await ends[end](till, id)
    expect(await till.sale(id)).toMatchObject({ toDos: [], asks: [] })
    expect((await till.day()).open).toEqual([])
  })
})

/** A sale in two parts, by two phones. `ends` happens to the first before the second is asked for, which is paid. */
const partsByPhone =
  (ends: Step): Story =>
  async till => {
    const sale = await till.push({ value: 4_000, total })
    await ends(till, sale)
    await till.paid(await till.push({ sale, value: 6_000, total, phone: otherPhone }))
    return sale
  }
const seenExpired: Step = async (till, id) => {
  await till.expires(id)
  await till.resolve(id, 'seen-in-dashboard')
}
/** The first part is paid only after a manager said that it is not. */
const firstIsLate: Story = async till => {
  const sale = await till.push({ value: 4_000, total })
  await till.expires(sale)
  await till.resolve(sale, 'not-paid')
  await till.paid(await till.push({ sale, value: 6_000, total, phone: otherPhone }))
  await till.paid(sale)
  return sale
}

const firstIsContradicted = after(partsByPhone(isPaid), isFailed)
const firstIsSaid = after(partsByPhone(seenExpired), isFailed)

describe('a sale in parts', () => {
  const secondOf = async (till: Counter, sale: string) =>
    (await till.paymentsOf(sale)).at(-1)?.id ?? ''

  it.each([
    ['the service contradicts', firstIsContradicted, 'contradicted'],
    ['staff saw and the service calls failed', firstIsSaid, 'said-contradicted'],
    ['came late', firstIsLate, 'late'],
  ] as const)('lets no goods go while it asks about a part that %s', async (_, story, toDo) => {
    const till = await Counter.open()
    const first = await story(till)
    const second = await secondOf(till, first)
    expect((await till.sale(first)).toDos).toEqual([toDo])
    const handOver = (paymentId: string) =>
      till.ask.payments.act({ action: 'hand-over', paymentId })
    expect(await handOver(second)).toMatchObject({ code: 'action-not-possible' })
    await resolvedAs(toDo === 'said-contradicted' ? 'seen-in-dashboard' : 'other')(till, first)
    expect(await till.told(first)).toMatchObject({ cover: 'covered', mayGo: true, toDos: [] })
    expect(await handOver(second)).toMatchObject({ ok: true })
    expect(await till.sale(first)).toMatchObject({ toDos: [], asks: [] })
  })

  it.each([
    ['that the service contradicts', firstIsContradicted, 'covered'],
    ['that staff saw', partsByPhone(seenExpired), 'covered'],
    ['that staff saw and the service calls failed', firstIsSaid, 'covered'],
  ])('is not green with a part %s', async (_, story, cover) => {
    const till = await Counter.open()
    expect(await till.told(await story(till))).toMatchObject({ cover, isGreen: false })
  })

  it('has no receipt, by any part, while one is in doubt', async () => {
    const till = await Counter.open()
    const first = await firstIsContradicted(till)
    const parts = [first, await secondOf(till, first)]
    for (const part of parts) expect(await till.receipt(part)).toEqual(['receipt-not-possible'])
    await till.resolve(first, 'other')
    for (const part of parts) expect((await till.receipt(part)).join()).toContain('PAID: TZS')
  })

  it('lets no goods go, and is not called paid, for a rest that comes after the first part was given back', async () => {
    const till = await Counter.open()
    const rest = await partInCash(till)
    await till.giveBack(rest, 4_500, 'cash', 'goods')
    await till.paid(rest)
    expect(await till.told(rest)).toMatchObject({ cover: 'too-much', isGreen: false, mayGo: false })
    await till.giveMostBack(rest, 'cash', 'too-much')
    expect(await till.told(rest)).toMatchObject({
      cover: 'given-back',
      isGreen: false,
      mayGo: false,
    })
    expect(statusInSale(await till.payment(rest), await till.sale(rest))).toBe('givenBack')
  })

  it('offers its goods by no other part once they went', async () => {
    const till = await Counter.open()
    const first = await partsByPhone(isPaid)(till)
    await till.handOver(first)
    expect(await till.told(first)).toMatchObject({ isGreen: true, mayGo: false })
  })

  it('asks nothing of a part that came late once money was given back, by any part', async () => {
    const till = await Counter.open()
    const first = await firstIsLate(till)
    await till.giveBack(await secondOf(till, first), 2_500, 'cash', 'goods')
    expect(await till.payment(first)).toMatchObject({ late: false })
    expect(await till.told(first)).toMatchObject({ cover: 'covered', isGreen: true, mayGo: true })
    expect(await till.sale(first)).toMatchObject({ toDos: [], asks: [] })
  })

  it('lets its goods go by the part that came late', async () => {
    const till = await Counter.open()
    const first = await firstIsLate(till)
    await till.handOver(first)
    expect(await till.sale(first)).toMatchObject({ toDos: [], asks: [] })
    expect((await till.day()).open).toEqual([])
  })
})

describe('what is too much', () => {
  it('3 is asked about until it is given back, whatever a person says of its payment and where the goods are', async () => {
    const till = await Counter.open()
    const first = await paidTwice(till)
    await till.resolve(first, 'other')
    await till.handOver(await till.offering(first, 'hand-over'))
    const { toDos, asks } = await till.sale(first)
    expect({ toDos, asks: asks.length }).toEqual({ toDos: ['too-much'], asks: 1 })
    expect((await till.day()).open).toMatchObject([{ tooMuch: true, restMissing: false }])
    await till.giveMostBack(first, 'cash', 'too-much')
    expect(await till.sale(first)).toMatchObject({ cover: 'covered', toDos: [], asks: [] })
    expect((await till.day()).open).toEqual([])
  })
})

describe('money that came after FAILED', () => {
  it('2a asks nothing more once a manager ended it, whatever word for paid comes next', async () => {
    const till = await Counter.open()
    const id = await failedThenPaid(till)
    await till.resolve(id, 'other')
    await till.says(id, 'successful')
    expect(await till.sale(id)).toMatchObject({ toDos: [], asks: [], mayHandOver: true })
  })

  it('2a is resolved by a manager; then its goods go once, and it has a receipt', async () => {
    const till = await Counter.open()
    const id = await failedThenPaid(till)
    const handOver = () => till.ask.payments.act({ action: 'hand-over', paymentId: id })
    expect(await handOver()).toMatchObject({ code: 'action-not-possible' })
    await till.resolve(id, 'other')
    expect((await till.receipt(id)).join()).toContain('PAID: TZS 10,000')
    expect(await till.told(id)).toMatchObject({ cover: 'covered', mayGo: true, toDos: [] })
    expect(await handOver()).toMatchObject({ ok: true })
    expect(await handOver()).toMatchObject({ code: 'already-handed-over' })
    const [day] = (await till.day()).currencies
    expect(day?.marks.toHandOver.amount).toBe(0)
  })

  it('2b is asked for again where the goods went, and the service took the money back', async () => {
    const till = await Counter.open()
    const id = await failedThenPaid(till)
    await till.resolve(id, 'other')
    await till.handOver(id)
    await till.failed(id)
    expect(await till.told(id)).toMatchObject({ toDos: ['contradicted'] })
    await till.giveMostBack(id, 'service', 'taken-back')
    expect(await till.told(id)).toMatchObject({ cover: 'nothing', toDos: ['unpaid'] })
    await till.cashForRest(id)
    expect(await till.told(id)).toMatchObject({ cover: 'covered', toDos: [], drawer: total })
  })
})

describe('the names of the money of a sale', () => {
  it('8 say what came by each payment, also after a part was given back', async () => {
    const till = await Counter.open()
    const id = await after(partsPaid, back(2_500, 'cash', 'goods'))(till)
    const { has, paidBy } = await till.sale(id)
    const came = paidBy.map(({ channel, value }) => [channel, value])
    expect({ has, came }).toEqual({
      has: 7_500,
      came: [
        ['cash', 4_500],
        ['mobile', 5_500],
      ],
    })
  })

  it('12 call undone cash Undone in the day, not Withdrawn', async () => {
    const till = await Counter.open()
    await till.undo(await till.cash())
    const { currencies } = await till.day()
    expect(currencies[0]?.states).toMatchObject([{ state: 'undone', block: 'none' }])
  })
})

describe('the people of a whole till', () => {
  it('3a cash is given back in the shift of who gave it', async () => {
    const till = await Counter.open()
    await till.hire()
    await till.signIn('Asha')
    const id = await paidTwice(till)
    await till.signIn('Juma')
    await till.giveBack(id, total, 'cash', 'too-much')
    expect(await till.shift()).toMatchObject({ confirmed: 0, drawer: -total })
    await till.signIn('Asha')
    expect(await till.shift()).toMatchObject({ confirmed: 20_000, drawer: 0 })
  })

  it('4 cash is in the shift of who took it, and 4a in no other when the push is paid the day after', async () => {
    const till = await Counter.open()
    await till.hire()
    await till.signIn('Asha')
    const id = await till.push()
    await till.signIn('Juma')
    await till.takeCash(id)
    expect(await till.shift()).toMatchObject({ confirmed: 0, drawer: total })
    expect((await till.day()).open).toEqual([])
    await till.cashUp()
    await till.paid(id)
    expect(await till.shift()).toMatchObject({ confirmed: 0, drawer: 0 })
    await till.signIn('Asha')
    expect(await till.shift()).toMatchObject({ confirmed: total, drawer: 0 })
  })
})

describe('the unknown money of a day', () => {
  it('is the smaller of what the sale lacks and what may come, for any number of payments', async () => {
    const till = await Counter.open()
    const first = await expired(till)
    const unknown = async () => (await till.told(first)).unknown
    expect(await unknown()).toBe(total)
    const again = await till.push({ replaces: first })
    expect(await unknown()).toBe(total)
    await till.expires(again)
    expect(await unknown()).toBe(total)
    await till.cash({ sale: first, value: 4_500, total })
    expect(await unknown()).toBe(5_500)
    const { report } = await till.cashUp()
    expect(sumsOf(report)).toMatchObject({ unknown: 5_500, drawer: 4_500 })
    expect(sumsOfDayFile(await till.spreadsheet(1))).toEqual({ cash: 4_500, unknown: 5_500 })
    await till.cash({ sale: first, value: 5_500, total })
    expect(await unknown()).toBe(0)
  })

  it('is nothing once cash was taken for one of two requests', async () => {
    const till = await Counter.open()
    const first = await expired(till)
    await till.push({ replaces: first })
    await till.takeCash(first)
    expect(await till.told(first)).toMatchObject({ cover: 'covered', unknown: 0, drawer: total })
  })
})

describe('the goods that a day has still to hand over', () => {
  const toHandOver = async (till: Counter) => (await till.day()).currencies[0]?.marks.toHandOver

  it('are none once the goods of a sale in parts went by any part', async () => {
    const till = await Counter.open()
    const first = await partsByPhone(isPaid)(till)
    expect(await toHandOver(till)).toMatchObject({ amount: total })
    await till.handOver(first)
    expect(await toHandOver(till)).toMatchObject({ amount: 0 })
  })

  it('are none of a sale whose money went back, whatever came for it since', async () => {
    const till = await Counter.open()
    const id = await customerGoes(till)
    await till.paid(id)
    await till.giveMostBack(id, 'cash', 'too-much')
    expect((await till.day()).currencies[0]?.blocks.confirmed).toMatchObject({ amount: 5_500 })
    expect(await toHandOver(till)).toMatchObject({ amount: 0 })
  })
})

describe('the days of a whole till', () => {
  it('14 what is paid before a cash-up and given back after it is in two days, by any clock', async () => {
    const till = await Counter.open()
    till.clock.setWall(Date.UTC(2026, 0, 5, 23, 58))
    const id = await paid(till)
    till.clock.setWall(Date.UTC(2026, 0, 6, 0, 10))
    await till.cashUp()
    till.clock.setWall(Date.UTC(2026, 0, 5, 22))
    await till.giveBack(id, total, 'cash', 'goods')
    expect(await till.told(id)).toMatchObject({ cover: 'given-back', confirmed: 0, drawer: -total })
    expect(await till.closed(1)).toMatchObject({ confirmed: total, drawer: 0 })
  })

  it('15 two presses of one draft are one', async () => {
    const till = await Counter.open()
    const draftId = randomUUID()
    const [one, other] = await Promise.all([till.cash({ draftId }), till.cash({ draftId })])
    expect(one).toBe(other)
    const back = randomUUID()
    const giveBack = () => till.giveBack(one, 2_500, 'cash', 'goods', back)
    await Promise.all([giveBack(), giveBack()])
    expect(await till.told(one)).toMatchObject({ cover: 'covered', drawer: 7_500 })
    const push = randomUUID()
    await Promise.all([till.push({ draftId: push }), till.push({ draftId: push })])
    expect(till.service.control.payments()).toHaveLength(1)
  })

  it('9 a draft that comes again for another sum is refused, and the first stands', async () => {
    const till = await Counter.open()
    const used = { ok: false, code: 'draft-used' }
    const id = await till.cash()
    const giving = {
      ...({ action: 'give-back', paymentId: id, draftId: randomUUID() } as const),
      ...({ way: 'cash', why: 'goods', reason: 'the bag was torn' } as const),
    }
    const giveBack = (changes: object) =>
      till.ask.payments.decide({ ...giving, value: 2_500, ...changes })
    expect(await giveBack({})).toMatchObject({ ok: true })
    for (const other of [{ value: 3_000 }, { way: 'said' }, { why: 'too-much' }])
      expect(await giveBack(other)).toMatchObject(used)
    expect(await giveBack({})).toMatchObject({ ok: true })
    const draftId = randomUUID()
    const payIn = (value: number) => till.ask.day.payIn({ draftId, value, reason: 'from the bank' })
    expect(await payIn(5_000)).toMatchObject({ ok: true })
    expect(await payIn(6_000)).toMatchObject(used)
    const payOut = { draftId, value: 5_000, reason: 'from the bank' }
    expect(await till.ask.day.payOut(payOut)).toMatchObject(used)
    expect(await till.told(id)).toMatchObject({ drawer: 7_500 + 5_000 })
  })

  it('3 no more cash is taken than the sale lacks, by whichever button', async () => {
    const till = await Counter.open()
    const paymentId = await expired(till)
    await till.cash({ sale: paymentId, value: 4_500, total })
    const { payments, cash } = till.ask
    const said = { status: 'pending', reason: 'asked the customer', how: 'paid-in-cash' } as const
    const more = { draftId: randomUUID(), value: 5_501, received: 6_000, note: '', lines: [] }
    for (const refused of [
      await payments.act({ action: 'take-cash', paymentId, note: '' }),
      await payments.decide({ action: 'resolve', paymentId, ...said }),
      await cash.record({ ...more, sale: paymentId, total, replaces: null }),
    ])
      expect(refused).toMatchObject({ ok: false })
    expect(await till.told(paymentId)).toMatchObject({ cover: 'waiting', drawer: 4_500 })
  })

  it('10 giving back, recording what staff saw and paying out need a manager, by whichever call', async () => {
    const till = await Counter.open()
    await till.hire()
    await till.signIn('Asha')
    const paymentId = await expired(till)
    const reason = 'asked the customer'
    const giving = { value: total, way: 'cash', why: 'goods', reason } as const
    const draftId = randomUUID()
    const calls = {
      giveBack: { action: 'give-back', paymentId, draftId, ...giving } as const,
      seen: {
        action: 'resolve',
        paymentId,
        status: 'pending',
        reason,
        how: 'seen-in-dashboard',
      } as const,
    }
    const { payments, day } = till.ask
    for (const call of Object.values(calls)) {
      expect(await payments.decide(call)).toMatchObject({ code: 'manager-needed' })
      const act: (asked: never) => Promise<unknown> = payments.act
      expect(await act(call as never)).toMatchObject({ code: 'bad-argument' })
    }
    expect(await day.payOut({ draftId, value: 500, reason })).toMatchObject({
      code: 'manager-needed',
    })
    expect(await till.told(paymentId)).toMatchObject({ drawer: 0, seen: 0 })
  })

  it('17 a till that was restored from a copy has its entries, and says so before it goes on', async () => {
    const till = await Counter.open()
    const id = await till.push()
    const copy = await till.backUp()
    await till.takeCash(id)
    await till.restore(copy)
    const { stage } = succeeded(await till.ask.till.state())
    expect(stage).toMatchObject({ name: 'blocked', reason: 'restored' })
    await till.goOn()
    expect(await till.told(id)).toMatchObject({ cover: 'waiting', drawer: 0, unknown: total })
    await till.paid(id)
    expect(await till.told(id)).toMatchObject({ cover: 'covered', isGreen: true, confirmed: total })
  })
})

describe('a discount on a whole till', () => {
  /** 10,500 less 500: a little under 5 percent. */
  const lines = [
    { name: 'Rice', quantity: 3, price: 3_500 },
    { name: '', quantity: 1, price: -500 },
  ]
  const discountIn = ({ currencies: [day] }: DayReport) => discountOf(day?.sold ?? [])

  it('13 the service is asked for the total, and the discount counts once, when the sale is covered', async () => {
    const till = await Counter.open()
    await till.allowDiscounts(5)
    const first = await till.push({ lines })
    expect(till.service.control.payments()).toMatchObject([{ amount: { value: total } }])
    await till.failed(first)
    expect(discountIn(await till.day())).toBe(0)
    const again = await till.push({ replaces: first, lines })
    await till.paid(again)
    // Paid twice, and a part of it given back: what was sold stays what it was.
    await till.paid(first)
    await till.giveBack(again, total, 'cash', 'too-much')
    await till.giveBack(again, 2_500, 'cash', 'goods')
    expect(await till.told(first)).toMatchObject({ cover: 'covered', confirmed: 20_000 })
    expect(discountIn(await till.day())).toBe(500)
    const { report } = await till.cashUp()
    expect(discountIn(report)).toBe(500)
    const rows = (await till.spreadsheet(1)).split('\n').filter(row => row.includes('discounts'))
    expect(rows).toMatchObject([expect.stringContaining(',500,TZS,')])
    await till.giveBack(again, 7_500, 'cash', 'goods')
    expect(discountIn(await till.day())).toBe(0)
  })

  it('13 is in the shift of who took the money that covers the sale', async () => {
    const till = await Counter.open()
    await till.allowDiscounts(5)
    await till.hire()
    await till.signIn('Asha')
    const sale = await till.cash({ value: 4_000, total, lines })
    const shift = async () =>
      discountIn(succeeded(await till.ask.shift.report({ since: 'cashUp' })).report)
    expect(await shift()).toBe(0)
    await till.signIn('Juma')
    await till.cash({ sale, value: 6_000, total, lines })
    expect(await shift()).toBe(500)
    await till.signIn('Asha')
    expect(await shift()).toBe(0)
  })

  it('13 is refused where the lines do not come to the total, and where nothing is left to pay', async () => {
    const till = await Counter.open()
    await till.allowDiscounts(100)
    for (const draft of [
      mobileDraft({ value: 10_500, lines }),
      mobileDraft({
        value: 1,
        lines: [{ name: 'Rice', quantity: 1, price: 500 }, ...lines.slice(1)],
      }),
    ])
      expect(await till.ask.payments.request(draft)).toMatchObject({ code: 'bad-argument' })
  })

  it('13 is refused where the shop gives none, and above the limit until a manager approves this very one', async () => {
    const till = await Counter.open()
    const refused = { ok: false, code: 'action-not-possible' }
    const draft = mobileDraft({ value: total, lines })
    const push = (changes = {}) => till.ask.payments.request({ ...draft, ...changes })
    expect(await push()).toMatchObject(refused)
    await till.allowDiscounts(4)
    await till.hire()
    await till.signIn('Asha')
    expect(await push()).toMatchObject(refused)
    const asked = { draftId: draft.draftId, discount: 500, total }
    expect(await till.ask.payments.discount(asked)).toMatchObject({ code: 'manager-needed' })
    await till.approveDiscount(draft)
    const more = [...lines.slice(0, 1), { name: '', quantity: 1, price: -501 }]
    expect(await push({ draftId: randomUUID() })).toMatchObject(refused)
    expect(await push({ lines: more, value: 9_999 })).toMatchObject(refused)
    const cash = { ...asked, value: 9_999, received: 9_999, total: null, lines: more }
    const { discount: _, ...other } = { ...cash, note: '', sale: null, replaces: null }
    expect(await till.ask.cash.record(other)).toMatchObject(refused)
    // It begins with this discount: what is charged again has it too.
    const id = await till.push(draft)
    await till.failed(id)
    expect(await push({ draftId: randomUUID(), replaces: id })).toMatchObject({ ok: true })
    await till.signIn('Neema')
    const { entries } = succeeded(await till.ask.auditLog.list({ before: null }))
    expect(entries).toContainEqual(
      expect.objectContaining({
        action: 'approved',
        person: expect.objectContaining({ name: 'Asha' }),
        detail: { call: 'payments.discount', discount: 500, total, approvedBy: 'Neema' },
      }),
    )
  })
})

describe('undo on a whole till', () => {
  const minute: Step = async till => till.clock.pass(61_000)
  const cashUp: Step = till => till.cashUp()
  const goodsGo: Step = (till, id) => till.handOver(id)
  const goods = back(2_500, 'cash', 'goods')

  it.each([
    ['a minute has passed', cashInstead, minute],
    ['the cash-up came', cashInstead, cashUp],
    ['the goods went', after(partsPaid, goods), goodsGo],
  ])('12 is refused once %s', async (_, story, then) => {
    const till = await Counter.open()
    const id = await story(till)
    await then(till, id)
    const before = await till.told(id)
    expect(await till.undo(id)).toBe('not-undone')
    expect(await till.told(id)).toEqual(before)
  })

  it('12 leaves both on the record: each shift counts what its person moved', async () => {
    const till = await Counter.open()
    await till.hire()
    await till.signIn('Asha')
    const id = await till.cash()
    await till.signIn('Juma')
    expect(await till.undo(id)).toBeNull()
    expect(await till.shift()).toMatchObject({ drawer: 0 })
    await till.signIn('Asha')
    expect(await till.shift()).toMatchObject({ drawer: 0 })
    const { events } = succeeded(await till.ask.payments.history({ paymentId: id }))
    expect(events).toMatchObject([
      { type: 'recorded', person: { name: 'Asha' } },
      { type: 'undone', what: 'cash', person: { name: 'Juma' } },
    ])
  })

  it('12 leaves the number of a receipt: its copies say void', async () => {
    const till = await Counter.open()
    const id = await till.cash()
    succeeded(await till.ask.receipts.savePdf({ paymentId: id }))
    expect(await till.undo(id)).toBeNull()
    succeeded(await till.ask.receipts.savePdf({ paymentId: id }))
    expect(await till.payment(id)).toMatchObject({ receiptNumber: 1, receiptCopies: 2 })
  })
})

describe('two sales on a whole till', () => {
  it('16a the second stays as it was', async () => {
    const till = await Counter.open()
    const first = await twoSales(till)
    const second = (await till.newest()).id
    await till.paid(first)
    expect(await till.told(second)).toMatchObject({ cover: 'covered', isGreen: true, toDos: [] })
    expect(await till.payment(second)).toMatchObject({ late: false, alsoPaid: null })
  })

  it('10 the first names the second', async () => {
    const till = await Counter.open()
    const first = await expired(till)
    await till.resolve(first, 'not-paid')
    const second = await paid(till)
    await till.paid(first)
    expect(await till.payment(first)).toMatchObject({ late: true, alsoPaid: second })
  })

  it('19 one word that means paid settles both', async () => {
    const till = await Counter.open()
    const [one, other] = [await till.push(), await till.push({ phone: otherPhone })]
    for (const id of [one, other]) await till.says(id, 'processed_ok')
    expect(await till.told(one)).toMatchObject({ toDos: ['unclear'], unknown: 20_000 })
    await till.classify(one, 'paid')
    for (const id of [one, other])
      expect(await till.told(id)).toMatchObject({ cover: 'covered', toDos: [], confirmed: 20_000 })
  })
})
