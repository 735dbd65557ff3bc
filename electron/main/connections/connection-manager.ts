import type { ConnectionKind } from '../../../shared/connection'
import { type Failure, failure, type Result, success } from '../../../shared/ipc/result'
import type { Recovery } from '../../../shared/ipc/till-state'
import type { Settings } from '../../../shared/settings'
import { createTaskQueue } from '../platform/task-queue'
import type { Integrity } from '../store/ledger/integrity'
import { LedgerOpener } from '../store/recovery/ledger-opener'
import { LedgerRescue, type LedgerRescueDeps } from '../store/recovery/ledger-rescue'
import { Reopenings } from '../store/recovery/reopening'
import {
  type ActiveConnection,
  type ActiveConnectionDeps,
  createActiveConnection,
} from './active-connection'
import { createEngineSlot, type EngineSlot } from './engine-slot'
import { leavingFault } from './leaving'
import { createLedgerRepair, type LedgerRepair, type LedgerRepairDeps } from './ledger-repair'

/** Opens the engine of the active connection, and says what prevents it when it cannot. */
export interface ConnectionManager
  extends LedgerRepair,
    Pick<ActiveConnection, 'stage' | 'engine' | 'fault' | 'workFailed' | 'replaced'> {
  /** Closes the engine that is open and opens that of the active connection. One at a time. */
  reopen(): Promise<void>
  /**
   * Changes the settings, then opens the active connection where another one is active or the till does
   * not sell. `payments-open`, with nothing changed, while payments of the real connection in use are
   * open. Throws what the settings throw.
   */
  choose(how: (settings: Settings) => Settings): Promise<Result<null>>
  recovery(): Recovery
  /** A person has read what was found after the ledger was opened again. */
  acknowledge(): void
  close(): Promise<void>
}

interface ConnectionManagerDeps extends LedgerRescueDeps, ActiveConnectionDeps {
  /** Watches that a ledger is what the till wrote. */
  watch: Pick<Integrity, 'admits' | 'opened' | 'closing' | 'quarantine'>
}

/** Nothing is open until `reopen`. */
export function createConnectionManager(deps: ConnectionManagerDeps): ConnectionManager {
  const { settings } = deps
  const queue = createTaskQueue()
  const slot = createEngineSlot()
  const reopenings = new Reopenings(deps.clock, () => void openInTurn())
  const { rescue, ledgers } = createLedgerParts(deps)
  const active = createActiveConnection(deps, { queue, slot, reopenings, ledgers })
  const { stage, kind, engine, fault, workFailed, replaced } = active
  const openActive = () => active.open().catch(fault)
  const repair = createLedgerRepair({
    queue,
    stage,
    kind,
    find: () => (deps.store.closed() === null ? ledgers.find(kind()) : null),
    rescue,
    isEmpty: () => slot.current()?.engine.ledger.links.last() === 0,
    closeEngine: slot.empty,
    ...ledgerLeft(reopenings, active, deps.watch),
    openActive,
    fault,
  })

  function openInTurn(): Promise<void> {
    return queue.run(openActive)
  }

  function reopen(): Promise<void> {
    reopenings.startOver()
    return openInTurn()
  }

  async function choose(how: (all: Settings) => Settings): Promise<Result<null>> {
    // What is being opened has to be open before its payments can be counted.
    await queue.idle()
    const before = settings.get().active
    const next = how(settings.get()).active
    const refused = next === before ? null : leavingOpenFault(before, slot, fault)
    if (refused) return refused
    settings.update(how)
    // A till that sells would only end its calls in flight.
    if (next !== before || stage().name !== 'selling') await reopen()
    return success(null)
  }

  return {
    stage,
    engine,
    fault,
    workFailed,
    replaced,
    reopen,
    choose,
    recovery: () => reopenings.of(kind()).view(),
    acknowledge() {
      reopenings.of(kind()).acknowledge()
      deps.changed()
    },
    ...repair,
    async close() {
      active.close()
      reopenings.cancel()
      rescue.stop()
      await queue.idle()
      await slot.empty()
    },
  }
}

/** Opens, rescues and exchanges the ledger files of this computer. */
function createLedgerParts(deps: ConnectionManagerDeps) {
  const { dataFolder, settings, store, log } = deps
  const rescue = new LedgerRescue(deps)
  const ledgers = new LedgerOpener({
    dataFolder,
    store,
    rescue,
    book: {
      walkIn: () => settings.get().shop.customer,
      damaged: () => log.error('customer-entry-damaged'),
    },
  })
  return { rescue, ledgers }
}

/** What was being written belongs to the ledger that is no longer in use. */
function ledgerLeft(
  reopenings: Pick<Reopenings, 'forget'>,
  active: Pick<ActiveConnection, 'forget'>,
  watch: Pick<Integrity, 'quarantine'>,
): Pick<LedgerRepairDeps, 'quarantined' | 'exchanged'> {
  return {
    quarantined(of) {
      reopenings.forget(of)
      watch.quarantine(of)
    },
    exchanged(of) {
      reopenings.forget(of)
      active.forget(of)
    },
  }
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
