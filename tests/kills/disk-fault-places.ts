import { createSeededRandom } from '../support/seeded-random'
import { type DiskCall, type DiskFault, diskCalls } from './till/strace'

/** How many of each disk call there are to be struck. */
export type CallCounts = Record<DiskCall, number>

interface Drawing {
  seed: number
  /** How many of all places to draw; all when absent. */
  sample?: number
  /** Only these; all when absent. */
  effects?: readonly DiskFault['effect'][]
}

const shapes: readonly Pick<DiskFault, 'call' | 'effect' | 'forGood'>[] = [
  { call: 'fsync', effect: 'EIO', forGood: false },
  { call: 'fsync', effect: 'EIO', forGood: true },
  { call: 'pwrite64', effect: 'ENOSPC', forGood: false },
  { call: 'pwrite64', effect: 'ENOSPC', forGood: true },
  { call: 'unlink', effect: 'EIO', forGood: false },
  { call: 'unlink', effect: 'EIO', forGood: true },
  ...diskCalls.map(call => ({ call, effect: 'KILL', forGood: false }) as const),
]

/** Every place where such a fault can be, or as many of them as were asked for. */
export function drawFaults(counts: CallCounts, { seed, sample, effects }: Drawing): DiskFault[] {
  const all = shapes
    .filter(({ effect }) => effects?.includes(effect) ?? true)
    .flatMap(shape =>
      Array.from({ length: counts[shape.call] }, (_, index) => ({ ...shape, nth: index + 1 })),
    )
  const seeded = createSeededRandom(seed)
  const shuffled = all
    .map(fault => ({ fault, rank: seeded.fraction() }))
    .sort((one, other) => one.rank - other.rank)
  return shuffled.slice(0, sample ?? all.length).map(({ fault }) => fault)
}
