import type { ConnectionKind } from '../../../shared/connection'
import { type Answer, answer, type Failure, failure } from '../../../shared/ipc/answer'
import type { BlockReason, LedgerExport, Recovery, Stage } from '../../../shared/ipc/till-state'
import type { Sale } from '../../../shared/payment/sale'
import type { Settings } from '../../../shared/settings'
import { databaseFailure } from '../database'
import type { Integrity } from '../hash-chain/integrity'
import { faultReason, type LedgerOpening } from '../ledger/open-ledger'
import type { Counter } from '../payments/engine'
import { createKeyedFiles } from '../recovery/keyed-files'
import { createLedgerExchange } from '../recovery/ledger-exchange'
import { createLedgerOpener } from '../recovery/ledger-opener'
import {
  createLedgerRescue,
  type LedgerAndKey,
  type LedgerRescueNeeds,
} from '../recovery/ledger-rescue'
import { createRecoverer, type Recoverer } from '../recovery/reopening'
import { holdUntriedSales } from '../recovery/untried-sales'
import type { ReturnableFile, Vault, VaultOpening } from '../vault'
import { leavingFault } from './leaving'
import { type OpenCounter, type OpenCounterNeeds, openCounter } from './open-engine'
import { type FarEnd, type FarEndOpening, openServiceEnd } from './service-endpoint'
import { giveTillId } from './till-id'

/** Opens the counter of the active connection, and says what stands in the way when it cannot. */
export interface CounterDoor {
  stage(): Stage
  /** The counter that sells, or null in any other stage. */
  counter(): Counter | null
  /** Closes the counter that is open and opens that of the active connection. One at a time. */
  reopen(): Promise<void>
  /**
   * Changes the settings, then opens the active connection where another one is active or the till does
   * not sell. `payments-open`, with nothing changed, while payments of the real connection in use are
   * open. Throws what the settings throw.
   */
  choose(how: (settings: Settings) => Settings): Promise<Answer<null>>
  /**
   * Stops selling, visibly: a part of the payment path has failed. Where a disk or a lock is to blame,
   * the door opens the ledger again by itself and says what became of the sales it was writing.
   */
  fault(error: unknown): void
  recovery(): Recovery
  /** A person has read what was found after the ledger was opened again. */
  acknowledge(): void
  /** For a ledger that is damaged or newer than this app, and only while it blocks the till. */
  exportReadable(): Promise<Answer<LedgerExport>>
  /** The same, after an export: renames the ledger and opens a new one. */
  setAside(): Promise<Answer<{ keptAs: string }>>
  /** For a ledger whose key cannot be opened, and only while it blocks the till: begins a new one. */
  beginAnew(): Promise<Answer<{ keptAs: string | null }>>
  /** Ledgers of the active connection, set aside so, whose keys open now. */
  returnable(): ReturnableFile[]
  /** Opens one of them in place of the one in use, which is set aside. */
  bringBack(file: string): Promise<Answer<{ keptAs: string }>>
  close(): Promise<void>
}

interface CounterDoorNeeds extends LedgerRescueNeeds, OpenCounterNeeds {
  vault: VaultOpening
  /** Starts the practice service the first time; only the composition root knows it. */
  practiceEnd: () => Promise<FarEnd>
  saleChanged: (sale: Sale, before: Sale | null) => void
  /** Watches that a ledger is what the till wrote. */
  watch: Pick<Integrity, 'begins' | 'opened' | 'closing' | 'setAside'>
  /** The stage or the lights changed. */
  changed: () => void
}

