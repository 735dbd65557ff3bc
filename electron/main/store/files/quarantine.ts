import { constants, copyFileSync, existsSync, rmSync } from 'node:fs'
import { extname } from 'node:path'
import { renameSurely, syncFile } from './durable-files'

/**
 * Renames a ledger with the moment of it, never over another file; gives the new path. Throws what
 * node:fs throws; then the ledger is where it was.
 *
 * Hazard: a ledger without its journal can be half a transaction. The journal is therefore copied to the
 * new name first and removed from the old one last, so that at no instant it is in neither place.
 */
export function quarantineLedger(file: string, at: Date): string {
  const extension = extname(file)
  const base = `${file.slice(0, file.length - extension.length)}.set-aside-${momentOf(at)}`
  const kept = unusedName(number => `${base}${number === 1 ? '' : `-${number}`}${extension}`)
  const journal = `${file}-journal`
  const hasJournal = existsSync(journal)
  if (hasJournal) {
    copyFileSync(journal, `${kept}-journal`, constants.COPYFILE_EXCL)
    syncFile(`${kept}-journal`)
  }
  renameSurely(file, kept)
  if (hasJournal) rmSync(journal)
  return kept
}

/** `2026-11-21T12-05-07`, for names of files. */
export function momentOf(at: Date): string {
  return at.toISOString().slice(0, 19).replaceAll(':', '-')
}

/** The first of these names, counted from 1, of which there is neither a file nor a journal. */
export function unusedName(name: (number: number) => string): string {
  for (let number = 1; ; number++) {
    const found = name(number)
    if (!existsSync(found) && !existsSync(`${found}-journal`)) return found
  }
}
