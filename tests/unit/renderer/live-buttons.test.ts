import { describe, expect, it } from 'vitest'
import { liveButtons } from '../../../renderer/screens/live/actions-of'
import { agesAt, defaultFreshness } from '../../../shared/payment/freshness'
import {
  accepted,
  failed,
  lost,
  mismatched,
  notSent,
  paid,
  saleAfter,
  started,
  unrecognised,
} from './a-sale'

type Sale = Parameters<typeof liveButtons>[0]

const at = 1_002_000
const soon = at + 1_000
const tooOld = at + defaultFreshness.renewMs
const buttons = (sale: Sale, now = soon, elsewhere = false, overdue = false) =>
  liveButtons(sale, { ages: agesAt(sale, now), elsewhere, overdue }, defaultFreshness)
const everyButton = (sale: Sale, now = soon, elsewhere = false) => {
  const { primary, others, apart } = buttons(sale, now, elsewhere)
  return [primary, ...others, ...apart]
}

const held = saleAfter({ type: 'held', at })
const unknown = saleAfter(started, lost)
const pending = saleAfter(started, accepted)
const expired = saleAfter(started, accepted, { type: 'expired', at })

describe('the buttons of a payment', () => {
  it('never block the next customer', () => {
    for (const sale of [saleAfter(), saleAfter(started), pending])
      expect(buttons(sale).primary).toBe('newSale')
  })

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
    const reversed = { type: 'contradicted', at, status: 'reversed' } as const
    expect(buttons(saleAfter(started, accepted, paid, reversed)).primary).toBe('resolve')
  })

  it('stay where they are through a retry', () => {
    for (const failure of [notSent, lost]) {
      const waits = saleAfter(started, failure)
      expect(buttons(saleAfter(started, failure, started))).toEqual(buttons(waits))
    }
    expect(buttons(saleAfter(started)).others).toEqual([])
  })

  it('take no cash for what this till cannot ask about', () => {
    for (const sale of [pending, expired])
      expect(everyButton(sale, soon, true)).not.toContain('take-cash')
  })

  it('after a refund offer no goods to hand over', () => {
    const refund = { type: 'refunded', at, how: 'cash', reason: 'torn', person: null } as const
    const refunded = buttons(saleAfter(started, accepted, paid, refund))
    expect(refunded).toEqual({ primary: 'newSale', others: ['check-now'], apart: [] })
  })

  it('resolve before handing over what was paid late or twice', () => {
    const twice = { type: 'paid-twice', at, other: '0192f000-0000-7000-8000-000000000002' } as const
    expect(buttons(saleAfter(started, accepted, paid, twice)).primary).toBe('resolve')
    expect(buttons(saleAfter(started, accepted, { type: 'expired', at }, paid)).primary).toBe(
      'resolve',
    )
  })

  it('hand over nothing while it is not clear whose the goods are', () => {
    const twice = { type: 'paid-twice', at, other: '0192f000-0000-7000-8000-000000000002' } as const
    const reversed = { type: 'contradicted', at, status: 'reversed' } as const
    const resolved = { type: 'resolved', person: null, at, reason: 'owed', how: 'other' } as const
    for (const doubt of [twice, reversed]) {
      const doubtful = [started, accepted, paid, doubt] as const
      expect(everyButton(saleAfter(...doubtful))).not.toContain('hand-over')
      const settled = saleAfter(...doubtful, resolved)
      expect(everyButton(settled)).toContain('hand-over')
      expect(buttons(settled).primary).toBe('newSale')
    }
  })

  it('resolve what is overdue; another account’s payment is not asked about', () => {
    expect(buttons(pending, soon, false, true)).toEqual({
      primary: 'resolve',
      others: ['check-now', 'newSale'],
      apart: [],
    })
    expect(buttons(pending, soon, true, true)).toEqual({
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

  it('charge nobody again who has paid in cash', () => {
    const cash = { type: 'cash-taken', person: null, at, note: '' } as const
    const inCash = saleAfter(started, accepted, cash)
    expect(everyButton(inCash)).toEqual(['newSale', 'check-now'])
    const over = saleAfter(started, accepted, cash, { type: 'expired', at })
    expect(everyButton(over)).toEqual(['newSale', 'check-now'])
    expect(everyButton(saleAfter(started, accepted, cash, failed))).not.toContain('chargeAgain')
  })

  it('offer no sending of what is too old, only to make it anew', () => {
    expect(buttons(held, tooOld)).toEqual({
      primary: 'chargeAgain',
      others: ['withdraw', 'newSale'],
      apart: [],
    })
    expect(everyButton(held)).not.toContain('chargeAgain')
    expect(everyButton(unknown, tooOld)).not.toContain('try-again')
  })

  it('offer neither retry nor read with the keys of another account', () => {
    for (const sale of [unknown, pending, expired]) {
      expect(everyButton(sale)).not.toEqual(everyButton(sale, soon, true))
      expect(everyButton(sale, soon, true)).not.toContain('try-again')
      expect(everyButton(sale, soon, true)).not.toContain('check-now')
    }
    expect(everyButton(unknown, soon, true)).toContain('stop')
    expect(buttons(expired, soon, true).primary).toBe('resolve')
  })
})
