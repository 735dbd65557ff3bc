import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { ServiceResponse } from '../../../../electron/main/service'
import { draftSchema } from '../../../../shared/payment/draft'
import { asha } from '../../../support/day-payments'
import {
  accepted,
  read,
  refused,
  throttled,
  unauthorized,
  unreachable,
} from '../../../support/payments/answers'
import { openEngine, testEngineSettings } from '../../../support/payments/engine'
import { mobileDraft } from '../../../support/payments/payments'
import { succeeded } from '../../../support/results'

const hour = 3_600_000

/** A counter whose service keeps payments open for four hours. */
function open() {
  const atTill = { person: asha }
  const opened = openEngine({ person: () => atTill.person })
  const { client, clock } = opened
  client.date = clock.wall
  let number = 0
  client.otherwise = {
    create: () => accepted({ reference: `R-${++number}`, expiresAt: clock.wall() + 4 * hour }),
    read: ({ text }) => read('pending', { reference: text }),
  }
  const operations = () => client.calls.map(({ operation, text }) => `${operation} ${text}`)
  return { ...opened, operations, atTill }
}

const asked = (changes: Parameters<typeof mobileDraft>[0] = {}) =>
  mobileDraft({ customerSeesNoPrompt: true, ...changes })

/** Passes the prompt's time, and the moment in which the till's own last read is the answer to a press. */
async function promptGone({ client, clock }: Pick<ReturnType<typeof open>, 'client' | 'clock'>) {
  await clock.pass(testEngineSettings.promptLifetimeMs)
  for (let before = -1; before !== client.calls.length; await clock.pass(2_000))
    before = client.calls.length
  client.calls.length = 0
}

/** The same with a payment accepted so long ago that its prompt is gone; nothing was asked since. */
async function openGone() {
  const opened = open()
  const { id } = succeeded(opened.engine.presses.request(mobileDraft()))
  await promptGone(opened)
  return { ...opened, id }
}

