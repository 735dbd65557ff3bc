import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import ElectronStore from 'electron-store'
import type { RecoveredDocument } from '../../../shared/ipc/till-state'
import { syncFile, syncFolder } from './durable-files'

export type StoredDocument =
  | { state: 'none' }
  | { state: 'read'; document: unknown }
  | { state: 'not-json' }

/** Where one JSON document of the till is kept. Each call throws what node:fs throws. */
export interface DocumentStore {
  read(): StoredDocument
  /** Returns once the new document is on the disk; if it throws, the old one is still there. */
  write(document: object): void
  /** Renames a damaged file, never over another one; gives the new path. */
  quarantine(): string
  /**
   * Puts the last good copy in the place of what is damaged or gone, where there is one that is sound;
   * null where there is none.
   */
  recover(isSound: (document: unknown) => boolean): unknown
}

/** The file `<name>.json` in the data folder, by electron-store. It has no copy. */
export function createDocumentStore(directory: string, name: string): DocumentStore {
  const file = join(directory, `${name}.json`)
  return {
    read: () => (existsSync(file) ? readDocument(directory, name) : { state: 'none' }),
    write: document => replace(directory, name, document),
    quarantine() {
      const kept = unusedName(directory, name)
      renameSync(file, kept)
      syncFolder(directory)
      return kept
    },
    recover: () => null,
  }
}

/**
 * A document that is kept twice, `<name>.json` and `<name>.copy.json`: for what a shop cannot type in
 * again, or should not have to. `recovered` is told of a copy that was needed.
 *
 * The copy is written first. A crash between the two leaves it a step ahead, and while the document
 * itself is sound the copy is not read. HAZARD: the other way round it could hold keys that were replaced.
 */
export function createCopiedDocument(
  directory: string,
  name: RecoveredDocument['name'],
  recovered: (document: RecoveredDocument) => void,
): DocumentStore {
  const main = createDocumentStore(directory, name)
  const copy = createDocumentStore(directory, `${name}.copy`)
  const exists = (store: DocumentStore) => store.read().state !== 'none'
  return {
    read: main.read,
    write(document) {
      copy.write(document)
      main.write(document)
    },
    quarantine() {
      // A copy that is not sound either: the next document must not be written over it.
      if (exists(copy)) copy.quarantine()
      return main.quarantine()
    },
    recover(isSound) {
      const stored = copy.read()
      if (stored.state !== 'read' || !isObject(stored.document) || !isSound(stored.document))
        return null
      // A crash after it leaves the copy alone, which is recovered at the next start.
      const keptAs = exists(main) ? main.quarantine() : null
      main.write(stored.document)
      recovered({ name, keptAs })
      return stored.document
    },
  }
}

function isObject(document: unknown): document is object {
  return typeof document === 'object' && document !== null
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

/** JSON has no -0. Anything else that it cannot say is a document that was not written as meant. */
function withPlainZeros(value: unknown): unknown {
  if (Object.is(value, -0)) return 0
  if (Array.isArray(value)) return value.map(withPlainZeros)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, withPlainZeros(inner)]),
  )
}

/**
 * Writes next to the old file, reads back, and only then replaces it. Hazard: electron-store alone
 * does not notice a write cut short by a full disk, writes in place under Snap and on some Windows
 * errors, and does not sync the folder; each could cost the old keys.
 */
function replace(directory: string, name: string, document: object): void {
  const next = join(directory, `${name}-next.json`)
  rmSync(next, { force: true })
  openStore(directory, `${name}-next`).store = { ...document }
  syncFile(next)
  const written: unknown = JSON.parse(readFileSync(next, 'utf8'))
  if (!isDeepStrictEqual(written, withPlainZeros(document)))
    throw new Error('The document was not written whole')
  renameSync(next, join(directory, `${name}.json`))
  syncFolder(directory)
}

/** `vault.damaged-1.json`, where there is nothing of that name. */
function unusedName(directory: string, document: string): string {
  for (let number = 1; ; number++) {
    const name = join(directory, `${document}.damaged-${number}.json`)
    if (!existsSync(name)) return name
  }
}
