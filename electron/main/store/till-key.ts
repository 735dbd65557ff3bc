import { serviceKindSchema } from '../../../shared/connection'
import type { ParsedOf } from '../../../shared/ipc/contract'
import type { HandlersOf } from '../../../shared/ipc/handlers'
import { failure, type Result, success } from '../../../shared/ipc/result'
import type { OpenPaymentInExport } from '../../../shared/ipc/till-state'
import type { Payment } from '../../../shared/payment/payment'
import type { Person } from '../../../shared/person'
import type { Ledger } from './ledger/ledger'
import { inLedger } from './ledger/open-ledger'
import { refusalOf, type Unlocking } from './lockouts'
import type { TillDocument } from './till-document'
import type { TillStore } from './till-store'

interface TillKeyDeps {
  dataFolder: string
  store: TillStore
  /** Who is signed in. */
  person: () => Person | null
  isLocked: () => boolean
  /** People, settings and keys are known now: opens the connection in use. */
  opened: () => Promise<void>
  changed: () => void
  /** Sets aside all that the till has, with so many open payments (null: not known), and starts it again. */
  startEmpty: (open: number | null) => void
  /** Prints it; `begun` is called before paper may come out. False where there is no printer. */
  print: (
    recovery: NonNullable<TillDocument['recovery']>,
    begun: () => void,
  ) => Promise<Result<boolean>>
}

/** What opens a till that is closed, and the recovery code for that day. */
export class TillKey implements HandlersOf<'key'> {
  constructor(private readonly deps: TillKeyDeps) {}

  async choosePassphrase({
    passphrase,
  }: Pick<ParsedOf<'key', 'choosePassphrase'>, 'passphrase'>): Promise<Result<null>> {
    const { store, person, changed } = this.deps
    const by = person()
    const isChange = store.protection().hasPassphrase
    if (!(await store.choosePassphrase(passphrase)))
      return failure('passphrase-too-short', 'Too short')
    store.record(isChange ? 'passphrase-changed' : 'passphrase-created', by)
    changed()
    return success(null)
  }

  async open({ passphrase }: { passphrase: string }): Promise<Result<null>> {
    const { store } = this.deps
    return store.closed() === null ? this.#opened() : this.#answer(await store.open(passphrase))
  }

  async tryAgain(): Promise<Result<null>> {
    const { store } = this.deps
    if (store.closed() !== null) store.reopen()
    return this.#opened()
  }

  openPayments(): Result<{ folder: string; open: readonly OpenPaymentInExport[] | null }> {
    return success({ folder: this.deps.dataFolder, open: this.#openHere() })
  }

  startEmpty(): Result<null> {
    if (!this.#maySetAside()) return failure('action-not-possible', 'The till is open')
    this.deps.startEmpty(this.#openHere()?.length ?? null)
    return success(null)
  }

  acknowledgeOlder(): Result<null> {
    const { store, person, changed } = this.deps
    const entry = store.entry('older-till-acknowledged', person())
    store.commit(document => ({ ...document, older: null }), entry)
    changed()
    return success(null)
  }

  recoveryCode({ renew }: { renew: boolean }): Result<{ code: string }> {
    const { store, person, changed } = this.deps
    const by = person()
    const { recovery } = store.document()
    if (recovery && !renew) {
      store.record('recovery-code-shown', by)
      return success({ code: recovery.code })
    }
    const code = store.newRecoveryCode(store.entry('recovery-code-made', by))
    changed()
    return success({ code })
  }

  async printRecoveryCode(): Promise<Result<boolean>> {
    const { store, person, print } = this.deps
    const by = person()
    const { recovery } = store.document()
    if (!recovery) return failure('action-not-possible', 'There is no recovery code')
    return print(recovery, () => store.record('recovery-code-printed', by))
  }

  async #opened(): Promise<Result<null>> {
    await this.deps.opened()
    this.deps.changed()
    return success(null)
  }

  async #answer(unlocking: Unlocking): Promise<Result<null>> {
    const refused = refusalOf(unlocking)
    if (refused === null) return this.#opened()
    this.deps.changed()
    return refused
  }

  /** Nothing can be proven here, or the till is closed: going on without what it has is all that is left. */
  #maySetAside(): boolean {
    const { store, isLocked } = this.deps
    return store.closed() !== null || (isLocked() && !store.protection().hasProof)
  }

  /** The open payments of a till that may be set aside; null where one of its ledgers does not open. */
  #openHere(): readonly OpenPaymentInExport[] | null {
    const key = this.#maySetAside() ? this.deps.store.key() : null
    if (key === null) return null
    const openOf = (ledger: Ledger) => ledger.open().map(nameOpen)
    const found = serviceKindSchema.options.map(kind =>
      inLedger(this.deps.dataFolder, kind, key, openOf, () => 'unread' as const),
    )
    const read = found.filter(open => open !== 'unread')
    // One that does not open may hold open payments too.
    return read.length < found.length ? null : read.flatMap(open => open ?? [])
  }
}

function nameOpen({ id, amount, msisdn, recordedAt }: Payment): OpenPaymentInExport {
  return { paymentId: id, amount, msisdn, recordedAt }
}
