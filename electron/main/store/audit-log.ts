import type { AuditAction, AuditDetail, NumberedEntry } from '../../../shared/audit-entry'
import type { Person } from '../../../shared/person'
import type { Log } from '../platform/log'
import type { AuditQuery } from './till-database'
import type { TillStore } from './till-store'

/** What was done at this till that is not a sale's event: append-only, with when and who. */
export class AuditLog {
  readonly #store: TillStore
  readonly #log: Log

  constructor(store: TillStore, log: Log) {
    this.#store = store
    this.#log = log
  }

  /** Returns once the entry is on the disk; throws StoreFailed, and then the action is not done. */
  write(action: AuditAction, person: Person | null, detail: AuditDetail = {}): void {
    this.#store.append(this.#store.entry(action, person, detail))
  }

  /** For what must happen in any case, such as locking: an entry that could not be written is logged. */
  writeIfPossible(action: AuditAction, person: Person | null, detail?: AuditDetail): void {
    try {
      this.write(action, person, detail)
    } catch (error) {
      this.#log.error('audit-entry-not-written', { action, error })
    }
  }

  /** Newest first. */
  list(query: AuditQuery): NumberedEntry[] {
    return this.#store.list(query)
  }
}
