import type { SeededRandom } from '../seeded-random'
import { type JsonTree, object, raw, text } from './answer-form'

/*
 * Fields that speak of a payment's result besides its status word. What the writer means by one is drawn before the
 * field is, and the field after it: names from parts, values of every kind.
 */

/** What a field says: `silent` says nothing that could change the result of the payment whose result is drawn with it. */
export type FieldMeaning = 'silent' | 'against' | 'in progress'

export interface ResultField {
  name: string
  value: JsonTree
  /** In the payment, in an object of this name in it, or in the object around the payment. */
  at: 'the payment' | 'outside' | { inside: string }
}

type Drawn = readonly [name: readonly string[], value: JsonTree]
/** The name and what is around it are drawn by `random`, the value by `values`. */
type Draw = (random: SeededRandom, values: SeededRandom, asked: number) => Drawn

const results = ['result', 'response', 'outcome', 'reason']
const troubles = [
  ...['error', 'failure', 'failed', 'fail', 'cancellation', 'cancelled', 'declined', 'rejection'],
  ...['refund', 'reversal', 'void', 'chargeback', 'dispute', 'reversed', 'rejected', 'disputes'],
]
const dones = [
  ...[['paid'], ['is', 'paid'], ['was', 'paid'], ['completed'], ['is', 'completed']],
  ...[
    ['payment', 'completed'],
    ['is', 'successful'],
    ['is', 'complete'],
  ],
]
const amounts = [
  ...[
    ['amount', 'paid'],
    ['paid', 'amount'],
    ['amount', 'received'],
    ['received', 'amount'],
  ],
  ...[
    ['collected', 'amount'],
    ['amount', 'collected'],
    ['total', 'amount', 'paid'],
  ],
]
/** Names of a state; none is where a payment's own word usually stands. */
const states = [
  ...[
    ['order', 'status'],
    ['charge', 'state'],
    ['status', 'code'],
    ['status', 'reason'],
  ],
  ...[
    ['result', 'status'],
    ['bank', 'status'],
    ['final', 'state'],
  ],
]
const texts = [
  ...[['status', 'description'], ['result', 'desc'], ['result', 'description'], ['remark']],
  ...[
    ['response', 'message'],
    ['gateway', 'text'],
    ['detail'],
    ['payment', 'status', 'description'],
  ],
]

const failures = [
  ...['"1032"', '1032', '"1037"', '"1"', '1', '17.5', '-1', '"E-104"', '"FAIL"', '"Failed"'],
  ...['"cancelled"', '"TIMEOUT"', '"insufficient_funds"', '" DECLINED "', '"not done"'],
  ...['["1032"]', '[null,"FAIL"]', '{"value":"1032"}', '"unpaid"', '"0x1"'],
]
const marks = [
  ...['true', '1', '"1"', '"yes"', '"insufficient funds"', '"The balance is insufficient"', '500'],
  ...['"COMPLETED"', '{"kind":"17"}', '["x"]', '[{"kind":17}]', '-5', '"true"'],
]
const noes = ['false', '0', '"0"', '"false"', '"no"', '"No "', '"FALSE"', '"0.00"', '"none"', '"-"']
const sentences = [
  ...['Request cancelled by user', 'Payment FAILED.', 'It was declined, by the bank', 'expired'],
  ...['Reversed on request', 'The operator (rejected) it', 'code 7: voided'],
]
const nothing = ['null', '""', '"none"', '"None"', '"N/A"', '"n/a"', '"-"', '[]', '{}', '[null]']
const zeros = ['0', '"0"', '"00"', '"000"', '0.0', '"0.00"']
const inProgress = ['"PENDING"', '"pending"', '" Pending "', '["pending"]', '{"value":"PENDING"}']
const goodTexts = [
  ...['Processed successfully.', 'The service request is processed successfully.', 'Order 17'],
  ...['Thank you', 'Two shirts and a hat', ''],
]

const oneOf = (names: readonly (readonly string[])[], values: readonly string[]): Draw => {
  return ({ pick }, drawn) => [pick(names), raw(drawn.pick(values))]
}

const isolated = (value: string) => [value]

/** `result_code`, `transactionResult`, `reason`. */
const resultNames = results.flatMap(head => [
  [head],
  [head, 'code'],
  ['transaction', head],
  ['payment', head, 'code'],
  ['m', head],
])
const troubleNames = troubles.flatMap(head => [
  [head],
  [head, 'code'],
  [head, 'reason'],
  [head, 'status'],
  ['payment', head],
  [head, 'amount'],
])

/** A state that is a no or a zero may say something of its own. */
const stateless = troubleNames.filter(words => !words.includes('status'))

const paidAmount = (share: (asked: number) => number): Draw => {
  return ({ pick, chance }, values, asked) => {
    const value = share(asked)
    const spelled = values.pick([String(value), `${value}.00`])
    const written = values.chance(0.5) ? raw(String(value)) : text(spelled)
    return [pick(amounts), chance(0.15) ? object({ value: written }) : written]
  }
}

