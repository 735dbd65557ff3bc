import { randomInt } from 'node:crypto'
import { expect, it, onTestFinished } from 'vitest'
import { createSeededRandom } from '../support/seeded-random'
import { openSocketWire } from './network/socket-wire'
import { changedParts } from './planted/hunt'
import { runSchedule } from './schedule'
import { type Disk, openDisk } from './till/disk'
import { type Parts, realParts } from './till/parts'
import { createTrace } from './world/trace'

const schedules = 40
const from = randomInt(1_000_000_000)

// Sockets and timers are real: the test takes a minute on idle cores, and longer while other tests run. The limit ends only
// a test that hangs.
it(`holds the money rules with answers cut at any byte on real sockets, from seed ${from}`, async () => {
  const disk = openDisk()
  onTestFinished(disk.close)
  const cuts = { 'status-line': 0, headers: 0, body: 0, whole: 0 }
  for (let seed = from; seed < from + schedules; seed++) {
    const lived = await liveOnSockets(seed, disk)
    expect(lived.violations, lived.history).toEqual([])
    for (const part of ['status-line', 'headers', 'body', 'whole'] as const)
      cuts[part] += lived.cuts[part]
  }
  // Every part of an answer was cut, or nothing was shown.
  expect(Math.min(...Object.values(cuts))).toBeGreaterThan(0)
}, 300_000)

it('finds a till that takes the answer of another payment off a kept connection', async () => {
  const keepsConnections = {
    file: 'electron/main/service/transport.ts',
    from: 'pipelining: 0',
    to: 'pipelining: 1',
  }
  const parts = await changedParts([keepsConnections])
  const disk = openDisk()
  onTestFinished(disk.close)
  // Real sockets decide which payment's answer is left over: an early schedule may break another rule first.
  const broken: string[] = []
  for (let seed = 1; seed <= schedules && !broken.includes('rule 5'); seed++) {
    const { violations } = await liveOnSockets(seed, disk, parts)
    broken.push(...violations.map(({ rule }) => rule))
  }
  expect(broken).toContain('rule 5')
})

async function liveOnSockets(seed: number, disk: Disk, parts: Parts = realParts) {
  const wire = await openSocketWire(createSeededRandom(seed, 'cuts'), parts)
  const trace = createTrace()
  try {
    const { violations } = await runSchedule(seed, { disk, wire, parts, weather: 'cutting', trace })
    return { violations, cuts: wire.cuts(), history: `seed ${seed}\n${trace.lines().join('\n')}` }
  } finally {
    await wire.close()
  }
}
