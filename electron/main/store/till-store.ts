import type {
  AuditAction,
  AuditDetail,
  AuditEntry,
  NumberedEntry,
} from '../../../shared/audit-entry'
import type { ConnectionKind } from '../../../shared/connection'
import type { ClosedReason, Protection } from '../../../shared/ipc/till-state'
import { isLongEnough, shortestPassphrase } from '../../../shared/passphrase'
import type { Person } from '../../../shared/person'
import type { Clock } from '../platform/clock'
import type { Effort } from './derivation'
import { isOpenedBy, isProtected, ledgerKeyOf, type OpenKey } from './key-file'
import { type CountedTries, TextTries, type Unlocking } from './lockouts'
import { asStoreFailed, type OpenTill, StoreFailed } from './open-till'
import { DEFAULT_EFFORT } from './passphrase-lock'
import { newRecoveryCode, readRecoveryCode } from './recovery-code'
import type { AuditQuery, TillDatabase } from './till-database'
import { emptyDocument, hasSecret, type TillDocument } from './till-document'
import { type ClosedTill, closedFor, TillOpener, type TillOpenerDeps } from './till-opener'

export interface TillStoreDeps extends TillOpenerDeps {
  clock: Clock
  /** A pause after wrong texts is over. */
  changed: () => void
  /** What a new passphrase costs to try; the default unless told. */
  effort?: Effort
}

type Change = (document: TillDocument) => TillDocument

/** More than any till makes. */
const mostChanges = 2 ** 40

/**
 * All that the till must not lose and that no one may change behind its back: its key, its people, the API
 * keys, the settings that decide about money and trust, and the audit log. `docs/security.md` says what that
 * promises. While it is closed it says why, and its document is an empty one. What cannot be written throws
 * StoreFailed, and then all is as it was.
 */
export class TillStore {
  readonly #opener: TillOpener
  readonly #tries: TextTries
  #till: OpenTill | ClosedTill
  #generationListener: (generation: number) => void = () => undefined
  #depth = 0

