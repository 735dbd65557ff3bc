import type { SeededRandom } from '../../support/seeded-random'

/**
 * How a service writes its answers. The contract shows one form; real services use all of these
 * (field-facts), and a payment counts in each of them.
 */
export interface Dialect {
  create: BodyForm
  read: BodyForm
  /** The HTTP status of a new payment; a repeat is always a 200. */
  createdStatus: 200 | 201 | 202
  /** What a repeat of an executed create gets. */
  repeats: 'current-state' | 'first-answer' | 'refused'
  referenceName: 'reference' | 'reference_id' | 'referenceId'
  words: 'as-they-are' | 'capitals' | 'first-capital'
  amount: 'object' | 'object-with-text' | 'number' | 'text' | 'text-with-decimals'
  currency: 'capitals' | 'lower-case'
  date: DateForm
  /** Payments have numbers as references. */
  numbered: boolean
  /** How likely each side field is of another type, unreadable or missing (money rule 14). */
  oddFields: number
}

/** `flat`: the body itself is the payment. The rest are envelopes around `data`. */
export type BodyForm = 'contract' | 'flat' | 'number-as-status' | 'no-code' | 'with-message'

/** An end that loses its fraction comes a little later, never earlier: what is stated is what the rules judge by. */
const wholeSecond = (time: number) => Math.ceil(time / 1_000) * 1_000

const dateForms = {
  iso: time => new Date(time).toISOString(),
  nanoseconds: time => new Date(time).toISOString().replace('Z', '993853Z'),
  'with-offset': time => new Date(time + 10_800_000).toISOString().replace('Z', '+03:00'),
  'without-zone': time => new Date(time).toISOString().replace('Z', ''),
  'with-blank': time => new Date(time).toISOString().replace('T', ' ').replace('Z', ''),
  'http-date': time => new Date(wholeSecond(time)).toUTCString(),
  'epoch-seconds': time => wholeSecond(time) / 1_000,
  'epoch-ms': time => time,
  'epoch-ms-as-text': time => String(time),
  'epoch-ns': time => time * 1_000_000,
} satisfies Record<string, (time: number) => string | number>

type DateForm = keyof typeof dateForms

/** A moment (ms since the epoch) as this service writes it. */
export function writeDate({ date }: Dialect, time: number): string | number {
  return dateForms[date](time)
}

const contractual: Dialect = {
  create: 'contract',
  read: 'contract',
  createdStatus: 200,
  repeats: 'first-answer',
  referenceName: 'reference',
  words: 'as-they-are',
  amount: 'object',
  currency: 'capitals',
  date: 'iso',
  numbered: false,
  oddFields: 0,
}

const bodyForms: Record<BodyForm, number> = {
  contract: 30,
  flat: 40,
  'number-as-status': 10,
  'no-code': 10,
  'with-message': 10,
}

/** Draws a service: the contract's own, the public one with exactly our operations, or a mixture. */
export function drawDialect(random: SeededRandom): Dialect {
  const kind = random.weighted({ contract: 25, public: 25, mixed: 50 })
  const repeats = random.weighted({ 'current-state': 50, 'first-answer': 25, refused: 25 } as const)
  if (kind === 'contract') return { ...contractual, repeats }
  if (kind === 'public')
    return {
      ...contractual,
      repeats,
      createdStatus: 201,
      read: 'flat',
      referenceName: 'reference_id',
      words: 'capitals',
      amount: 'text-with-decimals',
      oddFields: random.chance(0.3) ? 0.2 : 0,
    }
  return {
    create: random.weighted(bodyForms),
    read: random.weighted(bodyForms),
    createdStatus: random.pick([200, 201, 202] as const),
    repeats,
    referenceName: random.pick(['reference', 'reference_id', 'referenceId'] as const),
    words: random.pick(['as-they-are', 'capitals', 'first-capital'] as const),
    amount: random.pick([
      'object',
      'object-with-text',
      'number',
      'text',
      'text-with-decimals',
    ] as const),
    currency: random.pick(['capitals', 'lower-case'] as const),
    date: random.pick(Object.keys(dateForms) as DateForm[]),
    numbered: random.chance(0.2),
    oddFields: random.pick([0, 0.05, 0.3]),
  }
}
