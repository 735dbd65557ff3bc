import { join } from 'node:path'
import type { ExaminerProcess } from './examiner-process'

/** What the till needs of Electron's `UtilityProcess`. */
interface ForkedProcess {
  postMessage(message: unknown): void
  on(event: 'message', receive: (message: unknown) => void): unknown
  on(event: 'exit', ended: (code: number) => void): unknown
  kill(): boolean
}

interface Forker {
  fork: (file: string, args: string[], options: { serviceName: string }) => ForkedProcess
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
