import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { ConnectionKind } from '../../../shared/connection'
import { type Answer, answer, failure } from '../../../shared/ipc/answer'
import type { BlockReason, LedgerExport, Recovery, Stage } from '../../../shared/ipc/till-state'
import type { Sale } from '../../../shared/payment/sale'
import { joinWords, type StatusWords } from '../../../shared/payment/status-words'
import type { Person } from '../../../shared/person'
import type { Settings } from '../../../shared/settings'
import { databaseFailure, lockFile } from '../database'
import type { Log } from '../diagnostics/log'
import type { Notary } from '../integrity/chained-store'
import type { Integrity } from '../integrity/integrity'
import { type Counter, type CounterSettings, createCounter } from '../payments/counter'
import type { BookKeeping } from '../payments/customer-book'
import { faultReason, type LedgerOpening, openLedger } from '../payments/open-ledger'
import { createRetention, type Retention } from '../payments/retention'
import type { Random } from '../random'
import { createServiceClient, type ResolveProxy } from '../service'
import type { SettingsKeeper } from '../settings/settings'
import type { ReturnableFile, Vault, VaultOpening } from '../vault'
import { type FarEnd, type FarEndOpening, ledgerFileName, openServiceEnd } from './far-end'
import { createKeyedFiles } from './keyed-files'
import { createLedgerRescue, type LedgerAndKey, type LedgerRescueNeeds } from './ledger-rescue'
import { createOpeningGuard, type OpeningGuard } from './opening-guard'
import { createRecoverer, type Recoverer } from './recovery'
import { holdUntriedSales } from './untried-sales'

/** Opens the counter of the active connection, and says what stands in the way when it cannot. */
export interface CounterDoor {
  stage(): Stage
  /** The counter that sells, or null in any other stage. */
  counter(): Counter | null
  /** Closes the counter that is open and opens that of the active connection. One at a time. */
  reopen(): Promise<void>
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

interface CounterDoorNeeds extends LedgerRescueNeeds {
  settings: SettingsKeeper
  vault: VaultOpening
  /** Starts the practice service the first time; only the composition root knows it. */
  practiceEnd: () => Promise<FarEnd>
  shippedWords: StatusWords
  random: Random
  /** The way that this computer takes to an address. */
  resolveProxy: ResolveProxy
  log: Log
  saleChanged: (sale: Sale, before: Sale | null) => void
  /** Who stands at the till. */
  person: () => Person | null
  /** Watches that a ledger is what the till wrote. */
  watch: Pick<Integrity, 'begins' | 'opened' | 'closing' | 'setAside'>
  /** The stage or the lights changed. */
  changed: () => void
}

interface OpenCounter {
  counter: Counter
  retention: Retention
  closeLedger: () => void
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
  const book: BookKeeping = {
    walkIn: () => settings.get().shop.customer,
    damaged: () => log.error('customer-entry-damaged'),
  }
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
    closing?.retention.stop()
    await closing?.counter.stop()
    closing?.closeLedger()
  }

