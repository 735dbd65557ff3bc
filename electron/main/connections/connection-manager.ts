import type { ConnectionKind } from '../../../shared/connection'
import { type Failure, failure, type Result, success } from '../../../shared/ipc/result'
import type { BlockReason, LedgerExport, Recovery, Stage } from '../../../shared/ipc/till-state'
import type { Sale } from '../../../shared/payment/sale'
import type { Settings } from '../../../shared/settings'
import { databaseFailure } from '../database'
import type { Integrity } from '../hash-chain/integrity'
import { faultReason, type LedgerOpening } from '../ledger/open-ledger'
import type { PaymentEngine } from '../payments/engine'
import { createKeyedFiles } from '../recovery/keyed-files'
import { createLedgerExchange } from '../recovery/ledger-exchange'
import { createLedgerOpener } from '../recovery/ledger-opener'
import {
  createLedgerRescue,
  type LedgerAndKey,
  type LedgerRescueDeps,
} from '../recovery/ledger-rescue'
import { createReopening, type Reopening } from '../recovery/reopening'
import { holdUntriedSales } from '../recovery/untried-sales'
import type { ReturnableFile, Vault, VaultOpening } from '../vault'
import { leavingFault } from './leaving'
import { type OpenEngine, type OpenEngineDeps, openEngine } from './open-engine'
import {
  openServiceEndpoint,
  type ServiceEndpoint,
  type ServiceEndpointOpening,
} from './service-endpoint'
import { giveTillId } from './till-id'

/** Opens the counter of the active connection, and says what stands in the way when it cannot. */
export interface ConnectionManager {
  stage(): Stage
  /** The counter that sells, or null in any other stage. */
  engine(): PaymentEngine | null
  /** Closes the counter that is open and opens that of the active connection. One at a time. */
  reopen(): Promise<void>
  /**
   * Changes the settings, then opens the active connection where another one is active or the till does
   * not sell. `payments-open`, with nothing changed, while payments of the real connection in use are
   * open. Throws what the settings throw.
   */
  choose(how: (settings: Settings) => Settings): Promise<Result<null>>
  /**
   * Stops selling, visibly: a part of the payment path has failed. Where a disk or a lock is to blame,
   * the connections opens the ledger again by itself and says what became of the sales it was writing.
   */
  fault(error: unknown): void
  recovery(): Recovery
  /** A person has read what was found after the ledger was opened again. */
  acknowledge(): void
  /** For a ledger that is damaged or newer than this app, and only while it blocks the till. */
  exportReadable(): Promise<Result<LedgerExport>>
  /** The same, after an export: renames the ledger and opens a new one. */
  quarantine(): Promise<Result<{ keptAs: string }>>
  /** For a ledger whose key cannot be opened, and only while it blocks the till: begins a new one. */
  startOver(): Promise<Result<{ keptAs: string | null }>>
  /** Ledgers of the active connection, set aside so, whose keys open now. */
  returnable(): ReturnableFile[]
  /** Opens one of them in place of the one in use, which is set aside. */
  bringBack(file: string): Promise<Result<{ keptAs: string }>>
  close(): Promise<void>
}

interface CounterDoorDeps extends LedgerRescueDeps, OpenEngineDeps {
  vault: VaultOpening
  /** Starts the practice service the first time; only the composition root knows it. */
  practiceEnd: () => Promise<ServiceEndpoint>
  saleChanged: (sale: Sale, before: Sale | null) => void
  /** Watches that a ledger is what the till wrote. */
  watch: Pick<Integrity, 'begins' | 'opened' | 'closing' | 'quarantine'>
  /** The stage or the lights changed. */
  changed: () => void
}

