import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { expectedCash } from '../../../../shared/day/cash-up'
import { needsResolving } from '../../../../shared/payment/actions'
import { type CashDraft, cashDraftSchema } from '../../../../shared/payment/draft'
import type { Payment } from '../../../../shared/payment/payment'
import { statusOf } from '../../../../shared/payment/status'
import { asha, scene, take } from '../../../support/day-payments'
import { accepted, read } from '../../../support/payments/answers'
import { engineOn, openEngine } from '../../../support/payments/engine'
import { giveBackAll, giveBackPart } from '../../../support/payments/give-back'
import { type MobileDraft, mobileDraft, samples } from '../../../support/payments/payments'
import { succeeded } from '../../../support/results'

/** A counter whose service says this word of every payment, until it is told otherwise. */
function open(word = 'completed') {
  const opened = openEngine({ person: () => asha })
  const { ledger, client, clock, engine } = opened
  client.date = clock.wall
  const says = { word }
  /** What was asked for, in order: the service's books. */
  const asked: number[] = []
  const money = (reference: string) => {
    return { currency: 'TZS', value: asked[Number(reference.slice(2))] ?? 0 }
  }
  client.otherwise = {
    create() {
      const reference = `R-${asked.length - 1}`
      return accepted({ reference, money: money(reference), expiresAt: clock.wall() + 3_600_000 })
    },
    read: ({ text }) => read(says.word, { reference: text, money: money(text) }),
  }
  const creates = () => client.calls.filter(({ operation }) => operation.startsWith('create'))
  const pay = async (draft: Partial<MobileDraft>) => {
    asked.push(draft.value ?? 0)
    const payment = succeeded(engine.presses.request(mobileDraft(draft)))
    await clock.pass(60_000)
    return ledger.find(payment.id) as Payment
  }
  return { ...opened, says, creates, pay }
}

function cashDraft(changes: Partial<CashDraft> = {}): CashDraft {
  const value = changes.value ?? 7_500
  const plain = { note: '', lines: [], total: null, sale: null, replaces: null }
  return { draftId: randomUUID(), value, received: value, ...plain, ...changes }
}

const total = 7_500

/** A sale of 7,500 of which 2,500 are in cash. `of`: what each further payment of it names. */
function openWithPart(word?: string) {
  const opened = open(word)
  const part = succeeded(opened.engine.charging.recordCash(cashDraft({ value: 2_500, total })))
  return { ...opened, of: { total, sale: part.id }, part }
}

/** The same, and the service was asked for the rest. */
async function openWithRest(word?: string) {
  const opened = openWithPart(word)
  const rest = await opened.pay({ value: 5_000, ...opened.of })
  return { ...opened, rest }
}

