import { describe, expect, it } from 'vitest'
import { readChoice } from '../../../scripts/tests/choice'

describe('what to test', () => {
  it('is everything by default', () => {
    expect(readChoice([])).toEqual({ parts: ['check', 'unit', 'e2e'], filters: [] })
  })

  it('is one part, and of that only some files', () => {
    expect(readChoice(['--only', 'e2e', 'card', 'mobile'])).toEqual({
      parts: ['e2e'],
      filters: ['card', 'mobile'],
    })
  })

  it.each([[['--only', 'nothing']], [['card']], [['--fast']]])('is not %j', args => {
    expect(() => readChoice(args)).toThrow('Use: npm test')
  })
})