const against: readonly Draw[] = [
  oneOf(resultNames, failures),
  oneOf(states, failures),
  oneOf(troubleNames, marks),
  oneOf(dones, noes),
  paidAmount(asked => Math.floor(asked / 3)),
  paidAmount(() => 0),
  ({ pick }, values) => [pick(texts), text(values.pick(sentences))],
]

/** Of something else than the result, or without a word about it. */
const aside: readonly Draw[] = [
  oneOf(
    [
      ['approval', 'code'],
      ['qr', 'code'],
      ['bank', 'code'],
      ['country', 'code'],
    ],
    ['"A1B2"', '"51"', '51'],
  ),
  oneOf(
    [
      ['cancel', 'url'],
      ['failure', 'url'],
      ['reject', 'link'],
    ],
    ['"https://shop.example/x"', 'null'],
  ),
  oneOf(
    [
      ['status', 'updated', 'at'],
      ['response', 'time'],
      ['refund', 'date'],
    ],
    ['"2026-01-05T09:00:00Z"', '17'],
  ),
  oneOf(
    [
      ['error', 'count'],
      ['status', 'id'],
      ['reason', 'id'],
      ['response', 'time', 'ms'],
    ],
    ['3', '"17"'],
  ),
  oneOf([['refundable'], ['is', 'cancelable']], ['true', 'false', '1']),
  oneOf([['settled'], ['is', 'settled'], ['captured']], ['false', '0', '"no"']),
  oneOf([['net', 'amount'], ['fee']], ['"14,700"', '300']),
  oneOf(
    [['customer'], ['billing', 'address'], ['merchant']],
    ['{"state":"Dodoma","status":"active"}', '{"state":"Arusha","result":"x"}'],
  ),
  oneOf([['items']], ['[{"paid":false,"name":"Hat"}]']),
]

const empty: readonly Draw[] = [
  oneOf([...resultNames, ...troubleNames], nothing),
  oneOf([...resultNames, ...stateless], zeros),
  oneOf(stateless, ['false', '"false"', '"no"']),
  ({ pick }, values) => [pick(texts), text(values.pick(goodTexts))],
]

const agreeing: readonly Draw[] = [
  oneOf(resultNames, [
    '"SUCCESS"',
    '"Successful"',
    '"paid"',
    'true',
    '200',
    '"201"',
    '["settled"]',
  ]),
  oneOf(states, ['"COMPLETED"', '"paid"', '200', 'true', 'null', '""']),
  oneOf(dones, ['true', '1', '"true"', '"yes"']),
  paidAmount(asked => asked),
  paidAmount(asked => asked + 100),
]

/** Why it failed is no second result. */
const explaining: readonly Draw[] = [
  oneOf(resultNames, ['"1032"', '1', '"insufficient_funds"', '"FAIL"']),
  oneOf(troubleNames, ['true', '"insufficient funds"', '1']),
  ({ pick }, values) => [pick(texts), text(values.pick(sentences))],
  oneOf(dones, noes),
]

/** The payment that a field stands next to. */
export type FieldOf = 'paid' | 'failed' | 'pending'

const silent: Record<FieldOf, readonly Draw[]> = {
  paid: [...aside, ...empty, ...agreeing],
  failed: [...aside, ...empty, ...explaining],
  pending: [...aside, ...empty],
}

const spellings: readonly ((words: readonly string[]) => string)[] = [
  words => words.join('_'),
  words => words.join('_'),
  words => words.map((word, at) => (at === 0 ? word : capital(word))).join(''),
  words => words.map(capital).join(''),
  words => words.join('_').toUpperCase(),
  words => words.join('-'),
  words => words.map(capital).join(' '),
]

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

/** Draws a field that means this, next to a payment of so much. */
export function drawField(
  random: SeededRandom,
  meaning: FieldMeaning,
  { of, asked, values }: { of: FieldOf; asked: number; values: SeededRandom },
): ResultField {
  const { pick } = random
  const kinds: Record<FieldMeaning, readonly Draw[]> = {
    silent: silent[of],
    against,
    'in progress': [oneOf([...states, ...results.map(isolated)], inProgress)],
  }
  const [words, value] = pick(kinds[meaning])(random, values, asked)
  const at = pick<ResultField['at']>([
    ...(['the payment', 'the payment', 'outside'] as const),
    { inside: pick(['meta', 'gateway', 'more']) },
  ])
  return { name: pick(spellings)(words), value, at }
}

/** A field as it is written in the object that it stands in. */
export function fieldTree({ name, value, at }: ResultField): Record<string, JsonTree> {
  return typeof at === 'object' ? { [at.inside]: object({ [name]: value }) } : { [name]: value }
}
