import fc from 'fast-check'
import { type JsonTree, object, raw, text } from './json-tree'

/** How a service writes a sound answer: every form that real services use (field-facts). */
export interface AnswerForm {
  body: 'contract' | 'flat' | 'number as status' | 'no code' | 'with a message'
  reference: 'reference' | 'reference_id' | 'referenceId'
  amount: 'object' | 'object with text' | 'number' | 'text' | 'text with decimals' | 'left out'
  currency: 'capitals' | 'lower case' | 'left out'
  date: DateForm
  /** The envelope's own status, which speaks of the call and never of the payment. */
  callStatus: 'success' | 'OK' | 'completed' | 'paid'
}

const dateForms = {
  iso: time => text(new Date(time).toISOString()),
  nanoseconds: time => text(new Date(time).toISOString().replace('Z', '993853Z')),
  'no fraction': time => text(new Date(time).toISOString().replace(/\.\d+Z/, 'Z')),
  offset: time => text(new Date(time + 10_800_000).toISOString().replace('Z', '+03:00')),
  'no zone': time => text(new Date(time).toISOString().replace('Z', '')),
  blank: time =>
    text(
      new Date(time)
        .toISOString()
        .replace('T', ' ')
        .replace(/\.\d+Z/, ''),
    ),
  http: time => text(new Date(time).toUTCString()),
  seconds: time => raw(String(time / 1_000)),
  ms: time => raw(String(time)),
  'ms as text': time => text(String(time)),
  µs: time => raw(`${time}000`),
  ns: time => raw(`${time}000000`),
} satisfies Record<string, (time: number) => JsonTree>

type DateForm = keyof typeof dateForms

/** A moment, ms since the epoch, as this form writes it. */
export function dateTree({ date }: AnswerForm, time: number): JsonTree {
  return dateForms[date](time)
}

export const contractForm: AnswerForm = {
  body: 'contract',
  reference: 'reference',
  amount: 'object',
  currency: 'capitals',
  date: 'iso',
  callStatus: 'success',
}

/** The contract's form, or any mixture of the others. */
export const answerForm: fc.Arbitrary<AnswerForm> = fc.oneof(
  { arbitrary: fc.constant(contractForm), weight: 1 },
  {
    arbitrary: fc.record({
      body: fc.constantFrom(
        'contract',
        'flat',
        'flat',
        'number as status',
        'no code',
        'with a message',
      ),
      reference: fc.constantFrom('reference', 'reference_id', 'referenceId'),
      amount: fc.constantFrom(
        ...([
          'object',
          'object with text',
          'number',
          'text',
          'text with decimals',
          'left out',
        ] as const),
      ),
      currency: fc.constantFrom('capitals', 'lower case', 'left out'),
      date: fc.constantFrom(...(Object.keys(dateForms) as DateForm[])),
      callStatus: fc.constantFrom('success', 'OK', 'completed', 'paid'),
    }),
    weight: 3,
  },
)

/** The whole body around a payment's fields. `reference` is left out where it is null. */
export function bodyTree(
  form: AnswerForm,
  fields: Readonly<Record<string, JsonTree>>,
  httpStatus: number,
): JsonTree {
  const data = object({ ...fields })
  const code = raw(String(httpStatus))
  const bodies: Record<AnswerForm['body'], () => JsonTree> = {
    contract: () => object({ status: text(form.callStatus), code, data }),
    flat: () => object({ message: text('Transaction found'), method: text('MOBILE'), ...fields }),
    'number as status': () => object({ status: code, data }),
    'no code': () => object({ status: text(form.callStatus), data }),
    'with a message': () =>
      object({ status: text(form.callStatus), code, message: text('paid'), data }),
  }
  return bodies[form.body]()
}

/** The fields that name an amount. */
export function moneyTree(
  { amount, currency }: AnswerForm,
  money: { currency: string; value: number },
): Record<string, JsonTree> {
  const shown = currency === 'lower case' ? money.currency.toLowerCase() : money.currency
  const named: Record<string, JsonTree> = currency === 'left out' ? {} : { currency: text(shown) }
  const value = raw(String(money.value))
  const forms: Record<AnswerForm['amount'], () => Record<string, JsonTree>> = {
    object: () => ({ amount: object({ ...named, value }) }),
    'object with text': () => ({ amount: object({ ...named, value: text(String(money.value)) }) }),
    number: () => ({ amount: value, ...named }),
    text: () => ({ amount: text(String(money.value)), ...named }),
    'text with decimals': () => ({ amount: text(money.value.toFixed(2)), ...named }),
    'left out': () => named,
  }
  return forms[amount]()
}
