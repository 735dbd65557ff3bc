import type { SeededRandom } from '../../support/seeded-random'
import { worldBegins } from '../world/virtual-time'
import { type BodyForm, type Dialect, writeDate } from './dialect'
import { type Payment, type Stage, stageAt } from './payment'
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
}

type Fields = Record<string, unknown>

/** A field as it is written, and what it says: null where it says nothing that can be read. */
interface Written<T> {
  fields: Fields
  says: T
}

const checkout = 'https://pay.example/c'

/** A writer in this dialect. */
export function createAnswerWriter({ dialect, random, elapsed, isWell }: WriterDeps): AnswerWriter {
  /** The field as it should be, or odd: of another type, unreadable or missing. */
  function side(name: string, usual: unknown, odd: readonly unknown[]): Fields {
    const value = random.chance(dialect.oddFields) ? random.pick(odd) : usual
    return value === undefined ? {} : { [name]: value }
  }

  function word(stage: Stage): string {
    // A word of the service's own keeps its spelling: a person is asked about it as it is.
    if (stage.meaning === 'foreign' || dialect.words === 'as-they-are') return stage.word
    if (dialect.words === 'capitals') return stage.word.toUpperCase()
    return stage.word.charAt(0).toUpperCase() + stage.word.slice(1)
  }

  function money(
    value: number,
    currency: string,
  ): Written<Pick<PaymentSaying, 'value' | 'currency'>> {
    if (random.chance(dialect.oddFields * 0.5))
      return { fields: { amount: random.pick([{}, true, 'fifteen', []]) }, says: nothingOfMoney }
    const shown = dialect.currency === 'capitals' ? currency : currency.toLowerCase()
    const says = { value, currency }
    const withCurrency = (amount: unknown) => ({ fields: { amount, currency: shown }, says })
    const forms: Record<Dialect['amount'], () => Written<typeof says>> = {
      object: () => ({ fields: { amount: { currency: shown, value } }, says }),
      'object-with-text': () => ({
        fields: { amount: { currency: shown, value: String(value) } },
        says,
      }),
      number: () => withCurrency(value),
      text: () => withCurrency(String(value)),
      'text-with-decimals': () => withCurrency(value.toFixed(2)),
    }
    return forms[dialect.amount]()
  }

  function reference(text: string): Fields {
    return { [dialect.referenceName]: dialect.numbered ? Number(text) : text }
  }

  function expiry({ statedExpiry }: Payment): Fields {
    if (statedExpiry === null)
      return random.chance(0.5) ? {} : { expires_at: random.pick(['soon', {}, true, '', null]) }
    return { expires_at: writeDate(dialect, worldBegins + statedExpiry) }
  }

  function checkoutPage({ channel }: Payment): Written<string | null> {
    if (channel === 'mobile') return { fields: {}, says: null }
    const odd = [`${checkout}?${'x'.repeat(2_100)}`, 'http://pay.example/c', 17, undefined]
    const fields = side('checkout_url', checkout, odd)
    return { fields, says: fields.checkout_url === checkout ? checkout : null }
  }

  /** What real services add, and what the contract names without need. */
  function extras(payment: Payment): Fields {
    return {
      ...side('object', 'payment', ['charge', 7, undefined, null]),
      ...side('payment_type', payment.channel, ['MOBILE', 'momo', {}, undefined]),
      ...side('api_version', '2026-01-01', [20_260_101, {}, 'v'.repeat(300), null]),
      ...side('created_at', writeDate(dialect, worldBegins + payment.createdAt), [
        '2026-01-05 09:00:00',
        'yesterday',
        {},
        0,
      ]),
    }
  }

  /** What a flat answer of the public service carries besides. */
  const flatExtras = { message: 'Transaction found', displayId: 'TX-1', method: 'MOBILE' }

  function provider(stage: Stage): Written<boolean> {
    const opposite = stage.meaning === 'paid' ? 'DECLINED' : 'COMPLETED'
    const isClear = stage.meaning === 'paid' || stage.meaning === 'failed'
    if (isClear && random.chance(0.04)) return { fields: { provider_status: opposite }, says: true }
    const fits = stage.meaning !== 'failed' || stage.providerStatus !== 'APPROVED'
    const fields = side('provider_status', fits ? stage.providerStatus : null, [0, {}, [], 17.5])
    return { fields, says: false }
  }

  function bodyOf(form: BodyForm, httpStatus: number, data: Fields): Fields {
    const forms: Record<BodyForm, () => Fields> = {
      contract: () => ({ status: 'success', code: httpStatus, data }),
      flat: () => ({ ...flatExtras, ...data }),
      'number-as-status': () => ({ status: httpStatus, data }),
      'no-code': () => ({ status: 'success', data }),
      'with-message': () => ({
        status: random.pick(['success', 'OK', 'completed']),
        code: httpStatus,
        message: 'paid',
        data,
      }),
    }
    return forms[form]()
  }

  function accepted(payment: Payment, isRepeat: boolean): RawAnswer {
    const asNow = isRepeat && dialect.repeats === 'current-state'
    const stage = stageAt(payment, asNow ? elapsed() : payment.createdAt - 1)
    const { amount, oddity } = payment
    const value = oddity === 'accepts-other-amount' ? amount.value + 1 : amount.value
    const named = money(value, amount.currency)
    const page = checkoutPage(payment)
    // Only a flat answer needs its status to be known for one; the contract's card fields are all optional.
    const isLeftOut = dialect.create !== 'flat' && random.chance(dialect.oddFields * 0.3)
    const data = {
      ...extras(payment),
      ...reference(payment.reference),
      ...(!isLeftOut && { status: word(stage) }),
      ...named.fields,
      ...expiry(payment),
      ...page.fields,
    }
    const httpStatus = isRepeat ? 200 : dialect.createdStatus
    return success(httpStatus, bodyOf(dialect.create, httpStatus, data), {
      about: 'payment',
      payment,
      word: isLeftOut ? 'pending' : word(stage),
      meaning: isLeftOut ? 'pending' : stage.meaning,
      reference: payment.reference,
      ...named.says,
      checkoutUrl: page.says,
      providerContradicts: false,
    })
  }

  function status(payment: Payment): RawAnswer {
    const stage = stageAt(payment, elapsed())
    const { amount, oddity, reference: own } = payment
    // For ever it would take the till more than a day to give up.
    const isOther = oddity === 'reads-other-reference' && !(dialect.read === 'flat' && isWell())
    const named = money(
      oddity === 'reads-other-amount' ? amount.value - 1 : amount.value,
      oddity === 'reads-other-currency' ? 'KES' : amount.currency,
    )
    const providersWord = provider(stage)
    const isFlat = dialect.read === 'flat'
    // A flat body needs the reference to be known for this payment's; in an envelope it may be missing.
    const isNamed = isFlat || isOther || !random.chance(dialect.oddFields)
    const said = isOther ? otherThan(own) : own
    const data = {
      ...extras(payment),
      ...(isNamed && reference(said)),
      status: word(stage),
      ...named.fields,
      ...providersWord.fields,
      ...side('updated_at', writeDate(dialect, worldBegins + elapsed()), [null, 'today', [], -1]),
    }
    if (isFlat && isOther)
      return success(200, bodyOf('flat', 200, { ...data, status: 'COMPLETED' }), {
        about: 'other-payment',
      })
    return success(200, bodyOf(dialect.read, 200, data), {
      about: 'payment',
      payment,
      word: word(stage),
      meaning: stage.meaning,
      reference: isNamed ? said : null,
      ...named.says,
      checkoutUrl: null,
      providerContradicts: providersWord.says,
    })
  }

  return { acceptance: accepted, status }
}

const nothingOfMoney = { value: null, currency: null }

/** The reference of a payment that the service does not have; a number where its own are numbers. */
function otherThan(reference: string): string {
  return /^\d+$/.test(reference) ? `9${reference}` : `${reference}-other`
}
