import { describe, expect, it } from 'vitest'
import { toBindable } from '../../../../../electron/main/store/database/value'

describe('a value to write', () => {
  it('is a whole number, a string, bytes or null', () => {
    expect(toBindable(0, 1)).toBe(0n)
    expect(toBindable(-0, 1)).toBe(0n)
    expect(toBindable(Number.MAX_SAFE_INTEGER, 1)).toBe(9_007_199_254_740_991n)
    expect(toBindable('Asha ☕ 😀', 1)).toBe('Asha ☕ 😀')
    expect(toBindable(Buffer.from('x'), 1)).toEqual(Buffer.from('x'))
    expect(toBindable(null, 1)).toBeNull()
  })

  it.each([
    ['a boolean (would abort the process)', true],
    ['undefined', undefined],
    ['a bigint', 5n],
    ['NaN', Number.NaN],
    ['infinity', Number.POSITIVE_INFINITY],
    ['a fraction', 1.5],
    ['an unsafe integer', 2 ** 53],
    ['a string with NUL', 'a\0b'],
    ['a lone surrogate', 'a\ud800'],
    ['an object', { a: 1 }],
    ['an array', [1]],
    ['a date', new Date(0)],
    ['a plain Uint8Array', new Uint8Array(2)],
  ])('is never %s', (_name, value) => {
    expect(() => toBindable(value, 3)).toThrow(/Value 3 is/)
  })

  it('is not repeated in the refusal', () => {
    expect(() => toBindable('hunter2\0', 1)).toThrow(/^(?!.*hunter2)/)
  })
})
