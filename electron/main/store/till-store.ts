import { timingSafeEqual } from 'node:crypto'
import type {
  AuditAction,
  AuditDetail,
  AuditEntry,
  NumberedEntry,
} from '../../../shared/audit-entry'
import type { ConnectionKind } from '../../../shared/connection'
import type { ClosedReason, Protection } from '../../../shared/ipc/till-state'
import type { Person } from '../../../shared/person'
import type { Clock } from '../platform/clock'
import { databaseFailure } from './database'
import type { Effort } from './derivation'
import {
  isOpenedBy,
  isProtected,
  ledgerKeyOf,
  type OpenKey,
  protectedKey,
  withKeychain,
  withPassphrase,
  withRecoveryCode,
} from './key-file'
import { type CountedTries, createLockouts, type Lockouts } from './lockouts'
import { DEFAULT_EFFORT, isLongEnough } from './passphrase-lock'
import { newRecoveryCode } from './recovery-code'
import type { AuditQuery, TillDatabase } from './till-database'
import { emptyDocument, type TillDocument } from './till-document'
import {
  type AcceptedOlder,
  type ClosedTill,
  closedFor,
  type OpenTill,
  TillOpener,
  type TillOpenerDeps,
  typedText,
} from './till-opener'

/** Thrown where the store cannot do what was asked; then all is as it was. */
export class StoreFailed extends Error {
  override readonly name = 'StoreFailed'
  constructor(
    /** `passphrase-needed`: there is no keychain, and nobody has chosen a passphrase yet. */
    readonly reason: 'till-closed' | 'passphrase-needed' | 'storage-failed',
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options)
  }
}

/** What became of a text that was typed to open the till or to prove the owner. */
export type Unlocking =
  | { result: 'done' }
  /** How long nobody may try another one, ms; 0 is not at all. */
  | { result: 'wrong'; pauseMs: number }

export interface TillStoreDeps extends TillOpenerDeps {
  clock: Clock
  /** A pause after wrong texts is over. */
  changed: () => void
  /** What a new passphrase costs to try; the default unless told. */
  effort?: Effort
}

type Change = (document: TillDocument) => TillDocument

/** The texts that are tried, as the lockouts name them. */
const texts = 'texts'

/**
 * All that the till must not lose and that nobody may change behind its back: its key, its people, the API
 * keys, the settings that decide about money and trust, and the audit log. `docs/security.md` says what that
 * promises. While it is closed it says why, and its document is an empty one. What cannot be written throws
 * StoreFailed, and then all is as it was.
 */
export class TillStore {
  readonly #deps: TillStoreDeps
  readonly #opener: TillOpener
  readonly #lockouts: Lockouts
  #till: OpenTill | ClosedTill
  #generationListener: (generation: number) => void = () => undefined
  #queue: Promise<unknown> = Promise.resolve()
  #depth = 0
  #wrongTexts = 0

  constructor(deps: TillStoreDeps) {
    this.#deps = deps
    this.#opener = new TillOpener(deps)
    this.#lockouts = createLockouts({ clock: deps.clock, ended: deps.changed })
    this.#till = closedFor('failed')
    this.reopen()
  }

  /** Why nothing of the till can be read; null while it is open. */
  closed(): ClosedReason | null {
    return 'reason' in this.#till ? this.#till.reason : null
  }

  document(): TillDocument {
    return this.database()?.document() ?? emptyDocument
  }

  generation(): number {
    return this.database()?.generation() ?? 0
  }

  protection(): Protection {
    const content = this.#till.key?.content
    const wrapped = content && isProtected(content) ? content.key : null
    const hasPassphrase = wrapped?.passphrase != null
    const { keys, recovery } = this.document()
    return {
      isProtected: wrapped !== null || this.closed() !== null,
      keychain: this.#deps.keychain()?.backend ?? null,
      hasPassphrase,
      recoveryMadeAt: recovery?.madeAt ?? null,
      hasProof: [recovery, keys.production, keys.sandbox].some(Boolean) || hasPassphrase,
      pauseMs: this.#lockouts.left(texts),
    }
  }

  /** Tries again what may have come back: the keychain, or the disk. */
  reopen(): void {
    this.database()?.close()
    this.#goOn(this.#opener.open())
  }

