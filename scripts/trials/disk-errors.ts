import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { onPath } from '../project'
import { type DiskFault, startVictim, type Victim } from './victim'

/** What a ledger said, and what it found after it was opened again in the same process. */
export interface LedgerTrial {
  /** False when the write was over before the nth call came. */
  met: boolean
  said: string
  /** Whether the interrupted write was found recorded; null when nothing was interrupted. */
  readBack: boolean | null
  /** The payment at that time, or null when it is not there. */
  phase: string | null
}

/** The kinds of fault that are tried, at every place where they can strike. */
export const faultKinds = [
  { calls: 'fsync,fdatasync', error: 'EIO' },
  { calls: 'pwrite64', error: 'ENOSPC' },
  { calls: 'unlink', error: 'EIO' },
] as const

/** Why trials cannot run on this machine, or null. */
export function trialsImpossible(): string | null {
  if (process.platform !== 'linux') return 'disk errors are injected with strace, on Linux only'
  return onPath('strace') ? null : 'strace is not installed (Debian package strace)'
}

/** One write of a ledger under a fault; then the disk is well, and the ledger is opened again. */
function tryLedger(what: 'payment' | 'step', fault: DiskFault): Promise<LedgerTrial> {
  return inFolder(async file => {
    const victim = startVictim('ledger-victim.ts', file, what)
    const said = await underFault(victim, fault)
    const met = await victim.healDisk()
    victim.tell('reopen')
    const found = JSON.parse(await victim.hear())
    await victim.end()
    return { met, said, ...found }
  })
}

async function underFault(victim: Victim, fault: DiskFault): Promise<string> {
  if ((await victim.hear()) !== 'armed') throw new Error('The trial did not begin')
  await victim.breakDisk(fault)
  victim.tell('go')
  return victim.hear()
}

/** Tries a kind of fault at the first, second, … place until the write is over before it strikes. */
export async function atEveryPlace(
  kind: Omit<DiskFault, 'nth'>,
  what: 'payment' | 'step',
): Promise<LedgerTrial[]> {
  const trials: LedgerTrial[] = []
  for (let nth = 1; ; nth++) {
    const trial = await tryLedger(what, { ...kind, nth })
    if (!trial.met) return trials
    trials.push(trial)
  }
}

async function inFolder<T>(work: (file: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), 'kaunta-disk-'))
  try {
    return await work(path.join(folder, 'ledger.db'))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