describe('a request once the cashier has asked the customer', () => {
  it('is of the person who pressed, not of one who signed in while the service was asked', async () => {
    const { engine, atTill } = await openGone()
    const asking = engine.presses.requestAfterPrompt(asked())
    atTill.person = { ...asha, name: 'Rehema' }
    expect(await asking).toMatchObject({ ok: true, value: { person: asha } })
  })

  it('goes at once where nothing is in the way', async () => {
    const { engine, operations, client } = open()
    client.otherwise.create = 'hang'
    expect(await engine.presses.requestAfterPrompt(asked())).toMatchObject({
      ok: true,
      value: { linked: [], phase: 'sending' },
    })
    expect(operations()).toHaveLength(1)
  })

  it('does not go on a second press either, while that read’s word has no meaning', async () => {
    const { engine, client, ledger, id } = await openGone()
    client.otherwise.read = read('verifying')
    await engine.presses.requestAfterPrompt(asked())
    expect(engine.presses.request(mobileDraft())).toMatchObject({ code: 'prompt-may-be-gone' })
    expect(await engine.presses.requestAfterPrompt(asked())).toMatchObject({
      code: 'prompt-answered',
    })
    expect(ledger.recent(10)).toHaveLength(1)
    expect(engine.actions.classifyStatus(id, 'failed').ok).toBe(true)
    expect(engine.presses.request(mobileDraft()).ok).toBe(true)
  })

  it.each<[string, ServiceResponse<never>, string]>([
    ['no answer', unreachable('no'), 'read-failed'],
    ['the answer is lost', unreachable('maybe'), 'read-failed'],
    ['the service does not know the reference', refused(404), 'payment-not-known'],
    ['the keys are rejected', unauthorized, 'read-failed'],
    ['the service asks to wait', throttled(60_000), 'read-failed'],
  ])('does not go where that read cannot be had: %s', async (_name, given, code) => {
    const { engine, client, ledger } = await openGone()
    client.otherwise.read = given
    expect(await engine.presses.requestAfterPrompt(asked())).toMatchObject({ ok: false, code })
    expect(ledger.recent(10)).toHaveLength(1)
    expect(client.calls).toHaveLength(1)
  })

  it('does not go where only another account can say how the earlier one stands', async () => {
    const { engine, settings, ledger, client, id } = await openGone()
    settings.account = 'another'
    const elsewhere = { ok: false, code: 'other-account' }
    expect(await engine.presses.requestAfterPrompt(asked())).toMatchObject(elsewhere)
    expect(await engine.presses.sendAgain(id, randomUUID())).toMatchObject(elsewhere)
    expect(ledger.recent(10)).toHaveLength(1)
    expect(client.calls).toEqual([])
  })

  it('is of the sale that is sent again while that is pending', async () => {
    const opened = await openGone()
    const { engine, id } = opened
    succeeded(await engine.presses.requestAfterPrompt(asked()))
    await promptGone(opened)
    const third = await engine.presses.sendAgain(id, randomUUID())
    expect(third).toMatchObject({ ok: true, value: { sale: id } })
  })

  it('is the one that staff wait for: not any more for that before', async () => {
    const opened = await openGone()
    const { engine, ledger, id } = opened
    const again = succeeded(await engine.presses.sendAgain(id, randomUUID()))
    expect(ledger.sales.view(id)).toMatchObject({ payments: [id, again.id], waitsFor: [again.id] })
    await promptGone(opened)
    const third = succeeded(await engine.presses.sendAgain(again.id, randomUUID()))
    expect(ledger.sales.view(id).waitsFor).toEqual([third.id])
  })

  it('needs each earlier payment to be pending still, and is linked to the newest', async () => {
    const opened = await openGone()
    const { engine, client, operations, ledger } = opened
    const second = succeeded(await engine.presses.requestAfterPrompt(asked()))
    await promptGone(opened)
    const third = succeeded(await engine.presses.requestAfterPrompt(asked()))
    expect(third.linked).toEqual([second.id])
    const reads = operations().slice(0, 2)
    expect(new Set(reads)).toEqual(new Set(['read-mobile R-1', 'read-mobile R-2']))
    await promptGone(opened)
    client.otherwise.read = ({ text }) =>
      read(text === 'R-1' ? 'completed' : 'pending', { reference: text })
    expect(await engine.presses.requestAfterPrompt(asked())).toMatchObject({
      code: 'prompt-answered',
    })
    expect(ledger.recent(10)).toHaveLength(3)
  })

  it('does not go where one earlier payment was paid while the other one was asked about', async () => {
    const opened = await openGone()
    const { engine, clock, client, ledger } = opened
    const second = succeeded(await engine.presses.requestAfterPrompt(asked()))
    await promptGone(opened)
    client.reads.push(read('pending', { reference: 'R-2' }))
    const answer = client.holdRead()
    client.reads.push(read('completed', { reference: 'R-2' }))
    const pressed = engine.presses.requestAfterPrompt(asked())
    await clock.pass(0)
    engine.openPayments.readSoon(second.id)
    await clock.pass(0)
    expect(ledger.find(second.id)).toMatchObject({ outcome: 'paid' })
    answer(read('pending', { reference: 'R-1' }))
    expect(await pressed).toMatchObject({ code: 'prompt-answered', busy: { paymentId: second.id } })
    expect(ledger.recent(10)).toHaveLength(2)
  })

  it('is one payment for two presses, also while the service is asked', async () => {
    const { engine, client, ledger, operations } = await openGone()
    const answer = client.holdRead()
    const draft = asked()
    const presses = [
      engine.presses.requestAfterPrompt(draft),
      engine.presses.requestAfterPrompt(draft),
    ]
    answer(read('pending', { reference: 'R-1' }))
    const [one, other] = (await Promise.all(presses)).map(succeeded)
    expect(one?.id).toBe(other?.id)
    expect(ledger.recent(10)).toHaveLength(2)
    expect(operations().filter(each => each.startsWith('create'))).toHaveLength(1)
  })

  it('does not go where another push to the phone went meanwhile', async () => {
    const { engine, client, ledger } = await openGone()
    const answer = client.holdRead()
    const presses = [
      engine.presses.requestAfterPrompt(asked()),
      engine.presses.requestAfterPrompt(asked()),
    ]
    answer(read('pending', { reference: 'R-1' }))
    const answers = await Promise.all(presses)
    const outcomes = new Set(answers.map(each => (each.ok ? 'sent' : each.code)))
    expect(outcomes).toEqual(new Set(['sent', 'phone-number-busy']))
    expect(ledger.recent(10)).toHaveLength(2)
  })
})

