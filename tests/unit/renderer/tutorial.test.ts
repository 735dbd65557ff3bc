import { describe, expect, it } from 'vitest'
import { tutorialStep } from '../../../renderer/layout/set-up'
import type { Sale } from '../../../shared/payment/sale'

type Stands = Pick<Sale, 'phase' | 'outcome' | 'mismatch'>

const sale = (phase: Stands['phase'], outcome: Stands['outcome'] = null): Stands => ({
  phase,
  outcome,
  mismatch: null,
})

const wrongAmount = { field: 'amount', asked: '1', answered: '2' } as const

describe('the first practice sale', () => {
  it.each<[string, Stands[], string]>([
    ['nothing sold yet', [], 'ask'],
    ['the customer decides', [sale('pending')], 'watch'],
    ['waiting for the network', [sale('ready')], 'watch'],
    ['a part in cash', [sale('cash')], 'ask'],
    ['declined', [sale('settled', 'failed')], 'again'],
    ['declined, and asked again', [sale('pending'), sale('settled', 'failed')], 'watch'],
    ['refused', [sale('refused')], 'again'],
    ['expired', [sale('expired')], 'again'],
    ['paid', [sale('settled', 'paid')], 'done'],
    ['paid, and then a failure', [sale('settled', 'failed'), sale('settled', 'paid')], 'done'],
    [
      'a paid word over another amount',
      [{ ...sale('settled', 'paid'), mismatch: wrongAmount }],
      'again',
    ],
  ])('%s', (_name, sales, step) => {
    expect(tutorialStep('practice', sales)).toBe(step)
  })

  it.each(['sandbox', 'production'] as const)(
    'is not there on a till with its service: %s',
    kind => {
      expect(tutorialStep(kind, [])).toBe(null)
      expect(tutorialStep(kind, [sale('pending')])).toBe(null)
      expect(tutorialStep(kind, [sale('settled', 'failed')])).toBe(null)
      expect(tutorialStep(kind, [sale('settled', 'paid')])).toBe(null)
    },
  )
})
