import type { ChainedStoreName, Change, WholeCheck } from '../../../shared/integrity'
import type { Clock } from '../clock'
import { type BackgroundCheck, type CheckRun, type OpenStore, repeat } from './background-check'
import type { CheckpointNotes } from './checkpoint-notes'

interface WholeCheckDeps {
  clock: Clock
  notes: CheckpointNotes
  check: BackgroundCheck
  open: ReadonlyMap<ChainedStoreName, OpenStore>
  /** The view is another. */
  changed: () => void
}

interface WholeChecks {
  /** Joins a check of all that already runs. Throws what a store throws. */
  start(): void
  /** A store was opened: what was found before says nothing of it. */
  opened(): void
  view(): WholeCheck
}

/** How often the windows are told how far it is, ms. */
const tellEvery = 500

/** The check of all open stores that a person asks for. */
export function createWholeCheck(deps: WholeCheckDeps): WholeChecks {
  const { clock, notes, check, open, changed } = deps
  let status: WholeCheck['status'] = { name: 'none' }

  function wholeAt(): number | null {
    const times = [...open.keys()].map(store => notes.of(store).wholeAt)
    const earliest = Math.min(...times)
    return times.length === 0 || earliest === 0 ? null : earliest
  }

  function start(): void {
    if (status.name === 'running') return
    status = { name: 'unfinished' }
    try {
      const runs = [...open].map(([store, each]) => ({
        links: each.chained.head().number,
        run: check(store, each, 'whole'),
      }))
      status = { name: 'running', percent: percentOf(runs) }
      repeat(clock, tellEvery, () => {
        status = statusOf(runs, clock.wall())
        changed()
        return status.name === 'running'
      })
    } finally {
      changed()
    }
  }

  return {
    start,
    opened() {
      if (status.name !== 'running') status = { name: 'none' }
    },
    view: () => ({ wholeAt: wholeAt(), status }),
  }
}

interface StoreRun {
  /** How long the chain was at the beginning. */
  links: number
  run: CheckRun
}

/** Pure. */
function statusOf(runs: readonly StoreRun[], now: number): WholeCheck['status'] {
  const results = runs.map(({ run }) => run.result)
  if (results.includes('running')) return { name: 'running', percent: percentOf(runs) }
  if (runs.length === 0 || results.includes('stopped')) return { name: 'unfinished' }
  return { name: 'done', at: now, changes: (results as Change[][]).flat().length }
}

/** Below 100 while one runs: what is written meanwhile is checked too. */
function percentOf(runs: readonly StoreRun[]): number {
  const all = runs.reduce((sum, { links }) => sum + links, 0)
  const done = runs.reduce(
    (sum, { links, run }) =>
      sum + (run.result === 'running' ? Math.min(run.reached, links) : links),
    0,
  )
  return Math.min(99, Math.floor((done / Math.max(1, all)) * 100))
}
