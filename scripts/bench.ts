import { measureLedger } from '../tests/bench/ledger'
import { type Measured, measurePolling, type PollingResult } from '../tests/bench/polling'
import { runCommand } from './command'

/** The virtual part gives the same figures at every run. */
const seed = 1
const shown = /^(every|pause of) (1|2|3|4|5|6|8|10) s$/

await runCommand(async () => {
  const polling = measurePolling(seed)
  for (const result of polling) process.stdout.write(pollingTable(result))
  process.stdout.write(ledgerTable())
  return polling.some(({ better }) => better.length > 0) ? 1 : 0
})

/** Delay until the till knows, and reads a payment, ours first; seconds. */
function pollingTable({ customers, ours, fixed, better, margin }: PollingResult): string {
  const rows = [ours, ...fixed.filter(({ name }) => shown.test(name))]
  const verdict =
    better.length > 0
      ? `BETTER than ours in everything: ${better.map(({ name }) => name).join(', ')}`
      : `none of ${fixed.length} fixed intervals (1 to 10 s) is as good in median, p95 and reads; ` +
        `each is at least ${(margin * 100).toFixed(1)} % worse in one`
  return [
    `\nPolling: customers approve ${customers} (20,000 payments, seed ${seed})`,
    '                     delay, s        reads a payment   reads in 5 min',
    '                     median    p95   approved          never approved',
    ...rows.map(row => pollingRow(row)),
    `with about as many reads, ${nearest(ours, fixed)}`,
    `${verdict}\n`,
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

function ledgerTable(): string {
  const { floor, record, append } = measureLedger()
  const row = (name: string, ms: number) =>
    `${name.padEnd(40)}${ms.toFixed(3).padStart(8)} ms  ${(ms / floor).toFixed(2).padStart(5)} x`
  return [
    '\nLedger: one durable, encrypted commit (medians of 300 each, taken in turns)',
    row('floor: the bare engine, one row', floor),
    row('record a sale (sale, request, event)', record),
    row('append an event (read, event, sale)', append),
    '',
  ].join('\n')
}
