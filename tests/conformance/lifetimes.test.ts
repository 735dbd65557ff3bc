import { describe, expect, it } from 'vitest'
import type { Payment } from '../../shared/payment/payment'
import { paths } from '../support/conformance/contract'
import { envelope, json, startHttpService, undated } from '../support/conformance/scripted'
import { openTill, openTillAt } from '../support/conformance/till'
import { mobileDraft } from '../support/payments/payments'
import { phoneOf } from '../support/practice/service'

/* A payment's lifetime is not the prompt's, and times that cannot be end nothing (money rule 10). */

const second = 1_000
const minute = 60 * second
const hour = 60 * minute

const phone = phoneOf('four-hours-unanswered')

/** A payment whose payment lives for four hours; the customer does nothing. */
async function openLong() {
  const till = await openTill()
  const payment = await till.sell(mobileDraft({ phone }))
  const requests = (path: string) =>
    till.service.control.requests().filter(each => each.path === path)
  return {
    ...till,
    id: payment.id,
    reference: payment.reference ?? '',
    again: () => mobileDraft({ phone, customerSeesNoPrompt: true }),
    creates: () => requests(paths.mobileCreate),
    reads: () => requests(paths.mobileStatus),
  }
}

type LongTill = Awaited<ReturnType<typeof openLong>>

/** A new push for the same number, as the till sends it once its conditions hold. */
async function sendAgain(till: LongTill): Promise<Payment> {
  const sent = await till.engine.presses.requestAfterPrompt(till.again())
  if (!sent.ok) throw new Error(`${sent.code}: ${sent.message}`)
  await till.clock.pass(0)
  return till.payment(sent.value.id)
}

/** The payment's id in the webhook address is all that tells two requests for the same apart. */
function withoutWebhook(body = '{}'): object {
  const { webhook_url: _, ...rest } = JSON.parse(body)
  return rest
}

describe('A payment that lives for four hours', () => {
  // Proves field: Four hours, while the prompt is gone after one or two minutes
  it('holds its number only while the prompt may be live: three minutes', async () => {
    const till = await openLong()
    expect((till.payment(till.id).expiresAt ?? 0) - till.clock.wall()).toBe(4 * hour)
    for (const draft of [mobileDraft({ phone }), till.again()])
      expect(till.engine.presses.request(draft)).toMatchObject({ code: 'phone-number-busy' })
    await till.clock.pass(3 * minute - second)
    expect(await till.engine.presses.requestAfterPrompt(till.again())).toMatchObject({
      code: 'phone-number-busy',
    })
    await till.clock.pass(second)
    expect(till.engine.presses.request(mobileDraft({ phone }))).toMatchObject({
      code: 'prompt-may-be-gone',
    })
    expect(till.creates()).toHaveLength(1)
    expect((await sendAgain(till)).phase).toBe('pending')
    expect(till.service.control.payments()).toHaveLength(2)
  })

  // Proves field: Four hours, while the prompt is gone after one or two minutes
  it('holds its number for as long as the setting says', async () => {
    const till = await openTill({}, { promptLifetimeMs: 10 * minute })
    await till.sell(mobileDraft({ phone }))
    await till.clock.pass(9 * minute)
    const draft = () => mobileDraft({ phone, customerSeesNoPrompt: true })
    expect(await till.engine.presses.requestAfterPrompt(draft())).toMatchObject({ ok: false })
    await till.clock.pass(minute)
    expect(await till.engine.presses.requestAfterPrompt(draft())).toMatchObject({ ok: true })
  })

  // Proves field: Four hours, while the prompt is gone after one or two minutes
  it('is read just before a new push goes out, and the old payment is linked and watched on', async () => {
    const till = await openLong()
    await till.clock.pass(10 * minute)
    const before = till.reads().length
    const second = await sendAgain(till)
    const [read] = till.reads().slice(before)
    expect(read?.at).toBe(till.clock.wall())
    expect(second.linked).toEqual([till.id])
    expect(till.payment(till.id).phase).toBe('pending')
    const readsOfFirst = () => till.reads().filter(({ body }) => body.includes(till.reference))
    const count = readsOfFirst().length
    await till.clock.pass(10 * minute)
    expect(readsOfFirst().length).toBeGreaterThan(count)
  })

  // Proves field: Four hours, while the prompt is gone after one or two minutes
  it('sends nothing where that read says anything but pending', async () => {
    for (const [status, phase] of [
      ['completed', 'settled'],
      ['failed', 'settled'],
      ['processing', 'settled'],
    ] as const) {
      const till = await openLong()
      await till.clock.pass(10 * minute)
      till.service.control.decide(till.reference, status)
      expect(await till.engine.presses.requestAfterPrompt(till.again())).toMatchObject({
        ok: false,
        code: 'prompt-answered',
      })
      expect(till.payment(till.id)).toMatchObject({ phase, rawStatus: status })
      expect(till.creates()).toHaveLength(1)
    }
  })

  // Proves field: Four hours, while the prompt is gone after one or two minutes
  it('sends nothing where that read is not answered', async () => {
    const till = await openLong()
    await till.clock.pass(10 * minute)
    const drop = { when: 'before', effect: { kind: 'drop' } } as const
    till.service.control.rule({ operation: 'mobile-status' }, drop, 100)
    expect(await till.engine.presses.requestAfterPrompt(till.again())).toMatchObject({
      ok: false,
      code: 'read-failed',
    })
    expect(till.creates()).toHaveLength(1)
  })

  // Proves field: Four hours, while the prompt is gone after one or two minutes
  it('can be sent again as it was asked for', async () => {
    const till = await openLong()
    const asked = till.engine.presses.sendAgain(till.id, mobileDraft().draftId)
    expect(await asked).toMatchObject({ ok: false, code: 'action-not-possible' })
    await till.clock.pass(3 * minute)
    const { draftId } = mobileDraft()
    const [one, other] = await Promise.all([
      till.engine.presses.sendAgain(till.id, draftId),
      till.engine.presses.sendAgain(till.id, draftId),
    ])
    await till.clock.pass(0)
    expect(one).toMatchObject({ ok: true, value: { sale: till.id } })
    expect(other).toMatchObject(one.ok ? { ok: true, value: { id: one.value.id } } : {})
    const [first, second, ...more] = till.creates()
    expect(withoutWebhook(second?.body)).toEqual(withoutWebhook(first?.body))
    expect(second?.headers['x-idempotency-key']).not.toBe(first?.headers['x-idempotency-key'])
    expect(more).toEqual([])
  })

  // Proves field: Four hours, while the prompt is gone after one or two minutes
  it('and its second push, both paid, are paid twice', async () => {
    const till = await openLong()
    await till.clock.pass(5 * minute)
    const second = await sendAgain(till)
    till.service.control.decide(second.reference ?? '', 'completed')
    await till.clock.pass(minute)
    expect(till.payment(second.id)).toMatchObject({ outcome: 'paid', alsoPaid: null })
    till.service.control.decide(till.reference, 'completed')
    await till.clock.pass(2 * minute)
    expect(till.payment(till.id)).toMatchObject({ outcome: 'paid', alsoPaid: second.id })
    expect(till.ledger.toDos().map(({ id }) => id)).toEqual([till.id])
  })

  // Proves field: Four hours, while the prompt is gone after one or two minutes
  it('is read about a hundred times in four hours, and as quickly as ever in the first two minutes', async () => {
    const till = await openLong()
    await till.clock.pass(2 * minute)
    const early = till.reads().length
    expect(early).toBeGreaterThan(30)
    await till.clock.pass(4 * hour - 2 * minute)
    expect(till.reads().length).toBeGreaterThan(80)
    expect(till.reads().length).toBeLessThan(120)
    const times = till.reads().map(({ at }) => at)
    const gaps = times.slice(1).map((at, index) => at - (times[index] ?? 0))
    expect(Math.max(...gaps)).toBeLessThan(25 * minute)
    expect(till.payment(till.id).phase).toBe('pending')
    await till.clock.pass(minute)
    expect(till.payment(till.id).phase).toBe('expired')
  })

  // Proves field: Four hours, while the prompt is gone after one or two minutes
  it('that is paid after four minutes becomes paid', async () => {
    const till = await openTill()
    const { id } = await till.sell(mobileDraft({ phone: phoneOf('four-hours-paid-late') }))
    await till.clock.pass(5 * minute)
    expect(till.payment(id)).toMatchObject({ outcome: 'paid', late: false })
  })
})

