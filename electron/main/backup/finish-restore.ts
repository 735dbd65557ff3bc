import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { momentOf, numbered } from '../platform/file-names'
import { removeAll } from '../platform/remove'
import { renameSurely, syncFile, syncFolder, unusedName } from '../store/files/durable-files'
import { hasNote, type Leaving, noteLeaving } from './set-aside'

/** In the data folder: where what it is to be is made. */
export const stagingFolder = 'restore-staging'
/** Holds what the data folder is to be; its being there is the decision for it. */
const readyFolder = 'restore-ready'
/** The same folder once all that was there before is in its folder `before`. */
const placingFolder = 'restore-placing'
/** In either: where what is here goes first. */
const asideName = 'before'

/** All that is this till's: its key, its document, its ledgers, and what belongs to them. Not the locks. */
const replaced =
  /^(?:key|till|ledger-\w+|practice-service|preferences|unseen-results|shop-position)\.(?!.*lock$)/

/**
 * Puts a prepared restore in place: what was there before goes to a folder of its own, and nothing is
 * deleted. Call it before anything of the data folder is opened; after a crash it goes on where it stopped.
 * Throws what node:fs throws.
 */
export function finishRestore(dataFolder: string): void {
  const ready = join(dataFolder, readyFolder)
  const placing = join(dataFolder, placingFolder)
  const aside = join(placing, asideName)
  // Without the note it is no decision of the till's: a folder of that name moves nothing.
  if (hasNote(join(ready, asideName))) {
    mkdirSync(join(ready, asideName), { recursive: true, mode: 0o700 })
    moveAll(dataFolder, join(ready, asideName))
    renameSurely(ready, placing)
  }
  if (!existsSync(placing)) return
  moveAll(placing, dataFolder)
  const name = `before-${momentOf(new Date())}`
  if (existsSync(aside))
    renameSurely(
      aside,
      unusedName(number => join(dataFolder, numbered(name, number))),
    )
  removeAll(placing)
  syncFolder(dataFolder)
}

function moveAll(from: string, to: string): void {
  for (const name of readdirSync(from).filter(each => replaced.test(each)))
    renameSurely(join(from, name), join(to, name))
}

/**
 * Decides that the files of a folder, which is in the data folder, take the place of all that this till has: the
 * next start does it. `leaving`: what is known of the till here, which
 * is set aside. Throws what node:fs throws.
 */
export function decideRestore(dataFolder: string, folder: string, leaving: Leaving): void {
  for (const name of readdirSync(folder))
    if (replaced.test(name)) syncFile(join(folder, name))
    // Files that the databases leave next to their own.
    else removeAll(join(folder, name))
  noteLeaving(join(folder, asideName), leaving)
  removeAll(join(dataFolder, readyFolder))
  // The decision: before it nothing has changed, after it every start carries it out.
  renameSurely(folder, join(dataFolder, readyFolder))
}

/** Decides that the till starts empty: as above, with nothing in the place of what it has. Throws what node:fs throws. */
export function decideEmpty(dataFolder: string, leaving: Leaving): void {
  const folder = join(dataFolder, stagingFolder)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  decideRestore(dataFolder, folder, leaving)
}
