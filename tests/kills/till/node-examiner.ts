import { fork } from 'node:child_process'
import path from 'node:path'
import type { ExaminerProcess } from '../../../electron/main/examination/examiner-process'

/**
 * The examiner of ledgers, from the same bundle, as a child of plain Node. A till that was killed
 * while it opened its ledger has it examined at the next start: this must be the real one.
 */
export function startNodeExaminer(): ExaminerProcess {
  const child = fork(path.join(import.meta.dirname, 'examiner.mjs'))
  return {
    send: task => void child.send(task),
    onMessage: receive => void child.on('message', receive),
    onExit(ended) {
      child.on('exit', ended)
      child.on('error', () => ended(null)) // a child that is dead takes no message
    },
    kill: () => void child.kill('SIGKILL'),
  }
}
