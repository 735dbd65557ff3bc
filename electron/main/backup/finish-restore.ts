import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { syncFolder } from '../storage/durable-files'
import { fileInFolder } from '../storage/file-in-folder'
import { backupFiles } from './manifest'

/** Holds what the data folder is to be; its being there is the decision for it. */
export const readyFolder = 'restore-ready'
/** Says which files come, and where what was there before goes. */
export const planFile = 'plan.json'

/** The documents that a restore makes for this computer. */
export const madeDocuments = ['vault.json', 'vault.copy.json', 'settings.copy.json'] as const

const placed = z.enum([...backupFiles, ...madeDocuments])

const planSchema = z.strictObject({
  aside: z.string().regex(/^before-restore-[\w-]{1,60}$/),
  coming: z.array(placed),
})

export type RestorePlan = z.infer<typeof planSchema>

/** What a restore replaces, and what belongs to it: a journal that stays would be played into the new file. */
const replaced: readonly string[] = placed.options.flatMap(name =>
  name.endsWith('.db') ? [name, `${name}-journal`, `${name}.opening`] : [name],
)

/**
 * Puts a prepared restore in place: what was there before goes to a folder of its own, and nothing is
 * deleted. Call it before anything of the data folder is opened; after a crash it goes on where it stopped.
 * Throws what node:fs throws.
 */
export function finishRestore(dataFolder: string): void {
  const ready = join(dataFolder, readyFolder)
  if (!existsSync(ready)) return
  const plan = join(ready, planFile)
  // The plan goes last: without it everything is in its place.
  if (existsSync(plan)) {
    exchange(dataFolder, ready, planSchema.parse(JSON.parse(readFileSync(plan, 'utf8'))))
    rmSync(plan)
  }
  rmSync(ready, { recursive: true, force: true })
  syncFolder(dataFolder)
}

function exchange(dataFolder: string, ready: string, { aside, coming }: RestorePlan): void {
  const old = fileInFolder(dataFolder, aside)
  mkdirSync(old, { recursive: true, mode: 0o700 })
  const waits = (name: string) => existsSync(join(ready, name))
  // One that comes and no longer waits was put in its place before a crash.
  const isPut = (name: string) => coming.some(one => one === name) && !waits(name)
  for (const name of replaced)
    if (existsSync(join(dataFolder, name)) && !isPut(name))
      renameSync(join(dataFolder, name), join(old, name))
  syncFolder(old)
  for (const name of coming.filter(waits)) renameSync(join(ready, name), join(dataFolder, name))
  syncFolder(dataFolder)
}
