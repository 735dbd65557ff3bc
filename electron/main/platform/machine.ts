import type { Clock } from './clock'
import type { Log } from './log'
import type { Random } from './random'
import type { WorkerProcess } from './workers'

/** This computer and the program on it, for every part of the till. */
export interface Machine {
  dataFolder: string
  version: string
  /** When this version was built, ms. */
  builtAt: number
  clock: Clock
  random: Random
  log: Log
  /** For tests: how often the shop database is asked while nothing happens, ms. */
  shopBeatMs: number | null
  /** Starts a process for what could hold up main or end it. */
  startWorker: () => WorkerProcess
  /** Ends the till and starts it again. */
  restart: () => void
  /** Shows a file in the computer's own folder window. */
  showItemInFolder: (file: string) => void
}
