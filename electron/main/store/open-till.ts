import type { Log } from '../platform/log'
import { databaseFailure } from './database'
import type { Effort } from './derivation'
import {
  isProtected,
  type KeyFile,
  type OpenKey,
  protectedKey,
  withKeychain,
  withPassphrase,
  withRecoveryCode,
} from './key-file'
import type { RandomBytes } from './key-sealer'
import type { KeychainSealer } from './keychain-sealer'
import type { TillDatabase, TillFileOpening } from './till-database'
import { emptyDocument } from './till-document'
import type { TillFiles } from './till-files'

/** Thrown where the store cannot do what was asked; then all is as it was. */
export class StoreFailed extends Error {
  override readonly name = 'StoreFailed'
  constructor(
    /** `passphrase-needed`: there is no keychain, and no passphrase was chosen yet. */
    readonly reason: 'till-closed' | 'passphrase-needed' | 'storage-failed',
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options)
  }
}

/** What the disk or the engine did is expected; anything else is a fault of the till. */
export function asStoreFailed(error: unknown, log: Log): unknown {
  const { code } = Object(error) as { code?: unknown }
  const isDisk = databaseFailure(error) !== 'other' || typeof code === 'string'
  if (error instanceof StoreFailed || !isDisk) return error
  log.error('store-not-written', { error })
  return new StoreFailed('storage-failed', databaseFailure(error), { cause: error })
}

/** Where a till's document is from: the file itself, a copy that took its place, or neither. */
export type Origin = 'file' | 'copy' | 'nothing'

/** A till whose key is open: its key, its file, and how both are written. Throws what node:fs and the database throw. */
export class OpenTill {
  /** The copy that takes the file's place: it alone opens with the key. Until it has, it is read and not written. */
  #replacement: string | null = null

  constructor(
    private readonly parts: {
      files: TillFiles
      keyFile: KeyFile
      /** The keychain of this computer as it is now; null where there is none to trust. */
      keychain: () => KeychainSealer | null
      random: RandomBytes
      log: Log
    },
    public key: OpenKey,
    /** Null: the file is made at the first write. */
    public database: TillDatabase | null,
    readonly origin: Origin = 'file',
  ) {}

  /** The file, made at its first use. */
  writable(): TillDatabase {
    const there = this.repaired()
    if (there) return there
    this.persistKey()
    this.database = this.parts.files.create(this.key.key, { document: emptyDocument, number: 0 })
    return this.database
  }

  /** The file as it can be written, opened again after a write that failed; null where there is none yet. */
  repaired(): TillDatabase | null {
    const { files } = this.parts
    const { key } = this.key
    if (this.#replacement) this.#exchange(files.adopt(this.#replacement, key))
    // What reached the disk is the truth; where it does not open now, what was read stays readable.
    else if (this.database?.isSuspect()) this.#exchange(files.open(key))
    return this.database
  }

  /** The key is on the disk when it returns. */
  persistKey(): void {
    const { keyFile } = this.parts
    if (keyFile.read().state === 'none') keyFile.write(this.key)
  }

  /**
   * The first secret: from here on a fresh key, which no person could have copied, is protected by the keychain. False
   * where there is no keychain.
   */
  protectByKeychain(): boolean {
    if (isProtected(this.key.content)) return true
    const keychain = this.parts.keychain()
    const wrapped = keychain && withKeychain(protectedKey(this.key, this.parts.random), keychain)
    if (wrapped) this.#adopt(wrapped)
    return wrapped !== null
  }

  async protectByPassphrase(text: string, effort: Effort): Promise<void> {
    const { random } = this.parts
    const base = isProtected(this.key.content) ? this.key : protectedKey(this.key, random)
    this.#adopt(await withPassphrase(base, text, { random, effort }))
  }

  /**
   * key.json learns what the document says: after a crash it is behind, and one of its copies may be damaged. A till
   * that was opened by a text gets a wrapper of the keychain that is there now.
   */
  writeKey(): void {
    const { keyFile, keychain, random, log } = this.parts
    const { content } = this.key
    if (!isProtected(content) || this.database === null) return
    // A till that a passphrase alone protects stays so.
    const computer = content.key.keychains.length > 0 ? keychain() : null
    const wrapped = (computer && withKeychain(this.key, computer)) ?? this.key
    const code = this.database.document().recovery?.code
    this.key = code ? withRecoveryCode(wrapped, code, random) : wrapped
    try {
      keyFile.write(this.key)
    } catch (error) {
      log.error('key-file-not-written', { error })
    }
  }

  copy(): void {
    if (this.database) this.parts.files.copy(this.database, this.key.key)
  }

  #exchange(opening: TillFileOpening): void {
    if (opening.state !== 'sound')
      throw Object.assign(new Error(`till.db: ${opening.state}`), { code: 'EIO' })
    this.database?.close()
    this.database = opening.database
    this.#replacement = null
  }

  /**
   * Another key, or another wrapper of the same. A new key's file is made as a copy: once key.json has the key
   * it is the only file that opens, and takes the place of the old one: now, at the next write, or at the next start.
   */
  #adopt(next: OpenKey): void {
    const { files, keyFile } = this.parts
    if (next.key.equals(this.key.key)) keyFile.write(next)
    else {
      const copy = this.#copyUnder(next)
      this.#exchange(files.openCopy(copy, next.key))
      this.#replacement = copy
      files.forgetCopiesBut(copy)
    }
    this.key = next
  }

  /** Gives the copy, once key.json has its key. Throws, and then all is as it was: a full disk is the usual reason. */
  #copyUnder(next: OpenKey): string {
    const { files, keyFile, random, log } = this.parts
    const copy = files.nextCopy()
    try {
      this.writable().copyUnder(next.key, copy, random).close()
      keyFile.write(next)
      return copy
    } catch (error) {
      files.removeCopy(copy)
      try {
        keyFile.write(this.key)
      } catch (unwritten) {
        log.error('key-file-not-written', { error: unwritten })
      }
      throw error
    }
  }
}
