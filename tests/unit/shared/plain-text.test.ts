import { describe, expect, it } from 'vitest'
import { holdsHidden, isolated, nameSkeleton, plainName } from '../../../shared/plain-text'

describe('a plain name', () => {
  it.each([
    ['a zero-width space', 'As\u200bha'],
    ['a zero-width joiner', 'Asha\u200d'],
    ['a byte-order mark', '\ufeffAsha'],
    ['a soft hyphen', 'As\u00adha'],
    ['a direction mark', 'Asha\u200f'],
    ['a direction override', '\u202eAsha\u202c'],
    ['a direction isolate', '\u2066Asha\u2069'],
    ['a filler', 'Asha\u3164'],
    ['a half-width filler', 'Asha\uffa0'],
    ['a variation selector', 'Asha\ufe0f'],
    ['a combining joiner', 'As\u034fha'],
    ['a tag', 'Asha\u{e0041}'],
    ['a blank of Braille', 'Asha\u2800'],
    ['full-width letters', 'Ａｓｈａ'],
    ['other blanks around it', '\u00a0Asha\u2003'],
    ['a line feed behind it', 'Asha\n'],
  ])('is the same without %s', (_what, typed) => {
    expect(plainName(typed)).toBe('Asha')
  })

  it.each([
    ['Jose\u0301', 'Jos\u00e9'],
    ['Jose\u034f\u0301', 'Jos\u00e9'],
    ['Asha \t\u200b Mushi', 'Asha Mushi'],
    ['عائشة 王 Ñandú O’Neil', 'عائشة 王 Ñandú O’Neil'],
    ['\u200b\u3164\u2800 ', ''],
  ])('has one form of each letter, one blank between words, or nothing: %j', (typed, name) => {
    expect(plainName(typed)).toBe(name)
  })
})

describe('names that are drawn alike', () => {
  it.each([
    ['Asha', 'asha'],
    ['Asha', 'Аshа'],
    ['Neema', 'Νееmа'],
    ['Ali', 'AIi'],
    ['Juma 10', 'Juma IO'],
  ])('%s and %s have one skeleton', (one, other) => {
    expect(nameSkeleton(one)).toBe(nameSkeleton(other))
  })

  it('are not Asha and Aisha, or José and Jose', () => {
    expect(nameSkeleton('Asha')).not.toBe(nameSkeleton('Aisha'))
    expect(nameSkeleton('José')).not.toBe(nameSkeleton('Jose'))
  })

  it('are found as hidden characters in any text', () => {
    expect(holdsHidden('paid\u3164')).toBe(true)
    expect(holdsHidden('processed_ok')).toBe(false)
  })
})

describe('a text within a sentence', () => {
  it.each(['عائشة', 'משה 5', 'ߊߞߏ', '𞤀𞤣𞤤𞤢𞤥', 'Asha (عائشة)'])('%s moves no digit', text => {
    expect(isolated(text)).toBe(`\u2068${text}\u2069`)
  })

  it.each(['', 'Asha', '王', 'Ñandú', '0754 001 212', '€5'])('%j stays as it is', text => {
    expect(isolated(text)).toBe(text)
  })
})
