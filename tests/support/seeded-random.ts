import { v4, v7 } from 'uuid'
import type { Random } from '../../electron/main/platform/random'

/** Randomness from a seed: the same seed repeats it. */
export interface SeededRandom extends Random {
  /** A whole number from `low` to `high`, both included. */
  int(low: number, high: number): number
  chance(probability: number): boolean
  pick<T>(list: readonly T[]): T
  /** One of the keys, each as likely as its weight says. */
  weighted<Name extends string>(weights: Readonly<Record<Name, number>>): Name
  /** A seed for a part whose own draws must not disturb the others. */
  seed(): number
  /** Another stream of the same seed: what one part draws does not disturb another. */
  fork(name: string): SeededRandom
}

/** Randomness from a whole number; `name` tells its streams apart. */
export function createSeededRandom(seed: number, name = ''): SeededRandom {
  const next = mulberry32(mix(seed, name))
  const fraction = () => next() / 2 ** 32
  const int = (low: number, high: number) => low + Math.floor(fraction() * (high - low + 1))
  const bytes = (count: number) => Buffer.alloc(count).map(() => int(0, 255)) as Buffer
  return {
    fraction,
    int,
    bytes,
    chance: probability => fraction() < probability,
    pick: list => picked(list, int(0, list.length - 1)),
    weighted: weights => weighted(weights, fraction()),
    paymentId: wall => v7({ msecs: wall, random: bytes(16) }),
    idempotencyKey: () => v4({ random: bytes(16) }),
    accountId: () => v4({ random: bytes(16) }),
    seed: next,
    fork: other => createSeededRandom(seed, `${name}/${other}`),
  }
}

/** Mulberry32: small, fast, and good enough for tests. */
function mulberry32(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return (mixed ^ (mixed >>> 14)) >>> 0
  }
}

/** FNV-1a over the name, started by the seed. */
function mix(seed: number, name: string): number {
  let hash = (2_166_136_261 ^ seed) >>> 0
  for (const byte of Buffer.from(name)) hash = Math.imul(hash ^ byte, 16_777_619) >>> 0
  return hash
}

function picked<T>(list: readonly T[], index: number): T {
  if (list.length === 0) throw new RangeError('There is nothing to pick from')
  return list[index] as T
}

function weighted<Name extends string>(
  weights: Readonly<Record<Name, number>>,
  fraction: number,
): Name {
  const names = Object.keys(weights) as Name[]
  let left = fraction * names.reduce((sum, name) => sum + weights[name], 0)
  const found = names.find(name => {
    left -= weights[name]
    return left < 0
  })
  return found ?? picked(names, names.length - 1)
}