describe('cash', () => {
  it('is recorded by staff, is never paid, and nothing of it is sent', async () => {
    const { engine, ledger, client, clock } = open()
    const payment = succeeded(
      engine.charging.recordCash(cashDraft({ value: 7_500, received: 10_000 })),
    )
    await clock.pass(3_600_000)
    const kept = ledger.find(payment.id)
    expect(kept).toMatchObject({ channel: 'cash', received: 10_000, person: asha, msisdn: '' })
    expect(kept && statusOf(kept)).toBe('cash')
    expect(client.calls).toEqual([])
    expect(ledger.open()).toEqual([])
    expect(ledger.customers.one('')).toBeNull()
  })

  it('is taken once, however often it is pressed', () => {
    const { engine, ledger } = open()
    const draft = cashDraft()
    expect(engine.charging.recordCash(draft)).toEqual(engine.charging.recordCash(draft))
    const other = { ...draft, value: 4_000 }
    expect(engine.charging.recordCash(other)).toMatchObject({ code: 'draft-used' })
    expect(ledger.recent(5)).toHaveLength(1)
  })

  it('is not taken by a till that takes none', () => {
    const { ledger, engine } = openEngine({ settings: { cash: false } })
    expect(engine.charging.recordCash(cashDraft())).toMatchObject({ code: 'action-not-possible' })
    expect(ledger.recent(1)).toEqual([])
  })

  it('is no less than its amount, and its items come to the sum', () => {
    expect(cashDraftSchema.safeParse(cashDraft({ received: 7_499 })).success).toBe(false)
    const lines = [{ name: 'Soda', quantity: 5, price: 1_500 }]
    expect(cashDraftSchema.safeParse(cashDraft({ lines })).success).toBe(true)
    expect(cashDraftSchema.safeParse(cashDraft({ lines, value: 7_000 })).success).toBe(false)
  })

  it('is a total of its own; what goes back out of the drawer is expected there no more', () => {
    const { engine, ledger, clock } = open()
    succeeded(engine.charging.recordCash(cashDraft({ value: 7_500, received: 10_000 })))
    const given = succeeded(engine.charging.recordCash(cashDraft({ value: 4_000 })))
    succeeded(giveBackAll(engine.sales, given.id, 'cash', 'the bag was torn'))
    const [day] = ledger.day.report(clock.wall()).currencies
    expect(day?.blocks.confirmed).toEqual({ sales: 0, amount: 0 })
    expect(day?.blocks.cash).toEqual({ sales: 2, amount: 11_500 })
    expect(day?.refunds.cash).toEqual({ sales: 1, amount: 4_000 })
    expect(day && expectedCash({ ...day, drawer: { ...day.drawer, float: 50_000 } })).toBe(57_500)
  })

  it('goes back once, and never through the service', () => {
    const { engine, ledger } = open()
    const { id } = succeeded(engine.charging.recordCash(cashDraft()))
    expect(giveBackAll(engine.sales, id, 'service', 'the bag was torn')).toMatchObject({
      code: 'more-than-there',
    })
    succeeded(giveBackAll(engine.sales, id, 'said', 'the bag was torn'))
    expect(giveBackAll(engine.sales, id, 'cash', 'again')).toMatchObject({
      code: 'more-than-there',
    })
    expect(ledger.find(id)?.givenBack.map(({ way }) => way)).toEqual(['said'])
  })
})

