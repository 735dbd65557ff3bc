import { join } from 'node:path'
import type { UtilityProcess } from 'electron'
import type { ExaminerProcess } from './examiner-process'

/**
 * The examiner as one of Electron's utility processes: it needs no switch that lets Node run. A file apart: the
 * examiner imports none of it, so it is built into the main file, beside `examiner.js`.
 */
export function startExaminer(utilityProcess: {
  fork: (file: string, args: string[], options: { serviceName: string }) => UtilityProcess
}): ExaminerProcess {
  const file = join(import.meta.dirname, 'examiner.js')
  const child = utilityProcess.fork(file, [], { serviceName: 'Kaunta ledger examiner' })
  return {
    send: task => child.postMessage(task),
    onMessage: receive => void child.on('message', receive),
    onExit: ended => void child.on('exit', ended),
    kill: () => void child.kill(),
  }
}
