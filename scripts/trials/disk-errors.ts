import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Database } from '../../electron/main/store/database/database'
import { openEngine } from '../../electron/main/store/database/engine'
import { onPath } from '../project'
import { type DiskFault, startVictim, type Victim } from './victim'

/** How a ledger could keep its journal: as the till does (DELETE, EXTRA), or WAL with FULL. */
export type Journal = 'rollback' | 'wal'

/** What a commit said, and whether its row was there once the process had died. */
export interface CommitTrial {
  /** False when the commit was over before the nth call came. */
  met: boolean
  said: string
  rowThere: boolean
}

/** What a ledger said, and what it found after it was opened again in the same process. */
export interface LedgerTrial {
  met: boolean
  said: string
  /** Whether the interrupted write was found recorded; null when nothing was interrupted. */
  readBack: boolean | null
  /** The sale at that time, or null when it is not there. */
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

/** One commit under a fault, in a process that dies right after: the row is looked for from here. */
export function tryCommit(journal: Journal, fault: DiskFault): Promise<CommitTrial> {
  return inFolder(async file => {
    const victim = startVictim('commit-victim.ts', file, journal)
    const said = await underFault(victim, fault)
    await victim.end()
    const met = await victim.healDisk()
    return { met, said, rowThere: hasRow(file) }
  })
}

/** One write of a ledger under a fault; then the disk is well, and the ledger is opened again. */
export function tryLedger(what: 'sale' | 'step', fault: DiskFault): Promise<LedgerTrial> {
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
export async function atEveryPlace<Trial extends { met: boolean }>(
  kind: Omit<DiskFault, 'nth'>,
  attempt: (fault: DiskFault) => Promise<Trial>,
): Promise<Trial[]> {
  const trials: Trial[] = []
  for (let nth = 1; ; nth++) {
    const trial = await attempt({ ...kind, nth })
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

function hasRow(file: string): boolean {
  const engine = openEngine(file, Buffer.alloc(32, 7))
  try {
    return new Database(engine).all('SELECT id FROM sale WHERE id = 2').length === 1
  } finally {
    engine.close()
  }
}
