import type { Clock } from '../clock'
import { type ExaminationResult, type ExaminationTask, resultSchema } from './task'

/** A process that was started to examine: Electron's utility process, or a plain child in tests. */
export interface ExaminerProcess {
  send(task: ExaminationTask): void
  onMessage(receive: (message: unknown) => void): void
  onExit(ended: (code: number | null) => void): void
  kill(): void
}

/** A whole ledger of a million sales is read in less; a process that hangs is ended. */
const longest = 10 * 60_000

/** Has a process examine. Never rejects: a process that dies or hangs is a result too. */
export function examineIn(
  start: () => ExaminerProcess,
  task: ExaminationTask,
  clock: Clock,
): Promise<ExaminationResult> {
  return new Promise(resolve => {
    const child = start()
    const fail = (detail: string) => resolve({ ok: false, detail })
    const cancelTimer = clock.after(longest, () => {
      fail('The examination took too long')
      child.kill()
    })
    child.onMessage(message => {
      resolve(believe(message))
      child.kill()
    })
    child.onExit(code => {
      cancelTimer()
      fail(`The examining process ended (${code})`)
    })
    child.send(task)
  })
}

function believe(message: unknown): ExaminationResult {
  const result = resultSchema.safeParse(message)
  return result.success ? result.data : { ok: false, detail: 'The examination made no sense' }
}
