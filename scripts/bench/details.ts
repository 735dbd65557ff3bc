import type { DayResult } from '../../tests/bench/day'
import type { IntegrityResult } from '../../tests/bench/integrity'
import type { LedgerResult } from '../../tests/bench/ledger'
import type { Measured, PollingResult } from '../../tests/bench/polling'
import type { SearchResult } from '../../tests/bench/search'
import type { ShopFigure } from '../../tests/bench/shop'
import { leases, type RoundTripFigures } from '../../tests/bench/shop-round-trips'
import type { ShopSearchResult } from '../../tests/bench/shop-search'
import type { WebhookFigures } from '../../tests/bench/webhook'
import type { WireFigures } from '../../tests/bench/wire'
import { clients, type Exchanged } from '../../tests/support/slow-line/slow-line'
import { p95Of, spreadOf } from './budget'

/* What stands behind the lines of the budgets: each part's own figures, as text. */

/** Of a part without a budget. */
export function print(text: string): [] {
  process.stdout.write(text)
  return []
}

const shownIntervals = /^(every|pause of) (1|2|3|4|5|6|8|10) s$/

/** From the customer's approval to PAID, on the same payments. */
export function webhookTable(withReceiver: WebhookFigures, pollingAlone: WebhookFigures): string {
  const row = (name: string, { delays, reads }: WebhookFigures) =>
    `${name.padEnd(26)}${spreadOf(delays).median.toFixed(0).padStart(8)}${p95Of(delays)
      .toFixed(0)
      .padStart(8)}${reads.toFixed(1).padStart(10)}`
  return [
    `\nFrom approval to PAID, ms, ${withReceiver.delays.length} payments${' '.repeat(4)}`,
    `${' '.repeat(26)}  median     p95     reads`,
    row('with the webhook receiver', withReceiver),
    row('polling alone', pollingAlone),
    '',
  ].join('\n')
}

/** Questions about the other tills (docs/scale.md), as a table of Markdown. */
export function shopSearchTable(result: ShopSearchResult): string {
  const { sales, filled, gigabytes, questions } = result
  const rows = questions.map(
    ({ name, median, p95, found }) =>
      `|${name}|${median.toFixed(1)}|${p95.toFixed(1)}|${found.toFixed(1)}|`,
  )
  const made = `${sales.toLocaleString('en')} payments (${gigabytes.toFixed(1)} GB, made in ${filled.toFixed(0)} s)`
  return `${made}\n\n|Question|Median, ms|p95, ms|Found|\n|---|---|---|---|\n${rows.join('\n')}\n`
}

/** A till far from its server, as a table of Markdown. */
export function roundTripsTable(figures: readonly RoundTripFigures[]): string {
  const rows = figures.map(({ roundTrip, quiet, moving, search }) => {
    const cells = [roundTrip, quiet.median, quiet.notAsked, moving.median, moving.notAsked, search]
    return `|${cells.map(cell => cell.toFixed(0)).join('|')}|`
  })
  const not = `not asked, of ${leases}`
  return `|Round trip, ms|lease, quiet|${not}|lease, payments move|${not}|F4|\n|---|---|---|---|---|---|\n${rows.join('\n')}\n`
}

/** The shop database's own figures (docs/scale.md), as a table of Markdown. */
export function shopTable(figures: readonly ShopFigure[]): string {
  const rows = figures.map(({ name, floor, ours, unit }) => {
    const ratio = floor === null ? '' : (ours / floor).toFixed(2)
    return `|${name}|${floor?.toFixed(2) ?? ''}|${ours.toFixed(2)}|${unit}|${ratio}|`
  })
  return `|Figure|Engine's floor|Kaunta|Unit|Ratio|\n|---|---|---|---|---|\n${rows.join('\n')}\n`
}

/** Delay until the till knows, and reads a payment, ours first; seconds. */
export function pollingTable({ customers, ours, fixed, better, margin }: PollingResult): string {
  const rows = [ours, ...fixed.filter(({ name }) => shownIntervals.test(name))]
  const result =
    better.length > 0
      ? `BETTER than ours in everything: ${better.map(({ name }) => name).join(', ')}`
      : `none of ${fixed.length} fixed intervals (1 to 10 s) is as good in median, p95 and reads; ` +
        `each is at least ${(margin * 100).toFixed(1)} % worse in one`
  return [
    `\nPolling: customers approve ${customers} (20,000 payments)`,
    '                     delay, s        reads a payment   reads in 5 min',
    '                     median    p95   approved          never approved',
    ...rows.map(row => pollingRow(row)),
    `with about as many reads, ${nearest(ours, fixed)}`,
    `${result}\n`,
  ].join('\n')
}

/** Our delays as a part of those of the fixed interval that reads about as often: the floor of ours. */
function nearest(ours: Measured, fixed: readonly Measured[]): string {
  const away = ({ reads }: Measured) => Math.abs(reads - ours.reads)
  const [same = ours] = [...fixed].sort((one, other) => away(one) - away(other))
  const part = (mine: number, its: number) => (mine / its).toFixed(3)
  return (
    `"${same.name}" (${same.reads.toFixed(1)}): our median is ${part(ours.median, same.median)} of its, ` +
    `our p95 ${part(ours.p95, same.p95)}`
  )
}

