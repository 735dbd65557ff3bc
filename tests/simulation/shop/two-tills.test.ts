import { randomInt } from 'node:crypto'
import { expect, it } from 'vitest'
import { postgresForTests } from '../../support/shop/postgres-for-tests'
import { runTwoTills } from './two-tills'

const server = postgresForTests()
/** A few seconds. The long form is two-tills.deep.test.ts. */
const schedules = 3
const from = randomInt(1_000_000_000)

it(`two tills keep what they promise in ${schedules} schedules from seed ${from}`, async () => {
  for (let seed = from; seed < from + schedules; seed += 1)
    expect({ seed, violations: await runTwoTills(server(), seed) }).toEqual({
      seed,
      violations: [],
    })
})
