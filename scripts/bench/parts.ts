import { measureBlocks } from '../../tests/bench/blocked'
import { measureDay } from '../../tests/bench/day'
import { measureIntegrity } from '../../tests/bench/integrity'
import { measureLongDay } from '../../tests/bench/long-day'
import { measurePolling } from '../../tests/bench/polling'
import { measureRateLimited } from '../../tests/bench/rate-limited'
import { measureShop } from '../../tests/bench/shop'
import { measureRoundTrips } from '../../tests/bench/shop-round-trips'
import { measureShopSearch } from '../../tests/bench/shop-search'
import { measureSlowComputer } from '../../tests/bench/slow'
import { measureSecondWindow, measureWindow } from '../../tests/bench/window'
import { build } from '../build'
import { type Electron, electronEnvironment, provideElectron } from '../electron/provide'
import { prepareLinux } from '../linux/prepare'
import { displays, electronLibraries } from '../linux/requirements'
import { Problem } from '../problem'
import { run } from '../process/run'
import { inProject } from '../project'
import { type BudgetLine, only } from './budget'
import {
  dayTable,
  integrityTable,
  pollingTable,
  print,
  roundTripsTable,
  shopSearchTable,
  shopTable,
} from './details'
import {
  blockedLines,
  diskLine,
  historyLines,
  ledgerLines,
  lineLines,
  pollingLine,
  rateLimitedLine,
  searchLine,
  webhookLines,
  wireLines,
} from './main-lines'
import {
  installedLines,
  loadedLines,
  longDayLines,
  memoryLines,
  secondWindowLines,
  slowLine,
  startLines,
} from './window-lines'

/** The virtual part gives the same figures at every run. */
const seed = 1
/** The largest ledger that is searched; smaller for a quick run: `BENCH_SALES=20000`. */
const searchedPayments = Number(process.env.BENCH_SALES ?? 1_000_000)
/** How long the slowest question may take, ms, up to so many payments. */
const searchBudgets = [
  { payments: 100_000, goal: { most: 50 }, limit: { most: 51 } },
  { payments: Number.POSITIVE_INFINITY, goal: { most: 300 }, limit: { most: 300 } },
] as const
const chainedPayments = 14_000
/** Each has seven links, which are checked once before the starts: `BENCH_HISTORY=1000000` takes half an hour. */
const startedPayments = Number(process.env.BENCH_HISTORY ?? 20_000)

export const partNames = [
  'start',
  'memory',
  'wire',
  'line',
  'blocked',
  'ledger',
  'disk',
  'search',
  'history',
  'polling',
  'rate-limited',
  'size',
  'day',
  'integrity',
  'slow',
  'long-day',
  'shop',
  'shop-search',
  'shop-round-trips',
  'webhook',
  'tests',
] as const

export type PartName = (typeof partNames)[number]

/** Take minutes, most of them with a PostgreSQL server: only when they are named. */
const onlyWhenNamed: readonly PartName[] = [
  ...(['blocked', 'shop', 'shop-search', 'shop-round-trips', 'webhook', 'tests'] as const),
]
export const defaultParts = partNames.filter(name => !onlyWhenNamed.includes(name))

const inWindow: readonly PartName[] = [
  ...([
    'start',
    'memory',
    'wire',
    'blocked',
    'search',
    'history',
    'size',
    'slow',
    'long-day',
  ] as const),
]

export function needsWindow(names: readonly PartName[]): boolean {
  return names.some(name => inWindow.includes(name))
}

/** Measures a part; prints its own figures, and gives the lines that have a budget. */
type Part = () => Promise<readonly BudgetLine[]> | readonly BudgetLine[]

/** The parts of one run. A short one takes fewer samples, and smaller ledgers. */
export function createParts(
  chosen: readonly PartName[],
  short: boolean,
): Readonly<Record<PartName, Part>> {
  const electron = once(prepareWindows)
  // Start and memory are read from the same starts.
  const windows = once(async () => {
    await electron()
    const starts = chosen.includes('start') ? (short ? 5 : 11) : 0
    const withMemory = chosen.includes('memory') ? (short ? 1 : 3) : 0
    return measureWindow({ starts: Math.max(starts, withMemory), withMemory })
  })
  return {
    start: async () => startLines(await windows()),
    async memory() {
      const alone = memoryLines(await windows())
      if (process.platform === 'linux') await prepareLinux([displays])
      return [...alone, ...secondWindowLines(await measureSecondWindow(short ? 1 : 3))]
    },
    async wire() {
      await electron()
      return wireLines(short ? 12 : 40)
    },
    line: lineLines,
    async blocked() {
      await electron()
      return blockedLines(await measureBlocks())
    },
    ledger: ledgerLines,
    disk: async () => [await diskLine(short ? 1_000 : 10_000)],
    async search() {
      await electron()
      const largest = short ? Math.min(searchedPayments, 20_000) : searchedPayments
      const lines: BudgetLine[] = []
      for (const { payments, ...budget } of searchBudgets)
        if (payments < largest) lines.push(await searchLine(payments, budget))
        else return [...lines, await searchLine(largest, budget)]
      return lines
    },
    async history() {
      await electron()
      return historyLines(
        short
          ? { sales: Math.min(startedPayments, 1_000), starts: 3, seconds: 3 }
          : { sales: startedPayments, starts: 7, seconds: 10 },
      )
    },
    polling: () =>
      measurePolling(seed).map(result => {
        print(pollingTable(result))
        return pollingLine(result)
      }),
    'rate-limited': async () => [rateLimitedLine(await measureRateLimited())],
    async size() {
      const prepared = await electron()
      return [...(await loadedLines()), ...(await installedLines(prepared))]
    },
    day: async () => print(dayTable(await measureDay())),
    integrity: async () =>
      print(integrityTable(await measureIntegrity(short ? 3_500 : chainedPayments))),
    async slow() {
      await electron()
      return [slowLine(await measureSlowComputer(short ? 60 : 300))]
    },
    async 'long-day'() {
      await electron()
      return longDayLines(await measureLongDay(short ? 60 : 2_000))
    },
    shop: async () => print(shopTable(await measureShop())),
    'shop-search': async () =>
      print(
        shopSearchTable(
          await measureShopSearch(short ? Math.min(searchedPayments, 100_000) : searchedPayments),
        ),
      ),
    'shop-round-trips': async () => print(roundTripsTable(await measureRoundTrips())),
    webhook: () => webhookLines(short ? 20 : 60),
    tests: async () => [await testsLine()],
  }
}

/** A real Electron, and the till built for it. */
async function prepareWindows(): Promise<Electron> {
  const electron = await provideElectron()
  await prepareLinux([electronLibraries(electron.executable)])
  await build()
  Object.assign(process.env, electronEnvironment(electron))
  return electron
}

/** The quick tests, as `npm test` runs them. */
async function testsLine(): Promise<BudgetLine> {
  const begun = performance.now()
  const args = ['--import', 'tsx', inProject('scripts', 'test.ts')]
  const { code } = await run(process.execPath, args, { output: 'show' })
  if (code !== 0) throw new Problem('npm test failed.', 'Run it alone, and look at what it says.')
  return {
    what: 'npm test',
    ours: only((performance.now() - begun) / 1_000),
    unit: 's',
    floor: null,
    budget: { goal: { most: 270 }, limit: { most: 330 } },
  }
}

function once<Value>(work: () => Promise<Value>): () => Promise<Value> {
  let running: Promise<Value> | null = null
  return () => {
    running ??= work()
    return running
  }
}