  async function openActive(): Promise<void> {
    await shut()
    // A connection that was still being tried when the till was closed opens nothing any more.
    if (closed) return
    faulted = false
    const { active } = settings.get()
    if (active === null) return show({ name: 'first-run' })
    kind = active
    if (!needs.vault.ok) return block('vault-damaged', needs.vault.reason)
    const end = await farEndOf(kind, needs.vault.vault)
    if (!end.ok) return show(end.stage)
    const next = await openCounter(needs.vault.vault, end.farEnd)
    // What the till's closing cut short says nothing of the ledger.
    if (closed && !open) return
    show(next)
    open?.counter.start()
    open?.retention.start()
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

  async function openCounter(vault: Vault, farEnd: FarEnd): Promise<Stage> {
    const mine = generation
    const isOpen = () => mine === generation
    const key = ledgerKey(vault)
    if (!key.ok) return key.stage
    const opening = await openGuarded(key.ledger, (sale, before) => isOpen() && tell(sale, before))
    if (!opening.ok) return { name: 'blocked', reason: opening.reason, detail: opening.detail }
    readBack(opening)
    const { clock, resolveProxy } = needs
    const client = createServiceClient({ ...farEnd, clock, resolveProxy })
    const counter = createCounter({
      kind,
      ledger: opening.ledger,
      client,
      clock: needs.clock,
      random: needs.random,
      settings: () => counterSettings(kind, farEnd, settings.get(), needs.shippedWords),
      person: needs.person,
      healthChanged: () => isOpen() && needs.changed(),
      fault,
    })
    const retention = createRetention({
      removal: opening.ledger.removal,
      clock: needs.clock,
      serviceTime: counter.serviceTime,
      months: () => settings.get().retention.months,
      done: removed => log.info('customers-removed', { removed }),
      fault,
    })
    const mineKind = kind
    open = {
      counter,
      retention,
      closeLedger() {
        needs.watch.closing(mineKind)
        opening.close()
      },
    }
    needs.watch.opened(kind, opening.chain)
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

  /** The active connection's ledger and what opens it, or what the till shows instead. */
  function ledgerKey(
    vault: Vault,
  ): { ok: true; ledger: LedgerAndKey } | { ok: false; stage: Stage } {
    const file = join(needs.dataFolder, ledgerFileName(kind))
    files?.finish()
    const dataKey = vault.dataKey(kind, existsSync(file))
    const sealedBy = vault.sealedBy({ data: kind })
    const blocked = (reason: BlockReason) =>
      ({ ok: false, stage: { name: 'blocked', reason, detail: kind, sealedBy } }) as const
    if (dataKey.state === 'locked') return { ok: false, stage: { name: 'locked' } }
    if (dataKey.state === 'missing') return blocked('ledger-key-missing')
    if (dataKey.state === 'unreadable') return blocked('ledger-key-unreadable')
    return { ok: true, ledger: { kind, file, key: dataKey.key } }
  }

  /** A ledger whose last opening never ended is looked at in another process first. */
  async function openGuarded(
    ledger: LedgerAndKey,
    changed: (sale: Sale, before: Sale | null) => void,
  ): Promise<LedgerOpening> {
    const guard = createOpeningGuard(ledger.file)
    const damage = await damageOf(ledger, guard)
    if (damage !== null) return { ok: false, reason: 'ledger-unreadable', detail: damage }
    guard.raise()
    const chainBegins = (notary: Notary) => needs.watch.begins(ledger.kind, notary)
    const opening = openLedger({ ...ledger, changed, book, chainBegins })
    guard.lower()
    return opening
  }

  /** What forbids opening a ledger in this process, or null. */
  async function damageOf(ledger: LedgerAndKey, guard: OpeningGuard): Promise<string | null> {
    if (!existsSync(ledger.file)) return null
    // Only a till that died while it made the file leaves an empty one; else it held something once.
    if (statSync(ledger.file).size === 0) return guard.isUp() ? null : 'the file is empty'
    return guard.isUp() ? rescue.examine(ledger) : null
  }

  /** Only while that ledger blocks the till, and with nobody opening it meanwhile. */
  function rescuing<Value>(
    work: (ledger: LedgerAndKey) => Answer<Value> | Promise<Answer<Value>>,
  ): Promise<Answer<Value>> {
    const worked = turn.then(async () => {
      const barred = stage.name === 'blocked' && isRescuable(stage.reason)
      const key = barred && needs.vault.ok ? ledgerKey(needs.vault.vault) : null
      if (!key?.ok) return failure('action-not-possible', `The till is ${stage.name}`)
      return work(key.ledger)
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
    if (stage.name !== 'blocked' || !isKeyTrouble(stage.reason) || !files)
      return failure('action-not-possible', `The till is ${stage.name}`)
    return unlessLocked(() => answer({ keptAs: files.beginAnew(kind) }))
  }

  async function bringBack(file: string): Promise<Answer<{ keptAs: string }>> {
    if (!files?.returnable(kind).some(one => one.file === file))
      return failure('action-not-possible', 'There is no such ledger that opens')
    await shut()
    return unlessLocked(() => {
      const { ok, keptAs } = files.bringBack(kind, file)
      return ok ? answer({ keptAs }) : failure('action-not-possible', 'It does not open')
    })
  }

  /** Another till that writes this very ledger must not lose it under its hands. */
  function unlessLocked<Value>(work: () => Answer<Value>): Answer<Value> {
    const lock = lockFile(join(needs.dataFolder, ledgerFileName(kind)))
    if (!lock.ok) return failure('export-failed', String(lock.error))
    try {
      return work()
    } finally {
      lock.release()
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
    reopen() {
      for (const each of recoverers.values()) each.beginAnew()
      return inTurn(openActive)
    },
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
    returnable: () => files?.returnable(kind) ?? [],
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

/** What the counter follows of the settings. */
function counterSettings(
  kind: ConnectionKind,
  farEnd: FarEnd,
  settings: Settings,
  shipped: StatusWords,
): CounterSettings {
  return {
    currency: settings.shop.currency,
    country: settings.shop.country,
    webhookAddress: farEnd.webhookAddress,
    account: farEnd.account,
    limits: channel => (channel === 'card' ? settings.cardFreshness : settings.freshness),
    queue: settings.queue,
    assumedLifetimeMs: settings.assumedLifetimeMs,
    words: joinWords(shipped, settings[kind].words),
  }
}
