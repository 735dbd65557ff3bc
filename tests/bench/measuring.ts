import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Works in a folder of its own, which is gone afterwards. */
export async function inFolder<T>(work: (folder: string) => T | Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'kaunta-bench-'))
  try {
    return await work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** How long work takes, ms. */
export function timed(work: () => unknown): number {
  const began = performance.now()
  work()
  return performance.now() - began
}

/** The same of work that has to be waited for. */
export async function timedWait(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

/** The value that so large a part of the values does not exceed; 0 of none. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
}

/** How much of the processor a process took, s: Linux counts in hundredths. Null elsewhere, and once it ended. */
export function processorTimeOf(pid: number): number | null {
  if (process.platform !== 'linux') return null
  const fields = statOf(String(pid))
  return fields ? (Number(fields[11]) + Number(fields[12])) / 100 : null
}

/** What is behind a process's name, which may hold blanks: the parent is the second field. Null once it ended. */
export function statOf(pid: string): string[] | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    return null
  }
}
