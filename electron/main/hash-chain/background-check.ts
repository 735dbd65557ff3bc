import type { ChainedStoreName, Change } from '../../../shared/integrity'
import type { Clock } from '../clock'
import { type ChainedStore, type CheckScope, mostChanges } from './chained-store'
import type { CheckpointNotes } from './checkpoint-notes'

/** A store that is open, and what runs in the background for it. */
export interface OpenStore {
  chained: ChainedStore
  /** Whether its head may go on record: not before it was compared with the one that is. */
  isCompared: boolean
  /** Ends what runs in the background. */
  stop: Array<() => void>
  /** The check that runs in the background, or the last one that did. */
  run: CheckRun | null
}

export interface CheckRun {
  scope: CheckScope
  /** The last link that was checked. */
  reached: number
  /** What was found, once it came to an end. `stopped`: it did not, and proves nothing. */
  result: 'running' | 'stopped' | readonly Change[]
}

interface BackgroundCheckDeps {
  clock: Clock
  notes: CheckpointNotes
  /** Does the work; null where it failed, which is logged. */
  careful: <T>(work: () => T) => T | null
  raise: (store: ChainedStoreName, found: readonly Change[]) => void
}

/** Starts a check that runs in slices between the till's other work. */
export type BackgroundCheck = (
  store: ChainedStoreName,
  each: OpenStore,
  scope: CheckScope,
) => CheckRun

/** Between two steps of a check in the background, ms: the till has other things to do. */
const rest = 5

/** A check of all stays the only one. */
export function createBackgroundCheck(deps: BackgroundCheckDeps): BackgroundCheck {
  const { clock, notes, careful, raise } = deps

  /** The run came to the end of the chain, unless it found as many changes as it may. */
  function checked(
    store: ChainedStoreName,
    chained: ChainedStore,
    run: CheckRun,
    found: readonly Change[],
  ): void {
    raise(store, found)
    run.result = chained.isSettled() ? found : 'stopped'
    if (found.length >= mostChanges || run.result === 'stopped') return
    const { number, value } = chained.head()
    const note = notes.of(store)
    const wholeAt = run.scope === 'whole' ? clock.wall() : note.wholeAt
    const end = { number, value: value.toString('hex') }
    notes.put(store, { ...note, ...end, checked: end, wholeAt })
  }

  return (store, each, scope) => {
    if (each.run?.scope === 'whole' && each.run.result === 'running') return each.run
    stopRun(each)
    const run: CheckRun = { scope, reached: 0, result: 'running' }
    each.run = run
    const work = each.chained.check(scope)
    const step = () => {
      const { done, value } = work.next()
      if (done) checked(store, each.chained, run, value)
      else run.reached = value
      return !done
    }
    const carefulStep = () => {
      if (run.result !== 'running') return false
      const goesOn = careful(step)
      if (goesOn === null) run.result = 'stopped'
      return goesOn ?? false
    }
    each.stop.push(repeat(clock, rest, carefulStep))
    return run
  }
}

/** Ends the check that runs for the store, if one does. */
export function stopRun({ run }: OpenStore): void {
  if (run?.result === 'running') run.result = 'stopped'
}

/** Does the work after each pause until it returns false; returns what ends it. */
export function repeat(clock: Clock, pause: number, work: () => boolean): () => void {
  const again = () => {
    if (work()) cancel = clock.after(pause, again)
  }
  let cancel = clock.after(pause, again)
  return () => cancel()
}
