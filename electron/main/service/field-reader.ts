import { type Level, valuesOf } from './answer-levels'

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
