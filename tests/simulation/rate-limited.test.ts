import { expect, it } from 'vitest'
import { measureRateLimited } from '../bench/rate-limited'

it('lets a press through at once while 200 payments are open and a limit is not named', {
  timeout: 300_000,
}, async () => {
  const waits = await measureRateLimited()
  expect(waits.presses).toBeGreaterThan(40)
  expect(waits.p95).toBeLessThanOrEqual(2_000)
  // The open payments are read on all the same.
  expect(waits.callsAMinute).toBeGreaterThan(20)
})
