import {
  copyFileSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import type { Log } from '../platform/log'
import { removeAll, removeFile } from '../platform/remove'
import { quarantine, syncFile, unusedName } from './files/durable-files'
import type { RandomBytes } from './key-sealer'
import { TillDatabase, type TillFileOpening } from './till-database'

/** `till.copy-000012.db`: the newest has the highest number. */
const copyName = /^till\.copy-(\d{6,12})\.db$/
const keptCopies = 2

/** `till.db` and its copies in the data folder. Each call throws what node:fs and the database throw. */
export class TillFiles {
  readonly #file: string
  readonly #journal: string
  readonly #marker: string

  constructor(
    private readonly folder: string,
    private readonly random: RandomBytes,
    private readonly log: Log,
  ) {
    this.#file = join(folder, 'till.db')
    this.#journal = join(folder, 'till.db-journal')
    this.#marker = join(folder, 'till.db.opening')
  }

  /** The newest first. */
  copies(): string[] {
    const files = readdirSync(this.folder, { withFileTypes: true }).filter(each => each.isFile())
    const names = files.map(({ name }) => name).filter(name => copyName.test(name))
    return names
      .toSorted((one, other) => numberIn(other) - numberIn(one))
      .map(name => join(this.folder, name))
  }

  exist(): boolean {
    return existsSync(this.#file) || this.copies().length > 0
  }

  /**
   * Opens the file itself. Hazard: damaged bytes can abort the whole process, which no handler catches. The
   * marker counts the openings that never ended: a till that died of it twice opens a copy instead.
   */
  open(key: Buffer): TillFileOpening {
    const died = this.#openingsThatDied()
    if (died >= 2) return { state: 'damaged' }
    if (existsSync(this.#file)) this.#mark(died + 1)
    const opening = TillDatabase.open(this.#file, key, this.random)
    removeAll(this.#marker)
    return opening
  }

  openCopy(file: string, key: Buffer): TillFileOpening {
    return TillDatabase.open(file, key, this.random)
  }

  /**
   * Puts a copy in the place of the file itself, which is damaged or gone, and opens it. What is there is kept. Nothing
   * is renamed, for the engine or a scanner may hold the file; a crash in here leaves one that is damaged.
   */
  restore(copy: string, key: Buffer): TillDatabase | null {
    const kept = this.#keepDamaged()
    this.#overwrite(copy)
    this.log.error('till-file-from-copy', { keptAs: kept ?? '' })
    return databaseOf(this.open(key))
  }

  /**
   * The same for a copy that was made a moment ago, under another key: nothing opens the file before it any more. It is
   * overwritten, so that the copy finds its space on a full disk.
   */
  adopt(copy: string, key: Buffer): TillFileOpening {
    this.#overwrite(copy)
    return this.open(key)
  }

  #keepDamaged(): string | null {
    const kept = existsSync(this.#file) ? unusedName(this.#damagedName) : null
    if (kept) copyFileSync(this.#file, kept)
    if (kept && existsSync(this.#journal)) copyFileSync(this.#journal, `${kept}-journal`)
    return kept
  }

  #overwrite(copy: string): void {
    removeAll(this.#marker)
    removeFile(this.#journal)
    copyFileSync(copy, this.#file)
    syncFile(this.#file)
  }

  /** Renames the file itself, if there is one: it does not open, and none takes its place. */
  setAside(): void {
    removeAll(this.#marker)
    if (existsSync(this.#file)) quarantine(this.#file, this.#damagedName)
  }

  /** The others are of another key: nothing opens them any more. */
  forgetCopiesBut(copy: string): void {
    for (const file of this.copies()) if (file !== copy) remove(file)
  }

  /** What is left of a copy that could not be made whole. */
  removeCopy(copy: string): void {
    for (const file of [copy, `${copy}-journal`]) remove(file)
  }

  create(key: Buffer, sealed: Parameters<typeof TillDatabase.create>[3]): TillDatabase {
    return TillDatabase.create(this.#file, key, this.random, sealed)
  }

  /** A new copy, which was opened to be sure; the oldest go. Of two it needs only to open one. */
  copy(database: TillDatabase, key: Buffer): void {
    const file = this.nextCopy()
    database.copyTo(file)
    const opened = TillDatabase.open(file, key, this.random)
    if (opened.state !== 'sound') {
      removeFile(file)
      throw Object.assign(new Error('The copy cannot be read back'), { code: 'EIO' })
    }
    opened.database.close()
    for (const old of this.copies().slice(keptCopies)) remove(old)
  }

  nextCopy(): string {
    const [newest = ''] = this.copies()
    return join(this.folder, `till.copy-${String(numberIn(newest) + 1).padStart(6, '0')}.db`)
  }

  /** A marker that is not the till's own, such as a folder of that name, counts for nothing. */
  #openingsThatDied(): number {
    const isOwn = lstatSync(this.#marker, { throwIfNoEntry: false })?.isFile() ?? false
    return isOwn ? Number(readFileSync(this.#marker, 'utf8')) : 0
  }

  /** A full disk takes no marker, and people must get in all the same. */
  #mark(openings: number): void {
    try {
      writeFileSync(this.#marker, String(openings))
    } catch (error) {
      this.log.warn('opening-not-marked', { error })
    }
  }

  readonly #damagedName = (number: number) => join(this.folder, `till.damaged-${number}.db`)
}

const numberIn = (copy: string) => Number(copyName.exec(basename(copy))?.[1] ?? 0)

export function databaseOf(opening: TillFileOpening): TillDatabase | null {
  return opening.state === 'sound' ? opening.database : null
}

/** One that something holds open is one file too many for a while, and nothing else. */
function remove(file: string): void {
  try {
    removeFile(file)
  } catch {
    // It goes with the next change.
  }
}
