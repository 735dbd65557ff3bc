import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pressKey, readAmount, readTotal, typeAmount } from '../../../renderer/typing/amount-typing'

/** Types text a character at a time at the end of the field, as a person does. */
function type(text: string): string {
  let shown = ''
  for (const key of text) {
    const typed = shown + key
    const edit = /\d/.test(key) ? 'keys' : 'other'
    shown = typeAmount(shown, { text: typed, caret: typed.length }, edit).text
  }
  return shown
}

describe('typing an amount', () => {
  it('groups the digits as they come', () => {
    expect(type('15000')).toBe('15,000')
    expect(type('1250000')).toBe('1,250,000')
    expect(type('15,000')).toBe('15,000')
    expect(type('007')).toBe('7')
  })

  it('keeps the caret where the person is', () => {
    const deleted = typeAmount('15,000', { text: '15,00', caret: 4 }, 'deletion')
    expect(deleted).toEqual({ text: '1,500', caret: 4 })
    const inserted = typeAmount('1,500', { text: '1,5700', caret: 4 }, 'keys')
    expect(inserted).toEqual({ text: '15,700', caret: 4 })
  })

  it.each(['1500.50', '1500,50', '1.500', '12.5'])('never turns %s into another amount', text => {
    const pasted = typeAmount('', { text, caret: text.length }, 'other').text
    for (const shown of [type(text), pasted])
      expect(readAmount(shown)).toEqual({ problem: 'amount-not-whole' })
  })

  it.each(['TZS 15,000', 'XAF 15000', '15000 XAF', '15 000', '15000/=', '15,000/-', '15,000.00'])(
    'understands %s',
    text => {
      expect(readAmount(typeAmount('', { text, caret: 0 }, 'other').text)).toEqual({
        value: 15_000,
      })
    },
  )

  it('says what is wrong', () => {
    expect(readAmount('')).toEqual({ problem: 'amount-missing' })
    expect(readAmount('0')).toEqual({ problem: 'amount-zero' })
    expect(readAmount('9999999999999')).toEqual({ problem: 'amount-too-large' })
  })

  it('reads back every whole number that is typed', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 999_999_999_999 }), value => {
        expect(readAmount(type(String(value)))).toEqual({ value })
      }),
    )
  })
})

describe('the number pad', () => {
  it('types, adds thousands and takes back', () => {
    expect(pressKey(pressKey('', '5'), '000')).toBe('5,000')
    expect(pressKey('5,000', 'back')).toBe('500')
    expect(pressKey('', '000')).toBe('0')
    expect(pressKey('999,999,999,999', '9')).toBe('999,999,999,999')
  })

  it('adds up and multiplies', () => {
    const pressed = (['1', '5', '00', '+', '2', '×', '750'] as const).reduce(pressKey, '')
    expect(pressed).toBe('1,500+2×750')
    expect(pressKey('', '+')).toBe('')
    expect(pressKey('1,500+', '×')).toBe('1,500×')
    expect(pressKey('1,500+', 'back')).toBe('1,500')
    expect(pressKey('1,500+2', 'clear')).toBe('')
  })

  it('makes no other amount of one with cents', () => {
    expect(readAmount(pressKey('1500.50', '0'))).toEqual({ problem: 'amount-not-whole' })
    expect(pressKey('1500.50', 'back')).toBe('1500.5')
  })
})

describe('items', () => {
  const lines = [
    { name: 'Soda', quantity: 2, price: 1_500 },
    { name: 'Bread', quantity: 1, price: 2_000 },
  ]

  it('come to a sum without an amount, and with one on top', () => {
    expect(readTotal('', lines)).toEqual({ value: 5_000 })
    expect(readTotal('2,500', lines)).toEqual({ value: 7_500 })
    expect(readTotal('2×750', lines)).toEqual({ value: 6_500 })
    expect(readTotal('', [])).toEqual({ problem: 'amount-missing' })
  })

  it('are charged with no amount that cannot be read, and with none that is too large', () => {
    expect(readTotal('1.5', lines)).toEqual({ problem: 'amount-not-whole' })
    expect(readTotal('999,999,999,999', lines)).toEqual({ problem: 'amount-too-large' })
  })
})
