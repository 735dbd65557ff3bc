import fc from 'fast-check'
import {
  type AnswerForm,
  changeEntry,
  countEntries,
  dateTree,
  drawForm,
  type Entry,
  type JsonTree,
  raw,
  text,
  writeJson,
} from '../support/answer-grammar/answer-form'
import {
  drawTelling,
  emptyBodies,
  errorTree,
  type Meaning,
  repeatErrors,
  type Telling,
  type WrittenAnswer,
  writePaymentAnswer,
} from '../support/answer-grammar/payment-answer'
import { createSeededRandom, type SeededRandom } from '../support/seeded-random'
import { type BodyDamage, bodyDamages, damaged } from './body-damage'
import { costlyValues, hostileKeys, hostileValues, statusWords } from './hostile-values'
import { isJson } from './json-entries'

/** What a service that behaves would say about the payment; the mutations begin from there. */
export interface PaymentFacts {
  channel: 'mobile' | 'card'
  amount: { currency: string; value: number }
  reference: string
  expiresAt: number
  /** Of a card payment. */
  checkoutUrl: string
}

const templates = [
  'accepted',
  'status',
  /** A status answer about another payment. */
  'other payment',
  'error',
  /** An error that speaks of the same request, which came before. */
  'repeat error',
  'page',
  /** A success that says nothing of a payment. */
  'empty',
  'nothing',
] as const

export type Template = (typeof templates)[number]

interface Mutation {
  /** Which entry of the tree, counted modulo how many there are. */
  nth: number
  change: 'replace' | 'delete' | 'rename' | 'add' | 'repeat' | 'wrap'
  key: string
  value: string
}

/** A body by the grammar of near-valid answers. */
export interface BodySpec {
  template: Template
  form: AnswerForm
  /** Draws what it tells: an amount in it is one of this payment's. */
  tellingSeed: number
  /** Draws the value of a field that objects; another one draws another value of the same name. */
  fieldSeed: number
  /** For what is drawn as the answer is written: the same seed writes the same bytes. */
  seed: number
  /** Free text: the processor's word, an error's message. Sound whatever it holds, and not to be shown as it is. */
  free: string
  /** Leave out everything that the contract lets an answer leave out. */
  bare: boolean
  /** Stands in place of the main word, and may look like one that means something. */
  oddWord: string | null
  mutations: readonly Mutation[]
  /** Values of another kind in fields that inform but do not decide (money rule 14). */
  oddSides: Readonly<Record<string, string>>
  damage: { what: BodyDamage; at: number } | null
}

const value = fc.oneof(
  { arbitrary: fc.constantFrom(...hostileValues.slice(0, -costlyValues)), weight: 600 },
  {
    arbitrary: fc.string({ unit: 'binary', maxLength: 12 }).map(s => JSON.stringify(s)),
    weight: 60,
  },
  { arbitrary: fc.double().map(String), weight: 30 },
  { arbitrary: fc.constantFrom(...statusWords).map(word => JSON.stringify(word)), weight: 60 },
  { arbitrary: fc.constantFrom(...hostileValues.slice(-costlyValues)), weight: 1 },
)

const mutation: fc.Arbitrary<Mutation> = fc.record({
  nth: fc.nat(30),
  change: fc.constantFrom('replace', 'delete', 'rename', 'add', 'repeat', 'wrap'),
  key: fc.constantFrom(...hostileKeys),
  value,
})

const damage = fc.record({
  what: fc.constantFrom(...(Object.keys(bodyDamages) as BodyDamage[])),
  // Not fc.double: it draws among all doubles, of which nearly all lie next to 0.
  at: fc.nat(9_999).map(n => n / 10_000),
})

const freeTexts = ['APPROVED', 'Paid, or not', '00\r\napproved', '\u202eDEVORPPA', 'x'.repeat(600)]

/** None of these decides whether an answer is understood. */
const sideFields = [
  ...['object', 'payment_type', 'expires_at', 'checkout_url', 'api_version', 'provider_status'],
  ...['created_at', 'updated_at', 'displayId'],
]

/** Only what JSON can hold: what breaks the text breaks the whole answer. */
const soundValues = hostileValues
  .slice(0, -costlyValues)
  // A status word counts wherever it stands (money rule 5): these would change what the answer means.
  .filter(value => isJson(value) && !value.includes('"status"'))

const oddSides = fc.dictionary(fc.constantFrom(...sideFields), fc.constantFrom(...soundValues), {
  maxKeys: 3,
  noNullPrototype: true,
})

/** What is sound by itself, so that an answer mostly has one or two things wrong with it. */
export function mostly<T>(sound: T, others: fc.Arbitrary<T>, times = 6, once = 1) {
  return fc.oneof(
    { arbitrary: fc.constant(sound), weight: times },
    { arbitrary: others, weight: once },
  )
}

const meanings: Record<Meaning, number> = {
  paid: 30,
  failed: 12,
  pending: 14,
  'unknown word': 10,
  'two things': 18,
  'an objection': 18,
  'in progress by a field': 6,
  'success without an amount': 6,
  'other money': 12,
  'unreadable amount': 8,
}

/** Draws by a seed what the simulation draws by the same functions. */
function drawn<T>(draw: (random: SeededRandom) => T): fc.Arbitrary<T> {
  return fc.nat(2 ** 31 - 1).map(seed => draw(createSeededRandom(seed)))
}

