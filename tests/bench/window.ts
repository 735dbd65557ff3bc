import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { choosePractice } from '../support/window/connection'
import { electronSwitches, projectFolder } from '../support/window/electron-switches'
import { startTill } from '../support/window/till'

/** What one start costs. */
export interface WindowFigures {
  /** From the start of the process until a person can begin, ms. */
  startMs: number
  /** Proportional set size of the whole process tree after some seconds without work, MB; null where it cannot be read. */
  memoryMb: number | null
}

/** What was loaded before a person could begin: addresses. */
export interface LoadedCode {
  /** Of scripts, in main. */
  main: readonly string[]
  /** Of everything that the window asked for. */
  renderer: readonly string[]
}

export interface WindowResult {
  bare: readonly WindowFigures[]
  ours: readonly WindowFigures[]
}

/** What is started: an app's folder on its data folder. */
export interface Subject {
  folder: string
  /** The element with which a person can begin. */
  usable: string
  dataFolder: string
}

const startLimitMs = 120_000
/** A till without work: V8 collects the garbage of a start some 25 s after it, Chromium's own pages too. */
export const settleMs = 30_000

/** How often each is started, and in how many of these starts its memory is read. */
export interface Rounds {
  starts: number
  withMemory: number
}

/** Starts a bare window and the till in turns, each in the same executable. */
export async function measureWindow({ starts, withMemory }: Rounds): Promise<WindowResult> {
  const folder = mkdtempSync(join(tmpdir(), 'kaunta-bench-'))
  try {
    const ours = await setUp(join(folder, 'till'))
    const bare = {
      folder: join(projectFolder, 'tests/bench/bare-window'),
      usable: '#bench',
      dataFolder: join(folder, 'bare'),
    }
    const result: { bare: WindowFigures[]; ours: WindowFigures[] } = { bare: [], ours: [] }
    // The first of each fills the disk's cache and Chromium's own: it is not counted.
    for (let round = 0; round <= starts; round += 1) {
      const readsMemory = round > 0 && round <= withMemory
      const floor = await startOnce(bare, readsMemory)
      const till = await startOnce(ours, readsMemory)
      if (round > 0) {
        result.bare.push(floor)
        result.ours.push(till)
      }
    }
    return result
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** What a till that was set up loads until its Charge screen can be used. */
export async function listLoaded(): Promise<LoadedCode> {
  const folder = mkdtempSync(join(tmpdir(), 'kaunta-bench-'))
  try {
    const child = startElectron(await setUp(join(folder, 'till')), { BENCH_LOADED: '1' })
    try {
      const loaded = /^BENCH loaded (.+)$/m.exec(await said(child))?.[1]
      if (!loaded) throw new Error('The till did not say what it loaded')
      return JSON.parse(loaded) as LoadedCode
    } finally {
      await ended(child)
    }
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** A till in Practice, as a shop's is that was set up. */
export async function setUp(dataFolder: string): Promise<Subject> {
  const till = await startTill({ dataFolder })
  await choosePractice(till.page)
  await till.page.getByRole('textbox', { name: 'Amount' }).waitFor()
  await till.close()
  return { folder: projectFolder, usable: 'input[name=amount]', dataFolder }
}

function startElectron(subject: Subject, environment: Record<string, string> = {}): ChildProcess {
  const executable = process.env.ELECTRON_EXEC_PATH
  if (!executable) throw new Error('ELECTRON_EXEC_PATH names no Electron')
  const args = [
    '-r',
    join(projectFolder, 'tests/bench/say-usable.cjs'),
    ...electronSwitches(),
    subject.folder,
    `--user-data-dir=${subject.dataFolder}`,
  ]
  return spawn(executable, args, {
    env: { ...process.env, ...environment, BENCH_USABLE: subject.usable },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
}

/** Starts it, and ends it again. */
export async function startOnce(subject: Subject, withMemory: boolean): Promise<WindowFigures> {
  const begun = performance.now()
  const child = startElectron(subject)
  try {
    await said(child)
    const startMs = performance.now() - begun
    if (!withMemory) return { startMs, memoryMb: null }
    await new Promise(resolve => setTimeout(resolve, settleMs))
    return { startMs, memoryMb: memoryOf(child.pid ?? 0) }
  } finally {
    await ended(child)
  }
}

/** Everything that it said until it was usable. */
function said(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    const timer = setTimeout(() => reject(new Error('The window did not open')), startLimitMs)
    child.once('exit', () => reject(new Error('The process ended before its window was usable')))
    child.stdout?.on('data', piece => {
      text += String(piece)
      if (!text.includes('BENCH usable')) return
      clearTimeout(timer)
      resolve(text)
    })
  })
}

/** Processor time that its main process takes in so many seconds after it can be used, s; null where it cannot be read. */
export async function workAfterStart(subject: Subject, seconds: number): Promise<number | null> {
  const child = startElectron(subject)
  try {
    await said(child)
    const before = processorTimeOf(child.pid ?? 0)
    await new Promise(resolve => setTimeout(resolve, seconds * 1_000))
    const after = processorTimeOf(child.pid ?? 0)
    return before === null || after === null ? null : after - before
  } finally {
    await ended(child)
  }
}

/** Linux counts a process's time in hundredths of a second. */
function processorTimeOf(pid: number): number | null {
  if (process.platform !== 'linux') return null
  const stat = statOf(String(pid))
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')
  return fields ? (Number(fields[11]) + Number(fields[12])) / 100 : null
}

/** As a person closes it: the till's data folder is free for the next start. */
function ended(child: ChildProcess): Promise<void> {
  return new Promise(resolve => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve()
    child.once('exit', () => resolve())
    child.kill('SIGTERM')
  })
}

/** Of a process and all that it started, MB. Only Linux shares pages out among the processes that use them: null elsewhere. */
export function memoryOf(pid: number): number | null {
  if (process.platform !== 'linux') return null
  const kilobytes = treeOf(pid).map(one => {
    const text = readFileSync(`/proc/${one}/smaps_rollup`, 'utf8')
    return Number(/^Pss:\s+(\d+) kB/m.exec(text)?.[1] ?? 0)
  })
  return kilobytes.reduce((sum, one) => sum + one, 0) / 1_024
}

function treeOf(pid: number): number[] {
  const parents = readdirSync('/proc').flatMap(name => {
    if (!/^\d+$/.test(name)) return []
    const stat = statOf(name)
    // The name in brackets may hold blanks; the parent is the second field behind it.
    const parent = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[1]
    return [{ pid: Number(name), parent: Number(parent) }]
  })
  const tree = [pid]
  for (const one of tree)
    tree.push(...parents.filter(({ parent }) => parent === one).map(each => each.pid))
  return tree
}

/** Null for a process that ended meanwhile. */
function statOf(pid: string): string | null {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    return null
  }
}
