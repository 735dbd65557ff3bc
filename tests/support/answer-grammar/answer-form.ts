import type { SeededRandom } from '../seeded-random'

/**
 * JSON as a tree whose leaves are raw text. It can hold what no JavaScript value can: a key twice,
 * `__proto__` as a key, numbers and words that are no JSON.
 */
export type JsonTree =
  | { kind: 'raw'; text: string }
  | { kind: 'object'; entries: readonly Entry[] }
  | { kind: 'array'; items: readonly JsonTree[] }

export interface Entry {
  key: string
  value: JsonTree
}

export function raw(text: string): JsonTree {
  return { kind: 'raw', text }
}

export function object(fields: Record<string, JsonTree>): JsonTree {
  return { kind: 'object', entries: Object.entries(fields).map(([key, value]) => ({ key, value })) }
}

/** A string, as JSON writes it. */
export function text(value: string): JsonTree {
  return raw(JSON.stringify(value))
}

export function writeJson(tree: JsonTree): string {
  if (tree.kind === 'raw') return tree.text
  if (tree.kind === 'array') return `[${tree.items.map(writeJson).join(',')}]`
  const entries = tree.entries.map(({ key, value }) => `${JSON.stringify(key)}:${writeJson(value)}`)
  return `{${entries.join(',')}}`
}

/** How many entries a tree holds, at all depths: each can be reached by its number. */
export function countEntries(tree: JsonTree): number {
  if (tree.kind === 'raw') return 0
  if (tree.kind === 'array') return sum(tree.items.map(countEntries))
  return sum(tree.entries.map(entry => 1 + countEntries(entry.value)))
}

/** The tree with its nth entry (parents before children) replaced by none, one or several. */
export function changeEntry(
  tree: JsonTree,
  nth: number,
  change: (entry: Entry) => readonly Entry[],
): JsonTree {
  let left = nth
  const walk = (node: JsonTree): JsonTree => {
    if (node.kind === 'raw') return node
    if (node.kind === 'array') return { ...node, items: node.items.map(walk) }
    return { ...node, entries: node.entries.flatMap(visit) }
  }
  const visit = (entry: Entry): readonly Entry[] => {
    if (left-- === 0) return change(entry)
    return [{ ...entry, value: walk(entry.value) }]
  }
  return walk(tree)
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((one, other) => one + other, 0)
}

/**
 * The forms in which services write the same answer (field-facts), each as independent choices: an answer may
 * mix them all. A choice that a form has no place for changes nothing.
 */
const choices = {
  /** How many envelopes are around the payment; without one, the body is the payment. */
  envelopes: ['none', 'one', 'one', 'two'],
  /** The status and the amount are in an object of this name, inside the payment. */
  inner: ['none', 'none', 'none', 'payment', 'transaction'],
  /** `data` is a list of one. */
  isList: [false, false, false, true],
  /** A payment without an envelope has an object of its own called `data`. */
  hasMetadata: [false, false, false, true],
  /** The call's own word: neutral. A number is the HTTP status. */
  call: ['success', 'SUCCESS', 'ok', 'OK', 'number', 'yes', 'none'],
  hasCode: [true, false],
  hasMessage: [true, false],
  referenceName: ['reference', 'reference_id', 'referenceId'],
  /** The reference stands one object further out than the status. */
  isReferenceOutside: [false, false, true],
  /** A reference of digits alone is written as a number. */
  isReferenceNumber: [true, false],
  statusName: ['status', 'status', 'status', 'payment_status', 'transaction_status', 'state'],
  letters: ['as they are', 'capitals', 'first capital'],
  space: ['', '', '', ' ', '\t', '\r\n', '\u00a0'],
  amount: [
    ...['number', 'decimal number', 'text', 'decimals', 'separators', 'separators and decimals'],
    ...['blanks', 'currency first', 'currency first, separators', 'currency last'],
    'as on a price tag',
  ],
  /** `amount` is an object of value and currency. */
  isAmountObject: [true, false],
  currency: ['capitals', 'lower case', 'local', 'left out'],
  date: [
    ...['iso', 'nanoseconds', 'no fraction', 'offset', 'no zone', 'blank', 'http'],
    ...['seconds', 'ms', 'ms as text', 'µs', 'ns'],
  ],
  contentType: [
    ...['application/json', 'application/json; charset=utf-8'],
    ...['text/html', 'text/html; charset=UTF-8', 'text/plain', undefined],
  ],
  byteOrderMark: [false, false, false, true],
} as const satisfies Record<string, readonly unknown[]>

