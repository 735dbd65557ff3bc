import { describe, expect, it } from 'vitest'
import { comparedState } from '../../../scripts/checks/sale-state'

const screen = 'renderer/layout/recent-sale.tsx'

describe('the check of who compares a sale’s state', () => {
  it.each([
    "if (sale.phase === 'pending') return null",
    "const isPaid = sale.outcome === 'paid'",
    "return ['ready', 'held'].includes(phase)",
    "if (outcome !== 'failed') return null",
    "const isReady = 'ready' === found.phase",
    'switch (sale.phase) {',
    "ledger.find(id)?.phase === 'ready'",
    'steps[sale.phase]',
  ])('finds %s', line => {
    expect(comparedState(screen, `const one = 1\n${line}\n`)).toEqual([`${screen}:2: ${line}`])
  })

  it('finds nothing in what asks for the status', () => {
    const text = "if (statusOf(sale) === 'paid') return phase\nconst { outcome } = styles\n"
    expect(comparedState(screen, text)).toEqual([])
  })

  it('lets the engine and the status itself decide', () => {
    for (const file of ['shared/payment/status.ts', 'electron/main/payments/engine.ts'])
      expect(comparedState(file, "sale.phase === 'pending'")).toEqual([])
  })
})
