import { expect, it } from 'vitest'
import { isWhole, readChoice } from '../../../scripts/tests/choice'

const every = ['check', 'unit', 'e2e']

it.each([
  ['every part, but no deep test', [], every, 'quick', []],
  ['the deep tests without the checks', ['--deep'], ['unit', 'e2e'], 'deep', []],
  ['everything', ['--all'], every, 'all', []],
  ['one part', ['--only', 'unit'], ['unit'], 'quick', []],
  ['files, deep or not', ['--only', 'e2e', 'card', 'mobile'], ['e2e'], 'all', ['card', 'mobile']],
])('what to test is %s: %j', (_, args, parts, depth, filters) => {
  expect(readChoice(args)).toEqual({ parts, depth, filters })
})

it.each([[['--only', 'nothing']], [['card']], [['--fast']], [['--deep', '--all']]])(
  'what to test is not %j',
  args => {
    expect(() => readChoice(args)).toThrow('Use: npm test')
  },
)

it.each([
  [true, ['--all']],
  [true, ['--deep']],
  [false, []],
  [false, ['--all', '--only', 'unit']],
  [false, ['--only', 'e2e', 'card']],
])('every deep test runs: %s, with %j', (whole, args) => {
  expect(isWhole(readChoice(args))).toBe(whole)
})
