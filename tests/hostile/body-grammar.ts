import fc from 'fast-check'
import {
  type AnswerForm,
  answerForm,
  bodyTree,
  contractForm,
  dateTree,
  moneyTree,
} from './answer-forms'
import { type BodyDamage, bodyDamages, damaged } from './body-damage'
import { costlyValues, hostileKeys, hostileValues, statusWords } from './hostile-values'
import {
  changeEntry,
  countEntries,
  type Entry,
  type JsonTree,
  object,
  raw,
  text,
  writeJson,
} from './json-tree'

/** What a service that behaves would say about the sale; the mutations begin from there. */
export interface SaleFacts {
  channel: 'mobile' | 'card'
  amount: { currency: string; value: number }
  reference: string
  expiresAt: number
}

export type Template =
  | 'accepted'
  | 'status'
  /** A status answer about money that was not asked for, or about another payment. */
  | 'other money'
  | 'other payment'
  | 'error'
  | 'page'
  | 'nothing'

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
  word: string
  form: AnswerForm
  /** Free text: the processor's word, an error's message. Sound whatever it holds, and not to be shown as it is. */
  free: string
  /** Leave out everything that the contract lets a status answer leave out. */
  bare: boolean
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
  'object',
  'payment_type',
  'expires_at',
  'checkout_url',
  'api_version',
  'provider_status',
  'created_at',
  'updated_at',
  'displayId',
] as const

/** Only what JSON can hold: what breaks the text breaks the whole answer. */
const soundValues = hostileValues.slice(0, -costlyValues).filter(isJson)

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    // The one thing that can be thrown says that it is none.
    return false
  }
}

const oddSides = fc.dictionary(fc.constantFrom(...sideFields), fc.constantFrom(...soundValues), {
  maxKeys: 3,
  noNullPrototype: true,
})

const sound: fc.Arbitrary<readonly Mutation[]> = fc.constant([])

/** Bodies that are mostly of one template. */
export function bodySpec(mostly: Template): fc.Arbitrary<BodySpec> {
  return fc.record({
    template: fc.oneof(
      { arbitrary: fc.constant<Template>(mostly), weight: 9 },
      {
        arbitrary: fc.constantFrom<Template>(
          'accepted',
          'status',
          'other money',
          'other payment',
          'error',
          'page',
          'nothing',
        ),
        weight: 1,
      },
    ),
    word: fc.oneof(
      { arbitrary: fc.constantFrom('pending', 'paid', 'completed', 'failed'), weight: 2 },
      { arbitrary: fc.constantFrom(...statusWords), weight: 1 },
    ),
    form: answerForm,
    free: fc.constantFrom(...freeTexts),
    oddSides: fc.oneof(
      { arbitrary: fc.constant({}), weight: 2 },
      { arbitrary: oddSides, weight: 1 },
    ),
    bare: fc.boolean(),
    mutations: fc.oneof(
      { arbitrary: sound, weight: 2 },
      { arbitrary: fc.array(mutation, { minLength: 1, maxLength: 3 }), weight: 3 },
    ),
    damage: fc.oneof({ arbitrary: fc.constant(null), weight: 9 }, { arbitrary: damage, weight: 1 }),
  })
}

/** The bytes of a body; `errorCode` is the HTTP status that an error body repeats (§7). */
export function bodyBytes(spec: BodySpec, facts: SaleFacts, errorCode: number): Buffer {
  const tree = spec.mutations.reduce(mutated, templateTree(spec, facts, errorCode))
  const bytes = Buffer.from(writeJson(tree))
  return spec.damage ? damaged(bytes, spec.damage.what, spec.damage.at) : bytes
}

/** What a body means, by who wrote it; null where damage may have changed that. */
export interface Meant {
  about: 'the payment' | 'another payment' | 'other money' | 'no payment'
  word: string
}

/** The generator's own meaning of a body; odd side fields change nothing of it. */
export function meantBy(spec: BodySpec): Meant | null {
  if (spec.mutations.length > 0 || spec.damage !== null) return null
  const about: Record<Template, Meant['about']> = {
    accepted: 'the payment',
    status: 'the payment',
    'other money': 'other money',
    'other payment': 'another payment',
    error: 'no payment',
    page: 'no payment',
    nothing: 'no payment',
  }
  return { about: about[spec.template], word: spec.word }
}

function templateTree(spec: BodySpec, facts: SaleFacts, httpStatus: number): JsonTree {
  const around = (fields: Record<string, JsonTree>) =>
    bodyTree(spec.form, { ...fields, ...oddTrees(spec) }, httpStatus)
  switch (spec.template) {
    case 'accepted':
      return around(acceptedFields(spec, facts))
    case 'status':
      return around(statusFields(spec, facts))
    case 'other money':
      return around({ ...statusFields(spec, facts), ...otherMoney(spec, facts) })
    case 'other payment':
      return around(statusFields(spec, { ...facts, reference: `${facts.reference}-other` }))
    case 'error':
      return object({
        status: text('error'),
        code: raw(String(httpStatus)),
        error_code: text('some_code'),
        message: text(spec.free),
      })
    case 'page':
      return raw('<html><body>{"status":"success","data":{"status":"paid"}}</body></html>')
    case 'nothing':
      return raw('')
  }
}

function oddTrees({ oddSides }: BodySpec): Record<string, JsonTree> {
  return Object.fromEntries(Object.entries(oddSides).map(([name, value]) => [name, raw(value)]))
}

/** Always named, so that there is something to compare. */
function otherMoney({ form }: BodySpec, { amount }: SaleFacts): Record<string, JsonTree> {
  const isNamed = form.amount !== 'left out' && form.currency !== 'left out'
  const { value, currency } = amount
  return moneyTree(isNamed ? form : contractForm, { currency, value: value + 1 })
}

function acceptedFields({ word, bare, form }: BodySpec, facts: SaleFacts) {
  const always = { [form.reference]: text(facts.reference), status: text(word) }
  if (bare) return always
  return {
    object: text('payment'),
    payment_type: text(facts.channel),
    ...always,
    ...moneyTree(form, facts.amount),
    expires_at: dateTree(form, facts.expiresAt),
    ...(facts.channel === 'card'
      ? { checkout_url: text('https://pay.example/c/1') }
      : { api_version: text('2026-01-01') }),
  }
}

function statusFields({ word, free, bare, form }: BodySpec, facts: SaleFacts) {
  const reference = { [form.reference]: text(facts.reference) }
  // In an envelope the contract lets a status answer leave out its reference; a flat one must not.
  const isOther = facts.reference.endsWith('-other')
  if (bare) return { ...((form.body === 'flat' || isOther) && reference), status: text(word) }
  return {
    object: text('payment'),
    payment_type: text(facts.channel),
    ...reference,
    status: text(word),
    ...moneyTree(form, facts.amount),
    provider_status: text(free),
    created_at: dateTree(form, facts.expiresAt - 120_000),
    updated_at: dateTree(form, facts.expiresAt - 60_000),
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
