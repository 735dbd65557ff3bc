import { randomInt } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { isUnchanged } from '../../../scripts/tests/proofs'
import { postgresForTests } from '../../support/shop/postgres-for-tests'
import { type ShopPlant, shopPlants } from './plants'
import { runTwoTills, type ShopViolation } from './two-tills'

const server = postgresForTests()
/** Three more are in two-tills.test.ts. */
const schedules = 17
const from = randomInt(1_000_000_000)

it(`two tills keep what they promise in ${schedules} schedules from seed ${from}`, {
  timeout: 900_000,
}, async () => {
  for (let seed = from; seed < from + schedules; seed += 1)
    expect({ seed, violations: await runTwoTills(server(), seed) }).toEqual({
      seed,
      violations: [],
    })
})

describe.skipIf(isUnchanged('planted-in-shop'))('a planted fault', () => {
  const mostSchedules = 40

  /** A fault can also stop the schedule itself, which proves nothing: the next one is tried. */
  const runPlanted = (seed: number, plant: ShopPlant) =>
    runTwoTills(server(), seed, plant).catch((): ShopViolation[] => [])

  it.each(shopPlants)('is found: $name', { timeout: 600_000 }, async plant => {
    const found = new Set<string>()
    const { near = 1 } = plant
    for (let seed = near; seed < near + mostSchedules && !found.has(plant.rule); seed += 1)
      for (const { rule } of await runPlanted(seed, plant)) found.add(rule)
    expect([...found]).toContain(plant.rule)
  })
})
