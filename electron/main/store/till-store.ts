import type {
  AuditAction,
  AuditDetail,
  AuditEntry,
  NumberedEntry,
} from '../../../shared/audit-entry'
import type { ConnectionKind } from '../../../shared/connection'
import { type OwnerProof, ownerProofs } from '../../../shared/ipc/result'
import type { ClosedReason, Protection } from '../../../shared/ipc/till-state'
import { isLongEnough, shortestPassphrase } from '../../../shared/passphrase'
import type { Person } from '../../../shared/person'
import type { Clock } from '../platform/clock'
import type { Effort } from './derivation'
import { isOpenedBy, isProtected, type KeyContent, ledgerKeyOf, type OpenKey } from './key-file'
import { type CountedTries, TextTries, type Unlocking } from './lockouts'
import { asStoreFailed, type OpenTill, type Origin, StoreFailed } from './open-till'
import { DEFAULT_EFFORT } from './passphrase-lock'
import { newRecoveryCode, readRecoveryCode } from './recovery-code'
import type { AuditQuery, TillDatabase } from './till-database'
import { emptyDocument, hasSecret, holdsSecret, type TillDocument } from './till-document'
import { type ClosedTill, closedFor, TillOpener, type TillOpenerDeps } from './till-opener'

export interface TillStoreDeps extends TillOpenerDeps {
  clock: Clock
  /** A pause after wrong texts is over. */
  changed: () => void
  /** What a new passphrase costs to try; the default unless told. */
  effort?: Effort
}

type Change = (document: TillDocument) => TillDocument

