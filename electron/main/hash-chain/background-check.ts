import type { ChainedStoreName, Change } from '../../../shared/integrity'
import type { Clock } from '../clock'
import { type ChainedStore, type CheckScope, mostChanges } from './chained-store'
import type { CheckpointNotes } from './checkpoint-notes'

/** A store that is open, and what runs in the background for it. */
export interface OpenStore {
  chained: ChainedStore
  /** Ends what runs in the background. */
  stop: Array<() => void>
  /** The running check in the background, or null. */
  checks: CheckScope | null
}

interface BackgroundCheckDeps {
  clock: Clock
  notes: CheckpointNotes
  /** Does the work; null where it failed, which is logged. */
  careful: <T>(work: () => T) => T | null
  raise: (store: ChainedStoreName, found: readonly Change[]) => void
}

/** Starts a check that runs in slices between the till's other work. */
export type BackgroundCheck = (store: ChainedStoreName, each: OpenStore, scope: CheckScope) => void

/** Between two steps of a check in the background, ms: the till has other things to do. */
const rest = 5

/** A check of all stays the only one. */
export function createBackgroundCheck(deps: BackgroundCheckDeps): BackgroundCheck {
  const { clock, notes, careful, raise } = deps

  /** The running check came to the end of the chain, unless it found as many changes as it may. */
  function checked(
    store: ChainedStoreName,
    { chained, checks }: OpenStore,
    found: readonly Change[],
  ): void {
    raise(store, found)
    if (found.length >= mostChanges || !chained.isSettled()) return
    const { number, value } = chained.head()
    const note = notes.of(store)
    const wholeAt = checks === 'whole' ? clock.wall() : note.wholeAt
    const end = { number, value: value.toString('hex') }
    notes.put(store, { ...note, ...end, checked: end, wholeAt })
  }

  return (store, each, scope) => {
    if (each.checks === 'whole') return
    each.checks = scope
    const work = each.chained.check(scope)
    const step = () => {
      if (each.checks !== scope) return false
      const { done, value } = work.next()
      if (done) checked(store, each, value)
      return !done
    }
    const carefulStep = () => {
      const goesOn = careful(step) ?? false
      if (!goesOn && each.checks === scope) each.checks = null
      return goesOn
    }
    each.stop.push(repeat(clock, rest, carefulStep))
  }
}

/** Does the work after each pause until it returns false; returns what ends it. */
export function repeat(clock: Clock, pause: number, work: () => boolean): () => void {
  const again = () => {
    if (work()) cancel = clock.after(pause, again)
  }
  let cancel = clock.after(pause, again)
  return () => cancel()
}
