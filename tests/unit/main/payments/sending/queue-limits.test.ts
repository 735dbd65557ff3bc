import { describe, expect, it } from 'vitest'
import { queueHasRoom } from '../../../../../electron/main/payments/sending/decide-send'
import { type Phase, phaseSchema } from '../../../../../shared/payment/sale'
import { saleIn } from '../../../../support/payments/sales'

const amount = { currency: 'TZS', value: 5_000 }
const limits = { sales: 3, amount: 40_000 }

describe('the queue', () => {
  it('takes sales up to their number', () => {
    const [one, two, three] = [saleIn('ready'), saleIn('held'), saleIn('unknown')]
    expect(queueHasRoom([one, two], { ...amount, value: 1 }, limits)).toBe(true)
    expect(queueHasRoom([one, two, three], { ...amount, value: 1 }, limits)).toBe(false)
  })

  it('takes sales up to their sum, of each currency by itself', () => {
    const waiting = [saleIn('ready'), saleIn('ready')] // 15,000 each
    expect(queueHasRoom(waiting, { ...amount, value: 10_000 }, limits)).toBe(true)
    expect(queueHasRoom(waiting, { ...amount, value: 10_001 }, limits)).toBe(false)
    expect(queueHasRoom(waiting, { currency: 'KES', value: 40_000 }, limits)).toBe(true)
  })

  it('always has space for a first sale, whatever its amount', () => {
    expect(queueHasRoom([], { ...amount, value: 1_000_000 }, limits)).toBe(true)
  })

  it('counts only what the service does not have yet', () => {
    const counted = phaseSchema.options.filter(
      phase => !queueHasRoom([saleIn(phase)], amount, { ...limits, sales: 1 }),
    )
    expect(counted).toEqual<Phase[]>(['ready', 'held', 'sending', 'unknown'])
  })
})
