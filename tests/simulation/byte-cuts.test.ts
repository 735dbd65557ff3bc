import { randomInt } from 'node:crypto'
import { expect, it, onTestFinished } from 'vitest'
import { openSocketWire } from './network/socket-wire'
import { runSchedule } from './schedule'
import { type Disk, openDisk } from './till/disk'
import { createSeededRandom } from './world/seeded-random'
import { createTrace } from './world/trace'

const schedules = 40
const from = randomInt(1_000_000_000)

it(`holds the money rules with answers cut at any byte on real sockets, from seed ${from}`, {
  timeout: 120_000,
}, async () => {
  const disk = openDisk()
  onTestFinished(disk.close)
  const cuts = { 'status-line': 0, headers: 0, body: 0, whole: 0 }
  for (let seed = from; seed < from + schedules; seed++) {
    const lived = await liveOnSockets(seed, disk)
    expect(lived.violations, lived.story).toEqual([])
    for (const part of ['status-line', 'headers', 'body', 'whole'] as const)
      cuts[part] += lived.cuts[part]
  }
  // Every part of an answer was cut, or nothing was shown.
  expect(Math.min(...Object.values(cuts))).toBeGreaterThan(0)
})

async function liveOnSockets(seed: number, disk: Disk) {
  const wire = await openSocketWire(createSeededRandom(seed, 'cuts'))
  const trace = createTrace()
  try {
    const { violations } = await runSchedule(seed, { disk, wire, weather: 'cutting', trace })
    return { violations, cuts: wire.cuts(), story: `seed ${seed}\n${trace.lines().join('\n')}` }
  } finally {
    await wire.close()
  }
}
