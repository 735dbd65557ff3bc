import { type AnswerFacts, collectFacts } from './answer-facts'
import { contractFirst, type Level, valuesOf } from './answer-levels'
import { referenceText, statusText, theWord } from './field-text'
import { namesOfCurrency, readAmount } from './money-read'
import type { UnintelligibleReason } from './service-response'

/** Reads single fields of an answer. A field that cannot be read costs nothing else (money rule 14). */
export class FieldReader {
  readonly #unread = new Set<string>()

  /** The levels in the order in which their fields count. */
  constructor(private readonly levels: readonly Level[]) {}

  /** The first value of the field that can be read; one before it that cannot be read is noted. Null where none is. */
  optional<T>(name: string, read: (value: unknown) => T | null): T | null {
    const plain = name.replaceAll('_', '')
    for (const value of this.levels.flatMap(({ fields }) => valuesOf(fields, plain))) {
      const found = read(value)
      if (found !== null) return found
      this.note(name)
    }
    return null
  }

  note(name: string): void {
    this.#unread.add(name)
  }

  /** The names of the fields that could not be read, each once. Never their values. */
  unread(): readonly string[] {
    return [...this.#unread]
  }
}

/** A payment as read out of an answer, or why it is not understood. */
export type PaymentRead<T> = { ok: true; value: T } | { ok: false; reason: UnintelligibleReason }

/** Reads one kind of answer. */
export interface AnswerReader<T> {
  /** The reference of a status read; null for a create. */
  asked: string | null
  read(facts: AnswerFacts, fields: FieldReader): PaymentRead<T>
}

/** Reads a body with one reader; the fields that decide and cannot be read are noted like any other (money rule 14). */
export function readAnswer<T>(body: Level, reader: AnswerReader<T>): PaymentRead<T> {
  const levels = contractFirst(body)
  const fields = new FieldReader(levels)
  fields.optional('reference', referenceText)
  fields.optional('status', statusText)
  fields.optional('object', theWord('payment'))
  fields.optional('currency', value => namesOfCurrency(value)[0] ?? null)
  fields.optional('amount', value => {
    const { amounts } = readAmount(value)
    return amounts.length > 0 && amounts.every(amount => amount.value !== null) ? amounts : null
  })
  return reader.read(collectFacts(body, reader.asked), fields)
}
