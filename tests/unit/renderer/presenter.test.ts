import { describe, expect, it } from 'vitest'
import { paymentScreenOf } from '../../../renderer/sale-status/presenter'
import type { Moment, SentenceKey } from '../../../renderer/sale-status/screen-content'
import { allowedActions, hasMoney, isDisputed } from '../../../shared/payment/actions'
import type { Payment } from '../../../shared/payment/payment'
import { backOf, cameFor, isGivenBack, mayGiveBack } from '../../../shared/payment/payment-money'
import { applyEvent, ImpossibleTransition } from '../../../shared/payment/reducer'
import { beforeRetry, isTriedAgain } from '../../../shared/payment/status'
import { type LaterEvent, samples } from '../../support/payments/payments'
import { calm, events, paymentAfter } from './a-payment'

const { failed, notSent, repeatRefused, unrecognised } = events

/** A payment, named by the events that led to it. */
interface PaymentCase {
  name: string
  payment: Payment
}

const { accepted, contradicted, resolved, 'status-classified': classified } = samples

/** Every kind of event, with each of its contents that can matter to a screen. */
const steps: Record<string, LaterEvent> = {
  ...samples,
  notSent,
  repeatRefused,
  acceptedNoCode: { ...accepted, checkoutFault: 'missing' },
  failed,
  unrecognised,
  paidAfterAll: { ...contradicted, status: 'paid', meaning: 'paid' },
  classifiedPending: { ...classified, meaning: 'pending' },
  resolvedInCash: { ...resolved, how: 'paid-in-cash' },
  resolvedSeen: { ...resolved, how: 'seen-in-dashboard' },
  resolvedNotPaid: { ...resolved, how: 'not-paid' },
}

/** What can change what is said of a payment. Two payments with the same facts are one case. */
function factsOf(payment: Payment): string {
  return JSON.stringify([
    payment.phase,
    payment.outcome,
    payment.maybeSent,
    payment.repeatRefused,
    payment.lastFailure?.reason ?? null,
    payment.checkoutFault,
    payment.mismatch !== null,
    payment.contradiction,
    payment.contradictedByPaid,
    payment.providerContradiction !== null,
    payment.late,
    payment.alsoPaid,
    payment.received !== null,
    payment.stoppedWaitingAt !== null,
    payment.resolution?.how ?? null,
    payment.resolution?.contradicted ?? null,
    payment.handedOverAt !== null,
    isGivenBack(payment),
    mayGiveBack(payment),
    Math.min(payment.receiptCopies, 1),
    payment.receiptFailure,
  ])
}

function follow(from: PaymentCase, name: string, event: LaterEvent): PaymentCase | null {
  try {
    return { name: `${from.name} > ${name}`, payment: applyEvent(from.payment, event) }
  } catch (error) {
    if (error instanceof ImpossibleTransition) return null
    throw error
  }
}

/** Every payment that up to `longest` events can lead to, the shortest way first. */
function everyPayment(longest: number): PaymentCase[] {
  const first: PaymentCase = { name: 'recorded', payment: paymentAfter() }
  const known = new Map([[factsOf(first.payment), first]])
  let newest = [first]
  for (let length = 0; length < longest; length += 1) {
    const found: PaymentCase[] = []
    for (const from of newest)
      for (const [name, event] of Object.entries(steps)) {
        const next = follow(from, name, event)
        if (next === null || known.has(factsOf(next.payment))) continue
        known.set(factsOf(next.payment), next)
        found.push(next)
      }
    newest = found
  }
  return [...known.values()]
}

const changes: Partial<Moment>[] = [
  ...[{}, { isLate: true }, { elsewhere: true }, { promptGone: true }, { timeUp: true }],
  ...[{ overdue: true }, { overdue: true, elsewhere: true }, { timeUp: true, overdue: true }],
  ...([{ freshness: 'ask' }, { freshness: 'too-old' }, { why: 'no-internet' }] as const),
  { why: 'keys-rejected', tooLate: true },
]
const moments = changes.map((more): Moment => ({ ...calm, ...more }))

/** Steps of the window itself: main is not asked. */
const own = ['newSale', 'chargeAgain']

const cases = everyPayment(6).flatMap(({ name, payment }) => [
  { name, payment },
  { name: `${name}, by card`, payment: { ...payment, channel: 'card' } satisfies Payment },
])

function buttons(payment: Payment, now: Moment): string[] {
  const { primary, others, apart } = paymentScreenOf(payment, now)
  return [primary, ...others, ...apart]
}

/** Every payment, at every moment. */
function expectOfEach(rule: (payment: Payment, now: Moment) => boolean): void {
  const broken = cases.filter(({ payment }) => moments.some(now => !rule(payment, now)))
  expect(broken.map(({ name }) => name)).toEqual([])
}

