import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { expectedCash } from '../../../../shared/day/cash-up'
import { giveBackAll, giveBackPart } from '../../../support/payments/give-back'
import { openForCustomer } from '../../../support/payments/one-customer'
import { mobileDraft } from '../../../support/payments/payments'
import { succeeded } from '../../../support/results'

const [phone1, phone2] = ['0754001212', '0754001213']
const mobile = (phone: string, replaces: string | null = null) => mobileDraft({ phone, replaces })

/** What the drawer should hold, and what was confirmed, in the period that runs. */
function booksOf({ ledger, clock }: ReturnType<typeof openForCustomer>) {
  const [day] = ledger.day.report(clock.wall()).currencies
  return { drawer: day && expectedCash(day), confirmed: day?.blocks.confirmed.amount }
}

describe('money that came twice', () => {
  it('4a cash was taken for a push that is paid too: one goes back, and the goods may go', async () => {
    const till = openForCustomer()
    const one = await till.ask(mobile(phone1))
    succeeded(till.engine.sales.takeCash(one, ''))
    await till.says(one, 'paid')
    expect(till.engine.sales.toGiveBack(one)).toMatchObject({
      'too-much': { cash: 15_000, service: 15_000 },
    })
    succeeded(giveBackAll(till.engine.sales, one, 'cash', ''))
    expect(till.money(one)).toMatchObject({ cover: 'covered', toDos: [] })
    expect(till.paymentOf(one)).toMatchObject({ late: false })
    expect(booksOf(till)).toEqual({ drawer: 0, confirmed: 15_000 })
    expect(await till.engine.presses.handOver(one)).toMatchObject({ ok: true })
  })

  it('3a a payment that had failed is paid too: one goes back, and the goods may go once', async () => {
    const till = openForCustomer()
    const one = await till.ask(mobile(phone1))
    await till.says(one, 'failed')
    const other = await till.ask(mobile(phone2, one))
    await till.says(other, 'paid')
    await till.says(one, 'paid')
    succeeded(giveBackAll(till.engine.sales, other, 'service', ''))
    expect(till.money(one)).toMatchObject({ cover: 'covered', has: 15_000, toDos: [] })
    expect(await till.engine.presses.handOver(other)).toMatchObject({ ok: true })
    expect(await till.engine.presses.handOver(other)).toMatchObject({ code: 'already-handed-over' })
  })
})

describe('cash that was taken instead of a push', () => {
  it('4b goes back while the push is still watched', async () => {
    const till = openForCustomer()
    const one = await till.ask(mobile(phone1))
    succeeded(till.engine.sales.takeCash(one, ''))
    succeeded(giveBackAll(till.engine.sales, one, 'cash'))
    expect(till.money(one)).toMatchObject({ cover: 'given-back', has: 0, due: 0 })
    expect(booksOf(till).drawer).toBe(0)
  })

  it('4c the push is paid after that: all of it is too much', async () => {
    const till = openForCustomer()
    const one = await till.ask(mobile(phone1))
    succeeded(till.engine.sales.takeCash(one, ''))
    succeeded(giveBackAll(till.engine.sales, one, 'cash'))
    await till.says(one, 'paid')
    expect(till.money(one)).toMatchObject({ cover: 'too-much', toDos: ['too-much'] })
    succeeded(giveBackAll(till.engine.sales, one, 'service', ''))
    expect(till.money(one)).toMatchObject({ cover: 'given-back', toDos: [] })
  })
})

describe('a part of the goods', () => {
  it('8 is not taken: less is due, and the rest of the goods may go', async () => {
    const till = openForCustomer()
    const one = await till.ask(mobile(phone1))
    await till.says(one, 'paid')
    succeeded(giveBackPart(till.engine.sales, one, 'cash', 2_500))
    expect(till.money(one)).toMatchObject({ cover: 'covered', has: 12_500, due: 12_500, toDos: [] })
    expect(booksOf(till)).toEqual({ drawer: -2_500, confirmed: 15_000 })
    expect(await till.engine.presses.handOver(one)).toMatchObject({ ok: true })
  })

  it('7 comes back after the goods went, more than once, and never more than is there', async () => {
    const till = openForCustomer()
    const one = await till.ask(mobile(phone1))
    await till.says(one, 'paid')
    await till.engine.presses.handOver(one)
    for (const value of [2_500, 7_500])
      succeeded(giveBackPart(till.engine.sales, one, 'cash', value))
    expect(giveBackPart(till.engine.sales, one, 'cash', 5_001)).toMatchObject({
      code: 'more-than-there',
    })
    expect(till.money(one)).toMatchObject({ cover: 'covered', has: 5_000, due: 5_000, toDos: [] })
  })

  it('15 is given back once by two presses of one draft', async () => {
    const till = openForCustomer()
    const one = await till.ask(mobile(phone1))
    await till.says(one, 'paid')
    const giving = {
      ...{ draftId: randomUUID(), value: 2_500, reason: 'torn' },
      ...({ way: 'cash', why: 'goods' } as const),
    }
    const press = { action: 'give-back', paymentId: one, ...giving } as const
    for (const _press of ['first', 'second'])
      expect(await till.engine.presses.act(press, 'manager')).toMatchObject({ ok: true })
    expect(till.paymentOf(one).givenBack).toHaveLength(1)
  })
})
