import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { expectedCash } from '../../../../shared/day/cash-up'
import type { CashDraft } from '../../../../shared/payment/draft'
import { statusOf } from '../../../../shared/payment/status'
import { giveBackAll } from '../../../support/payments/give-back'
import { openForCustomer } from '../../../support/payments/one-customer'
import { mobileDraft } from '../../../support/payments/payments'
import { succeeded } from '../../../support/results'

type Till = ReturnType<typeof openForCustomer>

const value = 15_000

function cash(till: Till, changes: Partial<CashDraft> = {}): string {
  const plain = { note: '', lines: [], total: null, sale: null, replaces: null }
  const draft = { draftId: randomUUID(), value, received: value, ...plain, ...changes }
  return succeeded(till.engine.charging.recordCash(draft)).id
}

const entryOf = ({ engine }: Till, id: string) => engine.undo.toUndo(id)?.entry ?? null

function undo(till: Till, id: string) {
  return till.engine.undo.undo(id, entryOf(till, id) ?? 1)
}

/** What the drawer should hold, and what of the sale stands in the links. */
function drawerOf({ ledger, clock }: Till): number {
  const [day] = ledger.day.report(clock.wall()).currencies
  return day ? expectedCash(day) : 0
}

/** A push of the sale that is paid, and one that had failed and is paid too. */
async function paidTwice(till: Till): Promise<string> {
  const one = await till.ask(mobileDraft({ phone: '0754001212' }))
  await till.says(one, 'failed')
  await till.says(await till.ask(mobileDraft({ phone: '0754001213', replaces: one })), 'paid')
  await till.says(one, 'paid')
  return one
}

describe('undo', () => {
  it('of cash that was taken for a push has the customer asked again', async () => {
    const till = openForCustomer()
    const id = await till.ask(mobileDraft())
    succeeded(till.engine.sales.takeCash(id, 'at the counter'))
    const undone = succeeded(undo(till, id))
    expect(undone).toMatchObject({ received: null, stoppedWaitingAt: null, resolution: null })
    expect(statusOf(undone)).toBe('waitingForCustomer')
    expect(drawerOf(till)).toBe(0)
    await till.says(id, 'paid')
    expect(till.paymentOf(id)).toMatchObject({ outcome: 'paid', late: false })
    expect(till.money(id)).toMatchObject({ cover: 'covered', toDos: [] })
  })

  it('of cash keeps that staff had stopped waiting before', async () => {
    const till = openForCustomer()
    const id = await till.ask(mobileDraft())
    succeeded(till.engine.actions.stopWaiting(id))
    await till.clock.pass(1_000)
    succeeded(till.engine.sales.takeCash(id, ''))
    expect(succeeded(undo(till, id)).stoppedWaitingAt).not.toBeNull()
  })

  it('of cash that came twice leaves what the service confirmed', async () => {
    const till = openForCustomer()
    const id = await till.ask(mobileDraft())
    succeeded(till.engine.sales.takeCash(id, ''))
    await till.says(id, 'paid')
    expect(till.money(id)?.cover).toBe('too-much')
    succeeded(undo(till, id))
    // Nobody waited for it when it was paid: a person says that the customer is here.
    expect(till.paymentOf(id)).toMatchObject({ late: true })
    expect(till.money(id)).toMatchObject({ cover: 'covered', toDos: ['late'] })
  })

  it('of recorded cash withdraws it: it cannot be given back, and cash can be taken again', () => {
    const till = openForCustomer()
    const id = cash(till)
    expect(succeeded(undo(till, id)).phase).toBe('withdrawn')
    expect(till.engine.sales.toGiveBack(id)?.goods.cash).toBe(0)
    const sale = till.saleOf(id)
    cash(till, { sale })
    expect(till.money(id)).toMatchObject({ cover: 'covered', has: value })
    expect(drawerOf(till)).toBe(value)
  })

  it('of money given back asks again what that had ended', async () => {
    const till = openForCustomer()
    const id = await paidTwice(till)
    const before = {
      late: till.paymentOf(id).late,
      sale: till.money(id),
      toDos: till.ledger.toDos(),
    }
    expect(before.toDos).toHaveLength(1)
    succeeded(giveBackAll(till.engine.sales, id, 'cash', ''))
    expect(till.ledger.toDos()).toEqual([])
    succeeded(undo(till, id))
    expect(till.paymentOf(id).late).toBe(before.late)
    expect(till.money(id)).toEqual(before.sale)
    expect(till.ledger.toDos()).toEqual(before.toDos)
    expect(drawerOf(till)).toBe(0)
  })

  it('undoes all that one press gave back, of several payments', () => {
    const till = openForCustomer()
    const one = cash(till, { value: 5_000, received: 5_000, total: value })
    const sale = till.saleOf(one)
    const other = cash(till, { value: 10_000, received: 10_000, total: value, sale })
    succeeded(giveBackAll(till.engine.sales, one, 'cash'))
    expect(till.paymentOf(one).givenBack).toHaveLength(1)
    expect(till.paymentOf(other).givenBack).toHaveLength(1)
    succeeded(undo(till, one))
    expect(till.money(one)).toMatchObject({ cover: 'covered', has: value, due: value })
    for (const id of [one, other]) expect(till.paymentOf(id).givenBack).toEqual([])
    // The cash before it is undone next, within its own minute.
    succeeded(undo(till, one))
    expect(till.money(one)).toMatchObject({ has: 5_000 })
  })
})

