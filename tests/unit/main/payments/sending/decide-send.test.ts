import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decideSend, queueHasRoom } from '../../../../../electron/main/payments/sending/decide-send'
import { type Payment, type Phase, phaseSchema } from '../../../../../shared/payment/payment'
import { morning } from '../../../../support/payments/clock'
import { testEngineSettings } from '../../../../support/payments/engine'
import { agesAt, paymentAfter, paymentIn, samples } from '../../../../support/payments/payments'

const plan = (payment: Payment, age: number, pause = 0, account = 'practice') =>
  decideSend(payment, {
    ages: agesAt(payment, morning + age),
    limits: testEngineSettings.limits('mobile'),
    account,
    pause,
  })

describe('what happens next with a payment', () => {
  it.each<[string, string, Phase, number, object]>([
    ['ready and fresh', 'it is sent', 'ready', 59_999, { do: 'send', staleIn: 1 }],
    ['unknown and fresh', 'it is sent', 'unknown', 59_999, { do: 'send', staleIn: 1 }],
    ['ready for a minute', 'it is held (money rule 7)', 'ready', 60_000, { do: 'hold' }],
    ['ready for a day', 'it is held (money rule 7)', 'ready', 86_400_000, { do: 'hold' }],
    ['unknown for a minute', 'a person decides', 'unknown', 60_000, { do: 'nothing' }],
  ])('that is %s: %s', (_is, _what, phase, age, next) => {
    expect(plan(paymentIn(phase), age)).toEqual(next)
  })

  it('whose repeat the service refused: a person decides, however fresh it is (money rule 4)', () => {
    const refusedRepeat = paymentAfter(
      ...[samples['attempt-started'], samples['attempt-failed']],
      ...[{ ...samples['attempt-started'], attempt: 2 }],
      { ...samples['attempt-failed'], attempt: 2, reason: 'repeat-refused' },
    )
    expect(plan(refusedRepeat, 0)).toEqual({ do: 'nothing' })
    expect(plan({ ...refusedRepeat, repeatRefused: false }, 0)).toMatchObject({ do: 'send' })
  })

  it('that may have been sent goes again, hours later, once a person sees the customer', () => {
    const hours = 5 * 3_600_000
    const released = { ...paymentIn('unknown'), freshSince: morning + hours }
    expect(plan(released, hours)).toEqual({ do: 'send', staleIn: 60_000 })
    expect(plan({ ...paymentIn('ready'), freshSince: morning + hours }, hours)).toEqual({
      do: 'hold',
    })
    const aDay = 86_400_000
    const untrusted = { ...paymentIn('unknown'), freshSince: morning + aDay }
    expect(plan(untrusted, aDay)).toEqual({ do: 'nothing' })
  })

  it('that may be known to another account: nothing, whose keys these are not (money rule 3)', () => {
    expect(plan(paymentIn('unknown'), 0, 0, 'another')).toEqual({ do: 'nothing' })
    expect(plan(paymentIn('ready'), 0, 0, 'another')).toMatchObject({ do: 'send' })
  })

  it.each(phaseSchema.exclude(['ready', 'unknown']).options)('that is %s: nothing', phase => {
    expect(plan(paymentIn(phase), 0)).toEqual({ do: 'nothing' })
  })

  it('waits out its pause, but looks again when it grows stale', () => {
    expect(plan(paymentIn('ready'), 0, 4_000)).toEqual({ do: 'wait', delay: 4_000 })
    expect(plan(paymentIn('ready'), 50_000, 40_000)).toEqual({ do: 'wait', delay: 10_000 })
    const forEver = plan(paymentIn('ready'), 0, Number.POSITIVE_INFINITY)
    expect(forEver).toEqual({ do: 'wait', delay: 60_000 })
  })

  it('never waits no time at all, which would spin, nor without end', () => {
    const ages = fc.integer({ min: -1_000_000, max: 1_000_000 })
    const pauses = fc.oneof(fc.double({ noNaN: true }), fc.constant(Number.POSITIVE_INFINITY))
    fc.assert(
      fc.property(ages, pauses, (age, pause) => {
        const next = plan(paymentIn('ready'), age, pause)
        if (next.do !== 'wait') return
        expect(next.delay).toBeGreaterThanOrEqual(1)
        expect(Number.isFinite(next.delay)).toBe(true)
      }),
    )
  })
})

const amount = { currency: 'TZS', value: 5_000 }
const limits = { sales: 3, amount: 40_000 }

describe('the queue', () => {
  it('takes payments up to their number', () => {
    const [one, two, three] = [paymentIn('ready'), paymentIn('held'), paymentIn('unknown')]
    expect(queueHasRoom([one, two], { ...amount, value: 1 }, limits)).toBe(true)
    expect(queueHasRoom([one, two, three], { ...amount, value: 1 }, limits)).toBe(false)
  })

  it('takes payments up to their sum, of each currency by itself', () => {
    const waiting = [paymentIn('ready'), paymentIn('ready')] // 15,000 each
    expect(queueHasRoom(waiting, { ...amount, value: 10_000 }, limits)).toBe(true)
    expect(queueHasRoom(waiting, { ...amount, value: 10_001 }, limits)).toBe(false)
    expect(queueHasRoom(waiting, { currency: 'KES', value: 40_000 }, limits)).toBe(true)
  })

  it('always has space for a first payment, whatever its amount', () => {
    expect(queueHasRoom([], { ...amount, value: 1_000_000 }, limits)).toBe(true)
  })

  it('counts only what the service does not have yet', () => {
    const counted = phaseSchema.options.filter(
      phase => !queueHasRoom([paymentIn(phase)], amount, { ...limits, sales: 1 }),
    )
    expect(counted).toEqual<Phase[]>(['ready', 'held', 'sending', 'unknown'])
  })
})
