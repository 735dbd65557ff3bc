import { measureDay } from '../../tests/bench/day'
import { measureDisk } from '../../tests/bench/disk'
import { measureHistory } from '../../tests/bench/history'
import { measureIntegrity } from '../../tests/bench/integrity'
import { measureLedger } from '../../tests/bench/ledger'
import { type LongDay, measureLongDay } from '../../tests/bench/long-day'
import { measurePolling, type PollingResult } from '../../tests/bench/polling'
import { measureSearch } from '../../tests/bench/search'
import { measureShop } from '../../tests/bench/shop'
import { measureShopSearch } from '../../tests/bench/shop-search'
import { measureLoaded } from '../../tests/bench/size'
import { measureSlowComputer } from '../../tests/bench/slow'
import { measureWebhook } from '../../tests/bench/webhook'
import { measureWindow, type WindowResult } from '../../tests/bench/window'
import { measureWire } from '../../tests/bench/wire'
import { build } from '../build'
import { type Electron, electronEnvironment, provideElectron } from '../electron/provide'
import { prepareLinux } from '../linux/prepare'
import { electronLibraries } from '../linux/requirements'
import { Problem } from '../problem'
import { run } from '../process/run'
import { inProject } from '../project'
import { type BudgetLine, only, p95Of, spreadOf } from './budget'
import {
  dayTable,
  integrityTable,
  ledgerTable,
  loadedTable,
  pollingTable,
  searchTable,
  shopSearchTable,
  shopTable,
  webhookTable,
  wireTable,
} from './details'
import { measureInstalled } from './installed'

/** The virtual part gives the same figures at every run. */
const seed = 1
/** The largest ledger that is searched; smaller for a quick run: `BENCH_SALES=20000`. */
const searchedSales = Number(process.env.BENCH_SALES ?? 1_000_000)
/** How long the slowest question may take, ms, up to so many sales. */
const searchBudgets = [
  { sales: 100_000, most: 50 },
  { sales: Number.POSITIVE_INFINITY, most: 300 },
] as const
const chainedSales = 20_000
/** Each has seven links, which are checked once before the starts: `BENCH_HISTORY=1000000` takes half an hour. */
const startedSales = Number(process.env.BENCH_HISTORY ?? 20_000)

export const partNames = [
  'start',
  'memory',
  'wire',
  'ledger',
  'disk',
  'search',
  'history',
  'polling',
  'size',
  'day',
  'integrity',
  'slow',
  'long-day',
  'shop',
  'shop-search',
  'webhook',
  'tests',
] as const

export type PartName = (typeof partNames)[number]

/** Take minutes, most of them with a PostgreSQL server: only when they are named. */
const onlyWhenNamed: readonly PartName[] = ['shop', 'shop-search', 'webhook', 'tests']
export const defaultParts = partNames.filter(name => !onlyWhenNamed.includes(name))

const inWindow: readonly PartName[] = [
  ...(['start', 'memory', 'wire', 'search', 'history', 'size', 'slow', 'long-day'] as const),
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
    const withMemory = chosen.includes('memory') ? (short ? 2 : 5) : 0
    return measureWindow({ starts: Math.max(starts, withMemory), withMemory })
  })
  return {
    start: async () => startLines(await windows()),
    memory: async () => memoryLines(await windows()),
    async wire() {
      await electron()
      return wireLines(short ? 12 : 40)
    },
    ledger: ledgerLines,
    disk: () => [diskLine(short ? 1_000 : 10_000)],
    async search() {
      await electron()
      const largest = short ? Math.min(searchedSales, 20_000) : searchedSales
      const lines: BudgetLine[] = []
      for (const { sales, most } of searchBudgets)
        if (sales < largest) lines.push(await searchLine(sales, most))
        else return [...lines, await searchLine(largest, most)]
      return lines
    },
    async history() {
      await electron()
      return historyLines(
        short
          ? { sales: Math.min(startedSales, 1_000), starts: 3, seconds: 3 }
          : { sales: startedSales, starts: 7, seconds: 10 },
      )
    },
    polling: () =>
      measurePolling(seed).map(result => {
        print(pollingTable(result))
        return pollingLine(result)
      }),
    async size() {
      const prepared = await electron()
      return [...(await loadedLines()), ...(await installedLines(prepared))]
    },
    day: () => print(dayTable(measureDay())),
    integrity: () => print(integrityTable(measureIntegrity(short ? 5_000 : chainedSales))),
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
          await measureShopSearch(short ? Math.min(searchedSales, 100_000) : searchedSales),
        ),
      ),
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

