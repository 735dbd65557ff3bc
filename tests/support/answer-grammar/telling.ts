import type { SeededRandom } from '../seeded-random'

/**
 * What a service means by an answer. It is drawn before the answer is written, so whoever judges the till by it
 * needs no rule of reading.
 */
export type Meaning =
  | 'paid'
  | 'failed'
  | 'pending'
  /** A word of the service's own: a person has to say what it means. */
  | 'unknown word'
  /** One word says paid, another one does not. */
  | 'two things'
  /** `success` and the like, which may be the call's own, and no amount to tell (money rule 5). */
  | 'success without an amount'
  | 'other money'
  /** A paid word, and an amount with digits that no one can be sure of (money rule 12). */
  | 'unreadable amount'

/** Clear of themselves. */
export const paidWords = ['paid', 'completed', 'succeeded', 'settled'] as const
/** These may speak of the call; with an equal amount they speak of the payment. */
export const weakWords = ['success', 'successful'] as const
export const failedWords = [
  'failed',
  'declined',
  'rejected',
  'cancelled',
  'canceled',
  'expired',
  'reversed',
  'voided',
] as const
export const unknownWords = [
  'processed_ok',
  'IN_REVIEW',
  'paid_partially',
  'completed?',
  'unpaid',
  'not paid',
  'imelipwa',
] as const
/** Unknown to the till, and the customer's phone still rings (money rule 10). */
export const progressWords = ['PROCESSING', 'initiated', 'awaiting_confirmation', 'sent'] as const

/** How the amount compares with what was asked. */
export type MoneyTold =
  | 'equal'
  | 'not named'
  | 'without digits'
  | 'unreadable'
  | 'other value'
  | 'other currency'

/**
 * Where a second word stands. `the call`: in place of the call's own word; `outside`: one object further out,
 * under a name that only payments have.
 */
export type SecondPlace = 'the payment' | 'outside' | 'the call'

/** The words and the money of one answer, and what they mean together. */
export interface Telling {
  meaning: Meaning
  word: string
  second: { word: string; at: SecondPlace } | null
  money: MoneyTold
}

const besides = ['the payment', 'outside'] as const
const anyMoney = ['equal', 'equal', 'not named', 'without digits'] as const
/** Of what is not green, an amount that cannot be read costs nothing. */
const moneyOfNoGreen = [...anyMoney, 'unreadable'] as const

/** Draws the words of an answer that means this; `word` fixes the main one. */
export function drawTelling(random: SeededRandom, meaning: Meaning, fixed?: string): Telling {
  const { pick, chance } = random
  const alone = (words: readonly string[], money: MoneyTold): Telling => ({
    meaning,
    word: fixed ?? pick(words),
    second: null,
    money,
  })
  /** Sometimes a second word says the same once more. */
  const agreeing = (words: readonly string[], money: MoneyTold): Telling => ({
    ...alone(words, money),
    second: chance(0.15) ? { word: pick(words), at: pick(besides) } : null,
  })
  const isWeak = weakWords.some(weak => weak === fixed?.toLowerCase())
  const tellings: Record<Meaning, () => Telling> = {
    paid: () =>
      isWeak || (fixed === undefined && chance(0.25))
        ? alone(weakWords, 'equal')
        : agreeing(paidWords, pick(anyMoney)),
    failed: () => agreeing(failedWords, pick(moneyOfNoGreen)),
    pending: () => agreeing(['pending'], pick(moneyOfNoGreen)),
    'unknown word': () => alone([...unknownWords, ...progressWords], pick(anyMoney)),
    'two things': () => twoThings(random),
    'success without an amount': () =>
      alone([...weakWords, 'ok'], pick(['not named', 'without digits'])),
    'other money': () =>
      agreeing(
        [...paidWords, ...weakWords],
        pick(['other value', 'other value', 'other currency']),
      ),
    'unreadable amount': () => agreeing([...paidWords, ...weakWords], 'unreadable'),
  }
  return tellings[meaning]()
}

/** At least one word means paid, and at least one does not. */
function twoThings({ pick, chance }: SeededRandom): Telling {
  const money = pick(anyMoney)
  const meaning = 'two things'
  // Next to "failed" these could be the call's own.
  if (chance(0.3)) {
    const other = pick(['pending', ...progressWords])
    const at = pick(besides)
    return { meaning, word: pick(weakWords), second: { word: other, at }, money }
  }
  const at = pick<SecondPlace>([...besides, 'the call'])
  const other = pick(['pending', pick(failedWords), pick(unknownWords), pick(progressWords)])
  const isSwapped = at !== 'the call' && chance(0.5)
  const [word, second] = isSwapped ? [other, pick(paidWords)] : [pick(paidWords), other]
  return { meaning, word, second: { word: second, at }, money }
}
