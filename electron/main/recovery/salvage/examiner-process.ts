import type { Clock } from '../../clock'
import { resultSchema, type SalvageResult, type SalvageTask } from './task'

/** A process that was started to examine: Electron's utility process, or a plain child in tests. */
export interface ExaminerProcess {
  send(task: SalvageTask): void
  onMessage(receive: (message: unknown) => void): void
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
    const fail = (detail: string) => resolve({ ok: false, detail })
    const end = (detail: string) => {
      fail(detail)
      child.kill()
    }
    const cancelTimer = clock.after(longest, () => end('The examination took too long'))
    const stopped = () => end(tillCloses)
    stop.addEventListener('abort', stopped)
    child.onMessage(message => {
      resolve(believe(message))
      child.kill()
    })
    child.onExit(code => {
      cancelTimer()
      stop.removeEventListener('abort', stopped)
      fail(`The examining process ended (${code})`)
    })
    child.send(task)
  })
}

function believe(message: unknown): SalvageResult {
  const result = resultSchema.safeParse(message)
  return result.success ? result.data : { ok: false, detail: 'The examination made no sense' }
}
