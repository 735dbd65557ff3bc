import { describe, expect, it } from 'vitest'
import { bugs } from './planted/bugs'
import { hunt } from './planted/hunt'

/** The same seeds at each run: whether a bug can be found is no matter of luck. */
const from = 1
const most = 600

describe(`the simulation can fail: each planted bug is found within ${most} seeds`, () => {
  it.each(bugs)('$rule: $name', { timeout: 120_000 }, async bug => {
    expect((await hunt(bug, from, most)).seeds).not.toBeNull()
  })

  it('has a bug for each of the fourteen money rules', () => {
    const rules = Array.from({ length: 14 }, (_, index) => `rule ${index + 1}`)
    expect(bugs.map(({ rule }) => rule)).toEqual(expect.arrayContaining(rules))
  })
})
