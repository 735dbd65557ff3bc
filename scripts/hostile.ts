import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { type Hunt, hunt } from '../tests/hostile/hunt'
import { realParsers } from '../tests/hostile/parsers'
import { runCommand } from './command'
import { Problem } from './problem'

const usage = 'Use: npm run hostile -- [--runs N] [--seed S] [--path P]'

await runCommand(async () => {
  const { runs, seed, path } = readOptions(process.argv.slice(2))
  process.stdout.write(`Hostile answers: ${runs} sales, seed ${seed}\n`)
  const found = hunt(realParsers, { runs, seed, path })
  process.stdout.write(report(found))
  return found.failure ? 1 : 0
})

function readOptions(args: string[]): { runs: number; seed: number; path: string } {
  const text = { type: 'string' } as const
  const { values } = parseArgs({ args, options: { runs: text, seed: text, path: text } })
  const seed = values.seed === undefined ? randomInt(2 ** 31) : wholeNumber(values.seed)
  return { runs: wholeNumber(values.runs ?? '10000'), seed, path: values.path ?? '' }
}

function wholeNumber(text: string): number {
  if (!/^-?\d{1,10}$/.test(text)) throw new Problem(`"${text}" is not a whole number.`, usage)
  return Number(text)
}

/** The figures of a run, and the failure with what finds it again. */
function report({ lives, answers, ms, slowest, seed, classes, failure }: Hunt): string {
  const kinds = [...classes.keys()].sort((one, other) => one.localeCompare(other))
  const lines = kinds.map(kind => `${String(classes.get(kind)).padStart(9)}  ${kind}`)
  const figures = `${answers} answers in ${lives} sales, ${(ms / 1000).toFixed(0)} s, slowest sale ${slowest.toFixed(0)} ms`
  if (!failure) return `${lines.join('\n')}\n${figures}\nNo fault found (seed ${seed}).\n`
  const again = `npm run hostile -- --seed ${seed} --path ${failure.path}`
  return `${figures}\nFAULT: ${failure.message}\n${failure.smallest}\nAgain: ${again}\n`
}
