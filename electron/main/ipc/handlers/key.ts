import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { serviceKindSchema } from '../../../../shared/connection'
import { failure, type Result, success } from '../../../../shared/ipc/result'
import type { OpenSaleInExport } from '../../../../shared/ipc/till-state'
import type { Sale } from '../../../../shared/payment/sale'
import { paperOf } from '../../../../shared/settings/receipts'
import { decideRestore } from '../../backup/finish-restore'
import { areOfSameAccount } from '../../connections/known-keys'
import { whyNoProof } from '../../people/owner-proof'
import { pinFits } from '../../people/pin-lock'
import { ledgerKeyOf, type OpenKey } from '../../store/key-file'
import type { Ledger } from '../../store/ledger/ledger'
import { openLedger } from '../../store/ledger/open-ledger'
import type { Unlocking } from '../../store/lockouts'
import { ledgerFileName } from '../../store/recovery/ledger-opener'
import { createSecret } from '../../store/secret'
import type { TillDocument } from '../../store/till-document'
import type { Handlers } from '../register'
import { createDayPapers } from './day-papers'
import type { HandlerDeps } from './handler-deps'

/** Sales among which one is looked for that the service knows. */
const askedSales = 200

/** What opens a till that is closed, and the recovery code for that day. */
export function keyHandlers(deps: HandlerDeps): Handlers['key'] {
  const { store, staff, connections, settings, clock, person, dataFolder, restart } = deps
  const papers = createDayPapers(deps)

  /** People, settings and keys are known now. */
  async function opened(): Promise<Result<null>> {
    if (store.closed() === null) staff.opened()
    await connections.reopen()
    deps.changed()
    return success(null)
  }

  async function answer(unlocking: Unlocking): Promise<Result<null>> {
    if (unlocking.result === 'done') return opened()
    deps.changed()
    return failure(unlocking.pauseMs > 0 ? 'proof-paused' : 'proof-wrong', '')
  }

  /** Nothing can be proven here, or the till is closed: going on without what it has is all that is left. */
  const maySetAside = () =>
    store.closed() !== null || (staff.isLocked() && !store.protection().hasProof)

  /** A ledger that is not in use; null where there is none, or it does not open. */
  function inLedger<Value>(
    key: OpenKey,
    kind: 'sandbox' | 'production',
    work: (ledger: Ledger) => Value,
  ): Value | null {
    const opening = openLedger({
      file: join(dataFolder, ledgerFileName(kind)),
      key: ledgerKeyOf(key, kind),
    })
    if (!opening.ok) return null
    try {
      return work(opening.ledger)
    } finally {
      opening.close()
    }
  }

  async function isOwnersPin({ people }: TillDocument, pin: string): Promise<boolean> {
    for (const owner of people.filter(({ role }) => role === 'owner'))
      if (await pinFits(pin, owner.pin)) return true
    return false
  }

  return {
    async createPassphrase({ passphrase }) {
      const made = await store.createPassphrase(passphrase)
      if (made === 'too-short') return failure('passphrase-too-short', made)
      if (made === 'exists') return failure('passphrase-exists', made)
      deps.changed()
      return success(null)
    },
    async open({ proof }) {
      return store.closed() === null ? opened() : answer(await store.open(proof))
    },
    async tryAgain() {
      if (store.closed() !== null) store.reopen()
      return opened()
    },
    openPayments() {
      const key = maySetAside() ? store.key() : null
      if (key === null) return success(null)
      const kinds = serviceKindSchema.options.filter(kind =>
        existsSync(join(dataFolder, ledgerFileName(kind))),
      )
      const found = kinds.map(kind => inLedger(key, kind, ledger => ledger.open().map(nameOpen)))
      // One that does not open may hold open payments too.
      return success(found.some(open => open === null) ? null : found.flatMap(open => open ?? []))
    },
    startEmpty() {
      if (!maySetAside()) return failure('action-not-possible', 'The till is open')
      const folder = join(dataFolder, 'restore-staging')
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      decideRestore(dataFolder, folder, clock.wall())
      restart()
      return success(null)
    },
    async openWithKeys({ apiKey, apiSecret, pin }) {
      const typed = { apiKey: createSecret(apiKey), apiSecret: createSecret(apiSecret) }
      const judge = async (document: TillDocument, key: OpenKey) => {
        if (!(await isOwnersPin(document, pin))) return false
        for (const kind of serviceKindSchema.options) {
          const recent = inLedger(key, kind, ledger => ledger.recent(askedSales)) ?? []
          const sale = recent.find(({ reference }) => reference !== null) ?? null
          if (await areOfSameAccount(kind, document, sale, typed, deps)) return true
        }
        return false
      }
      return answer(await store.acceptOlder(judge))
    },
    async recoveryCode({ proof, renew }) {
      const by = person()
      const refused = await whyNoProof(store, proof)
      if (refused) return refused
      const { recovery } = store.document()
      if (recovery && !renew) {
        store.append(store.entry('recovery-code-shown', by))
        return success({ code: recovery.code })
      }
      const code = store.newRecoveryCode(store.entry('recovery-code-made', by))
      deps.changed()
      return success({ code })
    },
    async printRecoveryCode({ proof }) {
      const by = person()
      const refused = await whyNoProof(store, proof)
      if (refused) return refused
      const { recovery } = store.document()
      if (!recovery) return failure('action-not-possible', 'There is no recovery code')
      const { shop, receipts, display } = settings.get()
      const printed = await papers.print('recovery-code-not-printed', async () => {
        store.append(store.entry('recovery-code-printed', by))
        const view = {
          language: display.language,
          paper: paperOf(receipts),
          recoveryCode: recovery.code,
          madeAt: recovery.madeAt,
          shop: shop.name,
          till: shop.till,
        }
        return success({ view, value: true })
      })
      return printed.ok ? success(printed.value === true) : printed
    },
  }
}

function nameOpen({ id, amount, msisdn, recordedAt }: Sale): OpenSaleInExport {
  return { saleId: id, amount, msisdn, recordedAt }
}
