import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** What goes wrong with one system call of the till's main thread. */
export interface DiskFault {
  call: DiskCall
  /** `KILL`: the till is killed as it makes the call. */
  effect: 'EIO' | 'ENOSPC' | 'KILL'
  /** Which such call of the process it is, from 1. */
  nth: number
  /** True: every later one too, as on a disk that is broken for good. */
  forGood: boolean
}

/** What a commit is made of: journal and pages, their syncs, and the journal's end. */
export const diskCalls = ['pwrite64', 'fsync', 'unlink'] as const
export type DiskCall = (typeof diskCalls)[number]

/** Why faults cannot be injected here, or null. */
export function straceMissing(): string | null {
  if (process.platform !== 'linux') return 'not Linux'
  try {
    execFileSync('strace', ['-V'], { stdio: 'ignore' })
    return null
  } catch {
    return 'no strace (Debian: apt-get install strace)'
  }
}

/** -D: the till stays our own child, to be killed and waited for as such. */
const always = ['strace', '-D', '-f', '-qq']
/** Stops the till at the named calls only. Hazard: with it strace injects errors, but no signals. */
const quick = '--seccomp-bpf'

export const describeFault = ({ call, effect, nth, forGood }: DiskFault) =>
  `${effect} at ${call} number ${nth}${forGood ? ' and all later ones' : ''}`

/** A command line to put before the till's. It makes the fault happen and records it in `file`. */
export function injecting({ call, effect, nth, forGood }: DiskFault, file: string): string[] {
  const what = effect === 'KILL' ? 'signal=KILL' : `error=${effect}`
  const inject = `inject=${call}:${what}:when=${nth}${forGood ? '+' : ''}`
  const pace = effect === 'KILL' ? [] : [quick]
  return [...always, ...pace, '-o', file, '-e', `trace=${call}`, '-e', inject]
}

/** Whether a failing call was injected, after the till's end. */
export const wasInjected = (file: string) => readFileSync(file, 'utf8').includes('(INJECTED)')

/** A command line without a fault, that writes every such call into a file. */
export const watching = (file: string) => [...always, quick, '-o', file, '-e', `trace=${diskCalls}`]

/** How many of each call the watched till's main thread made. */
export function countCalls(file: string, pid: number): Record<DiskCall, number> {
  const lines = readFileSync(file, 'utf8').split('\n')
  const count = (call: DiskCall) =>
    lines.filter(line => new RegExp(`^${pid} +${call}\\(`).test(line)).length
  return { pwrite64: count('pwrite64'), fsync: count('fsync'), unlink: count('unlink') }
}
