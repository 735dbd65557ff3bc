import { describe, expect, it } from 'vitest'
import {
  createFieldReader,
  readReferences,
  referenceText,
  shortText,
  statusText,
  theWord,
} from '../../../../electron/main/service/field-reader'

const asText = (value: unknown) => (typeof value === 'string' ? value : null)

describe('a field reader', () => {
  it('reads a field that is there', () => {
    const fields = createFieldReader({ a: 'x' })
    expect(fields.optional('a', asText)).toBe('x')
    expect(fields.unread()).toEqual([])
  })

  it('does not note what is missing or null', () => {
    const fields = createFieldReader({ a: null, b: undefined })
    for (const name of ['a', 'b', 'c']) expect(fields.optional(name, asText)).toBeNull()
    expect(fields.unread()).toEqual([])
  })

  it('notes the name of what it cannot read, once and in order', () => {
    const fields = createFieldReader({ b: 7, a: {} })
    for (const name of ['b', 'a', 'b']) expect(fields.optional(name, asText)).toBeNull()
    fields.note('c')
    fields.note('a')
    expect(fields.unread()).toEqual(['b', 'a', 'c'])
  })

  it('gives a list that later fields do not change', () => {
    const fields = createFieldReader({ a: 7 })
    const before = fields.unread()
    fields.optional('a', asText)
    expect(before).toEqual([])
  })
})

describe('a reference', () => {
  it.each(['R-1', ' r ', '漢字', 'x'.repeat(512)])('is kept exactly: %j', text => {
    expect(referenceText(text)).toBe(text)
  })

  it('may be a whole number', () => {
    expect(referenceText(0)).toBe('0')
    expect(referenceText(Number.MAX_SAFE_INTEGER)).toBe('9007199254740991')
  })

  it.each([null, '', ' ', 1.5, 2 ** 53, Number.NaN, true, {}, 'a\u200bb', 'x'.repeat(513)])(
    'is none in %j',
    value => expect(referenceText(value)).toBeNull(),
  )

  it('is read under each name, the contract’s own first', () => {
    const fields = createFieldReader({ referenceId: 'c', reference: 'a', reference_id: 'b' })
    expect(readReferences(fields)).toEqual(['a', 'b', 'c'])
  })

  it('is left out where it cannot be read', () => {
    const fields = createFieldReader({ reference: {}, referenceId: 'c' })
    expect(readReferences(fields)).toEqual(['c'])
    expect(fields.unread()).toEqual(['reference'])
  })
})

describe('a status word', () => {
  it.each(['pending', 'COMPLETED', ' Paid ', 'x'.repeat(200)])('is kept exactly: %j', text => {
    expect(statusText(text)).toBe(text)
  })

  it.each([null, '', ' ', 200, true, {}, 'pa\u202eid', 'x'.repeat(201)])('is none in %j', value =>
    expect(statusText(value)).toBeNull(),
  )
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
