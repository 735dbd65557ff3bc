import { serviceKindSchema } from '../../../../shared/connection'
import type { Handlers } from '../../../../shared/ipc/handlers'
import { failure, type Result, success } from '../../../../shared/ipc/result'
import type { OpenSaleInExport } from '../../../../shared/ipc/till-state'
import type { Payment } from '../../../../shared/payment/payment'
import { paperOf } from '../../../../shared/settings/receipts'
import { refusalOf } from '../../people/owner-proof'
import type { Ledger } from '../../store/ledger/ledger'
import { inLedger } from '../../store/ledger/open-ledger'
import type { Unlocking } from '../../store/lockouts'
import type { HandlerDeps } from './handler-deps'

/** What opens a till that is closed, and the recovery code for that day. */
export function keyHandlers(deps: HandlerDeps): Handlers['key'] {
  const { store, staff, connections, settings, backups } = deps
  const { dataFolder } = deps.computer
  const { papers } = deps.outputs

  /** People, settings and keys are known now. */
  async function opened(): Promise<Result<null>> {
    if (store.closed() === null) staff.opened()
    await connections.reopen()
    deps.changed()
    return success(null)
  }

  async function answer(unlocking: Unlocking): Promise<Result<null>> {
    const refused = refusalOf(unlocking)
    if (refused === null) return opened()
    deps.changed()
    return refused
  }

  /** Nothing can be proven here, or the till is closed: going on without what it has is all that is left. */
  const maySetAside = () =>
    store.closed() !== null || (staff.isLocked() && !store.protection().hasProof)

  /** The open payments of a till that may be set aside; null where one of its ledgers does not open. */
  function openHere(): readonly OpenSaleInExport[] | null {
    const key = maySetAside() ? store.key() : null
    if (key === null) return null
    const openOf = (ledger: Ledger) => ledger.open().map(nameOpen)
    const found = serviceKindSchema.options.map(kind =>
      inLedger(dataFolder, kind, key, openOf, () => 'unread' as const),
    )
    const read = found.filter(open => open !== 'unread')
    // One that does not open may hold open payments too.
    return read.length < found.length ? null : read.flatMap(open => open ?? [])
  }

  return {
    async choosePassphrase({ passphrase }) {
      const by = staff.person()
      const isChange = store.protection().hasPassphrase
      if (!(await store.choosePassphrase(passphrase)))
        return failure('passphrase-too-short', 'Too short')
      store.record(isChange ? 'passphrase-changed' : 'passphrase-created', by)
      deps.changed()
      return success(null)
    },
    async open({ passphrase }) {
      return store.closed() === null ? opened() : answer(await store.open(passphrase))
    },
    async tryAgain() {
      if (store.closed() !== null) store.reopen()
      return opened()
    },
    openPayments: () => success({ folder: dataFolder, open: openHere() }),
    startEmpty() {
      if (!maySetAside()) return failure('action-not-possible', 'The till is open')
      backups.startEmpty(openHere()?.length ?? null)
      return success(null)
    },
    acknowledgeOlder() {
      const entry = store.entry('older-till-acknowledged', staff.person())
      store.commit(document => ({ ...document, older: null }), entry)
      deps.changed()
      return success(null)
    },
    recoveryCode({ renew }) {
      const by = staff.person()
      const { recovery } = store.document()
      if (recovery && !renew) {
        store.record('recovery-code-shown', by)
        return success({ code: recovery.code })
      }
      const code = store.newRecoveryCode(store.entry('recovery-code-made', by))
      deps.changed()
      return success({ code })
    },
    async printRecoveryCode() {
      const by = staff.person()
      const { recovery } = store.document()
      if (!recovery) return failure('action-not-possible', 'There is no recovery code')
      const { shop, receipts, display } = settings.get()
      // Never over the network, where it is not encrypted: the computer's own printer.
      const how =
        receipts.method === 'network' ? ({ ...receipts, method: 'system' } as const) : receipts
      const print = async () => {
        store.record('recovery-code-printed', by)
        const view = {
          language: display.language,
          paper: paperOf(how),
          recoveryCode: recovery.code,
          madeAt: recovery.madeAt,
          shop: shop.name,
          till: shop.till,
        }
        return success({ view, value: true })
      }
      const printed = await papers.print('recovery-code-not-printed', print, how)
      return printed.ok ? success(printed.value === true) : printed
    },
  }
}

function nameOpen({ id, amount, msisdn, recordedAt }: Payment): OpenSaleInExport {
  return { paymentId: id, amount, msisdn, recordedAt }
}
