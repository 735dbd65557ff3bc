import { expect, it } from 'vitest'
import { limitedService } from '../bench/rate-limited'
import { openEngine } from '../support/payments/engine'
import { mobileDraft } from '../support/payments/sales'
import { succeeded } from '../support/results'

it('lets a press through at once while 200 payments are open and a limit is not named', {
  timeout: 300_000,
}, async () => {
  const service = limitedService()
  const queue = { sales: 1_000, amount: 1_000_000_000 }
  const { engine, ledger } = openEngine({ ...service, settings: { queue } })
  const waits = await service.measure({
    request: number =>
      succeeded(engine.request(mobileDraft({ phone: `+2557540${10_000 + number}` }))).id,
    acceptedAt: saleId => ledger.find(saleId)?.acceptedAt ?? null,
  })
  expect(waits.presses).toBeGreaterThan(40)
  expect(waits.p95).toBeLessThanOrEqual(2_000)
  // The open payments are read on all the same.
  expect(waits.callsAMinute).toBeGreaterThan(20)
})
