import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import path from 'node:path'

/**
 * Does work that no two workers may do at once, as building into one folder. The kernel holds the lock
 * (Linux's `flock`): a worker that is killed leaves none behind.
 */
export async function oneAtATime<T>(name: string, work: () => Promise<T>): Promise<T> {
  const file = path.join(tmpdir(), `${name}.lock`)
  const holder = spawn('flock', [file, '-c', 'echo held; exec cat'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = once(holder, 'exit')
  const [said] = await Promise.race([once(holder.stdout, 'data'), ended])
  if (!String(said).startsWith('held')) throw new Error(`flock could not lock ${file}`)
  try {
    return await work()
  } finally {
    holder.stdin.end()
    await ended
  }
}
