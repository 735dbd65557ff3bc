import { type Blocks, measureBlocks } from '../../tests/bench/blocked'
import { measureDay } from '../../tests/bench/day'
import { measureDisk } from '../../tests/bench/disk'
import { measureHistory } from '../../tests/bench/history'
import { measureIntegrity } from '../../tests/bench/integrity'
import { measureLedger } from '../../tests/bench/ledger'
import { measureLongDay } from '../../tests/bench/long-day'
import { measurePolling, type PollingResult } from '../../tests/bench/polling'
import { measureRateLimited, type PressWaits } from '../../tests/bench/rate-limited'
import { measureSearch } from '../../tests/bench/search'
import { measureShop } from '../../tests/bench/shop'
import { measureRoundTrips } from '../../tests/bench/shop-round-trips'
import { measureShopSearch } from '../../tests/bench/shop-search'
import { measureSlowComputer } from '../../tests/bench/slow'
import { measureWebhook } from '../../tests/bench/webhook'
import { measureSecondWindow, measureWindow } from '../../tests/bench/window'
import { measureWire } from '../../tests/bench/wire'
import {
  type Exchanged,
  exchangesOver,
  type Line,
  roundTrip,
  roundTrips,
  slowLineImpossible,
} from '../../tests/support/slow-line/slow-line'
import { build } from '../build'
import { type Electron, electronEnvironment, provideElectron } from '../electron/provide'
import { prepareLinux } from '../linux/prepare'
import { displays, electronLibraries, slowLineTools } from '../linux/requirements'
import { Problem } from '../problem'
import { run } from '../process/run'
import { inProject } from '../project'
import { type Budget, type BudgetLine, kept, only, p95Of, spreadOf } from './budget'
import {
  dayTable,
  integrityTable,
  ledgerTable,
  lineTable,
  pollingTable,
  print,
  roundTripsTable,
  searchTable,
  shopSearchTable,
  shopTable,
  webhookTable,
  wireTable,
} from './details'
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
      budget: { goal: { ratio: 2 }, limit: { ratio: 2.8 } },
    },
  ]
}

/** What a line's fault may cost a connection, ms: a lost packet is sent again after a second, a silent family is joined. */
const costOfFault: Readonly<Record<Line, number>> = {
  slow: 0,
  'first packet lost': 1_000,
  'IPv6 silent': 2_500,
  'IPv6 refused': 0,
}

async function lineLines(): Promise<BudgetLine[]> {
  if (process.platform === 'linux') await prepareLinux([slowLineTools])
  const impossible = slowLineImpossible()
  if (impossible !== null) return print(`\nLine: not measured, ${impossible}\n`)
  const measured = new Map<Line, readonly Exchanged[]>()
  for (const line of Object.keys(costOfFault) as Line[])
    measured.set(line, await exchangesOver(line))
  print(lineTable(measured))
  return [...measured].map(([line, exchanges]) => {
    // The first of the run: the second is past what is silent.
    const service = exchanges.find(({ client }) => client === 'service')
    const least = roundTrips.service * roundTrip + costOfFault[line]
    return {
      what: `a line with 600 ms, ${line}: from press to answer`,
      ours: only(service?.outcome === 'ok' ? service.took : Number.NaN),
      unit: 'ms',
      floor: { what: 'three round trips, and what the fault costs', measured: only(least) },
      budget: kept({ ratio: 1.1 }),
    }
  })
}

/** Main answers within 100 ms, whatever is silent. */
function blockedLines(blocks: Blocks): BudgetLine[] {
  const names: Record<keyof Blocks, string> = {
    selling: 'while it sells',
    copying: 'while it sells and makes backups',
    silent: 'while it sells, with printer, database, backup folder and service silent',
  }
  return (Object.keys(names) as (keyof Blocks)[]).map(name => ({
    what: `longest time main answers nothing, ${names[name]}`,
    ours: only(blocks[name].main),
    unit: 'ms',
    floor: {
      what: 'a process beside it that only writes to the disk',
      measured: only(blocks[name].bystander),
    },
    budget: kept({ most: 100 }),
  }))
}

async function ledgerLines(): Promise<BudgetLine[]> {
  const figures = await measureLedger()
  print(ledgerTable(figures))
  return [
    {
      what: 'record a payment',
      ours: spreadOf(figures.record),
      unit: 'ms',
      floor: { what: 'one bare durable encrypted commit', measured: spreadOf(figures.floor) },
      budget: { goal: { ratio: 1.6 }, limit: { ratio: 2.2 } },
    },
  ]
}

async function diskLine(sales: number): Promise<BudgetLine> {
  return {
    what: `disk, a paid mobile payment among ${sales.toLocaleString('en')}`,
    ours: only((await measureDisk(sales)) / 1_000),
    unit: 'kB',
    floor: null,
    budget: kept({ most: 1.7 }),
  }
}

async function searchLine(sales: number, budget: Budget): Promise<BudgetLine> {
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
    budget,
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
    budget: kept({ ratio: 1.05 }),
  }
  if (work.full === null || work.empty === null) return [start]
  return [
    start,
    {
      what: `processor time of main in the ${options.seconds} s after it, ${many} sales`,
      ours: only(work.full),
      unit: 's',
      floor: { what: 'the same with none', measured: only(work.empty) },
      budget: kept({ most: 1 }),
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
    budget: kept({ below: 1 }),
  }
}

function rateLimitedLine({ median, p95, presses, callsAMinute }: PressWaits): BudgetLine {
  const rest = `${callsAMinute.toFixed(0)} calls a minute at the end`
  print(`\nRate limit: ${presses} presses, the median waited ${median.toFixed(0)} ms; ${rest}\n`)
  return {
    what: 'a press, 200 payments open, 60 calls a minute not named, after the second 429, p95',
    ours: only(p95 / 1_000),
    unit: 's',
    floor: null,
    budget: kept({ most: 2 }),
  }
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
      budget: kept({ most: 300 }),
    },
    {
      what: 'reads a payment with a webhook receiver',
      ours: only(withReceiver.reads),
      unit: 'reads',
      floor: { what: 'polling alone', measured: only(pollingAlone.reads) },
      budget: kept({ most: 3 }),
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
