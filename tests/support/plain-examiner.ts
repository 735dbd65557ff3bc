import { fork } from 'node:child_process'
import type { ExaminerProcess } from '../../electron/main/examination/examiner-process'

/** The examiner as a child of plain Node. */
export function startPlainExaminer(): ExaminerProcess {
  const child = fork('electron/main/examination/examiner.ts', { execArgv: ['--import', 'tsx'] })
  return {
    send: task => void child.send(task),
    onMessage: receive => void child.on('message', receive),
    onExit: ended => void child.on('exit', ended),
    kill: () => void child.kill('SIGKILL'),
  }
}
