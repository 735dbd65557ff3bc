import { describe, expect, it } from 'vitest'
import {
  displayText,
  isExactText,
  referenceText,
  shortText,
  statusText,
  theWord,
} from '../../../../electron/main/service/field-text'
import { expectEach } from '../../../support/expect-each'

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
    ['blank', '', '   '],
    ['too long', 'toolongword'],
    ['with something hidden', 'pa\nid', 'pa\u0000id', 'pa\u202eid', 'pa\u200bid'],
    ['with something unseen at its end', 'paid\u3164', 'paid\ufe0f'],
    ['with a lost letter', '\ud800', 'paid\ufffd'],
  ])('is none that is %s', (_what, ...texts) => {
    expectEach(texts, text => isExactText(text, 9), false)
  })

  it.each([undefined, null, 7, true, {}, ['paid']])('is no %j', value => {
    expect(isExactText(value, 9)).toBe(false)
  })
})

describe('a reference', () => {
  it.each(['R-1', '漢字', 'x'.repeat(512)])('is kept exactly: %j', text => {
    expect(referenceText(text)).toBe(text)
  })

  it.each([' r ', '\r\nr', '\ufeffr\n'])(
    'is read without what stands unseen at its ends: %j',
    text => {
      expect(referenceText(text)).toBe('r')
    },
  )

  it('may be a whole number', () => {
    expect(referenceText(0)).toBe('0')
    expect(referenceText(Number.MAX_SAFE_INTEGER)).toBe('9007199254740991')
  })

  it.each([null, '', ' ', 1.5, 2 ** 53, Number.NaN, true, {}, 'a\u200bb', 'x'.repeat(513)])(
    'is none in %j',
    value => expect(referenceText(value)).toBeNull(),
  )
})

describe('a status word', () => {
  it.each(['pending', 'COMPLETED', 'imelipwa', 'x'.repeat(200), ' \n Paid\t\u00a0'])(
    'is kept as it was written, without the white space around it: %j',
    text => expect(statusText(text)).toBe(text.trim()),
  )

  it.each([null, undefined, '', ' \n', 200, true, {}, ['paid']])('is none in %j', value => {
    expect(statusText(value)).toBeNull()
  })

  it.each(['pa\u202eid', 'paid\u200b', 'paid\ufffd', 'pa\nid', 'x'.repeat(201), '\u200b'])(
    'with hidden or lost characters is marked, so that it equals no known word: %j',
    value => expect(statusText(value)).toMatch(/\ufffd$/),
  )

  it('that is marked is short enough to be kept', () => {
    expect(statusText('x'.repeat(999))).toBe(`${'x'.repeat(198)}…\ufffd`)
  })
})

describe('a short text', () => {
  it.each<[unknown, string]>([
    ['2026-01-01', '2026-01-01'],
    [20260101, '20260101'],
    [' a\n b ', 'a b'],
    ['x'.repeat(65), `${'x'.repeat(63)}…`],
  ])('is made fit to be shown: %j', (value, shown) => expect(shortText(value)).toBe(shown))

  it.each([null, '', ' \n', '\u200b', true, {}, []])('is none in %j', value =>
    expect(shortText(value)).toBeNull(),
  )
})

describe('an expected word', () => {
  it.each(['payment', 'PAYMENT', ' Payment '])('is found in any case: %j', text => {
    expect(theWord('payment')(text)).toBe('payment')
  })

  it.each(['refund', '', 7, null, ['payment']])('is not %j', value => {
    expect(theWord('payment')(value)).toBeNull()
  })
})