/** A door that is shut until `reopen`. */
export function createCounterDoor(needs: CounterDoorNeeds): CounterDoor {
  const { settings, log } = needs
  let stage: Stage = { name: 'first-run' }
  let open: OpenCounter | null = null
  /** Counts the counters: one that is closing has no more to say to the windows. */
  let generation = 0
  let turn: Promise<void> = Promise.resolve()
  let faulted = false
  let closed = false
  let kind: ConnectionKind = 'practice'
  /** Connections whose ledger this process has had open: what is in it, people were told. */
  const openedBefore = new Set<ConnectionKind>()
  const rescue = createLedgerRescue(needs)
  const files = needs.vault.ok ? createKeyedFiles({ ...needs, vault: needs.vault.vault }) : null
  const exchange = createLedgerExchange(needs.dataFolder, files)
  const opener = createLedgerOpener({
    ...{ dataFolder: needs.dataFolder, files, rescue },
    book: {
      walkIn: () => settings.get().shop.customer,
      damaged: () => log.error('customer-entry-damaged'),
    },
    chainBegins: needs.watch.begins,
  })
  const recoverers = new Map<ConnectionKind, Recoverer>()
  /** Each connection has its own: what was being written belongs to one ledger. */
  const recoverer = () => {
    const fresh = createRecoverer({ clock: needs.clock, reopen: () => void inTurn(openActive) })
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
    needs.changed()
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
    giveTillId(settings, needs.random.accountId)
    kind = active
    if (!needs.vault.ok) return block('vault-damaged', needs.vault.reason)
    const end = await farEndOf(kind, needs.vault.vault)
    if (!end.ok) return show(end.stage)
    const next = await openLedgerAndCounter(needs.vault.vault, end.farEnd)
    // What the till's closing cut short says nothing of the ledger.
    if (closed && !open) return
    show(next)
    open?.start()
  }

  function inTurn(work: () => Promise<void>): Promise<void> {
    turn = turn.then(work).catch(fault)
    return turn
  }

  async function farEndOf(kind: ConnectionKind, vault: Vault): Promise<FarEndOpening> {
    if (kind !== 'practice') return openServiceEnd(kind, settings.get(), vault)
    try {
      return { ok: true, farEnd: await needs.practiceEnd() }
    } catch (error) {
      log.error('practice-service-failed', { error })
      const reason = faultReason(error) ?? 'practice-failed'
      return { ok: false, stage: { name: 'blocked', reason, detail: String(error) } }
    }
  }

  async function openLedgerAndCounter(vault: Vault, farEnd: FarEnd): Promise<Stage> {
    const mine = generation
    const isOpen = () => mine === generation
    const found = opener.find(kind, vault)
    if (!found.ok) return found.stage
    const opening = await opener.open(
      found.ledger,
      (sale, before) => isOpen() && tell(sale, before),
    )
    if (!opening.ok) return { name: 'blocked', reason: opening.reason, detail: opening.detail }
    readBack(opening)
    const healthChanged = () => isOpen() && needs.changed()
    open = openCounter(needs, { kind, farEnd, opening, healthChanged, fault })
    return { name: 'selling' }
  }

  /** Called behind a commit: thrown from here, it would be taken for a sale that was not written. */
  function tell(sale: Sale, before: Sale | null): void {
    try {
      needs.saleChanged(sale, before)
    } catch (error) {
      log.error('window-not-told', { sale: sale.id, error })
    }
  }

  /** Before anything of the ledger is sent: a sale that was not to be there is held first. */
  function readBack(opening: Extract<LedgerOpening, { ok: true }>): void {
    try {
      recoverer().opened(opening.ledger)
      if (!openedBefore.has(kind)) holdUntriedSales(opening.ledger, needs.clock.wall())
      openedBefore.add(kind)
    } catch (error) {
      opening.close()
      throw error
    }
  }

  /** Only while that ledger blocks the till, and with nobody opening it meanwhile. */
  function rescuing<Value>(
    work: (ledger: LedgerAndKey) => Answer<Value> | Promise<Answer<Value>>,
  ): Promise<Answer<Value>> {
    const worked = turn.then(async () => {
      const barred = stage.name === 'blocked' && isRescuable(stage.reason)
      const found = barred && needs.vault.ok ? opener.find(kind, needs.vault.vault) : null
      if (!found?.ok) return failure('action-not-possible', `The till is ${stage.name}`)
      return work(found.ledger)
    })
    const done = worked.catch(error => failure('export-failed', String(error)))
    turn = done.then(() => undefined)
    return done
  }

  /** In turn, with nobody writing the ledger, and opened again afterwards. */
  async function exchanging<Value>(
    work: () => Answer<Value> | Promise<Answer<Value>>,
  ): Promise<Answer<Value>> {
    let done: Answer<Value> = failure('till-fault', 'The ledgers could not be exchanged')
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

  function beginAnew(): Answer<{ keptAs: string | null }> {
    if (stage.name !== 'blocked' || !isKeyTrouble(stage.reason))
      return failure('action-not-possible', `The till is ${stage.name}`)
    return exchange.beginAnew(kind)
  }

  async function bringBack(file: string): Promise<Answer<{ keptAs: string }>> {
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
    for (const each of recoverers.values()) each.beginAnew()
    return inTurn(openActive)
  }

  async function choose(how: (all: Settings) => Settings): Promise<Answer<null>> {
    await quiet()
    const { active } = settings.get()
    const next = how(settings.get()).active
    const refused = next === active ? null : leavingOpenFault(active)
    if (refused) return refused
    settings.update(how)
    // A till that sells would only end its calls under way.
    if (next !== active || stage.name !== 'selling') await reopen()
    return answer(null)
  }

  function leavingOpenFault(active: ConnectionKind | null): Failure | null {
    try {
      return leavingFault(active, open?.counter ?? null)
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
    counter: () => (stage.name === 'selling' ? (open?.counter ?? null) : null),
    reopen,
    choose,
    fault,
    recovery: () => recoverer().view(),
    acknowledge() {
      recoverer().acknowledge()
      needs.changed()
    },
    exportReadable: () => rescuing(rescue.exportReadable),
    async setAside() {
      const done = await rescuing(rescue.setAside)
      if (!done.ok) return done
      // What was being written belongs to the ledger that is gone from here.
      recoverers.delete(kind)
      needs.watch.setAside(kind)
      await inTurn(openActive)
      return done
    },
    beginAnew: () => exchanging(beginAnew),
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
