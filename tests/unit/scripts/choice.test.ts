import { describe, expect, it } from 'vitest'
import { readChoice } from '../../../scripts/tests/choice'

describe('what to test', () => {
  it('is every part by default, but no deep test', () => {
    expect(readChoice([])).toEqual({ parts: ['check', 'unit', 'e2e'], depth: 'quick', filters: [] })
  })

  it('is the deep tests without the checks', () => {
    expect(readChoice(['--deep'])).toEqual({ parts: ['unit', 'e2e'], depth: 'deep', filters: [] })
  })

  it('is everything', () => {
    expect(readChoice(['--all'])).toEqual({
      parts: ['check', 'unit', 'e2e'],
      depth: 'all',
      filters: [],
    })
  })

  it('is one part', () => {
    expect(readChoice(['--only', 'unit'])).toEqual({ parts: ['unit'], depth: 'quick', filters: [] })
  })

  it('is some files of a part, deep or not', () => {
    expect(readChoice(['--only', 'e2e', 'card', 'mobile'])).toEqual({
      parts: ['e2e'],
      depth: 'all',
      filters: ['card', 'mobile'],
    })
  })

  it.each([[['--only', 'nothing']], [['card']], [['--fast']], [['--deep', '--all']]])(
    'is not %j',
    args => {
      expect(() => readChoice(args)).toThrow('Use: npm test')
    },
  )
})