export type AnswerForm = { readonly [Name in keyof typeof choices]: (typeof choices)[Name][number] }

/** The one form that the contract shows (§4). */
export const contractForm: AnswerForm = {
  envelopes: 'one',
  inner: 'none',
  isList: false,
  hasMetadata: false,
  call: 'success',
  hasCode: true,
  hasMessage: false,
  referenceName: 'reference',
  isReferenceOutside: false,
  isReferenceNumber: false,
  statusName: 'status',
  letters: 'as they are',
  space: '',
  amount: 'number',
  isAmountObject: true,
  currency: 'capitals',
  date: 'iso',
  contentType: 'application/json',
  byteOrderMark: false,
}

/** The flat answer of the public service with exactly our operations (field-facts). */
export const publicForm: AnswerForm = {
  ...contractForm,
  envelopes: 'none',
  hasMessage: true,
  referenceName: 'reference_id',
  letters: 'capitals',
  amount: 'decimals',
  isAmountObject: false,
}

/** The contract's form, the public one, or any mixture. */
export function drawForm(random: SeededRandom): AnswerForm {
  const kind = random.weighted({ contract: 15, public: 15, mixed: 70 })
  if (kind !== 'mixed') return kind === 'contract' ? contractForm : publicForm
  const drawn = Object.entries(choices).map(([name, list]) => [name, random.pick<unknown>(list)])
  return Object.fromEntries(drawn) as AnswerForm
}

/** A date that loses its fraction comes a little later, never earlier. */
const wholeSecond = (time: number) => Math.ceil(time / 1_000) * 1_000

const dates: Record<AnswerForm['date'], (time: number) => JsonTree> = {
  iso: time => text(new Date(time).toISOString()),
  nanoseconds: time => text(new Date(time).toISOString().replace('Z', '993853Z')),
  'no fraction': time => text(new Date(wholeSecond(time)).toISOString().replace(/\.\d+Z/, 'Z')),
  offset: time => text(new Date(time + 10_800_000).toISOString().replace('Z', '+03:00')),
  'no zone': time => text(new Date(time).toISOString().replace('Z', '')),
  blank: time => text(new Date(time).toISOString().replace('T', ' ').replace('Z', '')),
  http: time => text(new Date(wholeSecond(time)).toUTCString()),
  seconds: time => raw(String(wholeSecond(time) / 1_000)),
  ms: time => raw(String(time)),
  'ms as text': time => text(String(time)),
  µs: time => raw(`${time}000`),
  ns: time => raw(`${time}000000`),
}

/** A moment, ms since the epoch, as this form writes it. */
export function dateTree({ date }: AnswerForm, time: number): JsonTree {
  return dates[date](time)
}

/** A reference as this form writes it: a number where it may, with all of its digits. */
export function referenceTree({ isReferenceNumber }: AnswerForm, reference: string): JsonTree {
  const isNumber = isReferenceNumber && /^[1-9]\d*$/.test(reference)
  return isNumber ? raw(reference) : text(reference)
}

/** A status word as this form writes it. A word of the service's own keeps its spelling. */
export function wordText({ letters, space }: AnswerForm, word: string, isOwn: boolean): string {
  if (isOwn) return space + word + space
  const first = word.charAt(0).toUpperCase() + word.slice(1).toLowerCase()
  const cased = { 'as they are': word, capitals: word.toUpperCase(), 'first capital': first }
  return space + cased[letters] + space
}

/** How the amount compares with what was asked. */
export type MoneyTold =
  | 'equal'
  | 'not named'
  | 'without digits'
  | 'unreadable'
  | 'other value'
  | 'other currency'

