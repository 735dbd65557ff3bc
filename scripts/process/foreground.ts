import { spawn } from 'node:child_process'
import type { Transform } from 'node:stream'
import { exitCode } from './run'
import { onSignals } from './tree'

/**
 * Runs a program in the user's terminal as if it were ours: same signals, same exit code. With a
 * filter, what the program writes to stderr goes through it.
 */
export async function runInForeground(
  command: string,
  args: string[],
  options: { cwd: string; env: NodeJS.ProcessEnv; filter?: Transform },
): Promise<number> {
  const { filter, ...where } = options
  const stderr = filter ? 'pipe' : 'inherit'
  const child = spawn(command, args, { ...where, stdio: ['inherit', 'inherit', stderr] })
  if (filter) child.stderr?.setEncoding('utf8').pipe(filter).pipe(process.stderr, { end: false })
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
