import type { ConnectionKind } from '../../../shared/connection'
import { type Failure, failure, type Result, success } from '../../../shared/ipc/result'
import type { Recovery, Stage } from '../../../shared/ipc/till-state'
import type { Settings } from '../../../shared/settings'
import type { SettingChange } from '../../../shared/settings/guarded'
import { databaseFailure } from '../database'
import type { LogFacts } from '../diagnostics/log'
import type { Integrity } from '../hash-chain/integrity'
import { faultReason } from '../ledger/open-ledger'
import type { PaymentEngine } from '../payments/engine'
import { createKeyedFiles, createLedgerExchange } from '../recovery/keyed-files'
import { createLedgerOpener, type LedgerOpener } from '../recovery/ledger-opener'
import {
  createLedgerRescue,
  type LedgerAndKey,
  type LedgerRescueDeps,
} from '../recovery/ledger-rescue'
import { createReopenings, type Reopenings } from '../recovery/reopening'
import type { VaultOpening } from '../vault'
import {
  type ConnectionOpener,
  type ConnectionOpenerDeps,
  createConnectionOpener,
} from './connection-opener'
import { createEngineSlot, type EngineSlot } from './engine-slot'
import { leavingFault } from './leaving'
import { createLedgerRepair, type LedgerRepair, type LedgerRepairDeps } from './ledger-repair'
import { createTaskQueue } from './task-queue'
import { giveTillId } from './till-id'

/** Opens the engine of the active connection, and says what prevents it when it cannot. */
export interface ConnectionManager extends LedgerRepair {
  stage(): Stage
  /** The engine that sells, or null in any other stage. */
  engine(): PaymentEngine | null
  /** Closes the engine that is open and opens that of the active connection. One at a time. */
  reopen(): Promise<void>
  /**
   * Changes the settings, then opens the active connection where another one is active or the till does
   * not sell. `payments-open`, with nothing changed, while payments of the real connection in use are
   * open. Throws what the settings throw.
   */
  choose(how: (settings: Settings) => Settings): Promise<Result<null>>
  /**
   * Stops selling, visibly: a part of the payment path has failed. If the cause is a disk or a lock, the
   * ledger is opened again automatically, and `recovery` says what was found of the interrupted sales.
   */
  fault(error: unknown): void
  /**
   * Work that a call did on this engine failed: a fault, unless the engine was closed meanwhile for another
   * connection. Then the error says nothing about the ledger in use. What the call is answered.
   */
  workFailed(engine: PaymentEngine, error: unknown): Failure
  /** Another machine has this till's place: nothing is sold here, and what is not shipped yet still is. */
  replaced(): void
  recovery(): Recovery
  /** A person has read what was found after the ledger was opened again. */
  acknowledge(): void
  close(): Promise<void>
}

interface ConnectionManagerDeps extends LedgerRescueDeps, ConnectionOpenerDeps {
  /** Watches that a ledger is what the till wrote. */
  watch: Pick<Integrity, 'begins' | 'opened' | 'closing' | 'quarantine'>
  /** Puts in the audit log what was changed outside the till. */
  settingsHeld: (changes: readonly SettingChange[]) => void
}

const connectionChanged = failure('not-selling', 'The connection was changed')
const replacedByAnother: Stage = { name: 'blocked', reason: 'replaced', detail: '' }
const ledgerFailed = failure('storage-failed', 'The till could not write or read its ledger')

