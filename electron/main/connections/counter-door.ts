import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { ConnectionKind } from '../../../shared/connection'
import type { BlockReason, Recovery, Stage } from '../../../shared/ipc/till-state'
import type { Sale } from '../../../shared/payment/sale'
import { joinWords, type StatusWords } from '../../../shared/payment/status-words'
import type { Settings } from '../../../shared/settings'
import type { Clock } from '../clock'
import { databaseFailure } from '../database'
import type { Log } from '../diagnostics/log'
import { type Counter, type CounterSettings, createCounter } from '../payments/counter'
import { faultReason, type LedgerOpening, openLedger } from '../payments/open-ledger'
import type { Random } from '../random'
import { createServiceClient } from '../service'
import type { SettingsKeeper } from '../settings/settings'
import type { Vault, VaultOpening } from '../vault'
import { type FarEnd, type FarEndOpening, ledgerFileName, openServiceEnd } from './far-end'
import { createRecoverer, type Recoverer } from './recovery'

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
  close(): Promise<void>
}

interface CounterDoorNeeds {
  dataFolder: string
  settings: SettingsKeeper
  vault: VaultOpening
  /** Starts the practice service the first time; only the composition root knows it. */
  practiceEnd: () => Promise<FarEnd>
  shippedWords: StatusWords
  clock: Clock
  random: Random
  log: Log
  saleChanged: (sale: Sale) => void
  /** The stage or the lights changed. */
  changed: () => void
}

interface OpenCounter {
  counter: Counter
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
      ...(next.name === 'blocked' && { reason: next.reason, detail: next.detail }),
    })
    if (next.name === 'blocked' && !closed) recoverer().blocked(next.reason)
    needs.changed()
  }
  const block = (reason: BlockReason, detail: string) => show({ name: 'blocked', reason, detail })

  async function shut(): Promise<void> {
    const closing = open
    open = null
    generation += 1
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
    show(openCounter(kind, needs.vault.vault, end.farEnd))
    open?.counter.start()
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

  function openCounter(kind: ConnectionKind, vault: Vault, farEnd: FarEnd): Stage {
    const mine = generation
    const isOpen = () => mine === generation
    const opening = openLedgerOf(kind, vault, sale => isOpen() && needs.saleChanged(sale))
    if (opening === 'locked') return { name: 'locked' }
    if (!opening.ok) return { name: 'blocked', reason: opening.reason, detail: opening.detail }
    readBack(opening)
    const client = createServiceClient({ ...farEnd, clock: needs.clock })
    const counter = createCounter({
      kind,
      ledger: opening.ledger,
      client,
      clock: needs.clock,
      random: needs.random,
      settings: () => counterSettings(kind, farEnd, settings.get(), needs.shippedWords),
      healthChanged: () => isOpen() && needs.changed(),
      fault,
    })
    open = { counter, closeLedger: opening.close }
    return { name: 'selling' }
  }

  /** Before anything of the ledger is sent: a sale that was not to be there is held first. */
  function readBack(opening: Extract<LedgerOpening, { ok: true }>): void {
    try {
      recoverer().opened(opening.ledger)
    } catch (error) {
      opening.close()
      throw error
    }
  }

  function openLedgerOf(
    kind: ConnectionKind,
    vault: Vault,
    changed: (sale: Sale) => void,
  ): LedgerOpening | 'locked' {
    const file = join(needs.dataFolder, ledgerFileName(kind))
    const dataKey = vault.dataKey(kind, existsSync(file))
    if (dataKey.state === 'locked') return 'locked'
    if (dataKey.state === 'missing')
      return { ok: false, reason: 'ledger-key-missing', detail: kind }
    if (dataKey.state === 'unreadable')
      return { ok: false, reason: 'keys-unreadable', detail: kind }
    return openLedger({ file, key: dataKey.key, changed })
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
    async close() {
      closed = true
      for (const each of recoverers.values()) each.cancel()
      await turn
      await shut()
    },
  }
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
    account: kind === 'practice' ? 'practice' : settings[kind].account,
    limits: channel => (channel === 'card' ? settings.cardFreshness : settings.freshness),
    queue: settings.queue,
    assumedLifetimeMs: settings.assumedLifetimeMs,
    words: joinWords(shipped, settings[kind].words),
  }
}