describe('of every payment that six events can lead to, at every moment', () => {
  it('green is only what the service said was paid, and nothing speaks against', () => {
    const isGood = (payment: Payment) =>
      payment.outcome === 'paid' && payment.mismatch === null && !isDisputed(payment)
    expectOfEach((payment, now) => paymentScreenOf(payment, now).tone !== 'paid' || isGood(payment))
    expect(cases.some(({ payment }) => paymentScreenOf(payment, calm).tone === 'paid')).toBe(true)
  })

  it('a part whose sale is not covered is never green', () => {
    const now = { ...calm, sale: { ...calm.sale, cover: 'lacks', rest: 5_000 } } as const
    for (const { name, payment } of cases)
      expect(paymentScreenOf(payment, now).tone, name).not.toBe('paid')
  })

  it('a part whose sale is not covered is never called paid', () => {
    const paidBy = (paymentId: string) => [{ paymentId, channel: 'cash', value: 5_000 } as const]
    const saleOf = ({ id }: Payment): Moment['sale'] => ({
      ...{ cover: 'lacks', rest: 5_000, toDos: ['lacks'], paidBy: paidBy(id) },
      ...{ waitsFor: [], asks: [], isConfirmed: false, mayHandOver: false },
    })
    const parts = cases.filter(({ payment }) => cameFor(payment) > backOf(payment))
    expect(parts.length).toBeGreaterThan(0)
    const called = parts.filter(({ payment }) => {
      const { name } = paymentScreenOf(payment, { ...calm, sale: saleOf(payment) })
      return ['paid', 'paidInCash', 'resolved'].includes(name)
    })
    expect(called.map(({ name }) => name)).toEqual([])
  })

  it('a part does not say to hand over goods that went with another part of the sale', () => {
    const now = { ...calm, sale: { ...calm.sale, mayHandOver: false } }
    const invited = cases.filter(({ payment }) => {
      const { toCome, advice, sentence } = paymentScreenOf(payment, now)
      return toCome === 'goods' || advice?.key === 'paidResolved' || sentence === 'thanks'
    })
    expect(invited.map(({ name }) => name)).toEqual([])
  })

  it('what was given back is never green, and offers no goods', () => {
    const givenBack = cases.filter(({ payment }) => isGivenBack(payment))
    expect(givenBack.length).toBeGreaterThan(0)
    for (const { name, payment } of givenBack) {
      expect(paymentScreenOf(payment, calm).tone, name).not.toBe('paid')
      expect(buttons(payment, calm), name).not.toContain('hand-over')
    }
  })

  it('where money came, no screen says that none came', () => {
    expectOfEach(
      (payment, now) => !hasMoney(payment) || paymentScreenOf(payment, now).meaning !== 'failed',
    )
  })

  it('a sale that was given back whole is sold again, and its payments are not charged again', () => {
    const now = { ...calm, sale: { ...calm.sale, cover: 'given-back' } } as const
    for (const { name, payment } of cases) {
      expect(buttons(payment, now), name).toContain('sellAgain')
      expect(buttons(payment, now), name).not.toContain('chargeAgain')
      expect(buttons(payment, calm), name).not.toContain('sellAgain')
    }
  })

  it('no button is offered that main would refuse', () => {
    expectOfEach((payment, now) => {
      const allowed: readonly string[] = allowedActions(beforeRetry(payment), {
        ...now,
        ...now.sale,
      })
      return buttons(payment, now).every(each => own.includes(each) || allowed.includes(each))
    })
  })

  it('each button is there once, and New sale always', () => {
    expectOfEach((payment, now) => {
      const all = buttons(payment, now)
      return new Set(all).size === all.length && all.includes('newSale')
    })
  })

  it('the customer is told to pay only while the service waits for it', () => {
    const asks: SentenceKey[] = ['waitingMobile', 'mobileCame', 'waitingCard', 'ending']
    expectOfEach((payment, now) => {
      const { sentence, name } = paymentScreenOf(payment, {
        ...now,
        waited: 30_000,
        secondsLeft: 10,
      })
      return sentence === null || !asks.includes(sentence) || name === 'waitingForCustomer'
    })
  })

  it('a retry under way moves no button', () => {
    const groups = (payment: Payment, now: Moment) => {
      const { primary, others, apart } = paymentScreenOf(payment, now)
      return JSON.stringify([primary, others, apart])
    }
    expectOfEach(
      (payment, now) =>
        !isTriedAgain(payment) || groups(beforeRetry(payment), now) === groups(payment, now),
    )
  })
})
