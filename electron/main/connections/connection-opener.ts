import { existsSync } from 'node:fs'
import type { ConnectionKind } from '../../../shared/connection'
import type { Stage } from '../../../shared/ipc/till-state'
import type { Sale } from '../../../shared/payment/sale'
import type { Ledger } from '../store/ledger/ledger'
import { faultReason, type LedgerOpening } from '../store/ledger/open-ledger'
import type { LedgerOpener } from '../store/recovery/ledger-opener'
import { holdUntriedSales } from '../store/recovery/reopening'
import type { TillStore } from '../store/till-store'
import type { EngineSlot } from './engine-slot'
import { type OpenEngineDeps, openEngine } from './open-engine'
import {
  openServiceEndpoint,
  type ServiceEndpoint,
  type ServiceEndpointOpening,
} from './service-endpoint'

/** Opens a connection: its endpoint, its ledger, and the engine on both. */
export interface ConnectionOpener {
  /** Fills the slot, or returns the stage that says why it cannot. The engine is not started. */
  open(kind: ConnectionKind): Promise<Stage>
  /** Another ledger is in use: what waits in it and was never tried is held, as after a start. */
  forget(kind: ConnectionKind): void
}

export interface ConnectionOpenerDeps extends OpenEngineDeps {
  store: TillStore
  /** Starts the practice service where it is not running; only the composition root knows it. */
  practiceEndpoint: () => Promise<ServiceEndpoint>
  /** Stops the practice service; safe to call when it is not running. */
  stopPractice: () => Promise<void>
  saleChanged: (sale: Sale, before: Sale | null) => void
  /** The stage or the lights changed. */
  changed: () => void
}

interface Parts {
  ledgers: LedgerOpener
  slot: EngineSlot
  /** Called before any sale of the ledger is sent; throws what the ledger throws. */
  ledgerOpened: (kind: ConnectionKind, ledger: Ledger) => void
  fault: (error: unknown) => void
}

/** No connection was opened yet. */
export function createConnectionOpener(
  deps: ConnectionOpenerDeps,
  { ledgers, slot, ledgerOpened, fault }: Parts,
): ConnectionOpener {
  const { store, log } = deps
  /** Connections whose ledger was open in this run: people were told what is in it. */
  const openedBefore = new Set<ConnectionKind>()
  const askedBefore = new Set<ConnectionKind>()

  async function endpointOf(kind: ConnectionKind): Promise<ServiceEndpointOpening> {
    if (kind !== 'practice') {
      // Real sales go on without it, so a failure to stop it is no reason to open nothing.
      await deps.stopPractice().catch(error => log.error('practice-not-stopped', { error }))
      return openServiceEndpoint(kind, store)
    }
    try {
      return { ok: true, endpoint: await deps.practiceEndpoint() }
    } catch (error) {
      log.error('practice-service-failed', { error })
      const reason = faultReason(error) ?? 'practice-failed'
      return { ok: false, stage: { name: 'blocked', reason, detail: String(error) } }
    }
  }

  async function openOn(endpoint: ServiceEndpoint, kind: ConnectionKind) {
    const isOpen = slot.watch()
    const opening = await ledgers.open(ledgers.find(kind))
    if (!opening.ok) return blocked(opening)
    if (!admitted(kind, opening)) return { name: 'locked' } as const
    opening.ledger.onCommit(
      (sale, before) => isOpen() && deps.saleChanged(sale, before),
      (error, sale) => log.error('commit-listener-failed', { sale: sale.id, error }),
    )
    prepare(kind, opening)
    const healthChanged = () => isOpen() && deps.changed()
    slot.fill(openEngine(deps, { kind, endpoint, opening, healthChanged, fault }))
    return { name: 'selling' } as const
  }

  /** Before any sale is sent: a sale that should not be there is held first. */
  function prepare(kind: ConnectionKind, opening: Extract<LedgerOpening, { ok: true }>): void {
    try {
      ledgerOpened(kind, opening.ledger)
      if (!openedBefore.has(kind)) holdUntriedSales(opening.ledger, deps.clock.wall())
      openedBefore.add(kind)
    } catch (error) {
      opening.close()
      throw error
    }
  }

  function admitted(kind: ConnectionKind, opening: Extract<LedgerOpening, { ok: true }>): boolean {
    if (deps.watch.admits(kind, opening.chain)) return true
    opening.close()
    return false
  }

  /** The ledgers that are not in use know too whether the till's file is an older one; each is asked once. */
  async function othersAdmit(kind: ConnectionKind): Promise<boolean> {
    for (const other of ['sandbox', 'production'] as const) {
      if (other === kind || askedBefore.has(other)) continue
      const found = ledgers.find(other)
      const opening = existsSync(found.file) ? await ledgers.open(found) : null
      // A ledger that does not open gives no answer; its own connection reports the fault when it is used.
      if (opening?.ok && !admitted(other, opening)) return false
      if (opening?.ok) opening.close()
      askedBefore.add(other)
    }
    return true
  }

  return {
    async open(kind) {
      if (!(await othersAdmit(kind))) return { name: 'locked' }
      const endpoint = await endpointOf(kind)
      return endpoint.ok ? openOn(endpoint.endpoint, kind) : endpoint.stage
    },
    forget: kind => void openedBefore.delete(kind),
  }
}

function blocked({ reason, detail }: Omit<Extract<Stage, { name: 'blocked' }>, 'name'>): Stage {
  return { name: 'blocked', reason, detail }
}
