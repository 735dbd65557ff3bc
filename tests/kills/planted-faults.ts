import { killCount } from './figures'
import { runKillLoop } from './kill-loop'
import { bundleTill } from './till/bundle'
import { nodeTill } from './till/node-till'
import type { Plant } from './till/plants'
import { createSeeded } from './world/seeded'

/** Whether a planted fault was found, as what, and how many kills it took. */
export interface Caught {
  as: string[]
  kills: number
}

const killsAtOnce = 8

/** Lets the kill loop run on a till with a planted fault until it finds it, or `most` kills are over. */
export async function catchPlant(plant: Plant, seed: number, most: number): Promise<Caught> {
  const bundle = await bundleTill(plant)
  const seeded = createSeeded(seed)
  const kind = { ...nodeTill(bundle.file), restMs: 4_000 }
  let kills = 0
  try {
    while (kills < most) {
      const figures = await runKillLoop(kind, { kills: killsAtOnce, seed: seeded.seed(), lanes: 1 })
      kills += killCount(figures)
      const as = [...new Set(figures.findings.map(finding => finding.kind))]
      if (as.some(found => plant.foundAs.includes(found))) return { as, kills }
    }
    return { as: [], kills }
  } finally {
    bundle.remove()
  }
}
