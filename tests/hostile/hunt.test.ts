import { expect, it } from 'vitest'
import { failureText, hunt } from './hunt'
import { realParsers } from './parsers'

/** The long form is hunt.deep.test.ts; a million is `npm run hostile`. */
/** Issue 36: fields that speak against a paid word are not heard yet, which this seed meets. */
const seed = 1

it.fails(`hostile answers are believed for no more than they say (rules 4, 5, 6, 12), seed ${seed}`, () => {
  const found = hunt(realParsers, { runs: 2_000, seed, shrink: false })
  expect(failureText(found)).toBe('')
  expect(found.answers).toBeGreaterThan(0)
})
