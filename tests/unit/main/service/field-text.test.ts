import { describe, expect, it } from 'vitest'
import { displayText, isExactText } from '../../../../electron/main/service/field-reader'

describe('text for display', () => {
  it('has nothing hidden in it', () => {
    expect(displayText('  Not\r\nallowed\u0000\u202e\u200b here ', 99)).toBe('Not allowed here')
    expect(displayText('Not\u3164al\u2800lowed\ufe0f', 99)).toBe('Not al lowed')
  })

  it('is bounded, and never ends in half a character', () => {
    expect(displayText('abcdef', 6)).toBe('abcdef')
    expect(displayText('abcdefg', 6)).toBe('abcde…')
    expect(displayText('😀'.repeat(9), 3)).toBe('😀😀…')
  })
})

describe('text kept as it came', () => {
  it.each([' Paid ', 'imelipwa', 'x'.repeat(9)])('is kept to the letter: %j', text => {
    expect(isExactText(text, 9)).toBe(true)
  })

  it.each([
    '',
    '   ',
    'toolongword',
    'pa\nid',
    'pa\u0000id',
    'pa\u202eid',
    'pa\u200bid',
    '\ud800',
    'paid\u3164',
    'paid\ufe0f',
  ])('is not %j', text => expect(isExactText(text, 9)).toBe(false))

  it.each([undefined, null, 7, true, {}, ['paid']])('is no %j', value => {
    expect(isExactText(value, 9)).toBe(false)
  })
})
