/** Chance that a seed repeats. */
export interface Seeded {
  /** Uniform in [0, 1). */
  fraction(): number
  /** A whole number from `least` to `most`, both possible. */
  between(least: number, most: number): number
  chance(probability: number): boolean
  pick<Value>(values: readonly Value[]): Value
  /** A seed for something of its own, so that it repeats whatever happens beside it. */
  seed(): number
}

/** Mulberry32: small, and good enough to choose moments with. */
export function createSeeded(seed: number): Seeded {
  let state = seed >>> 0
  const fraction = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (least: number, most: number) =>
    least + Math.floor(fraction() * (most - least + 1))
  return {
    fraction,
    between,
    chance: probability => fraction() < probability,
    pick<Value>(values: readonly Value[]): Value {
      if (values.length === 0) throw new RangeError('There is nothing to pick from')
      return values[between(0, values.length - 1)] as Value
    },
    seed: () => Math.floor(fraction() * 2 ** 32),
  }
}
