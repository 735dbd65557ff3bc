import { expect, it } from 'vitest'
import { report, runCampaign } from './campaign'

const schedules = 2_000
const from = 1

// The reader and the payments of the next commits make it pass (issue 22).
it.fails(`holds the money rules in ${schedules} schedules from seed ${from}`, {
  timeout: 240_000,
}, async () => {
  const { failures, calls } = await runCampaign(from, schedules)
  const [failure] = failures
  expect(failure ? await report(failure) : '').toBe('')
  expect(calls).toBeGreaterThan(schedules * 5)
})
