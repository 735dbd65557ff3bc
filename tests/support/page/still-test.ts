import { createHash } from 'node:crypto'
import { systemClock } from '../../../electron/practice/clock'
import type { PracticeOptions } from '../practice/start'
import { test } from './test'

/** Page tests for pictures: the till's clocks stand still at a moment, and every id is counted. */
export function stillTest(stillAt: number) {
  return test.extend({
    stillAt,
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the needs from this pattern
    serviceOptions: async ({}, use) => use(countingService(stillAt)),
  })
}

function countingService(stillAt: number): PracticeOptions {
  const began = Date.now()
  let made = 0
  return {
    speed: 10,
    approvalSeconds: 0.5,
    clock: { ...systemClock, wall: () => stillAt + Date.now() - began },
    random(bytes) {
      made += 1
      const block = createHash('sha512').update(`bytes ${made}`).digest()
      return block.subarray(0, bytes)
    },
  }
}
