import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import ElectronStore from 'electron-store'
import { renameSurely, syncFile, unusedName } from './durable-files'

export type StoredDocument =
  | { state: 'none' }
  | { state: 'read'; document: unknown }
  | { state: 'not-json' }

/** Where one plain JSON document of the till is kept: nothing that decides about money, people or trust. */
export interface DocumentStore {
  /** Throws what node:fs throws; so do the other two. */
  read(): StoredDocument
  /** Returns once the new document is on the disk; if it throws, the old one is still there. */
  write(document: object): void
  /** Renames a damaged file, never over another one; gives the new path. */
  quarantine(): string
}

/** The file `<name>.json` in the data folder, by electron-store. */
export function createDocumentStore(directory: string, name: string): DocumentStore {
  const file = join(directory, `${name}.json`)
  return {
    read: () => (existsSync(file) ? readDocument(directory, name) : { state: 'none' }),
    write: document => replace(directory, name, document),
    quarantine() {
      const kept = unusedName(number => join(directory, `${name}.damaged-${number}.json`))
      renameSurely(file, kept)
      return kept
    },
  }
}

function openStore(directory: string, name: string) {
  return new ElectronStore({ cwd: directory, name, configFileMode: 0o600 })
}

function readDocument(directory: string, name: string): StoredDocument {
  try {
    return { state: 'read', document: openStore(directory, name).store }
  } catch (error) {
    if (error instanceof SyntaxError) return { state: 'not-json' }
    throw error
  }
}

/**
 * Writes next to the old file, reads back, and only then replaces it. Hazard: electron-store alone
 * does not notice a write cut short by a full disk, writes in place under Snap and on some Windows
 * errors, and does not sync the folder.
 */
function replace(directory: string, name: string, document: object): void {
  const next = join(directory, `${name}-next.json`)
  rmSync(next, { force: true })
  openStore(directory, `${name}-next`).store = { ...document }
  syncFile(next)
  const written: unknown = JSON.parse(readFileSync(next, 'utf8'))
  if (!isDeepStrictEqual(written, JSON.parse(JSON.stringify(document))))
    throw new Error('The document was not written whole')
  renameSurely(next, join(directory, `${name}.json`))
}
