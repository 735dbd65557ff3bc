import { randomInt } from 'node:crypto'
import { expect, it } from 'vitest'
import { report, runCampaign, traceText } from './campaign'

/** A few seconds. The long form is money-rules.deep.test.ts. */
const schedules = 60
const from = randomInt(1_000_000_000)

it(`holds the money rules in ${schedules} schedules from seed ${from}`, {
  timeout: 180_000,
}, async () => {
  const { failures, calls } = await runCampaign(from, schedules)
  const [failure] = failures
  expect(failure ? await report(failure) : '').toBe('')
  // A schedule without calls proves nothing.
  expect(calls).toBeGreaterThan(schedules * 5)
})

it('lives through a seed again exactly as before', async () => {
  expect(await traceText(from)).toBe(await traceText(from))
})