const bareWindow = 'a bare Electron window with one heading, in turns'

function startLines({ bare, ours }: WindowResult): BudgetLine[] {
  const startMs = (figures: typeof bare) => spreadOf(figures.map(each => each.startMs))
  return [
    {
      what: 'start to a usable Charge screen',
      ours: startMs(ours),
      unit: 'ms',
      floor: { what: bareWindow, measured: startMs(bare) },
      budget: { ratio: 1.25 },
    },
  ]
}

function memoryLines({ bare, ours }: WindowResult): readonly BudgetLine[] {
  const memory = (figures: typeof bare) => figures.flatMap(({ memoryMb }) => memoryMb ?? [])
  if (memory(bare).length === 0)
    return print('Memory: not measured, only Linux shares pages out among processes\n')
  return [
    {
      what: 'memory without work, whole process tree',
      ours: spreadOf(memory(ours)),
      unit: 'MB',
      floor: { what: bareWindow, measured: spreadOf(memory(bare)) },
      budget: { ratio: 1.15 },
    },
  ]
}

async function wireLines(turns: number): Promise<BudgetLine[]> {
  const figures = await measureWire(turns)
  print(wireTable(figures))
  return [
    {
      what: 'press to request bytes on the wire',
      ours: spreadOf(figures.map(({ press }) => press)),
      unit: 'ms',
      floor: {
        what: 'IPC round trip + one durable commit + one keep-alive POST, in turns',
        measured: spreadOf(figures.map(({ call, commit, post }) => call + commit + post)),
      },
      budget: { ratio: 2 },
    },
  ]
}

function ledgerLines(): BudgetLine[] {
  const figures = measureLedger()
  print(ledgerTable(figures))
  return [
    {
      what: 'record a sale',
      ours: spreadOf(figures.record),
      unit: 'ms',
      floor: { what: 'one bare durable encrypted commit', measured: spreadOf(figures.floor) },
      budget: { ratio: 1.5 },
    },
  ]
}

function diskLine(sales: number): BudgetLine {
  return {
    what: `disk, a paid mobile sale among ${sales.toLocaleString('en')}`,
    ours: only(measureDisk(sales) / 1_000),
    unit: 'kB',
    floor: null,
    budget: { most: 2 },
  }
}

async function searchLine(sales: number, most: number): Promise<BudgetLine> {
  const found = await measureSearch(sales)
  print(searchTable(found))
  const asked = found.throughWindow ?? found.questions
  const slowest = asked.reduce((one, other) => (other.p95 > one.p95 ? other : one))
  const way = found.throughWindow ? 'from the window' : 'in main'
  return {
    what: `search ${sales.toLocaleString('en')} sales ${way}, p95 of the slowest, "${slowest.name}"`,
    ours: only(slowest.p95),
    unit: 'ms',
    floor: { what: 'the newest page in main, p95', measured: only(found.floor.p95) },
    budget: { most },
  }
}

async function historyLines(
  options: Parameters<typeof measureHistory>[0],
): Promise<readonly BudgetLine[]> {
  const { starts: times, work } = await measureHistory(options)
  const many = options.sales.toLocaleString('en')
  const start: BudgetLine = {
    what: `start with ${many} sales`,
    ours: spreadOf(times.full),
    unit: 'ms',
    floor: { what: 'start with none, in turns', measured: spreadOf(times.empty) },
    budget: { ratio: 1.05 },
  }
  if (work.full === null || work.empty === null) return [start]
  return [
    start,
    {
      what: `processor time of main in the ${options.seconds} s after it, ${many} sales`,
      ours: only(work.full),
      unit: 's',
      floor: { what: 'the same with none', measured: only(work.empty) },
      budget: { most: 1 },
    },
  ]
}