  constructor(private readonly deps: TillStoreDeps) {
    this.#opener = new TillOpener(deps)
    this.#tries = new TextTries(deps.clock, deps.changed)
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
      keychain: this.deps.keychain()?.backend ?? null,
      hasPassphrase,
      recoveryMadeAt: recovery?.madeAt ?? null,
      hasProof: [recovery, keys.production, keys.sandbox].some(Boolean) || hasPassphrase,
      pauseMs: this.#tries.pauseMs(),
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
    return this.#tries.try(async () => {
      const older = this.#older()
      const isSecret = older !== null && hasSecret(older.document, typed)
      const keys = isSecret ? [older.key] : await this.#opener.keysFor(typed)
      if (keys.length === 0) return false
      return this.#openProven(keys, isSecret ? null : readRecoveryCode(typed))
    })
  }

  /** Goes on from an older document whose owner `judge` proves. A wrong proof counts like a wrong text. */
  acceptOlder(
    judge: (document: TillDocument, key: OpenKey) => Promise<boolean>,
  ): Promise<Unlocking> {
    return this.#tries.try(async () => {
      const older = this.#older()
      if (older === null || !(await judge(older.document, older.key))) return false
      return this.#openProven([older.key], null)
    })
  }

  /** Whether the text proves the owner: recovery code, passphrase, or an API secret of this till. */
  proves(typed: string): Promise<Unlocking> {
    return this.#tries.try(async () => {
      const { key } = this.#open()
      return hasSecret(this.document(), typed) || isOpenedBy(key, typed, this.deps.random)
    })
  }

  /** Changes what an older file must not bring back, with the audit entries of it. */
  commit(change: Change, ...entries: readonly AuditEntry[]): void {
    this.together(() => {
      const database = this.#open().writable()
      database.transaction(() => {
        for (const entry of entries) database.append(entry)
        database.put(change(database.document()), database.generation() + 1)
      })
    })
  }

  /** As `commit`, of what is secret or is about people: from the first such change on the till is protected. */
  commitSecret(change: Change, ...entries: readonly AuditEntry[]): void {
    if (!this.#guarded(() => this.#open().protectByKeychain()))
      throw new StoreFailed('passphrase-needed', 'There is no keychain')
    this.commit(change, ...entries)
  }

  /** As `commit`, of where chains end and what was acknowledged: it makes no older file noticed. */
  commitUncounted(
    change: (document: TillDocument) => Partial<Pick<TillDocument, 'ends' | 'acknowledged'>>,
  ): void {
    this.together(() => this.#open().writable().putUncounted(change(this.document())))
  }

  /** Adds to the audit log; on the disk when it returns. */
  append(entry: AuditEntry): void {
    this.together(() => this.#open().writable().append(entry))
  }

  /** Adds what is done now to the audit log, as `append`: where it throws, the action is not done. */
  record(action: AuditAction, person: Person | null, detail?: AuditDetail): void {
    this.append(this.entry(action, person, detail))
  }

  /** For what must happen in any case, such as locking: an entry that could not be written is logged. */
  recordIfPossible(action: AuditAction, person: Person | null, detail?: AuditDetail): void {
    try {
      this.record(action, person, detail)
    } catch (error) {
      this.deps.log.error('audit-entry-not-written', { action, error })
    }
  }

  entry(action: AuditAction, person: Person | null, detail: AuditDetail = {}): AuditEntry {
    return { at: this.deps.clock.wall(), person, action, detail }
  }

  /** All that is written in here, up to the first wait, is one transaction. */
  together<Value>(work: () => Value): Value {
    if (this.#depth > 0) return work()
    const before = this.generation()
    this.#depth += 1
    // In a box: the work may go on after its first wait, which a transaction refuses.
    let value: { of: Value }
    try {
      value = this.#guarded(() => {
        const database = this.database()?.isSuspect() ? this.#open().writable() : this.database()
        const boxed = () => ({ of: work() })
        return database ? database.transaction(boxed) : boxed()
      })
    } finally {
      this.#depth -= 1
    }
    if (this.generation() !== before) this.#generationChanged()
    return value.of
  }

  /** The audit log, the newest first. */
  list(query: AuditQuery): NumberedEntry[] {
    return this.#guarded(() => this.database()?.list(query) ?? [])
  }

  tries(): CountedTries[] {
    return this.database()?.tries() ?? []
  }

  saveTries(tries: CountedTries): void {
    this.together(() => this.#open().writable().saveTries(tries))
  }

  /** What holds the audit log; null while the till is closed, or nothing was ever written. */
  database(): TillDatabase | null {
    return 'reason' in this.#till ? null : this.#till.database
  }

  /** What a ledger is encrypted with, on the disk before it is returned. */
  ledgerKey(kind: ConnectionKind): Buffer {
    const till = this.#open()
    this.#guarded(() => till.persistKey())
    return ledgerKeyOf(till.key, kind)
  }

  /** Null while nothing opens it; a till may be closed all the same. */
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
    // A ledger is not authenticated: a number that no till counts up to is damage.
    if ('reason' in this.#till || seen <= this.generation() || seen > mostChanges) return false
    const { key, database } = this.#till
    database?.close()
    this.#opener.sawGeneration(seen)
    this.#goOn(this.#opener.openWith([key], false))
    return true
  }

  /** A copy of the till's file besides those that each change makes. */
  copy(): void {
    this.#guarded(() => this.#open().copy())
  }

  /** Protects the till with a passphrase; where a keychain is there, only in addition to it. */
  createPassphrase(text: string): Promise<'done' | 'too-short' | 'exists'> {
    return this.#tries.oneAtATime(async () => {
      if (!isLongEnough(text, shortestPassphrase)) return 'too-short'
      const { hasPassphrase, keychain } = this.protection()
      const till = this.#open()
      if (hasPassphrase || (keychain !== null && !isProtected(till.key.content))) return 'exists'
      await till.protectByPassphrase(text, this.deps.effort ?? DEFAULT_EFFORT).catch(error => {
        throw asStoreFailed(error, this.deps.log)
      })
      return 'done'
    })
  }

  /** A new recovery code; the one before opens nothing any more. */
  newRecoveryCode(entry: AuditEntry): string {
    const code = newRecoveryCode(this.deps.random)
    const { recovery: before } = this.document()
    const recovery = { code, madeAt: this.deps.clock.wall() }
    this.commitSecret(document => ({ ...document, recovery }), entry)
    const { key } = this.#open()
    try {
      // A code that opens nothing must not be printed: here a file that was not written is an error.
      this.#guarded(() => this.#opener.keyFile.write(key))
    } catch (error) {
      // The new code was never shown: the one on paper stays valid.
      const notDone = this.entry('not-done', entry.person, { call: 'key.recoveryCode' })
      this.commit(document => ({ ...document, recovery: before }), notDone)
      throw error
    }
    return code
  }

  stop(): void {
    this.#tries.stop()
    this.database()?.close()
    this.#till = closedFor('failed')
  }

  #open(): OpenTill {
    if ('reason' in this.#till) throw new StoreFailed('till-closed', this.#till.reason)
    return this.#till
  }

  #goOn(till: OpenTill | ClosedTill): void {
    this.#till = till
    if ('reason' in till) this.deps.log.warn('store-closed', { reason: till.reason })
    else if (till.origin.accepted === null) till.writeKey()
    if (!('reason' in till) && till.origin.isCopy) this.#noteCopy()
    this.#generationListener(this.generation())
  }

  /** What was written since the copy was made is lost: the audit log says so. */
  #noteCopy(): void {
    try {
      this.append(this.entry('change-seen', null, { store: 'auditLog', kind: 'cut' }))
    } catch (error) {
      this.deps.log.error('audit-entry-not-written', { error })
    }
  }

  /** The older document that the till is closed for, with its key. */
  #older(): { document: TillDocument; key: OpenKey } | null {
    if (!('reason' in this.#till) || this.#till.key === null) return null
    const database = this.#opener.openOlderOf(this.#till)
    database?.close()
    return database && { document: database.document(), key: this.#till.key }
  }

  /** False where the code ended before, and an older key.json that still takes it was put back. */
  async #openProven(
    keys: Parameters<TillOpener['openWith']>[0],
    code: string | null,
  ): Promise<boolean> {
    this.database()?.close()
    const till = this.#opener.openWith(keys, true)
    if (!('reason' in till) && code !== null && isEnded(till, code)) {
      till.database?.close()
      return false
    }
    this.#goOn(till)
    if ('reason' in till || till.origin.accepted === null) return true
    // What an owner accepted becomes the newest there is.
    const { found, known } = till.origin.accepted
    const entry = this.entry('older-till-accepted', null, { found, known })
    const recovery = await this.#codeAfter(till, code)
    this.together(() => {
      const database = till.writable()
      database.append(entry)
      const document = { ...database.document(), recovery }
      database.put(document, Math.max(known, database.generation()) + 1)
    })
    return true
  }

  /** The code that key.json has: one in an older document may have ended since, and the newest is only on paper. */
  async #codeAfter(till: OpenTill, typed: string | null): Promise<TillDocument['recovery']> {
    const { recovery } = this.document()
    if (typed !== null && typed !== recovery?.code)
      return { code: typed, madeAt: this.deps.clock.wall() }
    if (recovery === null) return null
    return (await isOpenedBy(till.key, recovery.code, this.deps.random)) ? recovery : null
  }

  #generationChanged(): void {
    const till = this.#open()
    try {
      till.copy()
    } catch (error) {
      // The change is on the disk; the next one makes a copy again.
      this.deps.log.error('till-not-copied', { error })
    }
    till.writeKey()
    this.#generationListener(this.generation())
  }

  #guarded<Value>(work: () => Value): Value {
    try {
      return work()
    } catch (error) {
      throw asStoreFailed(error, this.deps.log)
    }
  }
}

/**
 * Whether the document has another code since more than one change: after a crash key.json may be one change behind,
 * and then the code on paper is the older one.
 */
function isEnded({ key, database, origin }: OpenTill, code: string): boolean {
  const recovery = database?.document().recovery
  if (!database || !recovery || origin.accepted !== null) return false
  return recovery.code !== code && database.generation() > key.content.generation + 1
}
