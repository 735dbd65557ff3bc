import { describe, expect, it } from 'vitest'
import { answerFormNameSchema } from '../../electron/practice/answers/forms'
import type { Payment } from '../../shared/payment/payment'
import { paths } from '../support/conformance/contract'
import { envelope, flatRead, tillBetween, tillReading } from '../support/conformance/scripted'
import { openTill } from '../support/conformance/till'
import { cardDraft, mobileDraft } from '../support/payments/payments'
import { phoneOf } from '../support/practice/service'

/* What real services answer where the contract leaves it open (money rules 5, 12 and 14). */

const minute = 60_000
const drafts = { mobile: mobileDraft, card: cardDraft }
const channels = ['mobile', 'card'] as const

/** A till whose service answers each create with this `data`, and says pending. */
const tillCreating = (data: object) => {
  const created = envelope({ reference: 'R-1', status: 'pending', ...data })
  return tillBetween(created, [envelope({ status: 'pending' })])
}

const plain: Partial<Payment> = { mismatch: null, unreadFields: [], contradiction: null }

describe('Flat answers', () => {
  // Proves field: A flat body, no envelope
  it('a mobile payment becomes failed by flat answers', async () => {
    const { sell, clock, payment } = await openTill()
    const { id } = await sell(mobileDraft({ phone: phoneOf('flat-failed') }))
    await clock.pass(20_000)
    expect(payment(id)).toMatchObject({ ...plain, outcome: 'failed', rawStatus: 'FAILED' })
  })

  // Proves field: A flat body, no envelope
  it('a flat answer counts with our own reference, and never with another one', async () => {
    const { reference_id: _, ...unnamed } = flatRead
    const other = { ...flatRead, reference_id: 'R-2' }
    const ofTransaction = { ...unnamed, transactionId: 'R-1' }
    const till = await tillReading(other, unnamed, ofTransaction, flatRead)
    const { id } = await till.sell(mobileDraft())
    for (const _each of [other, unnamed, ofTransaction]) {
      expect(await till.engine.actions.checkNow(id)).toMatchObject({
        ok: false,
        code: 'read-failed',
      })
      expect(till.payment(id)).toMatchObject({ phase: 'pending', outcome: null, mismatch: null })
      await till.clock.pass(2_000)
    }
    await till.engine.actions.checkNow(id)
    expect(till.payment(id)).toMatchObject({ ...plain, outcome: 'paid' })
  })

  // Proves field: A flat body, no envelope
  it('a flat answer about another amount or currency is not paid', async () => {
    for (const change of [{ amount: '15001.00' }, { currency: 'KES' }]) {
      const till = await tillReading({ ...flatRead, ...change })
      const { id } = await till.sell(mobileDraft())
      await till.engine.actions.checkNow(id)
      expect(till.payment(id)).toMatchObject({ outcome: 'unrecognised' })
      expect(till.payment(id).mismatch).not.toBeNull()
    }
  })
})

describe('The envelope’s own words', () => {
  // Proves field: `"status"
  it('of success are no payment status', async () => {
    const bodies = [
      { status: 'success', code: 200 },
      { status: 'success', code: 200, data: null },
      { status: 'SUCCESS', message: 'Payment completed' },
      { status: 'success', code: 200, data: { reference: 'R-1' } },
      { status: 'completed', data: { reference: 'R-1' } },
    ]
    const numeric = { status: 200, data: { status: 'COMPLETED' } }
    const till = await tillReading(...bodies, numeric)
    const { id } = await till.sell(mobileDraft())
    for (const _each of bodies) {
      expect(await till.engine.actions.checkNow(id)).toMatchObject({
        ok: false,
        code: 'read-failed',
      })
      expect(till.payment(id)).toMatchObject({ phase: 'pending', outcome: null })
      await till.clock.pass(2_000)
    }
    await till.engine.actions.checkNow(id)
    expect(till.payment(id)).toMatchObject({ ...plain, outcome: 'paid' })
  })
})

describe('Each form of answers', () => {
  const cases = channels.flatMap(channel =>
    answerFormNameSchema.options.map(form => [form, channel] as const),
  )

  // Proves field: Every form that the practice service can answer in, mobile and card
  it.each(cases)('%s: a %s payment is accepted, polled and paid', async (answers, channel) => {
    const { service, sell, clock, payment } = await openTill({ answers, approvalSeconds: 3_600 })
    const { id, phase, reference, expiryAssumed } = await sell(drafts[channel]())
    expect({ phase, expiryAssumed }).toEqual({ phase: 'pending', expiryAssumed: false })
    service.control.decide(reference ?? '', 'completed')
    await clock.pass(20_000)
    expect(payment(id)).toMatchObject({ ...plain, outcome: 'paid' })
  })

  const repeats = channels.flatMap(channel =>
    (['flat', 'created'] as const).map(form => [form, channel] as const),
  )

  // Proves field: Every form that the practice service can answer in, mobile and card
  it.each(repeats)(
    '%s: a %s payment whose first answer was lost is found again by its key',
    async (answers, channel) => {
      const { service, sell, clock, payment } = await openTill({ answers, approvalSeconds: 1 })
      const drop = { when: 'after', effect: { kind: 'drop' } } as const
      service.control.rule({ operation: `${channel}-create` }, drop, 1)
      const { id, phase } = await sell(drafts[channel]())
      expect(phase).toBe('unknown')
      const [executed] = service.control.payments()
      service.control.decide(executed?.reference ?? '', 'completed')
      await clock.pass(minute)
      expect(payment(id)).toMatchObject({
        ...plain,
        outcome: 'paid',
        reference: executed?.reference,
      })
      expect(service.control.payments()).toHaveLength(1)
    },
  )
})

