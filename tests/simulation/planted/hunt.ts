import { pathToFileURL } from 'node:url'
import { bundle, type SourceChange } from '../../support/bundle'
import { runSchedule } from '../schedule'
import { openDisk } from '../till/disk'
import { type Parts, realParts } from '../till/parts'
import type { Bug } from './bugs'

/** Where a planted bug was found. */
export interface Find {
  bug: Bug
  /** How many seeds it took, this one included; null when it was not found. */
  seeds: number | null
  seed: number | null
  text: string
}

/** Runs schedules with the bug planted until its rule is broken, for so many seeds at the most. */
export async function hunt(bug: Bug, from: number, most: number): Promise<Find> {
  const parts = misreading(bug.mutations ? await changedParts(bug.mutations) : realParts, bug.reads)
  const disk = openDisk()
  try {
    for (let seed = from; seed < from + most; seed++) {
      const wrap = bug.wrap && { wrap: bug.wrap }
      const { violations } = await runSchedule(seed, {
        disk,
        parts,
        ...wrap,
        until: bug.rule,
        troubles: bug.troubles,
      })
      const found = violations.find(({ rule }) => rule === bug.rule)
      if (found) return { bug, seeds: seed - from + 1, seed, text: found.text }
    }
  } finally {
    disk.close()
  }
  return { bug, seeds: null, seed: null, text: '' }
}

/** The same parts, whose client gets each answer as the bug would read it. */
function misreading(parts: Parts, reads: Bug['reads']): Parts {
  if (!reads) return parts
  return {
    ...parts,
    createServiceClient(deps) {
      const { transport } = deps
      if (!transport) throw new Error('The simulation gives each client its transport')
      const post: typeof transport.post = async message => {
        const exchange = await transport.post(message)
        return exchange.kind === 'response' ? reads(exchange) : exchange
      }
      return parts.createServiceClient({ ...deps, transport: { ...transport, post } })
    },
  }
}

/** The payment path, from the ledger to the reading of answers, as a bundle with these changes: planted bugs. */
export async function changedParts(changes: readonly SourceChange[]): Promise<Parts> {
  const changed = await bundle({ parts: 'tests/simulation/till/parts.ts' }, changes, 'outside')
  try {
    return (await import(pathToFileURL(changed.file('parts')).href)).realParts
  } finally {
    changed.remove()
  }
}