/** Nothing is open until `reopen`. */
export function createConnectionManager(deps: ConnectionManagerDeps): ConnectionManager {
  const { settings, log } = deps
  let stage: Stage = { name: 'first-run' }
  let kind: ConnectionKind = 'practice'
  let faulted = false
  let closed = false
  const queue = createTaskQueue()
  const slot = createEngineSlot()
  const reopenings = createReopenings(deps.clock, () => void inTurn(openActive))
  const { rescue, exchange, ledgers } = createLedgerParts(deps)
  const opener = createConnectionOpener(deps, {
    ledgers,
    slot,
    ledgerOpened: (of, ledger) => reopenings.of(of).opened(ledger),
    fault,
  })
  const repair = createLedgerRepair({
    queue,
    stage: () => stage,
    kind: () => kind,
    find: () => findLedger(ledgers, kind, deps.vault),
    rescue,
    exchange,
    isEmpty: () => slot.current()?.engine.ledger.links.last() === 0,
    closeEngine: slot.empty,
    ...ledgerLeft(reopenings, opener, deps.watch),
    openActive: () => openActive().catch(fault),
    fault,
  })

  function show(next: Stage): void {
    stage = next
    log.info('stage', factsOf(next))
    if (next.name === 'blocked' && !closed) reopenings.of(kind).blocked(next.reason)
    deps.changed()
  }

  async function openActive(): Promise<void> {
    await slot.empty()
    // A retry that was due when the till was closed opens nothing.
    if (closed) return
    faulted = false
    const changes = settings.changedOutside()
    if (changes.length > 0) {
      deps.settingsHeld(changes)
      return show(heldBy(changes))
    }
    const copy = settings.restoredCopy()
    // What was sent after the copy was made is not in it: an owner decides before anything is.
    if (copy) return show({ name: 'blocked', reason: 'restored', detail: '', copy })
    const { active } = settings.get()
    if (active === null) return show({ name: 'first-run' })
    giveTillId(settings, deps.random.accountId)
    kind = active
    const next = await opener.open(kind)
    // An opening that closing the till interrupted says nothing about the ledger.
    if (closed && !slot.current()) return
    const isReplaced = next.name === 'selling' && deps.shop.isReplaced()
    show(isReplaced ? replacedByAnother : next)
    if (isReplaced) slot.current()?.fence().catch(fault)
    else slot.current()?.start()
  }

  function inTurn(work: () => Promise<void>): Promise<void> {
    return queue.run(() => work().catch(fault))
  }

  function reopen(): Promise<void> {
    reopenings.startOver()
    return inTurn(openActive)
  }

  async function choose(how: (all: Settings) => Settings): Promise<Result<null>> {
    // What is being opened has to be open before its payments can be counted.
    await queue.idle()
    const { active } = settings.get()
    const next = how(settings.get()).active
    const refused = next === active ? null : leavingOpenFault(active, slot, fault)
    if (refused) return refused
    settings.update(how)
    // A till that sells would only end its calls in flight.
    if (next !== active || stage.name !== 'selling') await reopen()
    return success(null)
  }

  function fault(error: unknown): void {
    log.error('payment-path-failed', { error })
    reopenings.of(kind).stopped(error)
    // Later failures are often caused by the first, and would only hide it.
    if (!faulted) show(stoppedBy(error))
    faulted = true
    const closing = slot.empty().catch(cause => log.error('shutting-failed', { error: cause }))
    // The next opening waits: two engines must never have the same ledger open.
    void queue.run(() => closing)
  }

  function workFailed(engine: PaymentEngine, error: unknown): Failure {
    const isLeft = !faulted && slot.current()?.engine !== engine
    if (isLeft) log.warn('closed-engine-asked', { error })
    else fault(error)
    return isLeft ? connectionChanged : ledgerFailed
  }

  function replaced(): void {
    if (stage.name !== 'selling') return
    show(replacedByAnother)
    slot.current()?.fence().catch(fault)
  }

  return {
    stage: () => stage,
    replaced,
    engine: () => (stage.name === 'selling' ? (slot.current()?.engine ?? null) : null),
    reopen,
    choose,
    fault,
    workFailed,
    recovery: () => reopenings.of(kind).view(),
    acknowledge() {
      reopenings.of(kind).acknowledge()
      deps.changed()
    },
    ...repair,
    async close() {
      closed = true
      reopenings.cancel()
      rescue.stop()
      await queue.idle()
      await slot.empty()
    },
  }
}

/** Not its detail: that may be words of a library or of the service. */
function factsOf(stage: Stage): LogFacts {
  const { name } = stage
  return stage.name === 'blocked' ? { name, reason: stage.reason } : { name }
}

/** No endpoint is opened: nothing is sent before an owner has judged the changes. */
function heldBy(changes: readonly SettingChange[]): Stage {
  return { name: 'blocked', reason: 'settings-changed', detail: '', changes }
}

function stoppedBy(error: unknown): Stage {
  const reason = faultReason(error) ?? 'till-fault'
  return { name: 'blocked', reason, detail: databaseFailure(error) }
}

/** Opens, rescues and exchanges the ledger files of this computer. */
function createLedgerParts(deps: ConnectionManagerDeps) {
  const { dataFolder, settings, log } = deps
  const rescue = createLedgerRescue(deps)
  const files = deps.vault.ok ? createKeyedFiles({ ...deps, vault: deps.vault.vault }) : null
  const exchange = createLedgerExchange(dataFolder, files)
  const ledgers = createLedgerOpener({
    dataFolder,
    files,
    rescue,
    book: {
      walkIn: () => settings.get().shop.customer,
      damaged: () => log.error('customer-entry-damaged'),
    },
    chainBegins: deps.watch.begins,
  })
  return { rescue, exchange, ledgers }
}

/** What was being written belongs to the ledger that is no longer in use. */
function ledgerLeft(
  reopenings: Pick<Reopenings, 'forget'>,
  opener: Pick<ConnectionOpener, 'forget'>,
  watch: Pick<Integrity, 'quarantine'>,
): Pick<LedgerRepairDeps, 'quarantined' | 'exchanged'> {
  return {
    quarantined(of) {
      reopenings.forget(of)
      watch.quarantine(of)
    },
    exchanged(of) {
      reopenings.forget(of)
      opener.forget(of)
    },
  }
}

function findLedger(
  ledgers: LedgerOpener,
  kind: ConnectionKind,
  vault: VaultOpening,
): LedgerAndKey | null {
  const found = vault.ok ? ledgers.find(kind, vault.vault) : null
  return found?.ok ? found.ledger : null
}

/** As `leavingFault`; a ledger that cannot be read stops selling. */
function leavingOpenFault(
  active: ConnectionKind | null,
  slot: Pick<EngineSlot, 'current'>,
  fault: (error: unknown) => void,
): Failure | null {
  try {
    return leavingFault(active, slot.current()?.engine ?? null)
  } catch (error) {
    fault(error)
    return failure('storage-failed', 'The till could not read its ledger')
  }
}