  /**
   * Opens the till with a passphrase or a recovery code; where the document found is an older one or none, that is
   * also the owner's proof. The API secret of an older document proves the owner too. Takes half a second.
   */
  open(typed: string): Promise<Unlocking> {
    return this.#try(async () => {
      const known = 'reason' in this.#till ? this.#till : null
      const older = known && this.#opener.openOlderOf(known)
      const isSecret = older !== null && secretFits(older.document(), typed)
      older?.close()
      const keys = isSecret && known?.key ? [known.key] : await this.#opener.keysFor(typed)
      if (keys.length === 0) return false
      this.#openProven(keys)
      return true
    })
  }

  /**
   * Goes on from an older document whose owner is proven by `judge`, which gets it with what opens the ledgers.
   * A wrong proof counts like a wrong text.
   */
  acceptOlder(
    judge: (document: TillDocument, key: OpenKey) => Promise<boolean>,
  ): Promise<Unlocking> {
    return this.#try(async () => {
      const known = 'reason' in this.#till ? this.#till : null
      const older = known && this.#opener.openOlderOf(known)
      const document = older?.document()
      older?.close()
      if (!known?.key || !document || !(await judge(document, known.key))) return false
      this.#openProven([known.key])
      return true
    })
  }

  /** Whether the text proves the owner: recovery code, passphrase, or an API secret of this till. */
  proves(typed: string): Promise<Unlocking> {
    return this.#try(async () => {
      const { key } = this.#open()
      return (
        secretFits(this.document(), typed) ||
        (await isOpenedBy(key, typedText(typed), this.#deps.random))
      )
    })
  }

  /** Changes what an older file must not bring back, with the audit entries of it. */
  commit(change: Change, ...entries: readonly AuditEntry[]): void {
    this.together(() => {
      const database = this.#writable()
      database.transaction(() => {
        for (const entry of entries) database.append(entry)
        database.put(change(database.document()), database.generation() + 1)
      })
    })
  }

  /** As `commit`, of what is secret or is about people: from the first such change on the till is protected. */
  commitSecret(change: Change, ...entries: readonly AuditEntry[]): void {
    this.#protectByKeychain()
    this.commit(change, ...entries)
  }

  /** As `commit`, of where chains end and what was acknowledged: it makes no older file noticed. */
  commitUncounted(
    change: (document: TillDocument) => Partial<Pick<TillDocument, 'ends' | 'acknowledged'>>,
  ): void {
    this.together(() => this.#writable().putUncounted(change(this.document())))
  }

  /** Adds to the audit log; on the disk when it returns. */
  append(entry: AuditEntry): void {
    this.together(() => this.#writable().append(entry))
  }

  entry(action: AuditAction, person: Person | null, detail: AuditDetail = {}): AuditEntry {
    return { at: this.#deps.clock.wall(), person, action, detail }
  }

  /** All that is written in here, up to the first wait, is one transaction. */
  together<Value>(work: () => Value): Value {
    if (this.#depth > 0) return work()
    const before = this.generation()
    this.#depth += 1
    let value: { of: Value }
    try {
      const database = this.database()?.isSuspect() ? this.#writable() : this.database()
      const boxed = () => ({ of: work() })
      value = database ? database.transaction(boxed) : boxed()
    } catch (error) {
      throw this.#asStoreFailed(error)
    } finally {
      this.#depth -= 1
    }
    if (this.generation() !== before) this.#generationChanged()
    return value.of
  }

  list(query: AuditQuery): NumberedEntry[] {
    return this.#guarded(() => this.database()?.list(query) ?? [])
  }

  tries(): CountedTries[] {
    return this.database()?.tries() ?? []
  }

  saveTries(tries: CountedTries): void {
    this.together(() => this.#writable().saveTries(tries))
  }

  /** What holds the audit log; null while the till is closed, or nothing was ever written. */
  database(): TillDatabase | null {
    return 'database' in this.#till ? this.#till.database : null
  }

  /** What a ledger is encrypted with, on the disk before it is returned. */
  ledgerKey(kind: ConnectionKind): Buffer {
    const { key } = this.#open()
    this.#persistKey(key)
    return ledgerKeyOf(key, kind)
  }

  /** The key with its ids. Null while nothing opens it; a till may be closed all the same. */
  key(): OpenKey | null {
    return this.#till.key
  }

  /** Told of the generation that is there now, and of each new one. */
  onGeneration(listener: (generation: number) => void): void {
    this.#generationListener = listener
    listener(this.generation())
  }

  /**
   * A ledger was open with this generation. Where the till's file is older, it was put back with key.json: a copy takes
   * its place, or the till is closed. Whether that was so.
   */
  foundOlder(seen: number): boolean {
    if ('reason' in this.#till || seen <= this.generation()) return false
    const { key, database } = this.#till
    database?.close()
    this.#opener.sawGeneration(seen)
    this.#goOn(this.#opener.openWith([key], null))
    return true
  }

  /** A copy of the till's file besides those that each change makes. */
  copy(): void {
    const { key, database } = this.#open()
    this.#guarded(() => database && this.#opener.files.copy(database, key.key))
  }

  /** Protects the till with a passphrase; where a keychain is there, only in addition to it. */
  createPassphrase(text: string): Promise<'done' | 'too-short' | 'exists'> {
    return this.#oneAtATime(async () => {
      if (!isLongEnough(text)) return 'too-short'
      const { hasPassphrase, keychain } = this.protection()
      const { key } = this.#open()
      if (hasPassphrase || (keychain !== null && !isProtected(key.content))) return 'exists'
      const { random, effort = DEFAULT_EFFORT } = this.#deps
      const base = isProtected(key.content) ? key : protectedKey(key, random)
      this.#adoptKey(await withPassphrase(base, text, { random, effort }))
      return 'done'
    })
  }

  /** A new recovery code; the one before opens nothing any more. */
  newRecoveryCode(entry: AuditEntry): string {
    const code = newRecoveryCode(this.#deps.random)
    const recovery = { code, madeAt: this.#deps.clock.wall() }
    this.commitSecret(document => ({ ...document, recovery }), entry)
    // A code that opens nothing must not be printed: here a file that was not written is an error.
    const { key } = this.#open()
    this.#guarded(() => this.#opener.keyFile.write(key))
    return code
  }

  stop(): void {
    this.#lockouts.stop()
    this.database()?.close()
    this.#till = closedFor('failed')
  }

  #open(): OpenTill {
    if ('database' in this.#till) return this.#till
    throw new StoreFailed('till-closed', this.#till.reason)
  }

  #goOn(till: OpenTill | ClosedTill): void {
    this.#till = till
    if ('reason' in till) this.#deps.log.warn('store-closed', { reason: till.reason })
    else this.#writeKey()
    this.#generationListener(this.generation())
  }

  #openProven(keys: Parameters<TillOpener['openWith']>[0]): void {
    this.database()?.close()
    const accepted: AcceptedOlder[] = []
    this.#goOn(this.#opener.openWith(keys, older => accepted.push(older)))
    for (const older of accepted) this.#accept(older)
  }

  /** What an owner accepted becomes the newest there is. */
  #accept({ found, known }: AcceptedOlder): void {
    const entry = this.entry('older-till-accepted', null, { found, known })
    this.together(() => {
      const database = this.#writable()
      database.append(entry)
      database.put(database.document(), Math.max(known, database.generation()) + 1)
    })
  }

  /** The file, made at its first use; opened again after a write that failed. */
  #writable(): TillDatabase {
    const till = this.#open()
    if (till.database?.isSuspect()) {
      // What reached the disk is the truth; where it does not open now, what was read stays readable.
      const opening = this.#opener.files.open(till.key.key)
      if (opening.state !== 'sound') throw new StoreFailed('storage-failed', opening.state)
      till.database.close()
      till.database = opening.database
    }
    if (till.database === null) {
      this.#persistKey(till.key)
      const sealed = { document: emptyDocument, generation: till.key.content.generation }
      till.database = this.#opener.files.create(till.key.key, sealed)
    }
    return till.database
  }

  /** The first secret: from here on a fresh key, which nobody could have copied, is protected by the keychain. */
  #protectByKeychain(): void {
    const { key } = this.#open()
    if (isProtected(key.content)) return
    const keychain = this.#deps.keychain()
    const wrapped = keychain && withKeychain(protectedKey(key, this.#deps.random), keychain)
    if (!wrapped) throw new StoreFailed('passphrase-needed', 'There is no keychain')
    this.#adoptKey(wrapped)
  }

  /**
   * Another key, or another wrapper of the same. A new key's file is made as a copy: once key.json has the key
   * it is the only file that opens, and takes the place of the old one, now or at the next start.
   */
  #adoptKey(next: OpenKey): void {
    const till = this.#open()
    const { files, keyFile } = this.#opener
    this.#guarded(() => {
      if (next.key.equals(till.key.key)) keyFile.write(next)
      else {
        const copy = files.nextCopy()
        this.#writable().copyUnder(next.key, copy, this.#deps.random).close()
        keyFile.write(next)
        till.database?.close()
        files.forgetAllBut(copy)
        till.database = this.#opener.putBack(copy, next)
      }
      till.key = next
    })
  }

  #persistKey(key: OpenKey): void {
    const { keyFile } = this.#opener
    this.#guarded(() => {
      if (keyFile.read().state === 'none') keyFile.write(key)
    })
  }

  #generationChanged(): void {
    const { key, database } = this.#open()
    try {
      if (database) this.#opener.files.copy(database, key.key)
    } catch (error) {
      // The change is on the disk; the next one makes a copy again.
      this.#deps.log.error('till-not-copied', { error })
    }
    this.#writeKey()
    this.#generationListener(this.generation())
  }

  /**
   * key.json learns what the document says: after a crash it is behind, and one of its copies may be damaged. A till
   * that was opened by a text gets a wrapper of the keychain that is there now.
   */
  #writeKey(): void {
    const till = this.#open()
    const { content } = till.key
    if (!isProtected(content) || till.database === null) return
    const generation = Math.max(content.generation, this.generation())
    const counted = { ...till.key, content: { ...content, generation } }
    const keychain = content.key.keychains.length > 0 ? this.#deps.keychain() : null
    const wrapped = (keychain && withKeychain(counted, keychain)) ?? counted
    const code = this.document().recovery?.code
    till.key = code ? withRecoveryCode(wrapped, code, this.#deps.random) : wrapped
    try {
      if (!this.#opener.keyFile.holds(till.key)) this.#opener.keyFile.write(till.key)
    } catch (error) {
      this.#deps.log.error('key-file-not-written', { error })
    }
  }

  #guarded<Value>(work: () => Value): Value {
    try {
      return work()
    } catch (error) {
      throw this.#asStoreFailed(error)
    }
  }

  /** What the disk or the engine did is expected; anything else is a fault of the till. */
  #asStoreFailed(error: unknown): unknown {
    const { code } = Object(error) as { code?: unknown }
    const isDisk = databaseFailure(error) !== 'other' || typeof code === 'string'
    if (error instanceof StoreFailed || !isDisk) return error
    this.#deps.log.error('store-not-written', { error })
    return new StoreFailed('storage-failed', databaseFailure(error), { cause: error })
  }

  /** Wrong texts wait: five are free. */
  #try(work: () => Promise<boolean>): Promise<Unlocking> {
    return this.#oneAtATime(async () => {
      const pauseMs = this.#lockouts.left(texts)
      if (pauseMs > 0) return { result: 'wrong', pauseMs }
      if (await work()) {
        this.#wrongTexts = 0
        return { result: 'done' }
      }
      this.#wrongTexts += 1
      this.#lockouts.begin({ id: texts, wrong: this.#wrongTexts })
      return { result: 'wrong', pauseMs: this.#lockouts.left(texts) }
    })
  }

  /** Each takes 128 MB, and a second must not overtake a first. */
  #oneAtATime<Value>(work: () => Promise<Value>): Promise<Value> {
    const next = this.#queue.then(work, work) // the failure of an earlier one is its own caller's
    this.#queue = next
    return next
  }
}

function secretFits({ keys }: TillDocument, typed: string): boolean {
  return [keys.production, keys.sandbox].some(
    kept => kept !== null && isSame(kept.apiSecret, typed),
  )
}

function isSame(text: string, typed: string): boolean {
  const [expected, given] = [Buffer.from(text), Buffer.from(typed.trim())]
  return expected.length === given.length && timingSafeEqual(expected, given)
}
