import { join } from 'node:path'
import { z } from 'zod'
import { amountSchema } from '../../../../../shared/money-schemas'
import type { Clock } from '../../../platform/clock'

/** What the examining process is given. The key travels as a message only, never on a command line. */
export const taskSchema = z.strictObject({
  /** A copy of the ledger: the ledger itself is never opened by a salvage. */
  file: z.string(),
  /** 64 hexadecimal digits. */
  key: z.string(),
  /** Where to export to, a file that is not there yet; null only to look. */
  exportFile: z.string().nullable(),
})

export type SalvageTask = z.infer<typeof taskSchema>

const openSaleSchema = z.strictObject({
  saleId: z.string(),
  amount: amountSchema.nullable(),
  msisdn: z.string(),
  recordedAt: z.number().nullable(),
})

/** What the examining process found. */
export const findingsSchema = z.strictObject({
  /** Sales that could be read, from their row or, where that is damaged, from their events. */
  sales: z.int(),
  /** Sales of which only the id could be read. */
  unreadable: z.int(),
  /** False where damage hides an unknown number of further sales. */
  complete: z.boolean(),
  /** True when every row could be read: then the till itself may open the ledger. */
  sound: z.boolean(),
  open: z.array(openSaleSchema),
  moreOpen: z.int(),
})

export type Findings = z.infer<typeof findingsSchema>

/** The one message that the examining process sends back. */
export const resultSchema = z.discriminatedUnion('ok', [
  z.strictObject({ ok: z.literal(true), findings: findingsSchema }),
  z.strictObject({ ok: z.literal(false), detail: z.string() }),
])

export type SalvageResult = z.infer<typeof resultSchema>

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
    const cancelTimer = clock.after(longest, () => end('The salvage took too long'))
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
  return result.success ? result.data : { ok: false, detail: 'The salvage made no sense' }
}

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
