import { randomInt } from 'node:crypto'
import { expect, it } from 'vitest'
import { failureText, hunt } from './hunt'
import { realParsers } from './parsers'

/** The long form is hunt.deep.test.ts; a million is `npm run hostile`. */
const seed = randomInt(2 ** 31)

it(`hostile answers are believed for no more than they say (rules 4, 5, 6, 12), seed ${seed}`, () => {
  const found = hunt(realParsers, { runs: 6_000, seed, within: 2_000 })
  expect(failureText(found)).toBe('')
  expect(found.answers).toBeGreaterThan(0)
})
