import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  isOpposite,
  joinWords,
  meaningOf,
  noWords,
  type StatusMeaning,
  statusWordsSchema,
} from '../../../shared/payment/status-words'
import { shippedWords as words } from '../../support/parts'

const none = noWords

describe('a status word (§3, money rule 5)', () => {
  it.each(
    (['paid', 'failed', 'pending'] as const).flatMap(meaning =>
      words[meaning].map(word => [word, meaning] as const),
    ),
  )('%s means %s', (word, meaning) => {
    expect(meaningOf(word, words)).toBe(meaning)
  })

  it('that is said to mean in progress is read again, as pending is', () => {
    const own = { ...none, pending: ['processing'] }
    expect(meaningOf('PROCESSING', words)).toBe('unrecognised')
    expect(meaningOf('PROCESSING', joinWords(words, own))).toBe('pending')
  })

  it.each([
    [' COMPLETED\n', 'paid'],
    ['Declined', 'failed'],
    [' PENDING ', 'pending'],
  ])('means the same in any case and with blanks round it: %j', (word, meaning) => {
    expect(meaningOf(word, words)).toBe(meaning)
  })

  const near = ['processed_ok', 'complete', 'paid!', 'unpaid', 'not paid', '', 'PAİD', 'раid']
  it.each(near)('%j is not guessed at', word => {
    expect(meaningOf(word, words)).toBe('unrecognised')
  })

  it.each([
    ['paid', 'failed'],
    ['paid', 'pending'],
    ['failed', 'pending'],
  ] as const)('in the lists of %s and %s is not believed', (one, other) => {
    expect(meaningOf('done', { ...none, [one]: ['done'], [other]: ['done'] })).toBe('unrecognised')
  })

  it('`pending` is the contract’s own: no list makes it mean anything else', () => {
    expect(meaningOf('pending', none)).toBe('pending')
    expect(meaningOf('pending', { ...words, paid: ['pending'] })).toBe('pending')
    expect(meaningOf('Pending', { ...none, failed: ['pending'] })).toBe('pending')
  })

  it('in no list is never paid', () => {
    fc.assert(
      fc.property(fc.string(), word => {
        expect(['pending', 'unrecognised']).toContain(meaningOf(word, none))
      }),
    )
  })
})

describe('lists of words', () => {
  it('are kept in the form in which words are compared', () => {
    const given = { paid: [' Done '], failed: ['NOPE'], pending: ['In Progress'] }
    const kept = statusWordsSchema.parse(given)
    expect(kept).toEqual({ paid: ['done'], failed: ['nope'], pending: ['in progress'] })
    expect(meaningOf('DONE', kept)).toBe('paid')
  })

  it('hold no empty word, no endless one, and no endless number of them', () => {
    const fits = (paid: string[]) => statusWordsSchema.safeParse({ ...none, paid }).success
    expect(fits(['x'.repeat(64)])).toBe(true)
    expect(fits(['x'.repeat(65)])).toBe(false)
    expect(fits([' '])).toBe(false)
    expect(fits(Array.from({ length: 51 }, (_, number) => `w${number}`))).toBe(false)
  })

  it('are joined: the shipped ones stay', () => {
    const joined = joinWords(words, { ...none, paid: ['done'] })
    expect(meaningOf('done', joined)).toBe('paid')
    expect(meaningOf('completed', joined)).toBe('paid')
    expect(meaningOf('done', words)).toBe('unrecognised')
  })

  it('that contradict the shipped ones make the word unrecognised', () => {
    const joined = joinWords(words, { ...none, paid: ['declined'] })
    expect(meaningOf('declined', joined)).toBe('unrecognised')
  })
})

describe('two meanings', () => {
  const meanings: StatusMeaning[] = ['paid', 'failed', 'pending', 'unrecognised']

  it('are opposite only where one says paid and the other failed', () => {
    for (const one of [...meanings, null])
      for (const other of meanings) {
        const opposite = ['paid failed', 'failed paid'].includes(`${one} ${other}`)
        expect(isOpposite(one, other), `${one} and ${other}`).toBe(opposite)
      }
  })
})
