import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { backoff } from '../../../electron/main/payments/backoff'
import { longestOwnPause, planSending } from '../../../electron/main/payments/sending-plan'
import { agesAt, defaultFreshness } from '../../../shared/payment/freshness'
import { phaseSchema, type Sale } from '../../../shared/payment/sale'
import { morning } from '../../support/payments-clock'
import { saleIn } from '../../support/payments-sales'

const plan = (sale: Sale, age: number, pause = 0, account = 'practice') =>
  planSending(sale, {
    ages: agesAt(sale, morning + age),
    limits: defaultFreshness,
    account,
    pause,
  })

describe('what happens next with a sale', () => {
  it.each(['ready', 'unknown'] as const)('that is %s and fresh: it is sent', phase => {
    expect(plan(saleIn(phase), 59_999)).toEqual({ do: 'send', staleIn: 1 })
  })

  it('that is ready and has waited too long: it is held (money rule 7)', () => {
    expect(plan(saleIn('ready'), 60_000)).toEqual({ do: 'hold' })
    expect(plan(saleIn('ready'), 86_400_000)).toEqual({ do: 'hold' })
  })

  it('that is unknown and has waited too long: a person decides', () => {
    expect(plan(saleIn('unknown'), 60_000)).toEqual({ do: 'nothing' })
  })

  it('that may be known to another account: nothing, whose keys these are not (money rule 3)', () => {
    expect(plan(saleIn('unknown'), 0, 0, 'another')).toEqual({ do: 'nothing' })
    expect(plan(saleIn('ready'), 0, 0, 'another')).toMatchObject({ do: 'send' })
  })

  it.each(phaseSchema.exclude(['ready', 'unknown']).options)('that is %s: nothing', phase => {
    expect(plan(saleIn(phase), 0)).toEqual({ do: 'nothing' })
  })

  it('waits out its pause, but looks again when it grows stale', () => {
    expect(plan(saleIn('ready'), 0, 4_000)).toEqual({ do: 'wait', delay: 4_000 })
    expect(plan(saleIn('ready'), 50_000, 40_000)).toEqual({ do: 'wait', delay: 10_000 })
    expect(plan(saleIn('ready'), 0, Number.POSITIVE_INFINITY)).toEqual({
      do: 'wait',
      delay: 60_000,
    })
  })

  it('never waits no time at all, which would spin, nor without end', () => {
    const ages = fc.integer({ min: -1_000_000, max: 1_000_000 })
    const pauses = fc.oneof(fc.double({ noNaN: true }), fc.constant(Number.POSITIVE_INFINITY))
    fc.assert(
      fc.property(ages, pauses, (age, pause) => {
        const next = plan(saleIn('ready'), age, pause)
        if (next.do !== 'wait') return
        expect(next.delay).toBeGreaterThanOrEqual(1)
        expect(Number.isFinite(next.delay)).toBe(true)
      }),
    )
  })
})

describe('the pause after a failed attempt (§7)', () => {
  it.each([
    [1, 1_000],
    [2, 2_000],
    [3, 4_000],
    [4, 8_000],
    [5, 15_000],
    [50, 15_000],
    [5_000, 15_000],
  ])('after %d in a row lies anywhere below %d ms', (failures, ceiling) => {
    expect(backoff(failures, 0, longestOwnPause)).toBe(0)
    expect(backoff(failures, 0.5, longestOwnPause)).toBe(ceiling / 2)
    expect(backoff(failures, 0.999_999, longestOwnPause)).toBe(ceiling)
  })
})
