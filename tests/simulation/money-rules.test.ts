import { randomInt } from 'node:crypto'
import { expect, it } from 'vitest'
import { report, runCampaign, tell } from './campaign'

const schedules = 150
/** A fresh one at each run: what no run has seen yet may be found by the next. */
const from = randomInt(1_000_000_000)

it(`holds the money rules in ${schedules} schedules from seed ${from}`, {
  timeout: 180_000,
}, async () => {
  const { failures, calls } = await runCampaign(from, schedules)
  const [failure] = failures
  expect(failure ? await report(failure) : '').toBe('')
  // A world in which nothing is called proves nothing.
  expect(calls).toBeGreaterThan(schedules * 5)
})

it('lives through a seed again exactly as before', async () => {
  expect(await tell(from)).toBe(await tell(from))
})