describe('An expires_at that cannot be true', () => {
  // Proves field: A wrong zone
  it.each([
    ['a UTC time labelled +03:00', 'expiry-in-the-past'],
    ['a Date ten minutes ahead', 'date-ahead'],
  ] as const)(
    '%s ends nothing: the number stays held, and the payment becomes paid',
    async (_, scenario) => {
      const till = await openTill()
      const number = phoneOf(scenario)
      const { id } = await till.sell(mobileDraft({ phone: number }))
      expect(till.payment(id)).toMatchObject({ phase: 'pending', expiryAssumed: true })
      expect(till.payment(id).unreadFields).toContain('expires_at')
      await till.clock.pass(15 * second)
      await till.engine.actions.checkNow(id)
      expect(till.payment(id)).toMatchObject({ phase: 'pending' })
      expect(till.engine.presses.request(mobileDraft({ phone: number }))).toMatchObject({
        ok: false,
        code: 'phone-number-busy',
      })
      await till.clock.pass(30 * second)
      expect(till.payment(id)).toMatchObject({ outcome: 'paid', late: false })
      expect(till.service.control.payments()).toHaveLength(1)
    },
  )
})

describe('A word in progress for another amount', () => {
  // Proves field: Four hours, while the prompt is gone after one or two minutes
  it('holds the number of a phone that rings: no second push goes', async () => {
    const answer = (status: string, value: number) =>
      json(200, envelope({ reference: 'R-1', status, amount: { currency: 'TZS', value } }))
    const service = await startHttpService(
      undated((response, seen) => {
        const isRead = seen.path === paths.mobileStatus
        answer(isRead ? 'AWAITING_PIN' : 'pending', isRead ? 14_999 : 15_000)(response, seen)
      }),
    )
    const till = openTillAt(service)
    const { id } = await till.sell(mobileDraft({ phone }))
    await till.clock.pass(5 * second)
    expect(till.payment(id)).toMatchObject({
      outcome: 'unrecognised',
      mismatch: { field: 'amount' },
    })
    await till.clock.pass(10 * second)
    const again = mobileDraft({ phone, customerSeesNoPrompt: true })
    expect(till.engine.presses.request(again)).toMatchObject({ code: 'phone-number-busy' })
    expect(await till.engine.presses.requestAfterPrompt(again)).toMatchObject({
      code: 'phone-number-busy',
    })
    expect(service.seen.filter(({ path }) => path === paths.mobileCreate)).toHaveLength(1)
  })
})
