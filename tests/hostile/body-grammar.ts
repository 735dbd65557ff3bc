import fc from 'fast-check'
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

/** What a far end that behaves would say about the sale; the mutations begin from there. */
export interface SaleFacts {
  channel: 'mobile' | 'card'
  amount: { currency: string; value: number }
  reference: string
  expiresAt: number
}

export type Template = 'accepted' | 'status' | 'error' | 'bare data' | 'page' | 'nothing'

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
  /** Free text: the processor's word, an error's message. Sound whatever it holds, and not to be shown as it is. */
  free: string
  /** Leave out everything that the contract lets a status answer leave out. */
  bare: boolean
  mutations: readonly Mutation[]
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
          'error',
          'bare data',
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
    free: fc.constantFrom(...freeTexts),
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

/** True when nothing is wrong with a body: then the till has to believe it. */
export function isSound(spec: BodySpec): boolean {
  return spec.mutations.length === 0 && spec.damage === null
}

function templateTree(spec: BodySpec, facts: SaleFacts, errorCode: number): JsonTree {
  const envelope = (data: JsonTree) => object({ status: text('success'), code: raw('200'), data })
  switch (spec.template) {
    case 'accepted':
      return envelope(acceptedData(spec, facts))
    case 'status':
      return envelope(statusData(spec, facts))
    case 'bare data':
      return statusData(spec, facts)
    case 'error':
      return object({
        status: text('error'),
        code: raw(String(errorCode)),
        error_code: text('some_code'),
        message: text(spec.free),
      })
    case 'page':
      return raw('<html><body>{"status":"success","data":{"status":"paid"}}</body></html>')
    case 'nothing':
      return raw('')
  }
}

function money({ amount }: SaleFacts): JsonTree {
  return object({ currency: text(amount.currency), value: raw(String(amount.value)) })
}

function acceptedData({ word, bare }: BodySpec, facts: SaleFacts): JsonTree {
  const always = { reference: text(facts.reference), status: text(word) }
  if (bare) return object(always)
  return object({
    object: text('payment'),
    payment_type: text(facts.channel),
    ...always,
    amount: money(facts),
    expires_at: text(new Date(facts.expiresAt).toISOString()),
    ...(facts.channel === 'card'
      ? { checkout_url: text('https://pay.example/c/1') }
      : { api_version: text('2026-01-01') }),
  })
}

function statusData({ word, free, bare }: BodySpec, facts: SaleFacts): JsonTree {
  if (bare) return object({ status: text(word) })
  return object({
    object: text('payment'),
    payment_type: text(facts.channel),
    reference: text(facts.reference),
    status: text(word),
    amount: money(facts),
    provider_status: text(free),
    created_at: text('2026-01-05T09:00:00Z'),
    updated_at: text('2026-01-05T09:01:00Z'),
  })
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