function pollingRow({ name, median, p95, reads, inVain }: Measured): string {
  const seconds = (ms: number) => (ms / 1_000).toFixed(2).padStart(7)
  const count = (n: number, width: number) => n.toFixed(1).padStart(width)
  return `${name.padEnd(20)}${seconds(median)}${seconds(p95)}${count(reads, 10)}${count(inVain, 19)}`
}

/** Each client's two exchanges over each line, ms, as a table of Markdown. */
export function lineTable(measured: ReadonlyMap<string, readonly Exchanged[]>): string {
  const rows = [...measured].flatMap(([line, exchanges]) =>
    clients.map(client => {
      const both = exchanges.filter(each => each.client === client)
      const told = both.map(({ outcome, took }) => (outcome === 'ok' ? `${took}` : outcome))
      return `| ${client} | ${line} | ${told.join(' | ')} |`
    }),
  )
  return `\n| Client | Line with 600 ms | First, ms | Second, ms |\n|---|---|---|---|\n${rows.join('\n')}\n`
}

export function ledgerTable({ floor, record, append }: LedgerResult): string {
  const lowest = spreadOf(floor).median
  const row = (name: string, times: readonly number[]) => {
    const ms = spreadOf(times).median
    return `${name.padEnd(40)}${ms.toFixed(3).padStart(8)} ms  ${(ms / lowest).toFixed(2).padStart(5)} x`
  }
  return [
    '\nLedger: one durable, encrypted commit (medians of 300 each, measured alternately)',
    row('floor: the bare engine, one row', floor),
    row('record a payment (payment, request, event)', record),
    row('append an event (read, event, payment)', append),
    '',
  ].join('\n')
}

export function searchTable(result: SearchResult): string {
  const { sales, floor, questions, record, throughWindow } = result
  const ms = (value: number) => value.toFixed(2).padStart(9)
  const count = sales.toLocaleString('en')
  return [
    `\nSearch: the first page of 50 among ${count} payments, ms`,
    `${' '.repeat(38)}median      p95  x floor  longest step  found`,
    ...[floor, ...questions].map(
      ({ name, median, p95, longestTurn, found }) =>
        `${name.padEnd(34)} ${ms(median)}${ms(p95)}${ms(p95 / floor.p95)}${ms(longestTurn)}${found
          .toFixed(1)
          .padStart(10)}`,
    ),
    ...(throughWindow
      ? [
          `\nThe same from the window${' '.repeat(16)}median      p95`,
          ...throughWindow.map(
            ({ name, median, p95 }) => `${name.padEnd(34)} ${ms(median)}${ms(p95)}`,
          ),
        ]
      : []),
    `\nA new sale's commit among them, alternately, ms${' '.repeat(10)}median      p99`,
    `floor: bare rows${' '.repeat(35)}${ms(record.bare.median)}${ms(record.bare.p99)}`,
    `findable, of a known customer${' '.repeat(22)}${ms(record.known.median)}${ms(record.known.p99)}`,
    `findable, of a new customer${' '.repeat(24)}${ms(record.strange.median)}${ms(record.strange.p99)}`,
    '',
  ].join('\n')
}

export function integrityTable(figures: IntegrityResult): string {
  const { events, links, whole, longestStep } = figures
  const row = (name: string, ms: number) => `${name.padEnd(48)}${ms.toFixed(1).padStart(10)} ms`
  return [
    `\nIntegrity: a ledger of ${events} events in ${links} links (once each)`,
    row('checked at a cash-up of all of it', whole),
    row('  the longest step of it', longestStep),
    '',
  ].join('\n')
}

export function dayTable(figures: DayResult): string {
  const { floor, report, close, emptyReport, sales, today } = figures
  const row = (name: string, ms: number) => `${name.padEnd(52)}${ms.toFixed(2).padStart(8)} ms`
  return [
    `\nDay: a period of ${today} payments, in a ledger of ${sales} (medians; closing once)`,
    row('floor: the engine adds up the rows of the period', floor),
    row('totals of the period, all splits', report),
    row('totals of a period that has just begun', emptyReport),
    row('close the period, with a line for each payment', close),
    '',
  ].join('\n')
}

export function wireTable(turns: readonly WireFigures[]): string {
  const row = (name: string, part: keyof WireFigures) => {
    const { median, least, most } = spreadOf(turns.map(turn => turn[part]))
    const ms = [median, least, most].map(value => value.toFixed(2).padStart(9))
    return `${name.padEnd(52)}${ms.join('')}`
  }
  return [
    `\nWire: ${turns.length} payments in Practice, ms${' '.repeat(20)}   median    least     most`,
    row('press until the request is handed to its socket', 'press'),
    row('floor: a call from a window and its answer', 'call'),
    row('floor: one bare durable encrypted commit', 'commit'),
    row('floor: a POST on a kept connection and its answer', 'post'),
    '',
  ].join('\n')
}

/** Files and their bytes after gzip, the largest first. */
export function loadedTable(side: string, files: ReadonlyMap<string, number>): string {
  const sorted = [...files].sort(([, one], [, other]) => other - one)
  const rows = sorted.map(([name, bytes]) => `${(bytes / 1_000).toFixed(1).padStart(8)}  ${name}`)
  return [`\nSize: loaded before the first screen, ${side}, kB after gzip`, ...rows, ''].join('\n')
}
