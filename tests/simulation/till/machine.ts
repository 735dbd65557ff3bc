import type { EngineSettings } from '../../../electron/main/payments/engine-settings'
import type { Transport } from '../../../electron/main/service/transport'
import type { Payment } from '../../../shared/payment/payment'
import type { Person } from '../../../shared/person'
import type { OneTillEngine } from '../../support/payments/engine'
import type { SeededRandom } from '../../support/seeded-random'
import type { Process } from '../network/call'
import { accountOf } from '../simulated-service/request'
import type { VirtualTime } from '../world/virtual-time'
import { type EngineParts, openClient, openEngine, type Wrap } from './adapter'
import { type CommitFate, type Disk, ProcessIsDead } from './disk'
import type { Parts } from './parts'

/** The shop's computer with the till on it: started, stopped, cut off, and blocked by a fault. */
export interface Machine {
  /** The payment engine that sells, or null while the till is off or blocked. */
  engine(): OneTillEngine | null
  /** The run of the till that sells. */
  process(): Process | null
  /** Starts the till, unless it runs. */
  boot(keys: string): void
  /** The power goes: nothing is written, told or sent any more. */
  crash(): void
  /** The till is closed, in order; it is off when what was on the wire has been written down. */
  stop(): void
  /** While it is off: does to its ledger what the restore of a backup does (backup/worker/tasks.ts). */
  prepareRestored(keys: string): void
  /**
   * Runs what a person started; what it throws, now or later, stops selling, as the app's table of
   * calls does.
   */
  guarded<T>(work: (engine: OneTillEngine) => T): T | 'not-selling' | 'failed'
}

interface MachineDeps {
  parts: Parts
  wrap: Wrap
  disk: Disk
  time: VirtualTime
  random: SeededRandom
  transport: (process: Process) => Transport
  settings: (account: string) => EngineSettings
  /** Who is signed in. */
  person: () => Person | null
  drawCommitFate: () => CommitFate
  changed: (payment: Payment) => void
  committed: () => void
  /** A ledger was opened, and nothing is written in it yet. */
  opened: () => void
  /** The till stops selling for a fault of its own: its disk did what it was told. */
  faulty: (text: string) => void
  note: (text: string) => void
}

interface Running {
  process: Process
  engine: OneTillEngine
}

/** A computer that is switched off. */
export function createMachine(deps: MachineDeps): Machine {
  const { time, note } = deps
  let running: Running | null = null
  let closing: Running | null = null
  let count = 0

  const end = (process: Process) => {
    process.alive = false
    process.endedAt = time.elapsed()
    time.forget(process)
    if (running?.process === process) running = null
    if (closing?.process === process) closing = null
  }

  function crash(): void {
    const process = (running ?? closing)?.process
    if (!process) return
    note('power cut')
    end(process)
  }

  /** As connections/engine-connections.ts shuts: calls end, what became of them is written, then it is over. */
  function stop(): void {
    if (!running) return
    const { engine, process } = running
    closing = running
    running = null
    const over = () => end(process)
    engine.stop().then(over, error => {
      note(`shutting failed: ${String(error)}`)
      over()
    })
  }

  const faultOf = (process: Process) => (error: unknown) => {
    if (!process.alive || error instanceof ProcessIsDead) return
    const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
    note(`fault: ${text}`)
    if (process.diskFailedAt === null) deps.faulty(text)
    if (running?.process === process) stop()
  }

  function partsOf(process: Process): EngineParts {
    const database = deps.disk.databaseOf(process, {
      drawFate: deps.drawCommitFate,
      powerCut: crash,
      failed: () => {
        process.diskFailedAt = time.elapsed()
      },
      committed: deps.committed,
    })
    const account = accountOf(process.keys)
    const clock = time.clockOf(process)
    // As `open-engine.ts` joins them: a pause that names a moment is measured on the service's clock.
    const serviceNow = () => clock.wall() + (running?.engine.accountGate.serviceClock.offset() ?? 0)
    const ledger = new deps.parts.Ledger(database)
    // A broken rule ends the schedule at once, whichever part is writing.
    ledger.onCommit(deps.changed, error => {
      throw error
    })
    return deps.wrap({
      ledger,
      client: openClient(deps.parts, deps.transport(process), clock, process.keys, serviceNow),
      clock,
      random: deps.random,
      settings: () => deps.settings(account),
      person: deps.person,
    })
  }

  function boot(keys: string): void {
    if (running || closing) return
    count += 1
    note(`the till starts (run ${count}, keys ${keys})`)
    const process: Process = { number: count, alive: true, endedAt: null, diskFailedAt: null, keys }
    const fault = faultOf(process)
    const engine = openEngine(deps.parts, partsOf(process), fault)
    running = { process, engine }
    deps.opened()
    try {
      engine.start()
    } catch (error) {
      fault(error)
    }
  }

  function prepareRestored(keys: string): void {
    const process: Process = { number: 0, alive: true, endedAt: null, diskFailedAt: null, keys }
    const nothing = () => undefined
    const hooks = {
      drawFate: () => 'fine' as const,
      powerCut: nothing,
      failed: nothing,
      committed: deps.committed,
    }
    const ledger = new deps.parts.Ledger(deps.disk.databaseOf(process, hooks))
    deps.parts.holdUnsent(ledger, time.wall(), accountOf(keys))
  }

  function guarded<T>(work: (engine: OneTillEngine) => T): T | 'not-selling' | 'failed' {
    if (!running) return 'not-selling'
    const { engine, process } = running
    try {
      const result = work(engine)
      if (result instanceof Promise) result.catch(faultOf(process))
      return result
    } catch (error) {
      faultOf(process)(error)
      return 'failed'
    }
  }

  return {
    engine: () => running?.engine ?? null,
    process: () => running?.process ?? null,
    boot,
    crash,
    stop,
    prepareRestored,
    guarded,
  }
}
