import {
  type AnswerForm,
  dateTree,
  drawForm,
  type JsonTree,
  type MoneyTold,
  raw,
  text,
  writeJson,
} from '../../support/answer-grammar/answer-form'
import {
  drawTelling,
  paidWords,
  type Telling,
  writePaymentAnswer,
} from '../../support/answer-grammar/payment-answer'
import { createSeededRandom, type SeededRandom } from '../../support/seeded-random'
import { worldBegins } from '../world/virtual-time'
import type { Dialect } from './dialect'
import { type Meaning, type Payment, type Stage, stageAt } from './payment'
import { type RawAnswer, success } from './raw-answer'
import type { PaymentSaying } from './saying'

/** Writes answers about payments in one service's dialect, with what each truly says. */
export interface AnswerWriter {
  /** The answer to the create that made the payment, or to a repeat of it. */
  acceptance(payment: Payment, isRepeat: boolean): RawAnswer
  /** The answer to a status read. */
  status(payment: Payment): RawAnswer
}

interface WriterDeps {
  dialect: Dialect
  random: SeededRandom
  elapsed: () => number
  /** The world is well again: no answer is about another payment any more. */
  isWell: () => boolean
  /** A fault of the service: another payment has its reference too. */
  sharesReference: (payment: Payment) => boolean
}

type Fields = Record<string, JsonTree>

/** A field as it is written, and what it says: null where it says nothing that can be read. */
interface Written<T> {
  fields: Fields
  says: T
}

interface Answer {
  form: AnswerForm
  telling: Telling
  payment: Payment
  /** Null where the answer does not name it. */
  reference: string | null
  sides: Fields
  httpStatus: number
}

const checkout = 'https://pay.example/c'

