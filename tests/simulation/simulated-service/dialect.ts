import {
  type AnswerForm,
  contractForm,
  drawForm,
  publicForm,
} from '../../support/answer-grammar/answer-form'
import type { SeededRandom } from '../../support/seeded-random'

/** How a service writes its answers: a payment counts in each form that real services use (field-facts). */
export interface Dialect {
  create: AnswerForm
  read: AnswerForm
  /** Each answer has a form of its own: several programs answer under one address. */
  mixesForms: boolean
  /** The HTTP status of a new payment; a repeat is always a 200. */
  createdStatus: 200 | 201 | 202
  /** What a repeat of an executed create gets. */
  repeats: 'current-state' | 'first-answer' | 'refused'
  /** References are numbers; no float holds the long ones. */
  numbers: 'none' | 'short' | 'long'
  /** How likely each side field is of another type, unreadable or missing (money rule 14). */
  oddFields: number
  /** How likely a status answer says two things, or nothing for certain (money rules 5, 12). */
  unclear: number
  /** Draws the field with which it speaks against a paid word: its name is always the same. */
  fieldSeed: number
}

/** Draws a service: the contract's own, the public one with exactly our operations, or a mixture. */
export function drawDialect(random: SeededRandom): Dialect {
  const kind = random.weighted({ contract: 20, public: 20, mixed: 60 })
  const repeats = random.weighted({ 'current-state': 50, 'first-answer': 25, refused: 25 } as const)
  const unclear = random.pick([0, 0, 0.05, 0.2])
  const fieldSeed = random.int(0, 2 ** 30)
  const plain: Dialect = {
    create: contractForm,
    read: contractForm,
    mixesForms: false,
    createdStatus: 200,
    repeats,
    numbers: 'none',
    oddFields: 0,
    unclear,
    fieldSeed,
  }
  if (kind === 'contract') return plain
  if (kind === 'public')
    return {
      ...plain,
      create: { ...contractForm, letters: 'capitals', referenceName: 'reference_id' },
      read: publicForm,
      createdStatus: 201,
      oddFields: random.chance(0.3) ? 0.2 : 0,
    }
  return {
    create: drawForm(random),
    read: drawForm(random),
    mixesForms: random.chance(0.2),
    createdStatus: random.pick([200, 201, 202] as const),
    repeats,
    numbers: random.weighted({ none: 70, short: 15, long: 15 } as const),
    oddFields: random.pick([0, 0.05, 0.3]),
    unclear,
    fieldSeed,
  }
}