describe('sending again', () => {
  it('is not possible where cash was taken for it while the service was asked', async () => {
    const { engine, client, clock, id, ledger } = await openGone()
    const answer = client.holdRead()
    const pressed = engine.presses.sendAgain(id, randomUUID())
    await clock.pass(0)
    expect(engine.sales.takeCash(id, '').ok).toBe(true)
    answer(read('pending', { reference: 'R-1' }))
    expect(await pressed).toMatchObject({ code: 'action-not-possible' })
    expect(ledger.recent(10)).toHaveLength(1)
  })

  it('joins the first press, also after a read that would refuse it by now', async () => {
    const { engine, client, clock, id, ledger } = await openGone()
    const draftId = randomUUID()
    const first = succeeded(await engine.presses.sendAgain(id, draftId))
    client.otherwise.read = ({ text }) => read('completed', { reference: text })
    await clock.pass(60_000)
    expect(succeeded(await engine.presses.sendAgain(id, draftId)).id).toBe(first.id)
    expect(ledger.recent(10)).toHaveLength(2)
  })

  it.each<[string, (opened: Awaited<ReturnType<typeof openGone>>) => unknown]>([
    ['cash was taken for it', ({ engine, id }) => engine.sales.takeCash(id, '')],
    [
      'it was paid',
      ({ engine, client, id }) => {
        client.otherwise.read = read('completed')
        return engine.actions.checkNow(id)
      },
    ],
    ['the currency changed', ({ settings }) => Object.assign(settings, { currency: 'KES' })],
  ])('is not possible where %s', async (_name, happens) => {
    const opened = await openGone()
    await happens(opened)
    const notPossible = { ok: false, code: 'action-not-possible' }
    expect(await opened.engine.presses.sendAgain(opened.id, randomUUID())).toMatchObject(
      notPossible,
    )
    expect(opened.ledger.recent(10)).toHaveLength(1)
  })
})

describe('items', () => {
  const soda = { name: 'Soda', quantity: 2, price: 1_500 }
  const lines = [soda, { name: '', quantity: 1, price: 12_000 }]

  it('stay in the ledger, and nothing of them goes to the service', () => {
    const { engine, ledger } = open()
    const sold = succeeded(engine.presses.request(mobileDraft({ value: 15_000, lines })))
    expect(ledger.find(sold.id)?.lines).toEqual(lines)
    expect(ledger.history(sold.id)[0]).toMatchObject({ type: 'recorded', lines })
    const body = ledger.request(sold.id).body.replaceAll(sold.id, '')
    const plain = open()
    const other = succeeded(plain.engine.presses.request(mobileDraft({ value: 15_000 })))
    const without = plain.ledger.request(other.id).body
    expect(body).toBe(without.replaceAll(other.id, ''))
  })

  it('come to the amount, or nothing is recorded', () => {
    expect(draftSchema.safeParse(mobileDraft({ value: 15_000, lines })).success).toBe(true)
    expect(draftSchema.safeParse(mobileDraft({ value: 15_001, lines })).success).toBe(false)
    const { engine, ledger } = open()
    expect(() => engine.presses.request(mobileDraft({ value: 15_001, lines }))).toThrow()
    expect(ledger.recent(1)).toEqual([])
  })
})
