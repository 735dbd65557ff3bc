import type { AnswerFacts } from '../../../electron/main/service'

/** What a usual answer says, in short. */
export interface Said {
  status: string
  /** Null is what the answer does not name. */
  reference: string | null
  money: { currency: string | null; value: number | null }
}

/** The facts of an enveloped answer that says this. */
export function factsOf({ status, reference, money }: Said): AnswerFacts {
  const { value, currency } = money
  return {
    isEnvelope: true,
    references: reference === null ? [] : [reference],
    words: [{ word: status, of: 'payment' }],
    hints: [],
    amounts: value === null ? [] : [{ value, text: String(value) }],
    currencies: currency === null ? [] : [currency.toUpperCase()],
  }
}
