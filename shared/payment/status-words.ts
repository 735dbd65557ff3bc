import { z } from 'zod'

const wordsSchema = z.array(z.string().trim().toLowerCase().min(1).max(64)).max(50)

/** The status words that mean paid, and those that mean failed, beside the contract's `pending`. */
export const statusWordsSchema = z.strictObject({ paid: wordsSchema, failed: wordsSchema })

export type StatusWords = z.infer<typeof statusWordsSchema>

/** What a raw status word means to the till. */
export type StatusMeaning = 'pending' | 'paid' | 'failed' | 'unrecognised'

/**
 * Decides what a raw payment status means. `pending` is the one word that the contract names (§3);
 * the rest come from lists, and a word in neither is `unrecognised`, never paid (money rule 5).
 * A word in both lists is a mistake in the settings and is not believed either.
 */
export function meaningOf(status: string, words: StatusWords): StatusMeaning {
  const word = status.trim().toLowerCase()
  if (word === 'pending') return 'pending'
  const paid = words.paid.includes(word)
  const failed = words.failed.includes(word)
  if (paid === failed) return 'unrecognised'
  return paid ? 'paid' : 'failed'
}

/** The shipped lists with a connection's own words added. */
export function joinWords(shipped: StatusWords, own: StatusWords): StatusWords {
  return { paid: [...shipped.paid, ...own.paid], failed: [...shipped.failed, ...own.failed] }
}
