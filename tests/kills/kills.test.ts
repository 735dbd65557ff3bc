import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Bundle } from '../support/bundle'
import { inWords, killCount } from './figures'
import { runFirstRuns } from './first-run'
import { runKillLoop } from './kill-loop'
import { nodeTill } from './node-till'
import { bundleTill } from './plants'

/* A few kills. The long form is kills.deep.test.ts; `npm run kill-loop` takes any number. */

const seed = randomInt(2 ** 32)
const limit = 120_000
let bundle: Bundle

beforeAll(async () => {
  bundle = await bundleTill()
})
afterAll(() => bundle.remove())

it(`a till killed at random moments loses nothing and does nothing twice, seed ${seed}`, {
  timeout: limit,
}, async () => {
  const figures = await runKillLoop(nodeTill(bundle.file('till')), { kills: 6, seed, lanes: 2 })
  expect(figures.findings, inWords(figures)).toEqual([])
  expect(killCount(figures)).toBe(6)
})

it(`a till killed at its first run starts afterwards, seed ${seed}`, {
  timeout: limit,
}, async () => {
  const figures = await runFirstRuns(nodeTill(bundle.file('till')), { kills: 2, seed })
  expect(figures.findings, inWords(figures)).toEqual([])
})
