import { type ChildProcess, spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import {
  type PracticeOptions,
  type PracticeService,
  startPracticeService,
} from '../support/practice/start'
import { choosePractice, connectFirst } from '../support/window/connection'
import { displaysImpossible, startDisplays, usualDisplay } from '../support/window/customer-window'
import { electronSwitches, projectFolder } from '../support/window/electron-switches'
import { startTill, type Till } from '../support/window/till'
import { inFolder, processorTimeOf, statOf } from './measuring'

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
export function measureWindow({ starts, withMemory }: Rounds): Promise<WindowResult> {
  return inFolder(async folder => {
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
  })
}

/** Memory of the whole process tree, MB. */
export interface SecondWindow {
  alone: readonly number[]
  withCustomer: readonly number[]
}

/** The till with one display, and with a second one for the customer, in turns. Null where that is not possible. */
export async function measureSecondWindow(rounds: number): Promise<SecondWindow | null> {
  if (displaysImpossible !== null) return null
  return inFolder(async folder => {
    const displays = await startDisplays(folder)
    const before = process.env.DISPLAY
    process.env.DISPLAY = displays.name
    try {
      const till = await setUp(join(folder, 'till'))
      const memory = async () => (await startOnce(till, true)).memoryMb ?? Number.NaN
      const result = { alone: [] as number[], withCustomer: [] as number[] }
      for (let round = 0; round < rounds; round += 1) {
        await displays.unplug()
        result.alone.push(await memory())
        await displays.plug(usualDisplay)
        result.withCustomer.push(await memory())
      }
      return result
    } finally {
      process.env.DISPLAY = before
      await displays.stop()
    }
  })
}

/** What a till that was set up loads until its Charge screen can be used. */
export function listLoaded(): Promise<LoadedCode> {
  return inFolder(async folder => {
    const subject = await setUp(join(folder, 'till'))
    return whileStarted(subject, { BENCH_LOADED: '1' }, (_pid, text) => {
      const loaded = /^BENCH loaded (.+)$/m.exec(text)?.[1]
      if (!loaded) throw new Error('The till did not say what it loaded')
      return JSON.parse(loaded) as LoadedCode
    })
  })
}

/** Works with a till on this data folder, which is closed afterwards. */
export async function withTill<T>(
  dataFolder: string,
  work: (till: Till) => Promise<T>,
): Promise<T> {
  const till = await startTill({ dataFolder })
  try {
    return await work(till)
  } finally {
    await till.close()
  }
}

/** The same on an empty folder, connected to a practice service. */
export function withService<T>(
  options: PracticeOptions,
  work: (till: Till, service: PracticeService) => Promise<T>,
): Promise<T> {
  return inFolder(async folder => {
    const service = await startPracticeService(options)
    try {
      return await withTill(folder, async till => {
        await connectFirst(till.page, service)
        return work(till, service)
      })
    } finally {
      await service.stop()
    }
  })
}

/** A till in Practice, as a shop's is that was set up. */
export async function setUp(dataFolder: string): Promise<Subject> {
  await withTill(dataFolder, ({ page }) => choosePractice(page))
  return { folder: projectFolder, usable: 'input[name=amount]', dataFolder }
}

function startElectron(subject: Subject, environment: Record<string, string>): ChildProcess {
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

export async function startOnce(subject: Subject, withMemory: boolean): Promise<WindowFigures> {
  const begun = performance.now()
  return whileStarted(subject, {}, async pid => {
    const startMs = performance.now() - begun
    if (!withMemory) return { startMs, memoryMb: null }
    await delay(settleMs)
    return { startMs, memoryMb: memoryOf(pid) }
  })
}

/** Starts it, works once it is usable, with its process and all that it said, and ends it again. */
async function whileStarted<T>(
  subject: Subject,
  environment: Record<string, string>,
  work: (pid: number, text: string) => T | Promise<T>,
): Promise<T> {
  const child = startElectron(subject, environment)
  try {
    const text = await said(child)
    return await work(child.pid ?? 0, text)
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
export function workAfterStart(subject: Subject, seconds: number): Promise<number | null> {
  return whileStarted(subject, {}, async pid => {
    const before = processorTimeOf(pid)
    await delay(seconds * 1_000)
    const after = processorTimeOf(pid)
    return before === null || after === null ? null : after - before
  })
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
    return [{ pid: Number(name), parent: Number(statOf(name)?.[1]) }]
  })
  const tree = [pid]
  for (const one of tree)
    tree.push(...parents.filter(({ parent }) => parent === one).map(each => each.pid))
  return tree
}
