import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process'
import { constants } from 'node:os'
import { Problem } from '../problem'

/** Where a child's words go: on to the terminal, to our stderr alone, or kept for the caller. */
type Output = 'show' | 'stderr' | 'keep'

interface RunOptions {
  cwd?: string
  env?: NodeJS.ProcessEnv
  output: Output
  /** After this long the child and all it started are killed. */
  timeoutMs?: number
}

export interface Ended {
  code: number
  output: string
  timedOut: boolean
}

const stdio: Record<Output, StdioOptions> = {
  show: 'inherit',
  stderr: ['ignore', 2, 2],
  keep: ['ignore', 'pipe', 'pipe'],
}

/** Runs a program to its end. A code other than 0 is an answer, not an error; not starting is. */
export function run(command: string, args: string[], options: RunOptions): Promise<Ended> {
  const { output, timeoutMs, ...where } = options
  // A timeout must reach grandchildren too (xvfb-run's, a test runner's): they need their own group.
  const ownGroup = timeoutMs !== undefined && process.platform !== 'win32'
  const child = spawn(command, args, { ...where, stdio: stdio[output], detached: ownGroup })
  const stopRelaying = ownGroup ? onSignals(signal => signalGroup(child, signal)) : () => undefined
  return ending(child, command, timeoutMs).finally(stopRelaying)
}

function ending(child: ChildProcess, command: string, timeoutMs?: number): Promise<Ended> {
  const kept: Buffer[] = []
  let timedOut = false
  child.stdout?.on('data', chunk => kept.push(chunk))
  child.stderr?.on('data', chunk => kept.push(chunk))
  const giveUp = () => {
    timedOut = true
    signalGroup(child, 'SIGKILL')
  }
  const timer = timeoutMs && setTimeout(giveUp, timeoutMs)
  return new Promise<Ended>((resolve, reject) => {
    child.once('error', error => reject(notStarted(command, error)))
    child.once('close', (code, signal) =>
      resolve({ code: exitCode(code, signal), output: Buffer.concat(kept).toString(), timedOut }),
    )
  }).finally(() => clearTimeout(timer))
}

/** The exit code a shell would show: a child ended by a signal never counts as success. */
function exitCode(code: number | null, signal: NodeJS.Signals | null): number {
  return code ?? 128 + (signal ? constants.signals[signal] : 0)
}

function notStarted(command: string, cause: Error): Problem {
  return new Problem(
    `${command} could not be started (${cause.message}).`,
    'Check that it is installed and on the PATH, then try again.',
    { cause },
  )
}

/** Runs a program in the user's terminal as if it were ours: same signals, same exit code. */
export async function runInForeground(
  command: string,
  args: string[],
  where: { cwd: string; env: NodeJS.ProcessEnv },
): Promise<number> {
  const child = spawn(command, args, { ...where, stdio: 'inherit' })
  const stop = onSignals(signal => {
    // A terminal sends these to the whole group already; Electron takes a second one as "die at once".
    const byTerminal = process.stdin.isTTY && signal !== 'SIGTERM'
    if (!byTerminal) child.kill(signal)
  })
  return new Promise<number>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => resolve(exitCode(code, signal)))
  }).finally(stop)
}

const relayed: readonly NodeJS.Signals[] =
  process.platform === 'win32' ? ['SIGINT', 'SIGTERM'] : ['SIGINT', 'SIGTERM', 'SIGHUP']

/** Listens to the signals that ask us to end. Returns how to stop listening. */
export function onSignals(listener: (signal: NodeJS.Signals) => void): () => void {
  for (const signal of relayed) process.on(signal, listener)
  return () => {
    for (const signal of relayed) process.off(signal, listener)
  }
}

/** To a child and, where it leads its own group, to everything it started. */
function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined || process.platform === 'win32') {
    child.kill(signal)
    return
  }
  try {
    process.kill(-child.pid, signal)
  } catch (error) {
    // The group may have ended in between: that is what was wanted.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
