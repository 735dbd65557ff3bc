import { describe, expect, it } from 'vitest'
import { liveButtons } from '../../../renderer/screens/live/actions-of'
import { defaultFreshness } from '../../../shared/payment/freshness'
import { accepted, failed, lost, paid, saleAfter, started, unrecognised } from './a-sale'

const at = 1_002_000
const soon = at + 1_000
const buttons = (sale: Parameters<typeof liveButtons>[0], now = soon) =>
  liveButtons(sale, now, defaultFreshness)

describe('the buttons of a payment', () => {
  it('never block the next customer', () => {
    for (const sale of [saleAfter(), saleAfter(started), saleAfter(started, accepted)])
      expect(buttons(sale).primary).toBe('newSale')
  })

  it('put first what the cashier should do', () => {
    expect(buttons(saleAfter({ type: 'held', at })).primary).toBe('send-now')
    expect(buttons(saleAfter(started, lost)).primary).toBe('try-again')
    expect(buttons(saleAfter(started, accepted, paid)).primary).toBe('hand-over')
    expect(buttons(saleAfter(started, accepted, failed)).primary).toBe('chargeAgain')
  })

  it('ask the service before charging again or handing over where it is unclear', () => {
    const expired = saleAfter(started, accepted, { type: 'expired', at })
    expect(buttons(expired).primary).toBe('check-now')
    expect(buttons(expired).others).toContain('chargeAgain')
    expect(buttons(saleAfter(started, accepted, unrecognised)).primary).toBe('check-now')
    const reversed = { type: 'contradicted', at, status: 'reversed' } as const
    expect(buttons(saleAfter(started, accepted, paid, reversed)).primary).toBe('check-now')
  })

  it('keep apart what ends something', () => {
    expect(buttons(saleAfter(started, lost)).apart).toEqual(['stop'])
    expect(buttons(saleAfter(started, accepted)).apart).toEqual(['stop-waiting'])
  })

  it('offer no sending of what is too old', () => {
    const tooOld = at + defaultFreshness.renewMs
    expect(buttons(saleAfter({ type: 'held', at }), tooOld)).toEqual({
      primary: 'withdraw',
      others: ['newSale'],
      apart: [],
    })
  })
})
