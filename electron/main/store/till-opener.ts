import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { ConnectionKind } from '../../../shared/connection'
import type { ClosedReason } from '../../../shared/ipc/till-state'
import type { Log } from '../platform/log'
import { decideOpening, type FoundFile, type Opening, rankOf } from './decide-opening'
import {
  isProtected,
  type KeyDocument,
  KeyFile,
  type KeyOpening,
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

/** `key`: what opens the ledgers, where only the document is missing or older. */
export type ClosedTill = { reason: ClosedReason; opening: Opening | null; key: OpenKey | null }

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
  /** The newest generation that a ledger has seen. */
  #seen = 0

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
  async keysFor(typed: string): Promise<NonNullable<KeyOpening>[]> {
    const reading = this.keyFile.read()
    const documents = reading.state === 'sound' ? reading.documents : []
    const keys: NonNullable<KeyOpening>[] = []
    for (const document of documents) {
      const key = await openByText(document, typed, this.deps.random)
      if (key) keys.push(key)
    }
    return keys
  }

  /**
   * Goes on with the key that leads furthest: the copies of key.json differ after a crash or an exchange. An owner
   * who is proven goes on from an older document, or from none. Where no key vouches for its file, the wrappers and
   * ledger ids in it cannot be trusted: key.json is gone. `otherwise`: another key.json is there, which nothing
   * opens now; it comes before one that leads to nothing.
   */
  openWith(
    keys: readonly NonNullable<KeyOpening>[],
    isProven: boolean,
    otherwise: ClosedReason | null = null,
  ): OpenTill | ClosedTill {
    const found = keys.flatMap(key => (key === 'edited' ? [] : this.#find(key)))
    const [best] = found.toSorted((one, other) => rankOf(other.opening) - rankOf(one.opening))
    for (const each of found) if (each !== best) each.database?.close()
    if (!best) return closedFor(otherwise ?? 'key-gone')
    const { key, opening, database } = best
    if (opening.do === 'open' && database)
      return this.#opened(key, database, { isCopy: opening.copy !== null, accepted: null })
    database?.close()
    const isLost = rankOf(opening) <= rankOf({ do: 'close', reason: 'gone' })
    if (otherwise !== null && isLost) return closedFor(otherwise)
    if (opening.do === 'begin') {
      this.files.setAside()
      return this.#opened(key, null)
    }
    if (opening.do !== 'close') return closedFor('failed')
    const isOlder = opening.reason === 'older' || opening.reason === 'gone'
    return isProven && isOlder
      ? this.#openOlder(key, opening)
      : { reason: opening.reason, opening, key }
  }

  /** The document of a till that is closed because it is older; null where there is none. */
  openOlderOf({ key, opening }: ClosedTill): TillDatabase | null {
    if (key === null || opening?.do !== 'close' || opening.reason !== 'older') return null
    const copy = opening.copy === null ? undefined : this.files.copies()[opening.copy]
    return databaseOf(copy ? this.files.openCopy(copy, key.key) : this.files.open(key.key))
  }

  /** No older document is the till's newest from now on. */
  sawGeneration(generation: number): void {
    this.#seen = generation
  }

  #opened(key: OpenKey, database: TillDatabase | null, origin?: Origin): OpenTill {
    const { files, keyFile } = this
    return new OpenTill({ ...this.deps, files, keyFile }, key, database, origin)
  }

  #hasFiles(): boolean {
    return this.files.exist() || this.#hasLedger('practice', 'sandbox', 'production')
  }

  #hasLedger(...kinds: readonly ConnectionKind[]): boolean {
    return kinds.some(kind => existsSync(join(this.deps.folder, ledgerFileName(kind))))
  }

  #openByComputer(documents: readonly KeyDocument[]): OpenTill | ClosedTill {
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
    const generation = this.#newest(key)
    const known = {
      generation,
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

  #openOlder(key: OpenKey, opening: Opening & { do: 'close' }): OpenTill {
    const older = opening.reason === 'older' ? opening : null
    const copy = older?.copy == null ? undefined : this.files.copies()[older.copy]
    const found =
      older && (copy ? this.files.restore(copy, key.key) : databaseOf(this.files.open(key.key)))
    if (!found) this.files.setAside()
    const known = this.#newest(key)
    const sealed = { document: emptyDocument, generation: known }
    const database = found ?? this.files.create(key.key, sealed)
    const counted = { ...key, content: { ...key.content, generation: known } }
    const accepted = { found: older?.generation ?? null, known }
    return this.#opened(counted, database, { isCopy: false, accepted })
  }

  #newest({ content }: OpenKey): number {
    return Math.max(content.generation, this.#seen)
  }
}

export function closedFor(reason: ClosedReason): ClosedTill {
  return { reason, opening: null, key: null }
}

function factsOf(opening: TillFileOpening): FoundFile {
  return opening.state === 'sound' ? { state: 'sound', generation: opening.generation } : opening
}