describe('A create answer', () => {
  // Proves field: 201
  it('to a repeat may show the present state of the payment: only a read makes it paid', async () => {
    const { service, sell, clock, ledger } = await openTill()
    const { id } = await sell(mobileDraft({ phone: phoneOf('repeat-shows-paid') }))
    await clock.pass(20_000)
    const history = ledger.history(id)
    expect(history.find(({ type }) => type === 'accepted')).toMatchObject({ status: 'completed' })
    const kinds = history.map(({ type }) => type)
    expect(kinds.slice(kinds.indexOf('accepted'))).toEqual(['accepted', 'status-read', 'settled'])
    const repeated = service.control.requests().find(({ status }) => status === 200)
    const read = service.control.requests().find(({ path }) => path === paths.mobileStatus)
    expect((read?.at ?? 0) - (repeated?.at ?? 0)).toBeLessThan(1_000)
  })

  // Proves field: Nanoseconds, no zone, epoch times
  it.each([
    ['nanoseconds', '2026-01-05T09:10:54.063993853Z', Date.UTC(2026, 0, 5, 9, 10, 54, 63)],
    ['no zone', '2026-01-05 09:10:00', Date.UTC(2026, 0, 5, 9, 10)],
    ['seconds since 1970', 1_767_604_200, Date.UTC(2026, 0, 5, 9, 10)],
    ['milliseconds since 1970', 1_767_604_200_000, Date.UTC(2026, 0, 5, 9, 10)],
  ])('has an expires_at in %s', async (_, expires_at, expiresAt) => {
    for (const draft of [mobileDraft(), cardDraft()]) {
      const till = await tillCreating({ expires_at })
      expect(await till.sell(draft)).toMatchObject({
        ...plain,
        phase: 'pending',
        expiresAt,
        expiryAssumed: false,
      })
    }
  })

  // Proves field: Side fields that are missing, of another type or unreadable
  it('with odd side fields keeps the reference, is polled and becomes paid', async () => {
    const { sell, clock, payment } = await openTill()
    const { id, phase, reference } = await sell(mobileDraft({ phone: phoneOf('odd-create') }))
    expect({ phase, reference }).toEqual({ phase: 'pending', reference: expect.any(String) })
    await clock.pass(20_000)
    expect(payment(id)).toMatchObject({ outcome: 'paid', mismatch: null, unreadFields: ['object'] })
  })

  // Proves field: Side fields that are missing, of another type or unreadable
  it('that cannot be read but for its reference is polled all the same', async () => {
    const odd = { object: 5, amount: 'much', expires_at: 'soon', api_version: {}, status: [] }
    for (const draft of [mobileDraft(), cardDraft()]) {
      const till = await tillCreating({ ...odd, checkout_url: 7 })
      const { id } = await till.sell(draft)
      await till.clock.pass(20_000)
      expect(till.asked().length).toBeGreaterThan(2)
      expect(till.payment(id)).toMatchObject({ phase: 'pending', reference: 'R-1', mismatch: null })
      expect(till.payment(id).unreadFields).toEqual(expect.arrayContaining(Object.keys(odd)))
    }
  })
})

describe('A checkout_url', () => {
  // Proves field: None, too long for a QR code, or not safe
  it.each([
    ['checkout-too-long', 'too-long'],
    ['checkout-not-safe', 'not-safe'],
    ['no-checkout', 'missing'],
  ] as const)(
    'that cannot be shown (%s) leaves the payment pending and polled, with its reason',
    async (scenario, checkoutFault) => {
      const { service, sell, clock, payment } = await openTill()
      const { id, reference } = await sell(cardDraft({ phone: phoneOf(scenario) }))
      expect(payment(id)).toMatchObject({ phase: 'pending', checkoutUrl: null, checkoutFault })
      service.control.decide(reference ?? '', 'completed')
      await clock.pass(20_000)
      expect(payment(id)).toMatchObject({ outcome: 'paid', checkoutFault })
    },
  )
})

describe('A status answer', () => {
  // Proves field: Side fields that are missing, of another type or unreadable
  it.each(channels)('with odd side fields makes a %s payment paid', async channel => {
    const { service, sell, clock, payment } = await openTill()
    const { id, reference } = await sell(drafts[channel]({ phone: phoneOf('odd-status') }))
    service.control.decide(reference ?? '', 'completed')
    await clock.pass(20_000)
    expect(payment(id)).toMatchObject({ ...plain, outcome: 'paid' })
  })

  // Proves field: A flat body, no envelope
  it('that names our reference next to another one is ours', async () => {
    const data = { reference: 'operator-77', reference_id: 'R-1', status: 'completed' }
    const till = await tillReading(envelope(data))
    const { id } = await till.sell(mobileDraft())
    await till.clock.pass(20_000)
    expect(till.payment(id)).toMatchObject({ ...plain, outcome: 'paid' })
  })
})
