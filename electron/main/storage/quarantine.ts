import { constants, copyFileSync, existsSync, renameSync, rmSync } from 'node:fs'
import { dirname, extname } from 'node:path'
import { syncFile, syncFolder } from './durable-files'

/**
 * Renames a ledger with the moment of it, never over another file; gives the new path. Throws what
 * node:fs throws; then the ledger is where it was.
 *
 * Hazard: a ledger without its journal can be half a transaction. The journal is therefore copied to the
 * new name first and removed from the old one last, so that at no instant it is in neither place.
 */
export function quarantineLedger(file: string, at: Date): string {
  const kept = quarantineName(file, at)
  const journal = `${file}-journal`
  const hasJournal = existsSync(journal)
  if (hasJournal) {
    copyFileSync(journal, `${kept}-journal`, constants.COPYFILE_EXCL)
    syncFile(`${kept}-journal`)
  }
  renameSync(file, kept)
  syncFolder(dirname(file))
  if (hasJournal) rmSync(journal)
  return kept
}

/**
 * Carries out a rename that was decided and written down, as far as it was not done before a crash; once
 * it is done it may be asked again. Throws what node:fs throws.
 *
 * Hazard: a journal that is left at the old name would be played into whatever comes there next.
 */
export function finishRename(from: string, to: string): void {
  if (existsSync(from) && !existsSync(to)) {
    if (existsSync(`${from}-journal`)) {
      copyFileSync(`${from}-journal`, `${to}-journal`)
      syncFile(`${to}-journal`)
    }
    renameSync(from, to)
    syncFolder(dirname(to))
  }
  if (!existsSync(from)) rmSync(`${from}-journal`, { force: true })
}

/** `ledger-practice.set-aside-2026-11-21T12-05-07.db`, where there is nothing of that name. */
export function quarantineName(file: string, at: Date): string {
  const extension = extname(file)
  const moment = at.toISOString().slice(0, 19).replaceAll(':', '-')
  const base = `${file.slice(0, file.length - extension.length)}.set-aside-${moment}`
  for (let number = 1; ; number++) {
    const name = `${base}${number === 1 ? '' : `-${number}`}${extension}`
    if (!existsSync(name) && !existsSync(`${name}-journal`)) return name
  }
}