describe('a sale in parts', () => {
  it('gives no goods before the parts cover the sum', async () => {
    const { engine, ledger, says, clock, of, rest } = await openWithRest('pending')
    expect(rest).toMatchObject(of)
    expect(engine.presses.handOver(rest.id)).toMatchObject({ ok: false })
    says.word = 'completed'
    await clock.pass(60_000)
    expect(engine.presses.handOver(rest.id)).toMatchObject({ ok: true })
    expect(ledger.find(rest.id)?.late).toBe(false)
  })

  it('gives the goods that are left once a part went back', async () => {
    const { engine, part, rest } = await openWithRest()
    succeeded(giveBackPart(engine.sales, part.id, 'cash', 2_500))
    expect(engine.presses.handOver(rest.id)).toMatchObject({ ok: true })
  })

  it('gives none once all went back, whichever part was pressed', async () => {
    const { engine, ledger, part, rest } = await openWithRest()
    succeeded(giveBackAll(engine.sales, part.id, 'cash'))
    expect(ledger.find(part.id)?.givenBack).toMatchObject([{ value: 2_500, worth: 2_500 }])
    expect(ledger.find(rest.id)?.givenBack).toMatchObject([{ value: 5_000, worth: 5_000 }])
    expect(engine.presses.handOver(rest.id)).toMatchObject({ code: 'given-back' })
  })

  it('of which one is in doubt: only the money of the others can be given back', async () => {
    const { engine, client, ledger, clock, part, rest } = await openWithRest()
    await clock.pass(3_000)
    const money = { currency: 'TZS', value: 5_001 }
    client.otherwise.read = ({ text }) => read('completed', { reference: text, money })
    succeeded(await engine.actions.checkNow(rest.id))
    expect(ledger.sales.view(rest.sale)).toMatchObject({ has: total })
    expect(engine.sales.toGiveBack(part.id)?.goods).toMatchObject({ cash: 2_500, service: 0 })
    succeeded(giveBackPart(engine.sales, part.id, 'cash', 2_500))
  })

  it('that is paid after the cash went back is too much: no goods go for it', async () => {
    const { engine, ledger, says, clock, part, rest } = await openWithRest('pending')
    succeeded(giveBackAll(engine.sales, part.id, 'cash'))
    says.word = 'completed'
    await clock.pass(60_000)
    expect(ledger.find(rest.id)?.alsoPaid).toBe(part.id)
    expect(engine.presses.handOver(rest.id)).toMatchObject({ code: 'given-back' })
    succeeded(giveBackAll(engine.sales, rest.id, 'service', ''))
    expect(ledger.sales.find(rest.sale)).toMatchObject({ cover: 'given-back', toDos: [] })
    expect(ledger.find(rest.id)?.late).toBe(false)
  })

  it('has no payment too much where the rest comes after a part went back: less is due', async () => {
    const { engine, ledger, says, clock, part, rest } = await openWithRest('pending')
    succeeded(giveBackPart(engine.sales, part.id, 'cash', 1_000))
    says.word = 'completed'
    await clock.pass(60_000)
    expect(ledger.find(rest.id)).toMatchObject({ outcome: 'paid', alsoPaid: null })
    expect(ledger.sales.find(rest.sale)).toMatchObject({ cover: 'covered', toDos: [] })
  })

  it('has parts of one currency', () => {
    const { engine, settings, of } = openWithPart()
    settings.currency = 'KES'
    const bad = { code: 'part-not-the-rest' }
    expect(engine.charging.recordCash(cashDraft({ value: 5_000, ...of }))).toMatchObject(bad)
    expect(engine.presses.request(mobileDraft({ value: 5_000, ...of }))).toMatchObject(bad)
  })

  it('takes nothing more once a part went back: less is due', async () => {
    const { engine, creates, of, rest } = await openWithRest()
    const asked = creates().length
    succeeded(giveBackPart(engine.sales, rest.id, 'service', 5_000))
    const why = { code: 'part-not-the-rest' }
    expect(engine.presses.request(mobileDraft({ value: 5_000, ...of }))).toMatchObject(why)
    expect(engine.charging.recordCash(cashDraft({ value: 5_000, ...of }))).toMatchObject(why)
    expect(creates()).toHaveLength(asked)
  })

  it('is asked for no more than what is left, by any way, and only as the sale is', () => {
    const { engine, creates, of } = openWithPart()
    const bad = { code: 'part-not-the-rest' }
    const { presses, charging } = engine
    expect(presses.request(mobileDraft({ value: 5_001, ...of }))).toMatchObject(bad)
    expect(presses.request(mobileDraft({ value: 5_000, ...of, total: 9_000 }))).toMatchObject(bad)
    expect(charging.recordCash(cashDraft({ value: 5_001, ...of }))).toMatchObject(bad)
    expect(creates()).toEqual([])
    expect(charging.recordCash(cashDraft({ value: 5_000, ...of }))).toMatchObject({ ok: true })
  })

  it('is paid in three parts, first by phone, and gives its goods once with the last', async () => {
    const { engine, ledger, clock, pay } = open()
    const first = await pay({ value: 3_000, total })
    const of = { total, sale: first.id }
    expect(engine.presses.handOver(first.id)).toMatchObject({ code: 'parts-do-not-cover' })
    expect(ledger.toDos().map(({ id }) => id)).toEqual([first.id])
    succeeded(engine.charging.recordCash(cashDraft({ value: 2_500, ...of })))
    expect(ledger.sales.view(first.id)).toMatchObject({ has: 5_500, rest: 2_000 })
    const last = await pay({ value: 2_000, ...of, phone: '0754001213' })
    expect(ledger.sales.view(first.id)).toMatchObject({ cover: 'covered', rest: 0, toDos: [] })
    expect(ledger.toDos()).toEqual([])
    succeeded(engine.presses.handOver(last.id))
    expect(engine.presses.handOver(first.id)).toMatchObject({ code: 'already-handed-over' })
    const [day] = ledger.day.report(clock.wall()).currencies
    expect(day?.blocks.confirmed).toEqual({ sales: 2, amount: 5_000 })
    expect(day?.blocks.cash).toEqual({ sales: 1, amount: 2_500 })
  })

  it('waits while one of its parts may still be paid', async () => {
    const { engine, of, rest } = await openWithRest('pending')
    const refused = engine.charging.recordCash(cashDraft({ value: 5_000, ...of }))
    expect(refused).toMatchObject({ code: 'part-open', busy: { paymentId: rest.id } })
  })

  it('waits again for an earlier request that a person had tried again', () => {
    const { engine, ledger, clock } = open()
    const first = take(ledger, 'repeatRefused', { at: clock.wall() })
    const { sale, total: whole } = first
    take(ledger, 'repeatRefused', { at: clock.wall() + 1_000, sale })
    const waitsFor = () => ledger.sales.view(sale).waitsFor
    expect(waitsFor()).toEqual([])
    ledger.append(first.id, { ...samples.released, at: clock.wall() + 2_000 })
    expect(waitsFor()).toEqual([first.id])
    const rest = cashDraft({ value: whole, total: whole, sale })
    const refused = engine.charging.recordCash(rest)
    expect(refused).toMatchObject({ code: 'part-open', busy: { paymentId: first.id } })
    take(ledger, 'pending', { at: clock.wall() + 3_000, sale })
    expect(waitsFor()).not.toContain(first.id)
  })

  it('is never paid twice by its own parts, after a whole request that failed either', async () => {
    const { engine, ledger, says, pay } = open('declined')
    const { id: replaces } = await pay({ value: 7_500 })
    says.word = 'completed'
    const part = succeeded(engine.charging.recordCash(cashDraft({ value: 2_500, total, replaces })))
    expect(part.sale).toBe(replaces)
    const rest = await pay({ value: 5_000, total, sale: part.sale })
    expect(rest).toMatchObject({ outcome: 'paid', alsoPaid: null })
    expect(ledger.find(part.id)?.late).toBe(false)
  })

  it('is not paid twice by its own parts where one was paid after it failed, and its amount is in doubt', async () => {
    const { engine, client, ledger, says, clock, rest } = await openWithRest('declined')
    says.word = 'completed'
    succeeded(await engine.actions.checkNow(rest.id))
    expect(ledger.sales.view(rest.sale)).toMatchObject({ has: total })
    for (const [word, value] of [
      ['paid', 5_001],
      ['success', 5_000],
    ] as const) {
      await clock.pass(3_000)
      const money = { currency: 'TZS', value }
      client.otherwise.read = ({ text }) => read(word, { reference: text, money })
      succeeded(await engine.actions.checkNow(rest.id))
    }
    const doubted = ledger.find(rest.id)
    expect(doubted?.mismatch).not.toBeNull()
    expect(doubted).toMatchObject({ contradictedByPaid: true, alsoPaid: null })
  })

  it('says paid twice where its parts come to more than the sum', async () => {
    const { engine, ledger, says, clock, of, rest } = await openWithRest('pending')
    await clock.pass(3_700_000)
    succeeded(engine.sales.resolve(rest.id, 'customer saw no prompt', 'not-paid'))
    succeeded(engine.charging.recordCash(cashDraft({ value: 5_000, ...of })))
    says.word = 'completed'
    const late = succeeded(await engine.actions.checkNow(rest.id))
    expect(late).toMatchObject({ outcome: 'paid', late: true })
    expect(ledger.find(rest.id)?.alsoPaid).not.toBeNull()
  })

  it('is open while its rest is missing and nothing asks for it, also over the cash-up', async () => {
    const { ledger, says, clock, pay, of, part } = openWithPart('pending')
    const stillOpen = () => ledger.day.report(clock.wall()).open
    expect(ledger.toDos()).toEqual([part])
    expect(stillOpen()).toMatchObject([{ paymentId: part.id, restMissing: true }])
    const closing = { period: 1, signOffs: [], counted: [] }
    const closed = ledger.day.close(closing, { ...scene, at: clock.wall() })
    expect(closed).toMatchObject({ code: 'cash-up-unsigned' })
    const rest = await pay({ value: 5_000, ...of })
    expect(ledger.toDos()).toEqual([])
    expect(stillOpen()).toMatchObject([{ paymentId: rest.id, restMissing: false }])
    says.word = 'declined'
    await clock.pass(60_000)
    expect(ledger.toDos()).toEqual([part])
    says.word = 'completed'
    await pay({ value: 5_000, ...of })
    expect(ledger.toDos()).toEqual([])
    expect(stillOpen()).toEqual([])
  })

  it('asks nothing more once a part went back: less is due', async () => {
    const { engine, ledger, rest } = await openWithRest()
    succeeded(giveBackPart(engine.sales, rest.id, 'service', 2_000))
    expect(ledger.toDos()).toEqual([])
    expect(ledger.sales.find(rest.sale)).toMatchObject({ cover: 'covered', due: 5_500 })
  })

  it('has sold its items once, when it first has what is due', async () => {
    const { engine, ledger, clock, pay } = open()
    const lines = [{ name: 'Soda', quantity: 5, price: 1_500 }]
    const sold = () => ledger.day.report(clock.wall()).currencies[0]?.sold
    const part = succeeded(engine.charging.recordCash(cashDraft({ value: 2_500, total, lines })))
    expect(sold()).toEqual([])
    await pay({ value: 5_000, total, sale: part.id, lines })
    expect(sold()).toEqual(lines)
    succeeded(giveBackPart(engine.sales, part.id, 'cash', 1_500))
    expect(sold()).toEqual(lines)
  })
})

