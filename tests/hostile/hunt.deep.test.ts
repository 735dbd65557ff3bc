import { randomInt } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { failureText, hunt } from './hunt'
import { realParsers } from './parsers'
import { planted } from './planted'

/** As many lives as fit: a million is `npm run hostile`. */
const lives = 60_000
const within = 12_000

describe('hostile answers (money rules 4, 5, 6, 12)', () => {
  it('are believed for no more than they say, crash nothing and leak nothing', () => {
    const seed = randomInt(2 ** 31)
    const found = hunt(realParsers, { runs: lives, seed, within })
    expect(failureText(found)).toBe('')
    expect(found.answers).toBeGreaterThan(0)
  })

  it('come in every class, the believed ones included', () => {
    const { classes } = hunt(realParsers, { runs: 2_000, seed: 1 })
    const kinds = ['create mobile', 'create card', 'read mobile', 'read card'].flatMap(call =>
      ['ok', 'refused', 'unauthorized', 'throttled', 'unreachable'].map(kind => `${call}: ${kind}`),
    )
    const outcomes = ['paid', 'failed', 'unrecognised'].flatMap(outcome =>
      ['mobile', 'card'].map(channel => `outcome ${channel}: ${outcome}`),
    )
    for (const kind of [...kinds, ...outcomes]) expect([...classes.keys()]).toContain(kind)
    expect(classes.get('read mobile: ok')).toBeGreaterThan(300)
  })
})

describe('a planted fault is found', () => {
  it.each(Object.entries(planted))('%s', (_name, parsers) => {
    const found = hunt(parsers, { runs: 20_000, seed: 1, shrink: false })
    cleanPrototype()
    expect(found.failure).not.toBeNull()
  })
})

/** One of the faults pollutes it, which is how it is found. */
function cleanPrototype(): void {
  for (const key of Object.keys(Object.prototype))
    delete (Object.prototype as Record<string, unknown>)[key]
}