/** More changes than any till makes. */
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

  /** The number of the sealed row: it counts its changes. */
  sealedNumber(): number {
    return this.database()?.number() ?? 0
  }

  protection(): Protection {
    return {
      isProtected: this.#wrapped() !== null || this.closed() !== null,
      keychain: this.deps.keychain()?.backend ?? null,
      hasPassphrase: this.#hasPassphrase(),
      recoveryMadeAt: this.document().recovery?.madeAt ?? null,
      hasProof: this.proofs(true).length > 0,
      pauseMs: this.#tries.pauseMs(),
    }
  }

  /** Tries again what may have come back: the keychain, or the disk. */
  reopen(): void {
    this.database()?.close()
    this.#goOn(this.#opener.open())
  }

  /**
   * Opens the till with a passphrase or a recovery code. Where all of `till.db` is gone, only what proves an owner does.
   * Takes half a second.
   */
  open(typed: string): Promise<Unlocking> {
    return this.#tries.try(async () => {
      const keys = await this.#opener.keysFor(typed)
      if (keys.length === 0) return false
      this.database()?.close()
      const isProof = keys.every(({ content }) => mayProve(content, typed))
      this.#goOn(this.#opener.openWith(keys, isProof))
      return isProof || this.closed() !== 'gone'
    })
  }

  /** What proves an owner here; see `proves`. */
  proofs(withPin: boolean): OwnerProof[] {
    const { keys, recovery } = this.document()
    const found: Record<OwnerProof, boolean> = {
      code: recovery !== null,
      passphrase: this.#hasPassphrase() && (withPin || recovery === null),
      secret: keys.production !== null || keys.sandbox !== null,
    }
    return ownerProofs.filter(name => found[name])
  }

  /**
   * Whether the text proves an owner: the recovery code, or an API secret of this till. The passphrase opens and proves
   * nothing, unless there is no code yet, or an owner is signed in who types it as well (`withPin`).
   */
  proves(typed: string, withPin = false): Promise<Unlocking> {
    return this.#tries.try(async () => {
      const { key } = this.#open()
      if (hasSecret(this.document(), typed)) return true
      return (withPin || mayProve(key.content, typed)) && isOpenedBy(key, typed, this.deps.random)
    })
  }

  /**
   * Changes what an older file must not bring back, with the audit entries of it. From the first secret, or the first
   * person, on the till is protected.
   */
  commit(change: Change, ...entries: readonly AuditEntry[]): void {
    const needsProtection = holdsSecret(change(this.document()))
    if (needsProtection && !this.#guarded(() => this.#open().protectByKeychain()))
      throw new StoreFailed('passphrase-needed', 'There is no keychain')
    this.together(() => {
      const database = this.#open().writable()
      database.transaction(() => {
        for (const entry of entries) database.append(entry)
        database.put(change(database.document()), database.number() + 1)
      })
    })
  }

  /** Adds what is done now to the audit log, on the disk when it returns: where it throws, the action is not done. */
  record(action: AuditAction, person: Person | null, detail?: AuditDetail): void {
    this.together(() =>
      this.#open()
        .writable()
        .append(this.entry(action, person, detail)),
    )
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
    const before = this.sealedNumber()
    this.#depth += 1
    // In a box: the work may go on after its first wait, which a transaction refuses.
    let value: { of: Value }
    try {
      value = this.#guarded(() => {
        const database = 'reason' in this.#till ? null : this.#till.repaired()
        const boxed = () => ({ of: work() })
        return database ? database.transaction(boxed) : boxed()
      })
    } finally {
      this.#depth -= 1
    }
    if (this.sealedNumber() !== before) this.#documentChanged()
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

  /**
   * A ledger has noted this number of the sealed row. Where it is higher than that of the row here, an older `till.db`
   * was put back: it opens, and says so until an owner acknowledges it.
   */
  noteOlder(noted: number): void {
    // A ledger is not authenticated: a number that no till counts up to is damage.
    if (noted <= this.sealedNumber() || noted > mostChanges) return
    const [last] = this.list({ before: null, limit: 1 })
    const since = last?.at ?? null
    this.together(() => {
      const database = this.#open().writable()
      database.append(this.entry('older-till-opened', null, { since }))
      database.put({ ...database.document(), older: { since } }, noted + 1)
    })
  }

  /** A copy of the till's file besides those that each change makes: entries of the audit log alone make none. */
  copyIfPossible(): void {
    try {
      this.#open().copy()
    } catch (error) {
      this.deps.log.error('till-not-copied', { error })
    }
  }

  /**
   * A passphrase opens the till, next to the keychain where there is one; one before it ends. False where it is too short.
   */
  choosePassphrase(text: string): Promise<boolean> {
    return this.#tries.oneAtATime(async () => {
      if (!isLongEnough(text, shortestPassphrase)) return false
      const till = this.#open()
      this.#guarded(() => till.protectByKeychain())
      await till.protectByPassphrase(text, this.deps.effort ?? DEFAULT_EFFORT).catch(error => {
        throw asStoreFailed(error, this.deps.log)
      })
      return true
    })
  }

  /** A new recovery code; the one before opens nothing any more. */
  newRecoveryCode(entry: AuditEntry): string {
    const code = newRecoveryCode(this.deps.random)
    const { recovery: before } = this.document()
    const recovery = { code, madeAt: this.deps.clock.wall() }
    this.commit(document => ({ ...document, recovery }), entry)
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

  /** How the key is wrapped; null while it lies open, or is not known. */
  #wrapped() {
    const content = this.#till.key?.content
    return content && isProtected(content) ? content.key : null
  }

  #hasPassphrase(): boolean {
    return this.#wrapped()?.passphrase != null
  }

  #open(): OpenTill {
    if ('reason' in this.#till) throw new StoreFailed('till-closed', this.#till.reason)
    return this.#till
  }

  #goOn(till: OpenTill | ClosedTill): void {
    this.#till = till
    if ('reason' in till) this.deps.log.warn('store-closed', { reason: till.reason })
    else till.writeKey()
    if (!('reason' in till) && till.origin !== 'file') this.#noteOrigin(till.origin)
  }

  /** What was written since the copy was made is lost, or all: the audit log says so. */
  #noteOrigin(origin: Exclude<Origin, 'file'>): void {
    const action = { copy: 'till-copy-opened', nothing: 'till-file-gone' } as const
    this.recordIfPossible(action[origin], null)
  }

  #documentChanged(): void {
    // The change is on the disk; where it is not copied, the next one makes a copy again.
    this.copyIfPossible()
    this.#open().writeKey()
  }

  #guarded<Value>(work: () => Value): Value {
    try {
      return work()
    } catch (error) {
      throw asStoreFailed(error, this.deps.log)
    }
  }
}

/** Whether a text that opens this key may also prove an owner: the passphrase only until there is a recovery code. */
function mayProve(content: KeyContent, typed: string): boolean {
  const hasCode = isProtected(content) && content.key.recovery !== null
  return readRecoveryCode(typed) !== null || !hasCode
}