describe('the receipt of what was undone', () => {
  const byHand = { to: 'printer', automatic: false } as const

  it('keeps its number, and its copies say void', () => {
    const till = openForCustomer()
    const id = cash(till)
    succeeded(till.engine.receipts.begin(id, byHand))
    succeeded(undo(till, id))
    expect(succeeded(till.engine.receipts.begin(id, byHand))).toMatchObject({
      copy: 2,
      sale: { state: 'void', number: 1 },
    })
  })

  it('is not made where none had a number', () => {
    const till = openForCustomer()
    const id = cash(till)
    succeeded(undo(till, id))
    expect(till.engine.receipts.begin(id, byHand)).toMatchObject({ code: 'receipt-not-possible' })
  })
})

describe('the minute', () => {
  it('counts down, and then nothing can be undone', async () => {
    const till = openForCustomer()
    const id = cash(till)
    expect(till.engine.undo.toUndo(id)).toEqual({ entry: 1, what: 'cash', left: 60_000 })
    await till.clock.pass(40_000)
    expect(till.engine.undo.toUndo(id)?.left).toBe(20_000)
    await till.clock.pass(20_001)
    expect(till.engine.undo.toUndo(id)).toBeNull()
    expect(till.engine.undo.undo(id, 1)).toMatchObject({ code: 'not-undone' })
    expect(drawerOf(till)).toBe(value)
  })

  it('is over when either clock says so, also where the wall clock was set back', async () => {
    const till = openForCustomer()
    const id = cash(till)
    await till.clock.pass(61_000)
    till.clock.setBack(60_000)
    expect(till.engine.undo.toUndo(id)).toBeNull()
  })

  it('does not begin again by a second press of the same draft', async () => {
    const till = openForCustomer()
    const draftId = randomUUID()
    const id = cash(till, { draftId })
    await till.clock.pass(50_000)
    cash(till, { draftId })
    expect(till.engine.undo.toUndo(id)?.left).toBe(10_000)
  })
})

it('undoes only what the person saw', () => {
  const till = openForCustomer()
  const one = cash(till, { value: 5_000, received: 5_000, total: value })
  const seen = entryOf(till, one) ?? 0
  cash(till, { value: 10_000, received: 10_000, total: value, sale: till.saleOf(one) })
  expect(till.engine.undo.undo(one, seen)).toMatchObject({ code: 'not-undone' })
  expect(drawerOf(till)).toBe(value)
})
