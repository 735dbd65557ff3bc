import { z } from 'zod'

const wordsSchema = z.array(z.string().trim().toLowerCase().min(1).max(64)).max(50)

/** What a known status word means. */
export const wordMeaningSchema = z.enum(['paid', 'failed', 'pending'])

export type WordMeaning = z.infer<typeof wordMeaningSchema>

/** The status words of each meaning. `pending`: the payment is in progress and is read again. */
export const statusWordsSchema = z.record(wordMeaningSchema, wordsSchema.default([]))

export type StatusWords = z.infer<typeof statusWordsSchema>

/** No word of any meaning. */
export const noWords: StatusWords = { paid: [], failed: [], pending: [] }

/** What a raw status word means to the till. */
export const statusMeaningSchema = z.enum([...wordMeaningSchema.options, 'unrecognised'])

export type StatusMeaning = z.infer<typeof statusMeaningSchema>

/**
 * Why an answer without a meaning has none, where it is more than one unknown word. `among-others`: the unknown word
 * is one of several. `disagree`: known words say two things. `objection`: another field speaks against a paid word.
 * `no-amount`: `success` alone, which may be the call's.
 */
export const doubtSchema = z.enum(['among-others', 'disagree', 'objection', 'no-amount'])

export type Doubt = z.infer<typeof doubtSchema>

/** What a payment is settled as: every meaning but the one that ends nothing. */
export const outcomeSchema = statusMeaningSchema.exclude(['pending'])

export type Outcome = z.infer<typeof outcomeSchema>

/**
 * Decides what a raw payment status means, in any case of letters. `pending` is the one word that the contract
 * names (§3), so no setting changes it; the lists are settings. A word in no list is `unrecognised`, never paid
 * (money rule 5). A word in two lists is a mistake in the settings and is not believed either.
 */
export function meaningOf(status: string, words: StatusWords): StatusMeaning {
  const word = status.trim().toLowerCase()
  if (word === 'pending') return 'pending'
  const [meaning, ...others] = wordMeaningSchema.options.filter(each => words[each].includes(word))
  return meaning === undefined || others.length > 0 ? 'unrecognised' : meaning
}

/** Does one say paid and the other failed? */
export function isOpposite(one: StatusMeaning | null, other: StatusMeaning): boolean {
  return (one === 'paid' && other === 'failed') || (one === 'failed' && other === 'paid')
}

/** The shipped lists with a connection's own words added. */
export function joinWords(shipped: StatusWords, own: StatusWords): StatusWords {
  const joined = { ...noWords }
  for (const each of wordMeaningSchema.options) joined[each] = [...shipped[each], ...own[each]]
  return joined
}
