import { join } from 'node:path'
import type { Clock } from './clock'

/** What a worker can do, by name. `sign` says that it goes on; a task may be called at any time and has no state. */
export type TaskTable = Readonly<
  Record<string, (argument: never, sign: () => void) => unknown | Promise<unknown>>
>

/** What goes to the process. Keys travel as such a message only, never on a command line. */
export interface AskedTask {
  name: string
  argument: unknown
}

/** What comes back: signs that it goes on, then one answer. `code` is the error's own, where it has one. */
export type WorkerMessage =
  | { is: 'sign' }
  | { is: 'done'; value: unknown }
  | { is: 'failed'; code: string | null; message: string }

/** A process that does tasks, one after another: Electron's utility process, or a plain child in tests. */
export interface WorkerProcess {
  send(task: AskedTask): void
  onMessage(receive: (message: WorkerMessage) => void): void
  onExit(ended: (code: number | null) => void): void
  kill(): void
}

/** A task that failed: its error's code, or the two that say that there was no answer. */
export class WorkerFailed extends Error {
  override readonly name = 'WorkerFailed'

  constructor(
    readonly code: 'worker-silent' | 'worker-ended' | (string & {}),
    message: string,
  ) {
    super(message)
  }
}

/** The tasks of one process, one after another. */
export interface Worker<Tasks extends TaskTable> {
  /** Rejects with WorkerFailed, or with an Error where the task met a fault of our own. */
  run<Name extends keyof Tasks & string>(
    name: Name,
    argument: Parameters<Tasks[Name]>[0],
  ): Promise<Awaited<ReturnType<Tasks[Name]>>>
}

interface WorkersDeps {
  start: () => WorkerProcess
  clock: Pick<Clock, 'after'>
  /** A process that gives no sign for so long, ms, is given up. */
  silence: number
}

/**
 * Processes for what could hold up main: a share that does not answer, a file that takes minutes, damaged bytes at
 * which the engine aborts.
 *
 * Hazard: a process that waits for a share can often not be killed. Nothing waits for its end; until then no further
 * one is started, or there would be one more every few minutes.
 */
export class Workers<Tasks extends TaskTable> {
  readonly #left = new Set<WorkerProcess>()

  constructor(private readonly deps: WorkersDeps) {}

  /** Works with a process of its own, which is over afterwards. After `stop` each task rejects at once. */
  async use<Value>(
    stop: AbortSignal,
    work: (worker: Worker<Tasks>) => Promise<Value>,
  ): Promise<Value> {
    if (this.#left.size > 0) throw silent()
    if (stop.aborted) throw closes()
    const child = this.deps.start()
    let fail = (_why: WorkerFailed) => {}
    let over: WorkerFailed | null = null
    const end = (why: WorkerFailed) => {
      over ??= why
      fail(why)
    }
    const stopped = () => end(closes())
    stop.addEventListener('abort', stopped)
    child.onExit(code => {
      this.#left.delete(child)
      end(new WorkerFailed('worker-ended', `The process ended (${code})`))
    })
    let receive = (_message: WorkerMessage) => {}
    child.onMessage(message => receive(message))
    /** One at a time. */
    const ask = (task: AskedTask) =>
      new Promise<unknown>((resolve, reject) => {
        if (over) return reject(over)
        let cancel = () => {}
        const listen = () => {
          cancel()
          cancel = this.deps.clock.after(this.deps.silence, () => {
            this.#left.add(child)
            end(silent())
          })
        }
        fail = why => {
          cancel()
          reject(why)
        }
        receive = message => {
          if (message.is === 'sign') return listen()
          cancel()
          if (message.is === 'done') resolve(message.value)
          else reject(errorOf(message))
        }
        listen()
        child.send(task)
      })
    try {
      // Sound: the process answers with what the task of this name returned.
      return await work({ run: (name, argument) => ask({ name, argument }) as never })
    } finally {
      stop.removeEventListener('abort', stopped)
      child.kill()
    }
  }
}

function silent(): WorkerFailed {
  return new WorkerFailed('worker-silent', 'The process gives no sign')
}

function closes(): WorkerFailed {
  return new WorkerFailed('worker-ended', 'The till was closed meanwhile')
}

function errorOf({ code, message }: { code: string | null; message: string }): Error {
  return code === null ? new Error(message) : new WorkerFailed(code, message)
}

/** What the till needs of Electron's `utilityProcess`. */
interface Forker {
  fork: (file: string, args: string[], options: { serviceName: string }) => ForkedProcess
}

interface ForkedProcess {
  postMessage(message: unknown): void
  on(event: 'message', receive: (message: WorkerMessage) => void): unknown
  on(event: 'exit', ended: (code: number) => void): unknown
  kill(): boolean
}

/**
 * One of Electron's utility processes: it needs no switch that lets Node run. `mainFolder` is where main was built to:
 * `worker.js` is next to its entry.
 */
export function startWorker(utilityProcess: Forker, mainFolder: string): WorkerProcess {
  const child = utilityProcess.fork(join(mainFolder, 'worker.js'), [], {
    serviceName: 'Kaunta worker',
  })
  return {
    send: task => child.postMessage(task),
    onMessage: receive => void child.on('message', receive),
    onExit: ended => void child.on('exit', ended),
    kill: () => void child.kill(),
  }
}
