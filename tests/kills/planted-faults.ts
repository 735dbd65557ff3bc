import { createSeededRandom } from '../support/seeded-random'
import { runDiskFaults } from './disk-faults'
import { type Figures, killCount } from './figures'
import { runKillLoop } from './kill-loop'
import { type Bundle, bundleTill } from './till/bundle'
import { nodeTill } from './till/node-till'
import type { Plant } from './till/plants'

/** Whether a planted fault was found, as what, and how many kills it took. */
export interface Caught {
  as: string[]
  kills: number
}

const killsAtOnce = 8

/** Kills tills with a planted fault until it is found, or `most` kills are over. */
export async function catchPlant(plant: Plant, seed: number, most: number): Promise<Caught> {
  const bundle = await bundleTill(plant)
  const seeded = createSeededRandom(seed)
  let kills = 0
  try {
    while (kills < most) {
      const figures = await killSome(plant, bundle, seeded.seed())
      kills += killCount(figures)
      const as = [...new Set(figures.findings.map(finding => finding.kind))]
      if (as.some(found => plant.foundAs.includes(found))) return { as, kills }
    }
    return { as: [], kills }
  } finally {
    bundle.remove()
  }
}

function killSome({ at }: Plant, { file }: Bundle, seed: number): Promise<Figures> {
  const common = { seed, lanes: 1 }
  if (at) return runDiskFaults({ ...common, bundle: file, sample: killsAtOnce, effects: [at] })
  // What is not at rest after a few seconds never will be: the fault is in there to be found.
  return runKillLoop({ ...nodeTill(file), restMs: 4_000 }, { ...common, kills: killsAtOnce })
}
