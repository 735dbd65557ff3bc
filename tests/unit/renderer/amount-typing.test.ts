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
  it.each([
    ['15000', '15,000'],
    ['1250000', '1,250,000'],
    ['15,000', '15,000'],
    ['007', '7'],
  ])('groups the digits as they come: %s', (typed, shown) => {
    expect(type(typed)).toBe(shown)
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

  const written = ['TZS 15,000', 'XAF 15000', '15000 XAF', '15 000', '15000/=', '15,000/-']
  it.each([...written, '15,000.00'])('understands %s', text => {
    const pasted = typeAmount('', { text, caret: 0 }, 'other').text
    expect(readAmount(pasted)).toEqual({ value: 15_000 })
  })
})

describe('the number pad', () => {
  it('types, adds up, multiplies and takes back', () => {
    const pressed = (['1', '5', '00', '+', '2', '×', '750'] as const).reduce(pressKey, '')
    expect(pressed).toBe('1,500+2×750')
    for (const [shown, key, next] of [
      ['5', '000', '5,000'],
      ['5,000', 'back', '500'],
      ['', '000', '0'],
      ['999,999,999,999', '9', '999,999,999,999'],
      ['', '+', ''],
      ['1,500+', '×', '1,500×'],
      ['1,500+', 'back', '1,500'],
      ['1,500+2', 'clear', ''],
    ] as const)
      expect(pressKey(shown, key), `${shown} ${key}`).toBe(next)
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
    expect(readTotal('', [])).toEqual({ problem: 'amount-missing' })
    for (const [amount, value] of [
      ['', 5_000],
      ['2,500', 7_500],
      ['2×750', 6_500],
    ] as const)
      expect(readTotal(amount, lines)).toEqual({ value })
  })

  it('are charged with no amount that cannot be read, and with none that is too large', () => {
    expect(readTotal('1.5', lines)).toEqual({ problem: 'amount-not-whole' })
    expect(readTotal('999,999,999,999', lines)).toEqual({ problem: 'amount-too-large' })
  })
})
