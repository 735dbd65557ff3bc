import type { SeededRandom } from '../seeded-random'
import { type AnswerForm, moneyFields, referenceTree, wordText } from './answer-form'
import { type JsonTree, object, raw, text } from './json-tree'
import { failedWords, paidWords, type Telling, weakWords } from './telling'

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
    ...(form.hasMetadata && { data: object({ terminal: text('T-1'), table: raw('4') }) }),
  }
  const outside: Fields = {
    ...(form.isReferenceOutside && reference),
    ...(second && at === 'outside' && { payment_status: text(second.word) }),
  }
  const call = (): Fields => {
    if (second && at === 'the call') return { status: text(second.word) }
    return callWord(form, httpStatus)
  }
  return {
    tree: wrapped(form, { innermost, outside, call: call(), httpStatus }),
    words: second ? [word, second.word] : [word],
  }
}

/** The answer's form without what has no place in it. */
function fitting({ form, telling, payment }: PaymentAnswer): AnswerForm {
  const isFlat = form.envelopes === 'none'
  const isBare = isFlat && form.inner === 'none'
  // `success` next to an object `data` may be the call's own word.
  const isClear = ![telling.word, telling.second?.word ?? ''].some(isWeak)
  return {
    ...form,
    hasMetadata: form.hasMetadata && isBare && isClear,
    isReferenceOutside: form.isReferenceOutside && !isBare && payment.reference !== null,
  }
}

const isWeak = (word: string) => [...weakWords, 'ok'].some(weak => weak === word.toLowerCase())

/** A bare payment has nothing outside it, and no call's word. */
function placeOf(form: AnswerForm, second: Telling['second']) {
  const isBare = form.envelopes === 'none' && form.inner === 'none'
  return isBare ? 'the payment' : second?.at
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
