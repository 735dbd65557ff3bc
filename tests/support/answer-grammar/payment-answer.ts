import type { SeededRandom } from '../seeded-random'
import {
  type AnswerForm,
  type JsonTree,
  type MoneyTold,
  moneyFields,
  object,
  raw,
  referenceTree,
  text,
  wordText,
  writeJson,
} from './answer-form'
import { drawField, type FieldOf, fieldTree, type ResultField } from './result-fields'

/**
 * What a service means by an answer. It is drawn before the answer is written, so a test that judges the till by it
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
  /** The words say paid, and a field that is no status word says that it did not succeed (money rule 5). */
  | 'an objection'
  /** The payment's word may be the call's, and a field says that the payment is in progress. */
  | 'in progress by a field'
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
  ...['failed', 'declined', 'rejected', 'cancelled', 'canceled', 'expired', 'reversed', 'voided'],
] as const
export const unknownWords = [
  ...[
    'processed_ok',
    'IN_REVIEW',
    'paid_partially',
    'completed?',
    'unpaid',
    'not paid',
    'imelipwa',
  ],
] as const
/** Unknown to the till, and the customer's phone still rings (money rule 10). */
export const progressWords = ['PROCESSING', 'initiated', 'awaiting_confirmation', 'sent'] as const

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
  /** A field that speaks of the result besides; null where there is none. */
  field: ResultField | null
}

const secondPlaces = ['the payment', 'outside'] as const
const anyMoney = ['equal', 'equal', 'not named', 'without digits'] as const
/** Of what is not green, an amount that cannot be read costs nothing. */
const moneyOfNoGreen = [...anyMoney, 'unreadable'] as const

interface Drawing {
  asked: number
  fixed?: string
  /** Draws the value of a field apart from its name. */
  values?: SeededRandom
}

/** Draws the words of an answer about so much that means this; `fixed` is the main word. */
export function drawTelling(
  random: SeededRandom,
  meaning: Meaning,
  { asked, fixed, values = random }: Drawing,
): Telling {
  const { pick, chance } = random
  const field = (means: Parameters<typeof drawField>[1], of: FieldOf = 'paid') =>
    drawField(random, means, { of, asked, values })
  /** Most services tell more of a result than its word. */
  const besides = (of: FieldOf) => (chance(0.3) ? field('silent', of) : null)
  const alone = (words: readonly string[], money: MoneyTold): Telling => ({
    meaning,
    word: fixed ?? pick(words),
    second: null,
    money,
    field: null,
  })
  /** Sometimes a second word says the same once more. */
  const agreeing = (words: readonly string[], money: MoneyTold): Telling => ({
    ...alone(words, money),
    second: chance(0.15) ? { word: pick(words), at: pick(secondPlaces) } : null,
  })
  const isWeak = weakWords.some(weak => weak === fixed?.toLowerCase())
  const tellings: Record<Meaning, () => Telling> = {
    paid: () =>
      isWeak || (fixed === undefined && chance(0.25))
        ? { ...alone(weakWords, 'equal'), field: besides('paid') }
        : { ...agreeing(paidWords, pick(anyMoney)), field: besides('paid') },
    failed: () => ({ ...agreeing(failedWords, pick(moneyOfNoGreen)), field: besides('failed') }),
    pending: () => ({ ...agreeing(['pending'], pick(moneyOfNoGreen)), field: besides('pending') }),
    'unknown word': () => alone([...unknownWords, ...progressWords], pick(anyMoney)),
    'two things': () => twoThings(random),
    // `success` says that the question was answered: the result is in the field.
    'an objection': () => ({
      ...(chance(0.6) ? alone(weakWords, 'equal') : agreeing(paidWords, pick(anyMoney))),
      field: field('against'),
    }),
    'in progress by a field': () => ({ ...alone(weakWords, 'equal'), field: field('in progress') }),
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
    const at = pick(secondPlaces)
    return { meaning, word: pick(weakWords), second: { word: other, at }, money, field: null }
  }
  const at = pick<SecondPlace>([...secondPlaces, 'the call'])
  const other = pick(['pending', pick(failedWords), pick(unknownWords), pick(progressWords)])
  const isSwapped = at !== 'the call' && chance(0.5)
  const [word, second] = isSwapped ? [other, pick(paidWords)] : [pick(paidWords), other]
  return { meaning, word, second: { word: second, at }, money, field: null }
}

type Fields = Readonly<Record<string, JsonTree>>

/** The payment that an answer is about. */
export interface AnsweredPayment {
  amount: { currency: string; value: number }
  /** Null where the answer does not name it: an envelope around the answer has to say whose it is. */
  reference: string | null
}

export interface PaymentAnswer {
  form: AnswerForm
  telling: Telling
  payment: AnsweredPayment
  /** Fields that decide nothing. */
  sides: Fields
  httpStatus: number
}

/** An answer about a payment, and its status words as they are written, the main one first. */
export interface WrittenAnswer {
  tree: JsonTree
  words: readonly string[]
}

