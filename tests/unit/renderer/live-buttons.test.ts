import { describe, expect, it } from 'vitest'
import { shownOf } from '../../../renderer/sale-status/presenter'
import type { Moment } from '../../../renderer/sale-status/said'
import type { Sale } from '../../../shared/payment/sale'
import {
  accepted,
  calm,
  expired as expiredNow,
  failed,
  lost,
  mismatched,
  paid,
  providerDisagreed,
  repeatRefused,
  reversed,
  saleAfter,
  started,
  unrecognised,
} from './a-sale'

const at = 1_002_000
const buttons = (sale: Sale, more: Partial<Moment> = {}) => {
  const { primary, others, apart } = shownOf(sale, { ...calm, ...more })
  return { primary, others, apart }
}
const everyButton = (sale: Sale, more: Partial<Moment> = {}) => {
  const { primary, others, apart } = buttons(sale, more)
  return [primary, ...others, ...apart]
}

const held = saleAfter({ type: 'held', at })
const unknown = saleAfter(started, lost)
const pending = saleAfter(started, accepted)
const expired = saleAfter(started, accepted, expiredNow)

describe('the buttons of a payment', () => {
  it('put first what the cashier should do', () => {
    expect(buttons(held).primary).toBe('send-now')
    expect(buttons(unknown).primary).toBe('try-again')
    expect(buttons(saleAfter(started, accepted, paid)).primary).toBe('hand-over')
    expect(buttons(saleAfter(started, accepted, failed)).primary).toBe('chargeAgain')
  })

  it('ask the service before charging again or handing over where it is unclear', () => {
    expect(buttons(expired).primary).toBe('check-now')
    expect(buttons(expired).others).toContain('chargeAgain')
  })

  it('lead to a manager where the service has said all that it says', () => {
    expect(buttons(saleAfter(started, accepted, unrecognised)).primary).toBe('resolve')
    expect(buttons(saleAfter(started, accepted, paid, mismatched)).primary).toBe('resolve')
    expect(buttons(saleAfter(started, accepted, paid, reversed)).primary).toBe('resolve')
  })

  it('take no cash for what this till cannot ask about', () => {
    for (const sale of [pending, expired])
      expect(everyButton(sale, { elsewhere: true })).not.toContain('take-cash')
  })

  it('resolve before handing over what was paid late or twice', () => {
    const twice = { type: 'paid-twice', at, other: '0192f000-0000-7000-8000-000000000002' } as const
    expect(buttons(saleAfter(started, accepted, paid, twice)).primary).toBe('resolve')
    expect(buttons(saleAfter(started, accepted, expiredNow, paid)).primary).toBe('resolve')
  })

  it('resolve what is overdue; another account’s payment is not asked about', () => {
    expect(buttons(pending, { overdue: true })).toEqual({
      primary: 'resolve',
      others: ['check-now', 'newSale'],
      apart: [],
    })
    expect(buttons(pending, { overdue: true, elsewhere: true })).toEqual({
      primary: 'resolve',
      others: ['newSale'],
      apart: [],
    })
  })

  it('show taking back plainly, and keep apart what gives up', () => {
    expect(buttons(saleAfter()).others).toEqual(['withdraw'])
    expect(buttons(held).others).toContain('withdraw')
    expect(buttons(unknown).apart).toEqual(['stop'])
    expect(buttons(pending).apart).toEqual(['stop-waiting', 'take-cash'])
  })

  it('never charge a customer again who has paid in cash', () => {
    const cash = { type: 'cash-taken', person: null, at, note: '' } as const
    const inCash = saleAfter(started, accepted, cash)
    expect(everyButton(inCash)).toEqual(['newSale', 'check-now'])
    const over = saleAfter(started, accepted, cash, expiredNow)
    expect(everyButton(over)).toEqual(['newSale', 'check-now'])
    expect(everyButton(saleAfter(started, accepted, cash, failed))).not.toContain('chargeAgain')
  })

  it('offer no sending of what is too old, only to charge again', () => {
    expect(buttons(held, { freshness: 'too-old' })).toEqual({
      primary: 'chargeAgain',
      others: ['withdraw', 'newSale'],
      apart: [],
    })
    expect(everyButton(held)).not.toContain('chargeAgain')
    expect(everyButton(unknown, { freshness: 'too-old' })).not.toContain('try-again')
  })

  it('offer neither retry nor read with the keys of another account', () => {
    for (const sale of [unknown, pending, expired]) {
      expect(everyButton(sale)).not.toEqual(everyButton(sale, { elsewhere: true }))
      expect(everyButton(sale, { elsewhere: true })).not.toContain('try-again')
      expect(everyButton(sale, { elsewhere: true })).not.toContain('check-now')
    }
    expect(everyButton(unknown, { elsewhere: true })).toContain('stop')
    expect(buttons(expired, { elsewhere: true }).primary).toBe('resolve')
  })

  it('ask the service first once the prompt is gone, and offer to send it again', () => {
    expect(buttons(pending, { promptGone: true })).toEqual({
      primary: 'check-now',
      others: ['send-again', 'newSale'],
      apart: ['stop-waiting', 'take-cash'],
    })
    expect(everyButton(pending)).not.toContain('send-again')
    expect(everyButton(pending, { promptGone: true, elsewhere: true })).not.toContain('send-again')
    expect(buttons(pending, { promptGone: true, overdue: true }).primary).toBe('resolve')
  })

  it('lead to a manager where the service refused the repeat', () => {
    const again = { ...started, attempt: 2 }
    expect(buttons(saleAfter(started, lost, again, repeatRefused))).toEqual({
      primary: 'resolve',
      others: ['try-again', 'newSale'],
      apart: ['stop'],
    })
  })

  it('hand over what is paid against the provider’s own word, and let a manager resolve it', () => {
    const odd = [started, accepted, paid, providerDisagreed] as const
    expect(buttons(saleAfter(...odd))).toEqual({
      primary: 'hand-over',
      others: ['check-now', 'resolve', 'newSale'],
      apart: [],
    })
  })

  it('do not charge again what the provider’s own word calls paid', () => {
    const took = { ...providerDisagreed, providerStatus: 'COMPLETED' }
    const odd = saleAfter(started, accepted, failed, took)
    expect(buttons(odd).primary).toBe('resolve')
    expect(everyButton(odd)).not.toContain('chargeAgain')
  })
})
