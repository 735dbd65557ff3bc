import { type ChildProcess, fork } from 'node:child_process'
import type { ExaminerProcess } from '../../electron/main/store/recovery/salvage/examiner-process'

/** The examiner as a child of plain Node. */
export function startPlainExaminer(): ExaminerProcess {
  return examinerIn(
    fork('electron/main/store/recovery/salvage/examiner.ts', { execArgv: ['--import', 'tsx'] }),
  )
}

/** A child of plain Node that runs the examiner, as the till knows its examiners. */
export function examinerIn(child: ChildProcess): ExaminerProcess {
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
