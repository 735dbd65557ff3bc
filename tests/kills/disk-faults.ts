import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Stage } from '../../shared/ipc/till-state'
import { createSeededRandom } from '../support/seeded-random'
import { createPressJournal, sellFixedPayments } from './cashier'
import { closeBooks } from './close-books'
import { addFigures, countKill, type Figures, noFigures } from './figures'
import { nodeTill, whyNot } from './node-till'
import { examineKilled, found, openShop, type Shop } from './shop'
import type { TillProcess } from './till-process'

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

const describeFault = ({ call, effect, nth, forGood }: DiskFault) =>
  `${effect} at ${call} number ${nth}${forGood ? ' and all later ones' : ''}`

/** A command line to put before the till's. It makes the fault happen and records it in `file`. */
function injecting({ call, effect, nth, forGood }: DiskFault, file: string): string[] {
  const what = effect === 'KILL' ? 'signal=KILL' : `error=${effect}`
  const inject = `inject=${call}:${what}:when=${nth}${forGood ? '+' : ''}`
  const pace = effect === 'KILL' ? [] : [quick]
  return [...always, ...pace, '-o', file, '-e', `trace=${call}`, '-e', inject]
}

/** Whether a failing call was injected, after the till's end. */
const wasInjected = (file: string) => readFileSync(file, 'utf8').includes('(INJECTED)')

/** A command line without a fault, that writes every such call into a file. */
const watching = (file: string) => [...always, quick, '-o', file, '-e', `trace=${diskCalls}`]

/** How many of each call the watched till's main thread made. */
function countCalls(file: string, pid: number): Record<DiskCall, number> {
  const lines = readFileSync(file, 'utf8').split('\n')
  const count = (call: DiskCall) =>
    lines.filter(line => new RegExp(`^${pid} +${call}\\(`).test(line)).length
  return { pwrite64: count('pwrite64'), fsync: count('fsync'), unlink: count('unlink') }
}

/** How many of each disk call there are to be struck. */
export type CallCounts = Record<DiskCall, number>

interface Drawing {
  seed: number
  /** How many of all places to draw; all when absent. */
  sample?: number
  /** Only these; all when absent. */
  effects?: readonly DiskFault['effect'][]
}

const shapes: readonly Pick<DiskFault, 'call' | 'effect' | 'forGood'>[] = [
  { call: 'fsync', effect: 'EIO', forGood: false },
  { call: 'fsync', effect: 'EIO', forGood: true },
  { call: 'pwrite64', effect: 'ENOSPC', forGood: false },
  { call: 'pwrite64', effect: 'ENOSPC', forGood: true },
  { call: 'unlink', effect: 'EIO', forGood: false },
  { call: 'unlink', effect: 'EIO', forGood: true },
  ...diskCalls.map(call => ({ call, effect: 'KILL', forGood: false }) as const),
]

/** Every place where such a fault can be, or as many of them as were asked for. */
function drawFaults(counts: CallCounts, { seed, sample, effects }: Drawing): DiskFault[] {
  const all = shapes
    .filter(({ effect }) => effects?.includes(effect) ?? true)
    .flatMap(shape =>
      Array.from({ length: counts[shape.call] }, (_, index) => ({ ...shape, nth: index + 1 })),
    )
  const seeded = createSeededRandom(seed)
  const shuffled = all
    .map(fault => ({ fault, rank: seeded.fraction() }))
    .sort((one, other) => one.rank - other.rank)
  return shuffled.slice(0, sample ?? all.length).map(({ fault }) => fault)
}

interface DiskFaultOptions {
  /** The till's bundle. */
  bundle: string
  seed: number
  /** How many trials run at the same time. */
  lanes: number
  /** How many of all possible faults to try, drawn by the seed; all when absent. */
  sample?: number
  effects?: readonly DiskFault['effect'][]
  progress?: (text: string) => void
}

/**
 * Lets one disk call of a till fail, or kills it there: at each of the calls that a start and three
 * fixed payments make. Afterwards the till starts on a sound disk, and all sides are compared.
 */