/** Over where a fixed interval is as good in everything: then it is no worse where it is worst. */
function pollingLine({ customers, closest }: PollingResult): BudgetLine {
  const { name, respect, its, ours } = closest
  const isReads = respect === 'reads'
  const value = (measured: number) => only(isReads ? measured : measured / 1_000)
  return {
    what: `polling, ${respect}${isReads ? '' : ' delay'}: customers approve ${customers}`,
    ours: value(ours),
    unit: isReads ? 'reads' : 's',
    floor: { what: `the fixed interval that comes closest, "${name}"`, measured: value(its) },
    budget: { below: 1 },
  }
}

/** kB after gzip. */
const loadedBudgets = { main: 120, renderer: 150 } as const

async function loadedLines(): Promise<BudgetLine[]> {
  const loaded = await measureLoaded()
  return (['main', 'renderer'] as const).map(side => {
    const files = loaded[side]
    print(loadedTable(side, files))
    const bytes = [...files.values()].reduce((sum, each) => sum + each, 0)
    return {
      what: `code loaded before the first screen, ${side}, after gzip`,
      ours: only(bytes / 1_000),
      unit: 'kB',
      floor: null,
      budget: { most: loadedBudgets[side] },
    }
  })
}

async function installedLines(electron: Electron): Promise<readonly BudgetLine[]> {
  if (process.platform !== 'linux')
    return print('Installed size: not measured, its budget is for Linux\n')
  const size = await measureInstalled(electron)
  return [
    {
      what: 'installed size',
      ours: only(size.installed / 1_000_000),
      unit: 'MB',
      floor: { what: 'Electron itself', measured: only(size.electron / 1_000_000) },
      budget: { ratio: 1.1 },
    },
  ]
}

function slowLine(keys: readonly number[]): BudgetLine {
  return {
    what: 'key press to screen, ten payments open, processor four times slower, p95',
    ours: only(p95Of(keys)),
    unit: 'ms',
    floor: null,
    budget: { most: 100 },
  }
}

function longDayLines({ payments, early, end }: LongDay): BudgetLine[] {
  const day = `${payments.toLocaleString('en')} payments in one run`
  const more = (['handles', 'listeners', 'pageListeners'] as const).map(
    (name): BudgetLine => ({
      what: `${name} after ${day}, and after the first`,
      ours: only(end[name] - early[name]),
      unit: 'more',
      floor: null,
      budget: { most: 0 },
    }),
  )
  if (end.memoryMb === null || early.memoryMb === null) return more
  const memory: BudgetLine = {
    what: `memory after ${day}`,
    ours: only(end.memoryMb),
    unit: 'MB',
    floor: { what: 'after the first hundred', measured: only(early.memoryMb) },
    budget: { ratio: 1.1 },
  }
  return [memory, ...more]
}

async function webhookLines(payments: number): Promise<BudgetLine[]> {
  const { withReceiver, pollingAlone } = await measureWebhook(payments)
  print(webhookTable(withReceiver, pollingAlone))
  return [
    {
      what: 'from approval to PAID with a webhook receiver, p95',
      ours: only(p95Of(withReceiver.delays)),
      unit: 'ms',
      floor: { what: 'polling alone', measured: only(p95Of(pollingAlone.delays)) },
      budget: { most: 300 },
    },
    {
      what: 'reads a payment with a webhook receiver',
      ours: only(withReceiver.reads),
      unit: 'reads',
      floor: { what: 'polling alone', measured: only(pollingAlone.reads) },
      budget: { most: 3 },
    },
  ]
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
    budget: { most: 360 },
  }
}

/** Of a part without a budget. */
function print(text: string): [] {
  process.stdout.write(text)
  return []
}

function once<Value>(work: () => Promise<Value>): () => Promise<Value> {
  let running: Promise<Value> | null = null
  return () => {
    running ??= work()
    return running
  }
}
