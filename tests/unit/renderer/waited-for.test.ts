import { expect, it } from 'vitest'
import { waitedFor } from '../../../renderer/layout/recent-order'

it.each([
  [-5, 'seconds', 0],
  [59_999, 'seconds', 59],
  [60_000, 'minutes', 1],
  [3_599_999, 'minutes', 59],
  [3_600_000, 'hours', 1],
  [90_000_000, 'hours', 25],
] as const)('a wait of %i ms is told in %s: %i', (ms, unit, count) => {
  expect(waitedFor(ms)).toEqual({ unit, count })
})
