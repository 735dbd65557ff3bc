import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { inProject } from '../project'

/** What the disk is made to do: these system calls fail with this error, from the nth on or only then. */
export interface DiskFault {
  calls: string
  error: 'EIO' | 'ENOSPC'
  nth: number
  lasting: boolean
}

/** A process whose system calls can be made to fail. It speaks in lines. */
export interface Victim {
  /** Its next line; throws, with what it wrote to stderr, when there is none. */
  hear(): Promise<string>
  tell(line: string): void
  /** Makes the disk fail from here on. */
  breakDisk(fault: DiskFault): Promise<void>
  /** The disk is well again; true if the fault was met. Also when the victim has died. */
  healDisk(): Promise<boolean>
  /** Kills it, and waits until it is dead: its file is looked at then. */
  end(): Promise<void>
}

/** Runs a script of scripts/trials. */
export function startVictim(script: string, ...args: string[]): Victim {
  const file = inProject('scripts', 'trials', script)
  const child = spawn(process.execPath, ['--import', 'tsx', file, ...args])
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const errors = collect(child)
  let strace: ChildProcess | null = null
  let trace = () => ''
  return {
    async hear() {
      const { value, done } = await lines.next()
      if (done) throw new Error(`${script} said nothing more: ${errors()}`)
      return value
    },
    tell: line => void child.stdin.write(`${line}\n`),
    async breakDisk(fault) {
      strace = spawn('strace', straceArguments(child.pid ?? 0, fault))
      trace = collect(strace)
      await attached(strace, trace)
    },
    async healDisk() {
      if (strace) await ended(strace, 'SIGINT')
      return trace().includes('(INJECTED)')
    },
    end: () => ended(child, 'SIGKILL'),
  }
}

function straceArguments(pid: number, { calls, error, nth, lasting }: DiskFault): string[] {
  const inject = `inject=${calls}:error=${error}:when=${nth}${lasting ? '+' : ''}`
  return ['-f', '-p', String(pid), '-e', `trace=${calls}`, '-e', inject]
}

async function attached(strace: ChildProcess, output: () => string): Promise<void> {
  const exited = once(strace, 'exit')
  while (!output().includes('attached')) {
    if (strace.exitCode !== null) throw new Error(`strace could not attach: ${output()}`)
    if (strace.stderr) await Promise.race([once(strace.stderr, 'data'), exited])
  }
}

async function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  child.kill(signal)
  // Hazard: strace, told to let go of a process that is just dying, can wait for it for ever.
  const impatience = setTimeout(() => child.kill('SIGKILL'), 1_000)
  await exit
  clearTimeout(impatience)
}

function collect(child: ChildProcess): () => string {
  let text = ''
  child.stderr?.on('data', piece => {
    text += String(piece)
  })
  return () => text
}