interface Money {
  currency: string
  value: number
}

const grouped = (value: number, separator: string) =>
  String(value).replace(/\B(?=(\d{3})+$)/g, separator)

const amounts: Record<AnswerForm['amount'], (money: Money) => JsonTree> = {
  number: ({ value }) => raw(String(value)),
  'decimal number': ({ value }) => raw(`${value}.00`),
  text: ({ value }) => text(String(value)),
  decimals: ({ value }) => text(`${value}.00`),
  separators: ({ value }) => text(grouped(value, ',')),
  'separators and decimals': ({ value }) => text(`${grouped(value, ',')}.00`),
  blanks: ({ value }) => text(` ${grouped(value, ' ')} `),
  'currency first': ({ value, currency }) => text(`${currency} ${value}`),
  'currency first, separators': ({ value, currency }) =>
    text(`${currency} ${grouped(value, ',')}.00`),
  'currency last': ({ value, currency }) =>
    text(`${grouped(value, ',')} ${currency === 'TZS' ? 'Tsh' : currency}`),
  'as on a price tag': ({ value }) => text(`${grouped(value, ',')}/=`),
}

/** Amounts with digits of which no reader can be sure; none can be read as the asked one. */
const unreadable: readonly ((value: number) => string)[] = [
  value => `${grouped(value, '.')},00`,
  value => `approx ${value}`,
  value => (value < 1_000 ? `about ${value}` : grouped(value, '.')),
  value => `${value} or ${value + 1}`,
  value => `${value / 1_000}k`,
]

const withoutDigits = ['{}', 'true', 'null', '[]', '""', '"fifteen"', '"-"']

const otherCurrency = (currency: string) => (currency === 'KES' ? 'TZS' : 'KES')

/** The fields that name the money, as `told`. */
export function moneyFields(
  form: AnswerForm,
  asked: Money,
  told: MoneyTold,
  random: SeededRandom,
): Record<string, JsonTree> {
  const { value, currency } = asked
  const written: Record<MoneyTold, () => Record<string, JsonTree>> = {
    equal: () => moneyIn(form, asked),
    'not named': () => ({}),
    'without digits': () => ({ amount: raw(random.pick(withoutDigits)) }),
    unreadable: () => withCurrency(form, currency, text(random.pick(unreadable)(value))),
    // A fraction more is another amount too.
    'other value': () =>
      random.chance(0.2)
        ? withCurrency(form, currency, random.pick([raw(`${value}.4`), text(`${value}.40`)]))
        : moneyIn(form, { currency, value: random.pick(otherValues(value)) }),
    // It has to be named somewhere to be another one.
    'other currency': () =>
      moneyIn(form.currency === 'left out' ? { ...form, currency: 'capitals' } : form, {
        value,
        currency: otherCurrency(currency),
      }),
  }
  return written[told]()
}

function otherValues(value: number): number[] {
  const values = [value + 1, value - 1, value * 10, value * 100, Math.floor(value / 10)]
  return values.filter(other => other > 0)
}

function moneyIn(form: AnswerForm, money: Money): Record<string, JsonTree> {
  // Only shillings are written with a price tag's "/=".
  const isTag = form.amount === 'as on a price tag' && money.currency !== 'TZS'
  return withCurrency(form, money.currency, amounts[isTag ? 'separators' : form.amount](money))
}

function withCurrency(
  { currency: written, isAmountObject }: AnswerForm,
  currency: string,
  value: JsonTree,
): Record<string, JsonTree> {
  const spellings: Record<AnswerForm['currency'], string | null> = {
    capitals: currency,
    'lower case': currency.toLowerCase(),
    local: currency === 'TZS' ? 'Tsh' : currency,
    'left out': null,
  }
  const spelled = spellings[written]
  const named: Record<string, JsonTree> = spelled === null ? {} : { currency: text(spelled) }
  return isAmountObject ? { amount: object({ ...named, value }) } : { amount: value, ...named }
}
