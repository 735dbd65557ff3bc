import words from '../../resources/status-words.json'
import { statusWordsSchema } from '../../shared/payment/status-words'

/** The status words that the till ships with. */
export const shippedWords = statusWordsSchema.parse(words)
