/** What was worked out lately, by its name: at most so many. A full one begins again, which needs no order. */
export class BoundedCache<Value> {
  readonly #kept = new Map<string, Value>()

  constructor(private readonly most: number) {}

  /** What is kept under the name; else it is made, and kept. */
  get(name: string, make: () => Value): Value {
    const known = this.#kept.get(name)
    if (known !== undefined) return known
    const made = make()
    this.set(name, made)
    return made
  }

  set(name: string, value: Value): void {
    if (this.#kept.size >= this.most) this.#kept.clear()
    this.#kept.set(name, value)
  }

  clear(): void {
    this.#kept.clear()
  }

  get size(): number {
    return this.#kept.size
  }
}
