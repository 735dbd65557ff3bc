import { describe, expect, it } from 'vitest'
import { comparedState } from '../../../scripts/checks/payment-state'

const screen = 'renderer/layout/recent-payment.tsx'

describe('the check of who compares a payment’s state', () => {
  it.each([
    "if (payment.phase === 'pending') return null",
    "const isPaid = payment.outcome === 'paid'",
    "return ['ready', 'held'].includes(phase)",
    "if (outcome !== 'failed') return null",
    "const isReady = 'ready' === found.phase",
    'switch (payment.phase) {',
    "ledger.find(id)?.phase === 'ready'",
    'steps[payment.phase]',
  ])('finds %s', line => {
    expect(comparedState(screen, `const one = 1\n${line}\n`)).toEqual([`${screen}:2: ${line}`])
  })

  it('finds nothing in what asks for the status', () => {
    const text = "if (statusOf(payment) === 'paid') return phase\nconst { outcome } = styles\n"
    expect(comparedState(screen, text)).toEqual([])
  })

  it('lets the engine and the status itself decide', () => {
    for (const file of ['shared/payment/status.ts', 'electron/main/payments/engine.ts'])
      expect(comparedState(file, "payment.phase === 'pending'")).toEqual([])
  })
})
