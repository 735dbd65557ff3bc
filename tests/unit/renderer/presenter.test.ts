import { describe, expect, it } from 'vitest'
import { saleScreenOf } from '../../../renderer/sale-status/presenter'
import type { Moment, SentenceKey } from '../../../renderer/sale-status/screen-content'
import { allowedActions, isDisputed } from '../../../shared/payment/actions'
import type { Payment } from '../../../shared/payment/payment'
import { applyEvent, ImpossibleTransition } from '../../../shared/payment/reducer'
import { beforeRetry, isTriedAgain } from '../../../shared/payment/status'
import { type LaterEvent, samples } from '../../support/payments/sales'
import { calm, events, saleAfter } from './a-sale'

const { failed, notSent, repeatRefused, unrecognised } = events

/** A sale, named by the events that led to it. */
interface SaleCase {
  name: string
  sale: Payment
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

/** What can change what is said of a sale. Two sales with the same facts are one case. */
function factsOf(sale: Payment): string {
  return JSON.stringify([
    sale.phase,
    sale.outcome,
    sale.maybeSent,
    sale.repeatRefused,
    sale.lastFailure?.reason ?? null,
    sale.checkoutFault,
    sale.mismatch !== null,
    sale.contradiction,
    sale.contradictedByPaid,
    sale.providerContradiction !== null,
    sale.late,
    sale.paidTwice,
    sale.cashTakenAt !== null,
    sale.stoppedWaitingAt !== null,
    sale.resolution?.how ?? null,
    sale.handedOverAt !== null,
    sale.refund !== null,
    Math.min(sale.receiptCopies, 1),
    sale.receiptFailure,
  ])
}

function follow(from: SaleCase, name: string, event: LaterEvent): SaleCase | null {
  try {
    return { name: `${from.name} > ${name}`, sale: applyEvent(from.sale, event) }
  } catch (error) {
    if (error instanceof ImpossibleTransition) return null
    throw error
  }
}

/** Every sale that up to `longest` events can lead to, the shortest way first. */
function everyPayment(longest: number): SaleCase[] {
  const first: SaleCase = { name: 'recorded', sale: saleAfter() }
  const known = new Map([[factsOf(first.sale), first]])
  let newest = [first]
  for (let length = 0; length < longest; length += 1) {
    const found: SaleCase[] = []
    for (const from of newest)
      for (const [name, event] of Object.entries(steps)) {
        const next = follow(from, name, event)
        if (next === null || known.has(factsOf(next.sale))) continue
        known.set(factsOf(next.sale), next)
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

const cases = everyPayment(6).flatMap(({ name, sale }) => [
  { name, sale },
  { name: `${name}, by card`, sale: { ...sale, channel: 'card' } satisfies Payment },
])

function buttons(sale: Payment, now: Moment): string[] {
  const { primary, others, apart } = saleScreenOf(sale, now)
  return [primary, ...others, ...apart]
}

/** Every sale, at every moment. */
function expectOfEach(rule: (sale: Payment, now: Moment) => boolean): void {
  const broken = cases.filter(({ sale }) => moments.some(now => !rule(sale, now)))
  expect(broken.map(({ name }) => name)).toEqual([])
}

describe('of every sale that six events can lead to, at every moment', () => {
  it('green is only what the service said was paid, and nothing speaks against', () => {
    const isGood = (sale: Payment) =>
      sale.outcome === 'paid' && sale.mismatch === null && !isDisputed(sale)
    expectOfEach((sale, now) => saleScreenOf(sale, now).tone !== 'paid' || isGood(sale))
    expect(cases.some(({ sale }) => saleScreenOf(sale, calm).tone === 'paid')).toBe(true)
  })

  it('a part whose purchase is not covered is never green, and nothing more is taken after a refund', () => {
    const parts = { rest: 5_000, received: 2_500, partOpen: false }
    for (const partRefunded of [false, true]) {
      const now = { ...calm, ...parts, partRefunded }
      for (const { name, sale } of cases.filter(({ sale }) => sale.refund === null)) {
        expect(saleScreenOf(sale, now).tone, name).not.toBe('paid')
        if (partRefunded) expect(buttons(sale, now), name).not.toContain('takeRest')
      }
    }
  })

  it('what was refunded is never green, and offers no goods', () => {
    const refunded = cases.filter(({ sale }) => sale.refund !== null)
    expect(refunded.length).toBeGreaterThan(0)
    for (const { name, sale } of refunded) {
      expect(saleScreenOf(sale, calm).tone, name).not.toBe('paid')
      expect(buttons(sale, calm), name).not.toContain('hand-over')
    }
  })

  it('no button is offered that main would refuse', () => {
    expectOfEach((sale, now) => {
      const allowed: readonly string[] = allowedActions(beforeRetry(sale), now)
      return buttons(sale, now).every(each => own.includes(each) || allowed.includes(each))
    })
  })

  it('each button is there once, and New sale always', () => {
    expectOfEach((sale, now) => {
      const all = buttons(sale, now)
      return new Set(all).size === all.length && all.includes('newSale')
    })
  })

  it('the customer is told to pay only while the service waits for it', () => {
    const asks: SentenceKey[] = ['waitingMobile', 'mobileCame', 'waitingCard', 'ending']
    expectOfEach((sale, now) => {
      const { sentence, name } = saleScreenOf(sale, { ...now, waited: 30_000, secondsLeft: 10 })
      return sentence === null || !asks.includes(sentence) || name === 'waitingForCustomer'
    })
  })

  it('a retry under way moves no button', () => {
    const groups = (sale: Payment, now: Moment) => {
      const { primary, others, apart } = saleScreenOf(sale, now)
      return JSON.stringify([primary, others, apart])
    }
    expectOfEach(
      (sale, now) => !isTriedAgain(sale) || groups(beforeRetry(sale), now) === groups(sale, now),
    )
  })
})