export async function runDiskFaults(options: DiskFaultOptions): Promise<Figures> {
  const lanes = await Promise.all(
    Array.from({ length: options.lanes }, () => openConnectedShop(options)),
  )
  try {
    const [first] = lanes
    const faults = first ? drawFaults(await countDiskCalls(first, options.bundle), options) : []
    const all = faults.length
    let total = noFigures()
    const work = async (shop: Shop) => {
      for (let fault = faults.shift(); fault; fault = faults.shift()) {
        const figures = await tryFault(trialIn(shop), fault, options.bundle)
        total = addFigures(total, figures)
        options.progress?.(`${all - faults.length} of ${all}: ${describeFault(fault)}`)
      }
    }
    await Promise.all(lanes.map(work))
    return total
  } finally {
    await Promise.all(lanes.map(shop => shop.close()))
  }
}

/** A shop whose till has been connected: each trial begins with a copy of its data folder. */
async function openConnectedShop({ bundle, seed }: DiskFaultOptions): Promise<Shop> {
  const shop = await openShop(seed)
  const kind = nodeTill(bundle)
  const till = kind.start(shop.dataFolder)
  const opened = await kind.open(till, shop.place)
  till.kill()
  await till.ended
  if (!opened?.selling) throw new Error(`The till did not start: ${whyNot(opened)}`)
  return shop
}

/** The same shop with empty books and a fresh copy of the connected till's data folder. */
function trialIn(shop: Shop): Shop {
  const dataFolder = mkdtempSync(path.join(tmpdir(), 'kaunta-trial-'))
  cpSync(shop.dataFolder, dataFolder, { recursive: true })
  shop.service.control.reset()
  const own = { dataFolder, journal: createPressJournal(), figures: noFigures(), kept: new Map() }
  return { ...shop, ...own, close: async () => rmSync(dataFolder, { recursive: true }) }
}

async function countDiskCalls(shop: Shop, bundle: string): Promise<CallCounts> {
  const trial = trialIn(shop)
  const trace = path.join(trial.dataFolder, 'calls')
  const kind = nodeTill(bundle, watching(trace))
  const till = kind.start(trial.dataFolder)
  if ((await kind.open(till, trial.place))?.selling) await sellFixedPayments(till, trial.journal)
  till.kill()
  await till.ended
  const counts = countCalls(trace, till.pid)
  await trial.close()
  return counts
}

/** One fault, from the till's start to the reconciled books. */
async function tryFault(shop: Shop, fault: DiskFault, bundle: string): Promise<Figures> {
  const { figures, journal } = shop
  const trace = `${shop.dataFolder}.trace`
  const kind = nodeTill(bundle, injecting(fault, trace))
  const till = kind.start(shop.dataFolder)
  const opened = await kind.open(till, shop.place)
  if (opened?.selling) await sellFixedPayments(till, journal)
  const stage = till.stage()
  const died = await diesByItself(till)
  till.kill()
  await till.ended
  const struck = fault.effect === 'KILL' ? died : wasInjected(trace)
  rmSync(trace)
  countKill(figures, struck ? `${fault.effect} at ${fault.call}` : 'fault not reached')
  if (stage?.name === 'blocked') figures.blocked += 1
  const unclear = stage && unclearStage(stage)
  if (unclear) found(shop, 'unclear block', unclear)
  await examineKilled(shop, kind.opensWith)
  await closeBooks(shop, nodeTill(bundle))
  await shop.close()
  const findings = figures.findings.map(({ kind: at, detail }) => ({
    kind: at,
    detail: `${describeFault(fault)}: ${detail}`,
  }))
  return { ...figures, findings }
}

/** Whether the fault has killed the till: its end may be a moment behind its last word. */
async function diesByItself(till: TillProcess): Promise<boolean> {
  const still = new Promise<false>(resolve => setTimeout(resolve, 100, false))
  return Promise.race([till.ended.then(() => true), still])
}

/** After a disk error the till sells, or says that its disk is the matter. */
function unclearStage(stage: Stage): string | null {
  const clear =
    stage.name === 'selling' || (stage.name === 'blocked' && /^storage/.test(stage.reason))
  return clear ? null : JSON.stringify(stage)
}
