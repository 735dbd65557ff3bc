import { type Level, valuesOf } from './answer-facts'

/** Reads single fields of an answer. A field that cannot be read costs nothing else (money rule 14). */
export class FieldReader {
  readonly #unread = new Set<string>()

  /** The levels in the order in which their fields count. */
  constructor(private readonly levels: readonly Level[]) {}

  /** The first value of the field that can be read; null where it is missing or unreadable, which is noted. */
  optional<T>(name: string, read: (value: unknown) => T | null): T | null {
    const plain = name.replaceAll('_', '')
    const values = this.levels.flatMap(({ fields }) => valuesOf(fields, plain))
    const found = values.map(read).find(value => value !== null)
    if (found === undefined && values.length > 0) this.note(name)
    return found ?? null
  }

  note(name: string): void {
    this.#unread.add(name)
  }

  /** The names of the fields that could not be read, each once. Never their values. */
  unread(): readonly string[] {
    return [...this.#unread]
  }
}