/** Bodies that are mostly of one template. */
export function bodySpec(usual: Template): fc.Arbitrary<BodySpec> {
  return fc.record({
    template: mostly(usual, fc.constantFrom<Template>(...templates), 9, 2),
    form: drawn(drawForm),
    tellingSeed: fc.nat(2 ** 31 - 1),
    fieldSeed: fc.nat(2 ** 30),
    seed: fc.nat(2 ** 31 - 1),
    free: fc.constantFrom(...freeTexts),
    oddSides: mostly({}, oddSides, 2),
    bare: fc.boolean(),
    oddWord: mostly<string | null>(null, fc.constantFrom(...statusWords), 9),
    mutations: mostly<readonly Mutation[]>(
      [],
      fc.array(mutation, { minLength: 1, maxLength: 3 }),
      3,
      3,
    ),
    damage: mostly<BodySpec['damage']>(null, damage, 9),
  })
}

/** The bytes of a body, in an answer of this HTTP status. */
export function bodyBytes(spec: BodySpec, facts: PaymentFacts, httpStatus: number): Buffer {
  const tree = spec.mutations.reduce(mutated, written(spec, facts, httpStatus).tree)
  const mark = isPayment(spec) && spec.form.byteOrderMark ? '\ufeff' : ''
  const bytes = Buffer.from(mark + writeJson(tree))
  return spec.damage ? damaged(bytes, spec.damage.what, spec.damage.at) : bytes
}

/** What an answer tells of its payment. */
export function tellingOf({ tellingSeed, fieldSeed }: BodySpec, { amount }: PaymentFacts): Telling {
  const random = createSeededRandom(tellingSeed)
  const values = createSeededRandom(fieldSeed)
  return drawTelling(random, random.weighted(meanings), { asked: amount.value, values })
}

/** The status words of an answer about a payment, as they are written; none where it is about none. */
export function wordsOf(spec: BodySpec, facts: PaymentFacts): readonly string[] {
  return written(spec, facts, 200).words
}

const isPayment = ({ template }: BodySpec) =>
  template === 'accepted' || template === 'status' || template === 'other payment'

/** Nothing changed it since it was written; odd side fields change nothing of what it means. */
export function isSound({ mutations, damage, oddWord }: BodySpec): boolean {
  return mutations.length === 0 && damage === null && oddWord === null
}

/** The reference that an answer names; null where the envelope alone says whose it is. */
export function referenceIn(
  { template, form, bare }: BodySpec,
  facts: PaymentFacts,
): string | null {
  if (template === 'other payment') return otherThan(facts.reference)
  const mayLeaveOut = template === 'status' && form.envelopes !== 'none'
  return bare && mayLeaveOut ? null : facts.reference
}

/** Another payment's: a number where the payment's own is one. */
const otherThan = (reference: string) =>
  /^\d+$/.test(reference) ? `9${reference}` : `${reference}-other`

function written(spec: BodySpec, facts: PaymentFacts, httpStatus: number): WrittenAnswer {
  const random = createSeededRandom(spec.seed)
  const around = (sides: Record<string, JsonTree>) => {
    const { form, bare, oddWord } = spec
    const told = tellingOf(spec, facts)
    const telling = oddWord === null ? told : { ...told, word: oddWord }
    const payment = { amount: facts.amount, reference: referenceIn(spec, facts) }
    const odd = Object.entries(spec.oddSides).map(([name, value]) => [name, raw(value)] as const)
    const all = { ...(!bare && sides), ...Object.fromEntries(odd) }
    return writePaymentAnswer({ form, telling, payment, sides: all, httpStatus }, random)
  }
  // An error body may come with a success of HTTP; then it has a code of its own.
  const code = httpStatus >= 200 && httpStatus <= 299 ? 400 : httpStatus
  const plain = (tree: JsonTree): WrittenAnswer => ({ tree, words: [] })
  const writers: Record<Template, () => WrittenAnswer> = {
    accepted: () => around(acceptedSides(spec, facts)),
    status: () => around(statusSides(spec, facts)),
    'other payment': () => around(statusSides(spec, facts)),
    error: () => plain(errorTree(code, 'some_code', spec.free)),
    'repeat error': () => {
      const repeat = random.pick(repeatErrors)
      return plain(errorTree(code, repeat.code, repeat.message))
    },
    page: () =>
      plain(raw('<html><body>{"status":"success","data":{"status":"paid"}}</body></html>')),
    empty: () => plain(raw(random.pick(emptyBodies))),
    nothing: () => plain(raw('')),
  }
  return writers[spec.template]()
}

function acceptedSides({ form }: BodySpec, { channel, expiresAt, checkoutUrl }: PaymentFacts) {
  return {
    object: text('payment'),
    payment_type: text(channel),
    expires_at: dateTree(form, expiresAt),
    ...(channel === 'card'
      ? { checkout_url: text(checkoutUrl) }
      : { api_version: text('2026-01-01') }),
  }
}

function statusSides({ form, free }: BodySpec, { channel, expiresAt }: PaymentFacts) {
  return {
    object: text('payment'),
    payment_type: text(channel),
    provider_status: text(free),
    created_at: dateTree(form, expiresAt - 120_000),
    updated_at: dateTree(form, expiresAt - 60_000),
  }
}

function mutated(tree: JsonTree, { nth, change, key, value }: Mutation): JsonTree {
  const hostile = raw(value)
  const changes: Record<Mutation['change'], (entry: Entry) => readonly Entry[]> = {
    replace: entry => [{ ...entry, value: hostile }],
    delete: () => [],
    rename: entry => [{ ...entry, key }],
    add: entry => [entry, { key, value: hostile }],
    repeat: entry => [{ ...entry, value: hostile }, entry],
    wrap: entry => [{ ...entry, value: { kind: 'array', items: [entry.value] } }],
  }
  return changeEntry(tree, nth % Math.max(1, countEntries(tree)), changes[change])
}
