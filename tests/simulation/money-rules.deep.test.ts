import { randomInt } from 'node:crypto'
import { expect, it } from 'vitest'
import { report, runCampaign } from './campaign'

/**
 * 600 with those of money-rules.test.ts: as many as a planted bug is looked for. `npm run simulate` lives through as
 * many as there is time for.
 */
const schedules = 540
const from = randomInt(1_000_000_000)

it(`holds the money rules in ${schedules} schedules from seed ${from}`, {
  timeout: 600_000,
}, async () => {
  const { failures, calls } = await runCampaign(from, schedules)
  const [failure] = failures
  expect(failure ? await report(failure) : '').toBe('')
  expect(calls).toBeGreaterThan(schedules * 5)
})
