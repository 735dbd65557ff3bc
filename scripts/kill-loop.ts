import { randomInt } from 'node:crypto'
import { type DiskFault, runDiskFaults, straceMissing } from '../tests/kills/disk-faults'
import { electronTill } from '../tests/kills/electron-till'
import { type Figures, inWords } from '../tests/kills/figures'
import { runFirstRuns } from '../tests/kills/first-run'
import { runFullDisks } from '../tests/kills/full-disk'
import { runKillLoop } from '../tests/kills/kill-loop'
import { nodeTill } from '../tests/kills/node-till'
import { bundleTill, catchPlant, plants } from '../tests/kills/plants'
import type { Bundle } from '../tests/support/bundle'
import { smallDiskImpossible } from '../tests/support/small-disk'
import { buildIfStale } from './build'
import { note, readOptions, runCommand, wholeNumber } from './command'
import { electronEnvironment, provideElectron } from './electron/provide'
import { againOnVirtualDisplay } from './linux/again'
import { hasDisplay } from './linux/display'
import { prepareLinux } from './linux/prepare'
import { electronLibraries } from './linux/requirements'
import { Problem } from './problem'

const usage = `Use: npm run kill-loop -- [--kills N] [--electron N] [--first-runs N]
                            [--disk-faults N|all] [--effect EIO|ENOSPC|KILL] [--full-disks N]
                            [--plants] [--seed S] [--lanes N]`

const text = { type: 'string' } as const
const effects = ['EIO', 'ENOSPC', 'KILL'] as const

interface Plan {
  seed: number
  lanes: number
  kills: number
  electron: number
  firstRuns: number
  diskFaults: number
  effects: readonly DiskFault['effect'][]
  fullDisks: number
  plants: boolean
}

await runCommand(async () => {
  const plan = readPlan(process.argv.slice(2))
  if (plan.electron > 0 && !hasDisplay()) return againOnVirtualDisplay()
  note(`seed ${plan.seed}`)
  const bundle = await bundleTill()
  try {
    return (await runPlan(plan, bundle)) ? 0 : 1
  } finally {
    bundle.remove()
  }
}, usage)

/** Runs what was asked for, one after the other; true when nothing was found that must not be. */
async function runPlan(plan: Plan, bundle: Bundle): Promise<boolean> {
  const { seed, lanes } = plan
  const common = { bundle: bundle.file('till'), seed, lanes }
  const parts: [string, number, string | null, () => Promise<Figures>][] = [
    [
      'Kills of the main process without windows',
      plan.kills,
      null,
      () =>
        runKillLoop(nodeTill(bundle.file('till')), { kills: plan.kills, seed, lanes, progress }),
    ],
    ['Kills of the app in Electron', plan.electron, null, () => killElectron(plan)],
    [
      'Kills at the first run',
      plan.firstRuns,
      null,
      () => runFirstRuns(nodeTill(bundle.file('till')), { kills: plan.firstRuns, seed, progress }),
    ],
    [
      'Faults at disk calls',
      plan.diskFaults,
      straceMissing(),
      () =>
        runDiskFaults({
          ...common,
          sample: plan.diskFaults,
          effects: plan.effects,
          progress: note,
        }),
    ],
    [
      'Full disks',
      plan.fullDisks,
      smallDiskImpossible(),
      () => runFullDisks({ ...common, disks: plan.fullDisks }),
    ],
  ]
  let clean = true
  for (const [name, count, missing, work] of parts) {
    if (count === 0) continue
    if (missing) process.stdout.write(`\n${name}: skipped, ${missing}\n`)
    else clean = report(name, await work()) && clean
  }
  return plan.plants ? (await reportPlants(seed)) && clean : clean
}

function report(name: string, figures: Figures): boolean {
  process.stdout.write(`\n${name}\n${inWords(figures)}\n`)
  return figures.findings.length === 0
}

function progress(figures: Figures): void {
  note(inWords(figures).split('\n')[0] ?? '')
}

async function reportPlants(seed: number): Promise<boolean> {
  process.stdout.write('\nPlanted faults\n')
  let all = true
  const missing = straceMissing()
  for (const plant of plants) {
    if (plant.at && missing) {
      process.stdout.write(`${plant.name}: skipped, ${missing}\n`)
      continue
    }
    const { as, kills } = await catchPlant(plant, seed, 120)
    const result = as.length > 0 ? `found after ${kills} kills as: ${as.join(', ')}` : 'NOT FOUND'
    process.stdout.write(`${plant.name}: ${result}\n`)
    all = all && as.length > 0
  }
  return all
}

async function killElectron({ electron, seed }: Plan): Promise<Figures> {
  const provided = await provideElectron()
  await prepareLinux([electronLibraries(provided.executable)])
  await buildIfStale()
  const kind = electronTill(provided.executable, electronEnvironment(provided))
  return runKillLoop(kind, { kills: electron, seed, lanes: 1, progress })
}

function readPlan(args: string[]): Plan {
  const { values } = readOptions(usage, {
    args,
    options: {
      seed: text,
      lanes: text,
      kills: text,
      electron: text,
      'first-runs': text,
      'disk-faults': text,
      effect: text,
      'full-disks': text,
      plants: { type: 'boolean', default: false },
    },
  })
  const number = (given: string | undefined, otherwise: number) =>
    wholeNumber(usage, given, otherwise)
  const diskFaults = values['disk-faults']
  return {
    seed: number(values.seed, randomInt(2 ** 32)),
    lanes: number(values.lanes, 2),
    kills: number(values.kills, 0),
    electron: number(values.electron, 0),
    firstRuns: number(values['first-runs'], 0),
    diskFaults: diskFaults === 'all' ? Number.POSITIVE_INFINITY : number(diskFaults, 0),
    effects: effectsOf(values.effect),
    fullDisks: number(values['full-disks'], 0),
    plants: values.plants,
  }
}

function effectsOf(wanted: string | undefined): Plan['effects'] {
  const found = effects.filter(effect => wanted === undefined || effect === wanted)
  if (found.length === 0) throw new Problem(`${wanted} is no effect.`, usage)
  return found
}