/** A connections that is shut until `reopen`. */
export function createConnectionManager(deps: CounterDoorDeps): ConnectionManager {
  const { settings, log } = deps
  let stage: Stage = { name: 'first-run' }
  let open: OpenEngine | null = null
  /** Counts the counters: one that is closing has no more to say to the windows. */
  let generation = 0
  let turn: Promise<void> = Promise.resolve()
  let faulted = false
  let closed = false
  let kind: ConnectionKind = 'practice'
  /** Connections whose ledger this process has had open: what is in it, people were told. */
  const openedBefore = new Set<ConnectionKind>()
  const rescue = createLedgerRescue(deps)
  const files = deps.vault.ok ? createKeyedFiles({ ...deps, vault: deps.vault.vault }) : null
  const exchange = createLedgerExchange(deps.dataFolder, files)
  const opener = createLedgerOpener({
    ...{ dataFolder: deps.dataFolder, files, rescue },
    book: {
      walkIn: () => settings.get().shop.customer,
      damaged: () => log.error('customer-entry-damaged'),
    },
    chainBegins: deps.watch.begins,
  })
  const recoverers = new Map<ConnectionKind, Reopening>()
  /** Each connection has its own: what was being written belongs to one ledger. */
  const recoverer = () => {
    const fresh = createReopening({ clock: deps.clock, reopen: () => void inTurn(openActive) })
    const mine = recoverers.get(kind) ?? fresh
    recoverers.set(kind, mine)
    return mine
  }

  const show = (next: Stage) => {
    stage = next
    log.info('stage', {
      name: next.name,
      // Not its detail: that may be words of a library or of the service.
      ...(next.name === 'blocked' && { reason: next.reason }),
    })
    if (next.name === 'blocked' && !closed) recoverer().blocked(next.reason)
    deps.changed()
  }
  const block = (reason: BlockReason, detail: string) => show({ name: 'blocked', reason, detail })

  async function shut(): Promise<void> {
    const closing = open
    open = null
    generation += 1
    await closing?.stop()
  }

  async function openActive(): Promise<void> {
    await shut()
    // A connection that was still being tried when the till was closed opens nothing any more.
    if (closed) return
    faulted = false
    const { active } = settings.get()
    if (active === null) return show({ name: 'first-run' })
    giveTillId(settings, deps.random.accountId)
    kind = active
    if (!deps.vault.ok) return block('vault-damaged', deps.vault.reason)
    const end = await farEndOf(kind, deps.vault.vault)
    if (!end.ok) return show(end.stage)
    const next = await openLedgerAndCounter(deps.vault.vault, end.farEnd)
    // What the till's closing cut short says nothing of the ledger.
    if (closed && !open) return
    show(next)
    open?.start()
  }

  function inTurn(work: () => Promise<void>): Promise<void> {
    turn = turn.then(work).catch(fault)
    return turn
  }

  async function farEndOf(kind: ConnectionKind, vault: Vault): Promise<ServiceEndpointOpening> {
    if (kind !== 'practice') return openServiceEndpoint(kind, settings.get(), vault)
    try {
      return { ok: true, farEnd: await deps.practiceEnd() }
    } catch (error) {
      log.error('practice-service-failed', { error })
      const reason = faultReason(error) ?? 'practice-failed'
      return { ok: false, stage: { name: 'blocked', reason, detail: String(error) } }
    }
  }

  async function openLedgerAndCounter(vault: Vault, farEnd: ServiceEndpoint): Promise<Stage> {
    const mine = generation
    const isOpen = () => mine === generation
    const found = opener.find(kind, vault)
    if (!found.ok) return found.stage
    const opening = await opener.open(found.ledger)
    if (!opening.ok) return { name: 'blocked', reason: opening.reason, detail: opening.detail }
    opening.ledger.onCommit(
      (sale, before) => isOpen() && deps.saleChanged(sale, before),
      (error, sale) => log.error('commit-listener-failed', { sale: sale.id, error }),
    )
    readBack(opening)
    const healthChanged = () => isOpen() && deps.changed()
    open = openEngine(deps, { kind, farEnd, opening, healthChanged, fault })
    return { name: 'selling' }
  }

  /** Before anything of the ledger is sent: a sale that was not to be there is held first. */
  function readBack(opening: Extract<LedgerOpening, { ok: true }>): void {
    try {
      recoverer().opened(opening.ledger)
      if (!openedBefore.has(kind)) holdUntriedSales(opening.ledger, deps.clock.wall())
      openedBefore.add(kind)
    } catch (error) {
      opening.close()
      throw error
    }
  }

  /** Only while that ledger blocks the till, and with nobody opening it meanwhile. */
  function rescuing<Value>(
    work: (ledger: LedgerAndKey) => Result<Value> | Promise<Result<Value>>,
  ): Promise<Result<Value>> {
    const worked = turn.then(async () => {
      const barred = stage.name === 'blocked' && isRescuable(stage.reason)
      const found = barred && deps.vault.ok ? opener.find(kind, deps.vault.vault) : null
      if (!found?.ok) return failure('action-not-possible', `The till is ${stage.name}`)
      return work(found.ledger)
    })
    const done = worked.catch(error => failure('export-failed', String(error)))
    turn = done.then(() => undefined)
    return done
  }

  /** In turn, with nobody writing the ledger, and opened again afterwards. */
  async function exchanging<Value>(
    work: () => Result<Value> | Promise<Result<Value>>,
  ): Promise<Result<Value>> {
    let done: Result<Value> = failure('till-fault', 'The ledgers could not be exchanged')
    await inTurn(async () => {
      done = await work()
      if (!done.ok) return
      recoverers.delete(kind)
      // Another ledger: what waits in it untried is held first, as after a start.
      openedBefore.delete(kind)
      await openActive()
    })
    return done
  }

  function startOver(): Result<{ keptAs: string | null }> {
    if (stage.name !== 'blocked' || !isKeyTrouble(stage.reason))
      return failure('action-not-possible', `The till is ${stage.name}`)
    return exchange.startOver(kind)
  }

  async function bringBack(file: string): Promise<Result<{ keptAs: string }>> {
    if (!exchange.returnable(kind).some(one => one.file === file))
      return failure('action-not-possible', 'There is no such ledger that opens')
    await shut()
    return exchange.bringBack(kind, file)
  }

  /** What is being opened has to be open before its payments can be counted. */
  async function quiet(): Promise<void> {
    for (let last: unknown = null; last !== turn; ) {
      last = turn
      await turn
    }
  }

  function reopen(): Promise<void> {
    for (const each of recoverers.values()) each.startOver()
    return inTurn(openActive)
  }

  async function choose(how: (all: Settings) => Settings): Promise<Result<null>> {
    await quiet()
    const { active } = settings.get()
    const next = how(settings.get()).active
    const refused = next === active ? null : leavingOpenFault(active)
    if (refused) return refused
    settings.update(how)
    // A till that sells would only end its calls under way.
    if (next !== active || stage.name !== 'selling') await reopen()
    return success(null)
  }

  function leavingOpenFault(active: ConnectionKind | null): Failure | null {
    try {
      return leavingFault(active, open?.engine ?? null)
    } catch (error) {
      fault(error)
      return failure('storage-failed', 'The till could not read its ledger')
    }
  }

  function fault(error: unknown): void {
    log.error('payment-path-failed', { error })
    recoverer().stopped(error)
    // What fails in the wake of the first fault would only hide it.
    if (!faulted) block(faultReason(error) ?? 'till-fault', databaseFailure(error))
    faulted = true
    const shutting = shut().catch(cause => log.error('shutting-failed', { error: cause }))
    // The next opening waits: two counters must never have the same ledger open.
    turn = turn.then(() => shutting)
  }

  return {
    stage: () => stage,
    engine: () => (stage.name === 'selling' ? (open?.engine ?? null) : null),
    reopen,
    choose,
    fault,
    recovery: () => recoverer().view(),
    acknowledge() {
      recoverer().acknowledge()
      deps.changed()
    },
    exportReadable: () => rescuing(rescue.exportReadable),
    async quarantine() {
      const done = await rescuing(rescue.quarantine)
      if (!done.ok) return done
      // What was being written belongs to the ledger that is gone from here.
      recoverers.delete(kind)
      deps.watch.quarantine(kind)
      await inTurn(openActive)
      return done
    },
    startOver: () => exchanging(startOver),
    returnable: () => exchange.returnable(kind),
    bringBack: file => exchanging(() => bringBack(file)),
    async close() {
      closed = true
      for (const each of recoverers.values()) each.cancel()
      rescue.stop()
      await turn
      await shut()
    },
  }
}

/** The ledger may be sound: only nobody can open it here. */
function isKeyTrouble(reason: BlockReason): boolean {
  return reason === 'ledger-key-unreadable' || reason === 'ledger-key-missing'
}

function isRescuable(reason: BlockReason): boolean {
  return reason === 'ledger-unreadable' || reason === 'ledger-newer'
}
