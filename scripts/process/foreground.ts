import { spawn } from 'node:child_process'
import { exitCode } from './run'
import { onSignals } from './tree'

/** Runs a program in the user's terminal as if it were ours: same signals, same exit code. */
export async function runInForeground(
  command: string,
  args: string[],
  options: { cwd: string; env: NodeJS.ProcessEnv },
): Promise<number> {
  const child = spawn(command, args, { ...options, stdio: 'inherit' })
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
