import { join } from 'node:path'
import type { LedgerExport } from '../../../../../shared/ipc/till-state'
import type { Clock } from '../../../platform/clock'

/** What the examining process is given. The key travels as a message only, never on a command line. */
export interface SalvageTask {
  /** A copy of the ledger: the ledger itself is never opened by a salvage. */
  file: string
  /** 64 hexadecimal digits. */
  key: string
  /** Where to export to, a file that is not there yet; null only to look. */
  exportFile: string | null
}

/** What the examining process found. */
export interface Findings extends Omit<LedgerExport, 'file' | 'open'> {
  open: LedgerExport['open'][number][]
  /** True when every row could be read: then the till itself may open the ledger. */
  sound: boolean
}

/** The one message that the examining process sends back. */
export type SalvageResult = { ok: true; findings: Findings } | { ok: false; detail: string }

/** A process that was started to examine: Electron's utility process, or a plain child in tests. */
export interface ExaminerProcess {
  send(task: SalvageTask): void
  onMessage(receive: (message: SalvageResult) => void): void
  onExit(ended: (code: number | null) => void): void
  kill(): void
}

/** A whole ledger of a million sales is read in less; a process that hangs is ended. */
const longest = 10 * 60_000

const tillCloses = 'The till was closed meanwhile'

/** Has a process examine. Never rejects: one that dies, hangs or is ended by `stop` is a result too. */
export function examineIn(
  start: () => ExaminerProcess,
  task: SalvageTask,
  clock: Clock,
  stop: AbortSignal,
): Promise<SalvageResult> {
  if (stop.aborted) return Promise.resolve({ ok: false, detail: tillCloses })
  return new Promise(resolve => {
    const child = start()
    const end = (result: SalvageResult) => {
      resolve(result)
      child.kill()
    }
    const fail = (detail: string) => end({ ok: false, detail })
    const cancelTimer = clock.after(longest, () => fail('The salvage took too long'))
    const stopped = () => fail(tillCloses)
    stop.addEventListener('abort', stopped)
    child.onMessage(end)
    child.onExit(code => {
      cancelTimer()
      stop.removeEventListener('abort', stopped)
      resolve({ ok: false, detail: `The examining process ended (${code})` })
    })
    child.send(task)
  })
}

/** What the till needs of Electron's `utilityProcess`. */
interface Forker {
  fork: (file: string, args: string[], options: { serviceName: string }) => ForkedProcess
}

interface ForkedProcess {
  postMessage(message: unknown): void
  on(event: 'message', receive: (message: SalvageResult) => void): unknown
  on(event: 'exit', ended: (code: number) => void): unknown
  kill(): boolean
}

/**
 * The examiner as one of Electron's utility processes: it needs no switch that lets Node run. `mainFolder` is
 * where main was built to: `examiner.js` is next to its entry.
 */
export function startExaminer(utilityProcess: Forker, mainFolder: string): ExaminerProcess {
  const file = join(mainFolder, 'examiner.js')
  const child = utilityProcess.fork(file, [], { serviceName: 'Kaunta ledger examiner' })
  return {
    send: task => child.postMessage(task),
    onMessage: receive => void child.on('message', receive),
    onExit: ended => void child.on('exit', ended),
    kill: () => void child.kill(),
  }
}
