import { randomInt } from 'node:crypto'
import { type Hunt, hunt } from '../tests/hostile/hunt'
import { huntIpc, type IpcHunt } from '../tests/hostile/ipc'
import { realParsers } from '../tests/hostile/parsers'
import { huntWire, type WireHunt } from '../tests/hostile/wire'
import { readOptions, runCommand, wholeNumber } from './command'

const usage =
  'Use: npm run hostile -- [--runs N] [--wire N] [--ipc N] [--per-till N] [--seed S] [--path P]\n' +
  '--runs: payments whose answers go through the parsers; --wire: batches of 24 over real sockets; ' +
  '--ipc: calls with hostile arguments on every channel, so many of each till'

await runCommand(async () => {
  const { runs, wire, ipc, perTill, seed, path } = planOf(process.argv.slice(2))
  process.stdout.write(
    `Hostile: ${runs} sales, ${wire} batches on the wire, ${ipc} calls, seed ${seed}\n`,
  )
  const found = hunt(realParsers, { runs, seed, path })
  process.stdout.write(report(found))
  const onWire = wire > 0 ? await huntWire(wire, seed) : null
  if (onWire) process.stdout.write(wireReport(onWire))
  const onChannels = ipc > 0 ? await huntIpc({ runs: ipc, perTill, seed }) : null
  if (onChannels) process.stdout.write(ipcReport(onChannels))
  return found.failure || onWire?.failure || onChannels?.failure ? 1 : 0
}, usage)

function planOf(args: string[]) {
  const text = { type: 'string' } as const
  const options = { runs: text, wire: text, ipc: text, 'per-till': text, seed: text, path: text }
  const { values } = readOptions(usage, { args, options })
  const number = (given: string | undefined, otherwise: number) =>
    wholeNumber(usage, given, otherwise)
  return {
    runs: number(values.runs, 10_000),
    wire: number(values.wire, 10),
    ipc: number(values.ipc, 10_000),
    perTill: values['per-till'] === undefined ? undefined : number(values['per-till'], 0),
    seed: number(values.seed, randomInt(2 ** 31)),
    path: values.path ?? '',
  }
}

/** The figures of a run, and the failure with what finds it again. */
function report({ lives, answers, ms, slowest, seed, classes, failure }: Hunt): string {
  const figures = `${answers} answers in ${lives} sales, ${seconds(ms)} s, slowest payment ${slowest.toFixed(0)} ms`
  if (!failure) return `${table(classes)}\n${figures}\nNo fault found (seed ${seed}).\n`
  const again = `npm run hostile -- --wire 0 --seed ${seed} --path ${failure.path}`
  return `${figures}\nFAULT: ${failure.message}\n${failure.smallest}\nAgain: ${again}\n`
}

function wireReport({ exchanges, ms, slowest, seed, classes, failure }: WireHunt): string {
  const figures = `${exchanges} answers on the wire, ${seconds(ms)} s, slowest ${slowest.toFixed(0)} ms`
  const result = failure
    ? `FAULT: ${failure.message}\n${failure.smallest}\nAgain: the same command, seed ${seed}`
    : `No fault found (seed ${seed}).`
  return `\n${table(classes)}\n${figures}\n${result}\n`
}

function ipcReport({ seed, classes, failure, ...found }: IpcHunt): string {
  const { calls, distinct, channels, tills, ms, slowest } = found
  const fewest = Math.min(...channels.values())
  const figures =
    `${calls} calls, ${distinct} distinct, of ${tills} tills, ${seconds(ms)} s; ` +
    `${channels.size} channels, each at least ${fewest} times; ` +
    `the longest step ${slowest.ms.toFixed(0)} ms: ${slowest.call}`
  const result = failure
    ? `FAULT: ${failure.message}\nAgain: the same command (${failure.again})`
    : `No fault found (seed ${seed}).`
  return `\n${table(classes)}\n${figures}\n${result}\n`
}

function table(classes: ReadonlyMap<string, number>): string {
  const kinds = [...classes.keys()].sort((one, other) => one.localeCompare(other))
  return kinds.map(kind => `${String(classes.get(kind)).padStart(9)}  ${kind}`).join('\n')
}

function seconds(ms: number): string {
  return (ms / 1_000).toFixed(0)
}
