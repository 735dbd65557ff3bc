import { describe, expect, it } from 'vitest'
import { shownOf } from '../../../renderer/sale-status/presenter'
import type { Moment } from '../../../renderer/sale-status/said'
import { allowedActions, isDisputed } from '../../../shared/payment/actions'
import type { Sale } from '../../../shared/payment/sale'
import { beforeRetry, isTriedAgain } from '../../../shared/payment/status'
import { calm } from './a-sale'
import { everySale } from './every-sale'

const moments: Moment[] = [
  calm,
  { ...calm, freshness: 'ask' },
  { ...calm, freshness: 'too-old' },
  { ...calm, isLate: true },
  { ...calm, elsewhere: true },
  { ...calm, overdue: true },
  { ...calm, overdue: true, elsewhere: true },
  { ...calm, timeUp: true, overdue: true },
  { ...calm, timeUp: true },
  { ...calm, promptGone: true },
  { ...calm, why: 'no-internet' },
  { ...calm, why: 'keys-rejected', tooLate: true },
]

/** Steps of the window itself: main is not asked. */
const own = ['newSale', 'chargeAgain']

const cases = everySale(6).flatMap(({ name, sale }) => [
  { name, sale },
  { name: `${name}, by card`, sale: { ...sale, channel: 'card' } satisfies Sale },
])

function broken(rule: (sale: Sale, now: Moment) => boolean): string[] {
  return cases.flatMap(({ name, sale }) => (moments.some(now => !rule(sale, now)) ? [name] : []))
}

describe('of every sale that six events can lead to, at every moment', () => {
  it('green is only what the service said was paid, and nothing speaks against', () => {
    const isGood = (sale: Sale) =>
      sale.outcome === 'paid' && sale.mismatch === null && !isDisputed(sale)
    expect(broken((sale, now) => shownOf(sale, now).tone !== 'paid' || isGood(sale))).toEqual([])
    expect(cases.some(({ sale }) => shownOf(sale, calm).tone === 'paid')).toBe(true)
  })

  it('a part whose purchase is not covered is never green, and nothing more is taken after a refund', () => {
    const parts = { rest: 5_000, brought: 2_500, partOpen: false }
    for (const partRefunded of [false, true]) {
      const now = { ...calm, ...parts, partRefunded }
      for (const { name, sale } of cases.filter(({ sale }) => sale.refund === null)) {
        const { tone, primary, others } = shownOf(sale, now)
        expect(tone, name).not.toBe('paid')
        if (partRefunded) expect([primary, ...others], name).not.toContain('takeRest')
      }
    }
  })

  it('what was refunded is never green, and offers no goods', () => {
    const refunded = cases.filter(({ sale }) => sale.refund !== null)
    expect(refunded.length).toBeGreaterThan(0)
    for (const { name, sale } of refunded) {
      const { tone, primary, others } = shownOf(sale, calm)
      expect(tone, name).not.toBe('paid')
      expect([primary, ...others], name).not.toContain('hand-over')
    }
  })

  it('no button is offered that main would refuse', () => {
    expect(
      broken((sale, now) => {
        const { primary, others, apart } = shownOf(sale, now)
        const allowed: readonly string[] = allowedActions(beforeRetry(sale), now)
        return [primary, ...others, ...apart].every(
          action => own.includes(action) || allowed.includes(action),
        )
      }),
    ).toEqual([])
  })

  it('each button is there once, and New sale always', () => {
    expect(
      broken((sale, now) => {
        const { primary, others, apart } = shownOf(sale, now)
        const all = [primary, ...others, ...apart]
        return new Set(all).size === all.length && all.includes('newSale')
      }),
    ).toEqual([])
  })

  it('the customer is told to pay only while the service waits for it', () => {
    const asks = ['waitingMobile', 'mobileCame', 'mobileEnding', 'waitingCard', 'cardEnding']
    expect(
      broken((sale, now) => {
        const { say, name } = shownOf(sale, { ...now, waited: 30_000, secondsLeft: 10 })
        return say === null || !asks.includes(say) || name === 'waitingForCustomer'
      }),
    ).toEqual([])
  })

  it('a retry under way moves no button', () => {
    expect(
      broken((sale, now) => {
        if (!isTriedAgain(sale)) return true
        const { primary, others, apart } = shownOf(beforeRetry(sale), now)
        const retried = shownOf(sale, now)
        return (
          JSON.stringify([primary, others, apart]) ===
          JSON.stringify([retried.primary, retried.others, retried.apart])
        )
      }),
    ).toEqual([])
  })
})
