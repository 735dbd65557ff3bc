import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Bundle } from '../support/bundle'
import { smallDiskImpossible } from '../support/small-disk'
import { runDiskFaults, straceMissing } from './disk-faults'
import { type Figures, inWords, killCount } from './figures'
import { runFirstRuns } from './first-run'
import { runFullDisks } from './full-disk'
import { runKillLoop } from './kill-loop'
import { nodeTill } from './node-till'
import { bundleTill, catchPlant, plants } from './plants'

/*
 * A part of `npm run kill-loop`, with a fresh seed each time. docs/evidence.md has figures and what a
 * long run found.
 */

const seed = randomInt(2 ** 32)
const limit = 300_000
let bundle: Bundle

beforeAll(async () => {
  bundle = await bundleTill()
})
afterAll(() => bundle.remove())

/** Nothing was lost and nothing was done twice; a failure names the seed that repeats it. */
const clean = (figures: Figures) =>
  expect(figures.findings, `seed ${seed}\n${inWords(figures)}`).toEqual([])

it(
  `a till killed at random moments loses nothing and does nothing twice, seed ${seed}`,
  async () => {
    const figures = await runKillLoop(nodeTill(bundle.file('till')), { kills: 24, seed, lanes: 2 })
    clean(figures)
    expect(killCount(figures)).toBe(24)
    expect(figures.payments).toBeGreaterThan(10)
  },
  limit,
)

it(
  `a till killed at its first run starts afterwards, seed ${seed}`,
  async () => {
    clean(await runFirstRuns(nodeTill(bundle.file('till')), { kills: 8, seed }))
  },
  limit,
)

const why = (missing: string | null) => (missing ? ` (skipped, ${missing})` : '')

const noStrace = straceMissing()
it.skipIf(noStrace)(
  `a till killed in the middle of a commit recovers${why(noStrace)}`,
  async () => {
    const effects = ['KILL', 'ENOSPC'] as const
    clean(await runDiskFaults({ bundle: bundle.file('till'), seed, lanes: 2, sample: 8, effects }))
  },
  limit,
)

const noTmpfs = smallDiskImpossible()
it.skipIf(noTmpfs)(
  `a till whose disk is full stops selling, says so, and recovers${why(noTmpfs)}`,
  async () => {
    clean(await runFullDisks({ bundle: bundle.file('till'), seed, disks: 1 }))
  },
  limit,
)

const quickly = ['a new key for each attempt', 'the envelope of an answer taken for paid']
it.each(plants.filter(({ name }) => quickly.includes(name)))(
  'is found when planted: $name',
  async plant => {
    const { as, kills } = await catchPlant(plant, seed, 40)
    expect(as, `seed ${seed}, ${kills} kills`).toEqual(
      expect.arrayContaining([expect.toBeOneOf([...plant.foundAs])]),
    )
  },
  limit,
)