/** Writes an answer in its form. */
export function writePaymentAnswer(answer: PaymentAnswer, random: SeededRandom): WrittenAnswer {
  const { telling, payment, sides, httpStatus } = answer
  const form = fitting(answer)
  const written = (word: string) => wordText(form, word, isOwnWord(word))
  const second = telling.second && { ...telling.second, word: written(telling.second.word) }
  const at = placeOf(form, second)
  const { field } = telling
  const isFieldOutside = field?.at === 'outside' && !isBare(form)
  const word = written(telling.word)
  const reference: Fields =
    payment.reference === null
      ? {}
      : { [form.referenceName]: referenceTree(form, payment.reference) }
  const innermost: Fields = {
    ...sides,
    ...(!form.isReferenceOutside && reference),
    [form.statusName]: text(word),
    ...(second && at === 'the payment' && { [otherName(form)]: text(second.word) }),
    ...moneyFields(form, payment.amount, telling.money, random),
    ...(field && !isFieldOutside && fieldTree(field)),
    ...(form.hasMetadata && { data: object({ terminal: text('T-1'), table: raw('4') }) }),
  }
  const outside: Fields = {
    ...(form.isReferenceOutside && reference),
    ...(second && at === 'outside' && { payment_status: text(second.word) }),
    ...(field && isFieldOutside && fieldTree(field)),
  }
  const call = (): Fields => {
    if (second && at === 'the call') return { status: text(second.word) }
    return callWord(form, httpStatus)
  }
  return {
    tree: wrapped(form, { innermost, outside, call: call(), httpStatus }),
    words: [word, ...(second ? [second.word] : []), ...wordsOfField(telling)],
  }
}

/** A field that says in progress ends nothing: its word may be kept with the payment's own. */
function wordsOfField({ meaning, field }: Telling): string[] {
  if (meaning !== 'in progress by a field' || field === null) return []
  return /pending/i.exec(writeJson(field.value)) ?? []
}

/** The answer's form without what has no place in it. */
function fitting({ form, telling, payment }: PaymentAnswer): AnswerForm {
  // `success` next to an object `data` may be the call's own word.
  const isClear = ![telling.word, telling.second?.word ?? ''].some(isWeak)
  return {
    ...form,
    hasMetadata: form.hasMetadata && isBare(form) && isClear,
    isReferenceOutside: form.isReferenceOutside && !isBare(form) && payment.reference !== null,
  }
}

const isWeak = (word: string) => [...weakWords, 'ok'].some(weak => weak === word.toLowerCase())

/** It has nothing outside it, and no call's word. */
const isBare = ({ envelopes, inner }: AnswerForm) => envelopes === 'none' && inner === 'none'

function placeOf(form: AnswerForm, second: Telling['second']) {
  return isBare(form) ? 'the payment' : second?.at
}

function otherName({ statusName }: AnswerForm): string {
  return statusName === 'payment_status' ? 'transaction_status' : 'payment_status'
}

const knownWords: readonly string[] = [...paidWords, ...weakWords, ...failedWords, 'ok', 'pending']

const isOwnWord = (word: string) => !knownWords.includes(word.toLowerCase())

function callWord({ call }: AnswerForm, httpStatus: number): Fields {
  if (call === 'none') return {}
  if (call === 'number') return { status: raw(String(httpStatus)) }
  return { status: call === 'yes' ? raw('true') : text(call) }
}

interface Parts {
  innermost: Fields
  outside: Fields
  call: Fields
  httpStatus: number
}

/** From the inside: the payment, its outer object or envelopes, and what each of them says of the call. */
function wrapped(form: AnswerForm, { innermost, outside, call, httpStatus }: Parts): JsonTree {
  const { envelopes, inner, isList, hasCode, hasMessage } = form
  const code: Fields = hasCode ? { code: raw(String(httpStatus)) } : {}
  const message: Fields = hasMessage ? { message: text('paid') } : {}
  const listed = (fields: Fields): JsonTree =>
    isList ? { kind: 'array', items: [object({ ...fields })] } : object({ ...fields })
  /** What stands outside the status goes into the first object around it. */
  let fields = innermost
  let around = outside
  if (inner !== 'none') {
    fields = { ...call, ...around, [inner]: object({ ...fields }) }
    around = {}
  }
  if (envelopes === 'none') return object({ ...message, method: text('MOBILE'), ...fields })
  for (let level = envelopes === 'two' ? 2 : 1; level > 0; level--) {
    fields = { ...call, ...code, ...message, ...around, data: listed(fields) }
    around = {}
  }
  return object({ ...fields })
}

/** Bodies of a whole 2xx that say nothing of a payment, whatever words they hold. */
export const emptyBodies = [
  '{"status":"success","code":200,"message":"Request received"}',
  '{"status":"paid","code":200,"data":{}}',
  '{"status":"completed","code":200}',
  '{"status":"success","data":null}',
  '{"status":"PAID","code":200,"data":[]}',
  '{"status":"COMPLETED"}',
  '{"status":"COMPLETED","amount":"15000.00","currency":"TZS"}',
] as const

/** The service's own error body (§7), which may come with HTTP 200 as well. */
export function errorTree(code: number, errorCode: string, message: string): JsonTree {
  return object({
    status: text('error'),
    code: raw(String(code)),
    error_code: text(errorCode),
    message: text(message),
  })
}

/**
 * A balancer sent a create twice and passed on the copy's answer: it speaks of the other one, which may have been
 * executed (money rule 4).
 */
export const repeatErrors = [
  { code: 'duplicate_transaction', message: 'said before' },
  { code: 'DUPLICATE_REFERENCE', message: 'Reference in use' },
  { code: 'conflict', message: 'Transaction already exists' },
  { code: 'validation_error', message: 'A payment with this key was Already created' },
  { code: 'IDEMPOTENCY_CONFLICT', message: 'in use' },
  { code: 'bad_request', message: 'The idempotency key was used' },
  { code: 'rejected', message: 'Duplicate request' },
] as const
