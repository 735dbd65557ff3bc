import { describe, expect, it } from 'vitest'
import type { EngineSettings } from '../../electron/main/payments/engine-settings'
import { paths } from '../support/conformance/contract'
import {
  envelope,
  errorBody,
  json,
  type Reply,
  startHttpService,
  undated,
} from '../support/conformance/scripted'
import { openTill, openTillAt, type Till } from '../support/conformance/till'
import { mobileDraft } from '../support/payments/payments'
import { phoneOf } from '../support/practice/service'

/* One key asked for again (money rules 4 and 7): what the service says to a repeat, and who may ask. */

const second = 1_000
const minute = 60 * second
const hour = 60 * minute

const onTheList = ({ ledger }: Till) => ledger.toDos().map(({ id }) => id)

/** Is the customer's number held, so that no second push can go out? */
function heldNumber({ engine }: Till): boolean {
  const second = engine.presses.request(mobileDraft())
  return !second.ok && second.code === 'phone-number-busy'
}

/** A till whose service executes the first create, loses its answer, and says this to each repeat. */
async function tillRefusing(repeat: Reply) {
  let creates = 0
  const reply: Reply = (response, seen) => {
    creates += 1
    if (creates === 1) response.destroy()
    else repeat(response, seen)
  }
  const till = openTillAt(await startHttpService(undated(reply)))
  return { ...till, creates: () => creates }
}

describe('A repeat that the service refuses', () => {
  // Proves field: A refusal of a repeat whose first attempt was executed
  it('with 400 duplicate_transaction is unknown: on the list, in the service’s words, number held', async () => {
    const till = await openTill()
    const phone = phoneOf('repeat-refused')
    const { id } = await till.sell(mobileDraft({ phone }))
    await till.clock.pass(20 * second)
    expect(till.payment(id)).toMatchObject({
      phase: 'unknown',
      maybeSent: true,
      refusal: null,
      lastFailure: {
        reason: 'repeat-refused',
        detail: expect.stringMatching(/400 duplicate_transaction.*This transaction already exists/),
      },
    })
    expect(onTheList(till)).toEqual([id])
    expect(till.engine.presses.request(mobileDraft({ phone }))).toMatchObject({
      ok: false,
      code: 'phone-number-busy',
    })
    expect(till.engine.actions.withdraw(id).ok).toBe(false)
    expect(till.service.control.payments()).toHaveLength(1)
  })

  // Proves field: A refusal of a repeat whose first attempt was executed
  it('is not asked again by the till alone, but by a person', async () => {
    const till = await openTill()
    const { id } = await till.sell(mobileDraft({ phone: phoneOf('repeat-refused') }))
    await till.clock.pass(10 * minute)
    const creates = () =>
      till.service.control.requests().filter(({ path }) => path === paths.mobileCreate)
    expect(creates()).toHaveLength(2)
    expect(till.engine.presses.tryAgain(id, 'cashier').ok).toBe(true)
    await till.clock.pass(second)
    expect(creates()).toHaveLength(3)
    expect(new Set(creates().map(({ body }) => body)).size).toBe(1)
    expect(till.payment(id)).toMatchObject({ phase: 'unknown', refusal: null })
  })

  // Proves field: A refusal of a repeat whose first attempt was executed
  it('goes off the list when a person says how it ended', async () => {
    const till = await openTill()
    const { id } = await till.sell(mobileDraft({ phone: phoneOf('repeat-refused') }))
    await till.clock.pass(20 * second)
    expect(till.engine.sales.resolve(id, 'The customer shows a receipt', 'other').ok).toBe(true)
    expect(onTheList(till)).toEqual([])
  })

  // Proves field: A refusal of a repeat whose first attempt was executed
  it.each([400, 402, 403, 404, 408, 409, 422, 423, 425])(
    'with %i in its own error body is unknown, in its words',
    async code => {
      const till = await tillRefusing(json(code, errorBody(code, 'some_code', 'Not like this')))
      const { id } = await till.sell(mobileDraft())
      await till.clock.pass(2 * minute)
      expect(till.payment(id)).toMatchObject({
        phase: 'unknown',
        refusal: null,
        lastFailure: { reason: 'repeat-refused', detail: `${code} some_code: Not like this` },
      })
      expect(onTheList(till)).toEqual([id])
      expect(heldNumber(till)).toBe(true)
      expect(till.creates()).toBe(2)
    },
  )

  // Proves field: A refusal of a repeat whose first attempt was executed
  it.each([401, 429, 500, 503])('with %i is unknown, and its number stays held', async code => {
    const till = await tillRefusing(json(code, errorBody(code, 'some_code', 'Not now')))
    const { id } = await till.sell(mobileDraft())
    await till.clock.pass(2 * minute)
    expect(till.payment(id)).toMatchObject({ phase: 'unknown', maybeSent: true, refusal: null })
    expect(heldNumber(till)).toBe(true)
    expect(till.engine.actions.withdraw(id).ok).toBe(false)
  })
})