async function openPending() {
  const opened = openEngine({ person: () => asha })
  const { ledger, client, clock, engine } = opened
  client.date = clock.wall
  client.creates = [accepted({ expiresAt: clock.wall() + 100_000 })]
  client.otherwise.read = read('pending')
  const { id } = succeeded(engine.presses.request(mobileDraft()))
  await clock.pass(5_000)
  const payment = () => ledger.find(id) as Payment
  expect(payment().phase).toBe('pending')
  return { ...opened, id, payment }
}

it('cash for a pending payment is on record with who took it, once, and its push is watched on', async () => {
  const { engine, client, clock, id, payment } = await openPending()
  expect(engine.sales.takeCash(id, 'two notes')).toMatchObject({ ok: true })
  expect(engine.sales.takeCash(id, '')).toMatchObject({ ok: false, code: 'action-not-possible' })
  const resolution = { reason: 'two notes', how: 'paid-in-cash', person: asha }
  expect(payment().resolution).toMatchObject(resolution)
  client.otherwise.read = read('paid')
  await clock.pass(20_000)
  expect(payment()).toMatchObject({ outcome: 'paid', late: true })
  expect(needsResolving(payment())).toBe(true)
})

it('cash needs no note, and a number whose push may still ring stays held (money rule 10)', async () => {
  const { engine, id, payment } = await openPending()
  expect(engine.sales.takeCash(id, '').ok).toBe(true)
  expect(payment().resolution?.reason).toBe('')
  expect(engine.presses.request(mobileDraft())).toMatchObject({
    ok: false,
    code: 'phone-number-busy',
  })
})

it.each(['check all', 'the next start'])(
  'cash for an expired payment: %s finds that it was paid too',
  async when => {
    const { engine, client, clock, id, payment, ledger } = await openPending()
    await clock.pass(200_000)
    expect(payment().phase).toBe('expired')
    expect(engine.sales.takeCash(id, '').ok).toBe(true)
    client.otherwise.read = read('paid')
    if (when === 'check all') engine.openPayments.checkAll()
    else {
      await engine.stop()
      engineOn({ ledger, client, clock }).engine.start()
    }
    await clock.pass(5_000)
    expect(payment()).toMatchObject({ outcome: 'paid', late: true })
  },
)
