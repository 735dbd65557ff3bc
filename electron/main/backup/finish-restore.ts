import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import {
  momentOf,
  numbered,
  renameSurely,
  syncFile,
  syncFolder,
  unusedName,
} from '../store/files/durable-files'

/** Holds what the data folder is to be; its being there is the decision for it. */
const readyFolder = 'restore-ready'
/** Says which files come, and where what was there before goes. */
const planFile = 'plan.json'

/** All that is this till's: its key, its document, its ledgers, and what belongs to them. Not the locks. */
const replaced =
  /^(?:key|till|ledger-\w+|practice-service|preferences|unseen-results|shop-position)\.(?!.*lock$)/

const planSchema = z.strictObject({
  aside: z.string().regex(/^before-[\w-]{1,60}$/),
  coming: z.array(z.string().regex(replaced)),
})

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
    const read = readPlan(plan)
    if (read === null) {
      giveUp(dataFolder, ready)
      return
    }
    exchange(dataFolder, ready, read)
    rmSync(plan)
  }
  rmSync(ready, { recursive: true, force: true })
  syncFolder(dataFolder)
}

/** Null where it is damaged. Throws what node:fs throws. */
function readPlan(file: string): z.infer<typeof planSchema> | null {
  const text = readFileSync(file, 'utf8')
  try {
    return planSchema.parse(JSON.parse(text))
  } catch {
    return null
  }
}

/** The till starts with what is in its place; else no start would get past a damaged plan. */
function giveUp(dataFolder: string, ready: string): void {
  renameSurely(
    ready,
    unusedName(number => join(dataFolder, `restore-damaged-${number}`)),
  )
}

function exchange(
  dataFolder: string,
  ready: string,
  { aside, coming }: z.infer<typeof planSchema>,
): void {
  const old = join(dataFolder, aside)
  mkdirSync(old, { recursive: true, mode: 0o700 })
  const waits = (name: string) => existsSync(join(ready, name))
  // One that comes and no longer waits was put in its place before a crash.
  const isPut = (name: string) => coming.includes(name) && !waits(name)
  for (const name of readdirSync(dataFolder).filter(each => replaced.test(each) && !isPut(each)))
    renameSurely(join(dataFolder, name), join(old, name))
  for (const name of coming.filter(waits)) renameSurely(join(ready, name), join(dataFolder, name))
}

/**
 * Decides that the files of a folder, which is in the data folder, take the place of all that this till has: the
 * next start does it. A folder without files lets the till start empty. Throws what node:fs throws.
 */
export function decideRestore(dataFolder: string, folder: string, at: number): void {
  const coming = readdirSync(folder).filter(name => replaced.test(name))
  // Files that the databases leave next to their own.
  for (const name of readdirSync(folder).filter(each => !coming.includes(each)))
    rmSync(join(folder, name), { recursive: true })
  const moment = momentOf(new Date(at))
  const aside = unusedName(number => join(dataFolder, numbered(`before-${moment}`, number)))
  const plan = { aside: aside.slice(dataFolder.length + 1), coming }
  writeFileSync(join(folder, planFile), JSON.stringify(plan), { mode: 0o600 })
  for (const name of readdirSync(folder)) syncFile(join(folder, name))
  // The decision: before it nothing has changed, after it every start carries it out.
  renameSurely(folder, join(dataFolder, readyFolder))
}
