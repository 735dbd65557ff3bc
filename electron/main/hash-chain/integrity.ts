import type { ConnectionKind } from '../../../shared/connection'
import type {
  ChainedStoreName,
  Change,
  LedgerCheck,
  SeenChange,
  WholeCheck,
} from '../../../shared/integrity'
import type { Clock } from '../clock'
import type { Log } from '../diagnostics/log'
import { inSlices } from '../in-slices'
import { createBackgroundCheck, type OpenStore, repeat, stopRun } from './background-check'
import type { ChainedStore, ChainWatch } from './chained-store'
import {
  beginCheckpoint,
  checkpointChanges,
  scopeAfter,
  wholeIsDue,
  withChanges,
} from './checkpoint'
import type { HeadsDocument } from './checkpoint-document'
import { createCheckpointNotes } from './checkpoint-notes'
import { createWholeCheck } from './whole-check'
import { createWitnessedHeads, type LedgerWitness } from './witnessed-heads'

/**
 * Checks that the stores are what the till wrote, and lists what is not until a person has acknowledged it.
 * A start checks what was not checked yet; each cash-up, a month without one, and a person who asks for it, checks all.
 */
export interface Integrity extends ChainWatch {
  /** Changes not yet acknowledged, of the stores that this process has had open. */
  changes(): readonly SeenChange[]
  acknowledge(ids: readonly string[]): void
  /** Checks what came since the last cash-up; for the closing that is about to be made. */
  checkForCashUp(kind: ConnectionKind): Promise<LedgerCheck>
  /** The cash-up is made: notes where its chain ends, and checks all of it in the background. */
  cashedUp(kind: ConnectionKind): void
  /** Checks all of the open stores in the background, because a person asked for it. */
  checkWhole(): void
  /** How that goes, and when all was checked before. */
  wholeCheck(): WholeCheck
  /** The store's file was set aside, which the audit log has: a new one begins. */
  quarantine(store: ChainedStoreName): void
}

interface IntegrityDeps {
  heads: HeadsDocument
  witness: LedgerWitness
  clock: Clock
  log: Log
  /** Puts on the till's record what was seen. */
  recordSeen: (store: ChainedStoreName, changes: readonly Change[]) => void
  /** The list of changes is another, or the check that a person asked for went on. */
  changed: () => void
}

/** How often it is noted where a chain ends, ms: what came since could be cut off unseen by someone with the key. */
const noteEvery = 10 * 60_000

/** When the audit log has it after an opening, ms: behind the first screen. */
const witnessBehind = 5_000

/** Nothing of this may stop a sale: null where it failed. */
function carefulWith(log: Log): <T>(work: () => T) => T | null {
  return work => {
    try {
      return work()
    } catch (error) {
      log.error('integrity-failed', { error })
      return null
    }
  }
}

/** Watches nothing yet. */
export function createIntegrity(deps: IntegrityDeps): Integrity {
  const { heads, witness, clock, log } = deps
  const careful = carefulWith(log)
  const open = new Map<ChainedStoreName, OpenStore>()
  const notes = createCheckpointNotes(heads)
  const witnessed = createWitnessedHeads(heads, witness)

  /** What is on the disk, never what is still being written: a note may lag behind its store, not lead. */
  function noteHead(store: ChainedStoreName): void {
    const chained = open.get(store)?.chained
    if (!chained?.isSettled()) return
    const { number, value } = chained.head()
    const note = notes.of(store)
    if (note.number === number && note.value === value.toString('hex')) return
    notes.put(store, { ...note, number, value: value.toString('hex') })
  }

  const noteWitness = (store: ChainedStoreName) =>
    careful(() => witnessed.note(store, open.get(store)))

  function raise(store: ChainedStoreName, found: readonly Change[]): void {
    const note = notes.of(store)
    const news = checkpointChanges(store, note, found, clock.wall())
    if (news.length === 0) return
    notes.put(store, withChanges(note, news))
    log.error('store-changed', { name: store, reason: news[0]?.kind })
    // Later: what opened the store is not done with it yet.
    clock.after(0, () => careful(() => deps.recordSeen(store, news)))
    deps.changed()
  }

  const check = createBackgroundCheck({ clock, notes, careful, raise })
  const onDemand = createWholeCheck({ clock, notes, check, open, changed: deps.changed })

  function stop(store: ChainedStoreName): void {
    const each = open.get(store)
    if (!each) return
    for (const end of each.stop) end()
    stopRun(each)
    open.delete(store)
  }

  function opened(store: ChainedStoreName, chained: ChainedStore): void {
    stop(store)
    notes.sign(store, chained)
    const each: OpenStore = { chained, isCompared: false, stop: [], run: null }
    open.set(store, each)
    onDemand.opened()
    const found = witnessed.compare(store, each)
    raise(store, found)
    if (found.length > 0) notes.put(store, { ...notes.of(store), checked: beginCheckpoint.checked })
    noteHead(store)
    const noteAgain = () => {
      careful(() => noteHead(store))
      noteWitness(store)
      // Not at the start: it takes minutes of processor time in a large store.
      if (wholeIsDue(notes.of(store), clock.wall())) check(store, each, 'whole')
      return true
    }
    each.stop.push(repeat(clock, noteEvery, noteAgain))
    each.stop.push(clock.after(witnessBehind, () => noteWitness(store)))
    check(store, each, scopeAfter(notes.of(store)))
  }

  /** Whether all of a period was checked: another connection may be chosen meanwhile. */
  async function checkPeriod(store: ChainedStoreName): Promise<boolean> {
    const each = open.get(store)
    if (!each) return false
    const found = await inSlices(each.chained.check('period'), () => open.get(store) === each)
    if (found) raise(store, found)
    return found !== null
  }

  return {
    begins: (store, signer) =>
      careful(() => {
        notes.sign(store, signer)
        // One that is there stays: the chain that it speaks of is gone then.
        if (heads.note(store, signer) === 'none') heads.put(store, signer, beginCheckpoint)
      }),
    opened: (store, chained) => careful(() => opened(store, chained)),
    closing(store) {
      careful(() => noteHead(store))
      noteWitness(store)
      careful(() => stop(store))
    },
    changes: notes.changes,
    acknowledge(ids) {
      notes.acknowledge(ids)
      deps.changed()
    },
    async checkForCashUp(kind) {
      try {
        const [ledger, auditLog] = [await checkPeriod(kind), await checkPeriod('auditLog')]
        const head = open.get(kind)?.chained.head()
        if (!ledger || !head || (!auditLog && open.has('auditLog'))) return null
        const changes = notes.of(kind).sinceCashUp + notes.of('auditLog').sinceCashUp
        return { changes, links: head.number, seal: head.value.toString('hex', 0, 8) }
      } catch (error) {
        log.error('integrity-failed', { error })
        return null
      }
    },
    cashedUp(kind) {
      noteWitness(kind)
      careful(() => {
        for (const store of [kind, 'auditLog'] as const) {
          notes.put(store, { ...notes.of(store), sinceCashUp: notes.of(store).changes.length })
          noteHead(store)
          const each = open.get(store)
          if (each) check(store, each, 'whole')
        }
      })
    },
    checkWhole: () => careful(onDemand.start),
    wholeCheck: onDemand.view,
    quarantine(store) {
      careful(() => heads.forget(store))
      careful(() => witness.forgetLedger(store))
    },
  }
}