/** A writer in this dialect. */
export function createAnswerWriter({
  dialect,
  random,
  elapsed,
  isWell,
  sharesReference,
}: WriterDeps): AnswerWriter {
  /** The field as it should be, or odd: of another type, unreadable or missing. */
  function side(name: string, usual: JsonTree, odd: readonly unknown[]): Fields {
    if (!random.chance(dialect.oddFields)) return { [name]: usual }
    const value = random.pick(odd)
    return value === undefined ? {} : { [name]: raw(JSON.stringify(value)) }
  }

  const formOf = (usual: AnswerForm) => (dialect.mixesForms ? drawForm(random) : usual)

  function expiry(form: AnswerForm, { statedExpiry }: Payment): Fields {
    if (statedExpiry !== null) return { expires_at: dateTree(form, worldBegins + statedExpiry) }
    const odd = random.pick(['soon', {}, true, '', null])
    return random.chance(0.5) ? {} : { expires_at: raw(JSON.stringify(odd)) }
  }

  function checkoutPage({ channel }: Payment): Written<string | null> {
    if (channel === 'mobile') return { fields: {}, says: null }
    const odd = [`${checkout}?${'x'.repeat(2_100)}`, 'http://pay.example/c', 17, undefined]
    const isOdd = random.chance(dialect.oddFields)
    const value = isOdd ? random.pick(odd) : checkout
    const fields: Fields = value === undefined ? {} : { checkout_url: raw(JSON.stringify(value)) }
    return { fields, says: isOdd ? null : checkout }
  }

  /** What real services add, and what the contract names without need. */
  function extras(form: AnswerForm, payment: Payment): Fields {
    return {
      ...side('object', text('payment'), ['charge', 7, undefined, null]),
      ...side('payment_type', text(payment.channel), ['MOBILE', 'momo', {}, undefined]),
      ...side('api_version', text('2026-01-01'), [20_260_101, {}, 'v'.repeat(300), null]),
      ...side('created_at', dateTree(form, worldBegins + payment.createdAt), [
        '2026-01-05 09:00:00',
        'yesterday',
        {},
        0,
      ]),
      displayId: text('TX-1'),
    }
  }

  function provider(stage: Stage): Written<boolean> {
    const opposite = stage.meaning === 'paid' ? 'DECLINED' : 'COMPLETED'
    const isClear = stage.meaning === 'paid' || stage.meaning === 'failed'
    if (isClear && random.chance(0.04))
      return { fields: { provider_status: text(opposite) }, says: true }
    const fits = stage.meaning !== 'failed' || stage.providerStatus !== 'APPROVED'
    const word = raw(JSON.stringify(fits ? stage.providerStatus : null))
    return { fields: side('provider_status', word, [0, {}, [], 17.5]), says: false }
  }

  /** The words for a stage, which mean it without doubt. */
  function clearly({ word, meaning }: Stage, { amount }: Payment): Telling {
    const means = meaning === 'foreign' ? 'unknown word' : meaning
    return drawTelling(random, means, { asked: amount.value, fixed: word })
  }

  /** One field with which this service speaks against a paid word; `which` of two values: each has its own meaning. */
  function objecting(asked: number, which: 0 | 1): Telling {
    const telling = (seed: number) =>
      drawTelling(createSeededRandom(dialect.fieldSeed), 'an objection', {
        asked,
        values: createSeededRandom(seed),
      })
    const first = telling(0)
    const others = Array.from({ length: 20 }, (_, at) => telling(at + 1))
    const other = others.find(each => shownValue(each) !== shownValue(first))
    return which === 0 || !other ? first : other
  }

  /** Paid payments that had the field once: it stands in each answer from then on. */
  const objectedTo = new Set<Payment>()

  /** Which of its values the field has at this moment. */
  const valueNow = () => (createSeededRandom(dialect.fieldSeed + elapsed()).chance(0.3) ? 1 : 0)

  /** Some answers say two things, or what nobody can be sure of. */
  function told(stage: Stage, payment: Payment): Telling {
    const asked = payment.amount.value
    // A sum that speaks against the one may be just the sum of the other.
    if (sharesReference(payment)) return clearly(stage, payment)
    if (stage.meaning === 'paid' && objectedTo.has(payment)) return objecting(asked, valueNow())
    if (!random.chance(dialect.unclear)) return clearly(stage, payment)
    const unsure = ['success without an amount', 'unreadable amount', 'an objection'] as const
    if (stage.meaning === 'paid') {
      const means = random.pick(unsure)
      if (means !== 'an objection') return drawTelling(random, means, { asked })
      objectedTo.add(payment)
      return objecting(asked, valueNow())
    }
    // That the question was answered is said by a paid word, and the result by a field.
    if (random.chance(0.5) && stage.meaning === 'failed') return objecting(asked, 1)
    if (random.chance(0.3) && stage.meaning === 'pending')
      return drawTelling(random, 'in progress by a field', { asked })
    const paid = random.pick(paidWords)
    const at = random.pick(['the payment', 'outside', 'the call'] as const)
    // What the call itself says is neutral where it says paid.
    const [word, second] =
      at === 'the call' || random.chance(0.5) ? [paid, stage.word] : [stage.word, paid]
    return {
      meaning: 'two things',
      word,
      second: { word: second, at },
      money: 'equal',
      field: null,
    }
  }

  const withMoney = (telling: Telling, money: MoneyTold | null): Telling =>
    money === null ? telling : { ...telling, money }

  function write(answer: Answer, stage: Stage, says: Partial<PaymentSaying>): RawAnswer {
    const { form, telling, payment, reference, sides, httpStatus } = answer
    const named = { amount: payment.amount, reference }
    const written = writePaymentAnswer({ form, telling, payment: named, sides, httpStatus }, random)
    const mark = form.byteOrderMark ? '\ufeff' : ''
    return success(httpStatus, mark + writeJson(written.tree), form.contentType, {
      about: 'payment',
      payment,
      words: written.words,
      meaning: meaningOf(telling, stage),
      truth: stage.meaning,
      reference,
      money: telling.money,
      checkoutUrl: null,
      providerContradicts: false,
      objects: [],
      ...says,
    })
  }

  function accepted(payment: Payment, isRepeat: boolean): RawAnswer {
    const asNow = isRepeat && dialect.repeats === 'current-state'
    const stage = stageAt(payment, asNow ? elapsed() : payment.createdAt - 1)
    const isOther = payment.oddity === 'accepts-other-amount'
    const form = formOf(dialect.create)
    const page = checkoutPage(payment)
    const sides = { ...extras(form, payment), ...expiry(form, payment), ...page.fields }
    const telling = withMoney(clearly(stage, payment), isOther ? 'other value' : null)
    const httpStatus = isRepeat ? 200 : dialect.createdStatus
    const { reference } = payment
    const answer = { form, telling, payment, reference, sides, httpStatus }
    return write(answer, stage, { checkoutUrl: page.says })
  }

  function status(payment: Payment): RawAnswer {
    const stage = stageAt(payment, elapsed())
    const { oddity, reference: own } = payment
    const usual = formOf(dialect.read)
    const isFlat = usual.envelopes === 'none'
    // For ever it would take the till more than a day to give up.
    const isOther = oddity === 'reads-other-reference' && !(isFlat && isWell())
    // An object around the payment, or in it, could be the envelope that answers our read.
    const form: AnswerForm =
      isFlat && isOther ? { ...usual, inner: 'none', hasMetadata: false } : usual
    const providersWord = provider(stage)
    // A flat body needs the reference to be known for this payment's; in an envelope it may be missing.
    const isNamed = isFlat || isOther || !random.chance(dialect.oddFields)
    const said = isOther ? otherThan(own) : own
    const sides = {
      ...extras(form, payment),
      ...providersWord.fields,
      ...side('updated_at', dateTree(form, worldBegins + elapsed()), [null, 'today', [], -1]),
    }
    const telling = withMoney(told(stage, payment), otherMoney[oddity] ?? null)
    const reference = isNamed ? said : null
    const answer = { form, telling, payment, reference, sides, httpStatus: 200 }
    // The processor's own word that it failed speaks against PAID.
    const objects = providersWord.says && stage.meaning === 'paid'
    const isClear = telling.meaning === 'paid' && meaningOf(telling, stage) === 'paid'
    const written = write(answer, stage, {
      providerContradicts: providersWord.says && !objects,
      ...(objects && { meaning: 'unclear' as const }),
      objects: [
        ...(objects && (isClear || telling.meaning === 'an objection') ? ['provider'] : []),
        ...(telling.meaning === 'an objection' ? [shownValue(telling)] : []),
      ],
    })
    return isFlat && isOther ? { ...written, saying: { about: 'other-payment' } } : written
  }

  return { acceptance: accepted, status }
}

