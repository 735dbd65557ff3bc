import type { Blocks } from '../../tests/bench/blocked'
import { measureDisk } from '../../tests/bench/disk'
import { measureHistory } from '../../tests/bench/history'
import { measureLedger } from '../../tests/bench/ledger'
import type { PollingResult } from '../../tests/bench/polling'
import type { PressWaits } from '../../tests/bench/rate-limited'
import { measureSearch } from '../../tests/bench/search'
import { measureWebhook } from '../../tests/bench/webhook'
import { measureWire } from '../../tests/bench/wire'
import {
  type Exchanged,
  exchangesOver,
  type Line,
  roundTrip,
  roundTrips,
  slowLineImpossible,
} from '../../tests/support/slow-line/slow-line'
import { prepareLinux } from '../linux/prepare'
import { slowLineTools } from '../linux/requirements'
import { type Budget, type BudgetLine, kept, only, p95Of, spreadOf } from './budget'
import { ledgerTable, lineTable, print, searchTable, webhookTable, wireTable } from './details'

/* The lines of what main does: the wire, the ledger and its questions, the polling. */

export async function wireLines(turns: number): Promise<BudgetLine[]> {
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

export async function lineLines(): Promise<BudgetLine[]> {
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
export function blockedLines(blocks: Blocks): BudgetLine[] {
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

export async function ledgerLines(): Promise<BudgetLine[]> {
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

export async function diskLine(sales: number): Promise<BudgetLine> {
  return {
    what: `disk, a paid mobile payment among ${sales.toLocaleString('en')}`,
    ours: only((await measureDisk(sales)) / 1_000),
    unit: 'kB',
    floor: null,
    budget: kept({ most: 1.7 }),
  }
}

export async function searchLine(sales: number, budget: Budget): Promise<BudgetLine> {
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

export async function historyLines(
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
export function pollingLine({ customers, closest }: PollingResult): BudgetLine {
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

export function rateLimitedLine({ median, p95, presses, callsAMinute }: PressWaits): BudgetLine {
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

export async function webhookLines(payments: number): Promise<BudgetLine[]> {
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
