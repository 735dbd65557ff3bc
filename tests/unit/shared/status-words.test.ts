import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import shipped from '../../../resources/status-words.json'
import { joinWords, meaningOf, statusWordsSchema } from '../../../shared/payment/status-words'

const words = statusWordsSchema.parse(shipped)
const none = { paid: [], failed: [] }

describe('a status word (§3, money rule 5)', () => {
  it.each(words.paid)('%s means paid', word => {
    expect(meaningOf(word, words)).toBe('paid')
  })

  it.each(words.failed)('%s means failed', word => {
    expect(meaningOf(word, words)).toBe('failed')
  })

  it('means the same in any case and with blanks round it', () => {
    expect(meaningOf(' COMPLETED\n', words)).toBe('paid')
    expect(meaningOf('Declined', words)).toBe('failed')
    expect(meaningOf(' PENDING ', words)).toBe('pending')
  })

  it.each(['processed_ok', 'complete', 'paid!', 'unpaid', 'not paid', '', 'PAİD', 'раid'])(
    '%j is not guessed at',
    word => {
      expect(meaningOf(word, words)).toBe('unrecognised')
    },
  )

  it('in both lists is not believed', () => {
    expect(meaningOf('done', { paid: ['done'], failed: ['done'] })).toBe('unrecognised')
  })

  it('`pending` cannot be made to mean paid or failed', () => {
    expect(meaningOf('pending', { paid: ['pending'], failed: [] })).toBe('pending')
    expect(meaningOf('Pending', { paid: [], failed: ['pending'] })).toBe('pending')
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
    const kept = statusWordsSchema.parse({ paid: [' Done '], failed: ['NOPE'] })
    expect(kept).toEqual({ paid: ['done'], failed: ['nope'] })
    expect(meaningOf('DONE', kept)).toBe('paid')
  })

  it('hold no empty word, no endless one, and no endless number of them', () => {
    const fits = (paid: string[]) => statusWordsSchema.safeParse({ paid, failed: [] }).success
    expect(fits(['x'.repeat(64)])).toBe(true)
    expect(fits(['x'.repeat(65)])).toBe(false)
    expect(fits([' '])).toBe(false)
    expect(fits(Array.from({ length: 51 }, (_, number) => `w${number}`))).toBe(false)
  })

  it('are joined: the shipped ones stay', () => {
    const joined = joinWords(words, { paid: ['done'], failed: [] })
    expect(meaningOf('done', joined)).toBe('paid')
    expect(meaningOf('completed', joined)).toBe('paid')
    expect(meaningOf('done', words)).toBe('unrecognised')
  })

  it('that contradict the shipped ones make the word unrecognised', () => {
    expect(meaningOf('declined', joinWords(words, { paid: ['declined'], failed: [] }))).toBe(
      'unrecognised',
    )
  })
})