const otherMoney: Partial<Record<Payment['oddity'], MoneyTold>> = {
  'reads-other-amount': 'other value',
  'reads-other-currency': 'other currency',
  'reads-unreadable-amount': 'unreadable',
}

/** What a person sees of its field: `1032`, `"1032"` and `["1032"]` are the same. */
function shownValue({ field }: Telling): string {
  return field === null ? '' : writeJson(field.value).replace(/[^\p{L}\p{N}.-]+/gu, ' ')
}

/** A paid word with an amount that nobody can be sure of is unclear; of all else the amount does not matter. */
function meaningOf({ meaning, money }: Telling, stage: Stage): Meaning | 'unclear' {
  const isUnclear =
    meaning === 'two things' ||
    meaning === 'an objection' ||
    (meaning === 'success without an amount' && isUnnamed(money)) ||
    (stage.meaning === 'paid' && money === 'unreadable')
  return isUnclear ? 'unclear' : stage.meaning
}

/** With another amount than was asked the answer names one after all. */
const isUnnamed = (money: MoneyTold) => money === 'not named' || money === 'without digits'

/** The reference of a payment that the service does not have; a number where its own are numbers. */
function otherThan(reference: string): string {
  return /^\d+$/.test(reference) ? `9${reference}` : `${reference}-other`
}
