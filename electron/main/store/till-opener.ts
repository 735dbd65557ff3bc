import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { ConnectionKind } from '../../../shared/connection'
import type { ClosedReason } from '../../../shared/ipc/till-state'
import type { Log } from '../platform/log'
import { decideOpening, type FoundFile, type Opening, rankOf } from './decide-opening'
import {
  isProtected,
  type KeyContent,
  KeyFile,
  ledgerFileName,
  newKey,
  type OpenKey,
  openByComputer,
  openByText,
} from './key-file'
import type { RandomBytes } from './key-sealer'
import type { KeychainSealer } from './keychain-sealer'
import { OpenTill, type Origin } from './open-till'
import type { TillDatabase, TillFileOpening } from './till-database'
import { emptyDocument } from './till-document'
import { databaseOf, TillFiles } from './till-files'

/** `key`: what opens the ledgers, where only the document is gone or cannot be read. */
export type ClosedTill = { reason: ClosedReason; key: OpenKey | null }

export interface TillOpenerDeps {
  folder: string
  /** The keychain of this computer as it is now; null where there is none to trust. */
  keychain: () => KeychainSealer | null
  random: RandomBytes
  log: Log
}

/** Finds out what a data folder holds, and opens it or says why not: by `decideOpening`. */
export class TillOpener {
  readonly keyFile: KeyFile
  readonly files: TillFiles

  constructor(private readonly deps: TillOpenerDeps) {
    this.keyFile = new KeyFile(deps.folder)
    this.files = new TillFiles(deps.folder, deps.random, deps.log)
  }

  /** With what the computer itself has. Never throws. */
  open(): OpenTill | ClosedTill {
    try {
      const reading = this.keyFile.read()
      if (reading.state === 'sound') return this.#openByComputer(reading.documents)
      if (reading.state === 'newer') return closedFor('newer')
      if (reading.state === 'damaged' || this.#hasFiles()) return closedFor('key-gone')
      return this.#opened(newKey(this.deps.random), null)
    } catch (error) {
      this.deps.log.error('store-not-opened', { error })
      return closedFor('failed')
    }
  }

  /** The keys of key.json that a passphrase or a recovery code opens. Takes half a second by design. */
  async keysFor(typed: string): Promise<OpenKey[]> {
    const reading = this.keyFile.read()
    const documents = reading.state === 'sound' ? reading.documents : []
    const keys: OpenKey[] = []
    for (const document of documents) {
      const key = await openByText(document, typed, this.deps.random)
      if (key) keys.push(key)
    }
    return keys
  }

  /**
   * Goes on with the key that leads furthest: the copies of key.json differ after a crash or an exchange. An owner who
   * is proven goes on without a document where all of `till.db` is gone. `otherwise`: another key.json is there, which
   * nothing opens now; it comes before one that leads to nothing.
   */
  openWith(
    keys: readonly OpenKey[],
    isProven: boolean,
    otherwise: ClosedReason | null = null,
  ): OpenTill | ClosedTill {
    const found = keys.map(key => this.#find(key))
    const [best] = found.toSorted((one, other) => rankOf(other.opening) - rankOf(one.opening))
    for (const each of found) if (each !== best) each.database?.close()
    if (!best) return closedFor(otherwise ?? 'key-gone')
    const { key, opening, database } = best
    if (opening.do === 'open' && database)
      return this.#opened(key, database, opening.copy === null ? 'file' : 'copy')
    database?.close()
    const isLost = rankOf(opening) <= rankOf({ do: 'close', reason: 'gone' })
    if (otherwise !== null && isLost) return closedFor(otherwise)
    if (opening.do === 'begin') {
      this.files.setAside()
      return this.#opened(key, null)
    }
    if (opening.do !== 'close') return closedFor('failed')
    if (!isProven || opening.reason !== 'gone') return { reason: opening.reason, key }
    this.files.setAside()
    const empty = this.files.create(key.key, { document: emptyDocument, number: 0 })
    return this.#opened(key, empty, 'nothing')
  }

  #opened(key: OpenKey, database: TillDatabase | null, origin: Origin = 'file'): OpenTill {
    const { files, keyFile } = this
    return new OpenTill({ ...this.deps, files, keyFile }, key, database, origin)
  }

  #hasFiles(): boolean {
    return this.files.exist() || this.#hasLedger('practice', 'sandbox', 'production')
  }

  #hasLedger(...kinds: readonly ConnectionKind[]): boolean {
    return kinds.some(kind => existsSync(join(this.deps.folder, ledgerFileName(kind))))
  }

  #openByComputer(documents: readonly KeyContent[]): OpenTill | ClosedTill {
    const keychain = this.deps.keychain()
    const keys = documents.map(each => openByComputer(each, keychain))
    const unopened = documents.filter((_, place) => keys[place] === null)
    const hasKeychain = unopened.some(({ key }) => !('open' in key) && key.keychains.length > 0)
    const computer = keychain === null ? 'keychain-away' : 'keychain-other'
    const otherwise = hasKeychain ? computer : 'passphrase'
    return this.openWith(
      keys.filter(each => each !== null),
      false,
      unopened.length > 0 ? otherwise : null,
    )
  }

  #find(key: OpenKey): { key: OpenKey; opening: Opening; database: TillDatabase | null } {
    const main = this.files.open(key.key)
    const known = {
      isProtected: isProtected(key.content),
      hasRealLedger: this.#hasLedger('sandbox', 'production'),
      main: factsOf(main),
    }
    const opening = decideOpening({ ...known, copies: null })
    if (opening.do !== 'look-at-copies') return { key, opening, database: databaseOf(main) }
    const copies = this.files.copies()
    const opened = copies.map(copy => this.files.openCopy(copy, key.key))
    const decided = decideOpening({ ...known, copies: opened.map(factsOf) })
    for (const file of [main, ...opened]) databaseOf(file)?.close()
    const copy = decided.do === 'open' && decided.copy !== null ? copies[decided.copy] : undefined
    return { key, opening: decided, database: copy ? this.files.restore(copy, key.key) : null }
  }
}

export function closedFor(reason: ClosedReason): ClosedTill {
  return { reason, key: null }
}

function factsOf(opening: TillFileOpening): FoundFile {
  return opening.state === 'sound' ? { state: 'sound', number: opening.number } : opening
}
