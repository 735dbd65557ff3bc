import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Stage } from '../../shared/ipc/till-state'
import { closeBooks } from './close-books'
import { type CallCounts, drawFaults } from './disk-fault-places'
import { addFigures, countKill, type Figures, noFigures } from './figures'
import { examineKilled, found, openShop, type Shop } from './shop'
import { nodeTill } from './till/node-till'
import { whyNot } from './till/opening'
import {
  countCalls,
  type DiskFault,
  describeFault,
  injecting,
  wasInjected,
  watching,
} from './till/strace'
import type { TillProcess } from './till/till-process'
import { sellFixedSales } from './world/fixed-sales'
import { createPressJournal } from './world/press-journal'

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
 * fixed sales make. Afterwards the till starts on a sound disk, and all sides are compared.
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
  if ((await kind.open(till, trial.place))?.selling) await sellFixedSales(till, trial.journal)
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
  if (opened?.selling) await sellFixedSales(till, journal)
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
