import {
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fsyncSync,
  openSync,
  renameSync,
} from 'node:fs'
import { dirname, extname } from 'node:path'
import { momentOf, numbered } from '../../platform/file-names'
import { removeFile } from '../../platform/remove'

/** Makes a new, empty file that only this user can read. Throws where there is one already. */
export function createPrivateFile(file: string): void {
  closeSync(openSync(file, 'wx', 0o600))
}

/** Brings a file and its name in the folder to the disk. */
export function syncFile(file: string): void {
  syncPath(file, 'r+')
  syncFolder(dirname(file))
}

/** Brings a folder's names to the disk. Windows cannot open a folder; NTFS journals names itself. */
export function syncFolder(folder: string, platform: NodeJS.Platform = process.platform): void {
  if (platform !== 'win32') syncPath(folder, 'r')
}

/** How often, and after which pause, ms, a rename is tried that something is in the way of. */
const tries = 20
const pause = 50

/**
 * Renames, and brings the names to the disk. Virus scanners and indexers on Windows hold a new file for a
 * moment: then it is tried again, for a second. Throws what node:fs throws.
 */
export function renameSurely(from: string, to: string, rename = renameSync): void {
  for (let left = tries; ; left--)
    try {
      rename(from, to)
      break
    } catch (error) {
      if (left === 0 || !isHeld(error)) throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pause)
    }
  syncFolder(dirname(to))
}

function isHeld(error: unknown): boolean {
  const code: unknown = Reflect.get(Object(error), 'code')
  return code === 'EPERM' || code === 'EACCES' || code === 'EBUSY'
}

function syncPath(path: string, flags: 'r' | 'r+'): void {
  const descriptor = openSync(path, flags)
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

/** Renames a ledger with the moment of it, as `quarantine` does; gives the new path. */
export function quarantineLedger(file: string, at: Date): string {
  return quarantine(file, setAsideName(file, at))
}

function setAsideName(file: string, at: Date): (number: number) => string {
  const extension = extname(file)
  const base = `${file.slice(0, file.length - extension.length)}.set-aside-${momentOf(at)}`
  return number => `${numbered(base, number)}${extension}`
}

/** Copies the file of a ledger that is closed to a name of its own, and brings it to the disk. Throws what node:fs throws. */
export function copyAside(file: string, at: Date): void {
  const kept = unusedName(setAsideName(file, at))
  copyFileSync(file, kept, constants.COPYFILE_EXCL)
  syncFile(kept)
}

/**
 * Renames a database's file, never over another one; gives the new path. Throws what node:fs throws; then the
 * file is where it was.
 *
 * Hazard: a file without its journal can be half a transaction. The journal is therefore copied to the
 * new name first and removed from the old one last, so that at no instant it is in neither place.
 */
export function quarantine(file: string, name: (number: number) => string): string {
  const kept = unusedName(name)
  const journal = `${file}-journal`
  const hasJournal = existsSync(journal)
  if (hasJournal) {
    copyFileSync(journal, `${kept}-journal`, constants.COPYFILE_EXCL)
    syncFile(`${kept}-journal`)
  }
  renameSurely(file, kept)
  if (hasJournal) removeFile(journal)
  return kept
}

/** The first of these names, counted from 1, of which there is neither a file nor a journal. */
export function unusedName(name: (number: number) => string): string {
  for (let number = 1; ; number++) {
    const found = name(number)
    if (!existsSync(found) && !existsSync(`${found}-journal`)) return found
  }
}