describe('A first attempt', () => {
  // Proves field: 402 for a push that the operator declines
  it('that a 429 page answers may have been sent: the same key finds the payment', async () => {
    const till = await openTill()
    const { id } = await till.sell(mobileDraft({ phone: phoneOf('limit-page-after') }))
    expect(till.payment(id)).toMatchObject({
      phase: 'unknown',
      maybeSent: true,
      lastFailure: { sent: 'maybe', reason: 'throttled' },
    })
    expect(till.engine.actions.withdraw(id).ok).toBe(false)
    await till.clock.pass(minute)
    expect(till.payment(id)).toMatchObject({ outcome: 'paid' })
    expect(till.service.control.payments()).toHaveLength(1)
  })

  // Proves field: 402 for a push that the operator declines
  it.each([400, 401, 403, 409, 422, 429])(
    'with %i and a page of a proxy may have been sent',
    async code => {
      const html: Reply = response =>
        response.writeHead(code, { 'content-type': 'text/html' }).end('<h1>Blocked</h1>')
      const till = openTillAt(await startHttpService(undated(html)))
      const { id } = await till.sell(mobileDraft())
      expect(till.payment(id)).toMatchObject({ phase: 'unknown', maybeSent: true, refusal: null })
      expect(till.engine.actions.withdraw(id).ok).toBe(false)
    },
  )

  // Proves field: 402 for a push that the operator declines
  it('that the operator declines at once (402) is refused, and its number is free', async () => {
    const till = await openTill()
    const phone = phoneOf('payment-declined')
    expect(await till.sell(mobileDraft({ phone }))).toMatchObject({
      phase: 'refused',
      refusal: { httpStatus: 402, errorCode: 'PAYMENT_DECLINED' },
    })
    expect(till.engine.presses.request(mobileDraft({ phone })).ok).toBe(true)
    expect(till.service.control.payments()).toEqual([])
  })
})

/** A service with one payment for each key, whose answers are all lost until the network is back. */
async function openCutOff(settings: Partial<EngineSettings> = {}) {
  const books = new Map<string, string>()
  let isCut = true
  const reply: Reply = (response, seen) => {
    const key = String(seen.headers['x-idempotency-key'])
    const isRead = seen.path === paths.mobileStatus
    if (!isRead && !books.has(key)) books.set(key, `R-${books.size + 1}`)
    const payment = isRead
      ? { status: 'completed' }
      : { reference: books.get(key), status: 'pending' }
    if (isCut) response.destroy()
    else json(200, envelope(payment))(response, seen)
  }
  const till = openTillAt(await startHttpService(undated(reply)), settings)
  const { id } = await till.sell(mobileDraft())
  const comeBack = () => {
    isCut = false
  }
  return { ...till, id, comeBack, payments: () => books.size }
}

describe('A person who asks again with the same key', () => {
  // Proves field: A key that is remembered for long
  it('eleven minutes later finds the payment, which was charged once', async () => {
    const till = await openCutOff()
    await till.clock.pass(11 * minute)
    till.comeBack()
    await till.clock.pass(minute)
    expect(till.payment(till.id).phase).toBe('unknown')
    expect(till.engine.presses.tryAgain(till.id, 'cashier').ok).toBe(true)
    await till.clock.pass(20 * second)
    expect(till.payment(till.id)).toMatchObject({ outcome: 'paid', reference: 'R-1' })
    expect(till.payments()).toBe(1)
  })

  // Proves unsaid: How long a key is kept, and how long it may be
  // Proves field: A key that is remembered for long
  it('after an hour is a manager', async () => {
    const till = await openCutOff()
    await till.clock.pass(hour)
    till.comeBack()
    expect(till.engine.presses.tryAgain(till.id, 'cashier')).toMatchObject({
      ok: false,
      code: 'manager-needed',
    })
    expect(till.payment(till.id).phase).toBe('unknown')
    expect(till.engine.presses.tryAgain(till.id, 'manager').ok).toBe(true)
    await till.clock.pass(20 * second)
    expect(till.payment(till.id)).toMatchObject({ outcome: 'paid', reference: 'R-1' })
    expect(till.payments()).toBe(1)
  })

  // Proves field: A key that is remembered for long
  it('can do so until the key’s trusted life is over: then the payment can only be stopped', async () => {
    const limits = () => ({ aloneMs: minute, renewMs: 10 * minute, keyTrustedMs: 2 * hour })
    const till = await openCutOff({ limits })
    await till.clock.pass(2 * hour - second)
    const asked = till.engine.presses.tryAgain(till.id, 'manager')
    await till.clock.pass(second)
    till.comeBack()
    expect(asked.ok).toBe(true)
    expect(till.engine.presses.tryAgain(till.id, 'manager')).toMatchObject({
      ok: false,
      code: 'action-not-possible',
    })
    await till.clock.pass(hour)
    expect(till.payment(till.id).phase).toBe('unknown')
    expect(till.engine.actions.abandon(till.id).ok).toBe(true)
    expect(onTheList(till)).toEqual([till.id])
    expect(till.payments()).toBe(1)
  })

  // Proves field: A key that is remembered for long
  it('cannot, of a payment that was never sent: after ten minutes it has to be entered again', async () => {
    const till = openTillAt({ address: 'http://127.0.0.1:1' })
    const { id } = await till.sell(mobileDraft())
    await till.clock.pass(11 * minute)
    expect(till.payment(id)).toMatchObject({ phase: 'held', maybeSent: false })
    for (const asked of [
      till.engine.presses.sendNow(id),
      till.engine.presses.tryAgain(id, 'manager'),
    ])
      expect(asked).toMatchObject({ ok: false, code: 'action-not-possible' })
    expect(till.engine.actions.withdraw(id).ok).toBe(true)
  })
})
