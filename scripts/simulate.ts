import { randomInt } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { report, traceText } from '../tests/simulation/campaign'
import { bugs } from '../tests/simulation/planted/bugs'
import { hunt } from '../tests/simulation/planted/hunt'
import { note, readOptions, runCommand, wholeNumber } from './command'
import { type SimulateOptions, simulate } from './simulate/pool'

const usage = `Use: npm run simulate -- [--seeds 10000] [--from SEED] [--jobs 2] [--trace] [--planted]
--trace tells the history of the first seed instead; --planted looks for each planted bug instead, with --from
from that seed on and else from where its test begins.`

await runCommand(async () => {
  const text = { type: 'string' } as const
  const flag = { type: 'boolean' } as const
  const options = { seeds: text, from: text, jobs: text, trace: flag, planted: flag }
  const { values } = readOptions(usage, { options })
  const from = wholeNumber(usage, values.from, randomInt(1_000_000_000))
  if (values.trace) {
    process.stdout.write(`${await traceText(from)}\n`)
    return 0
  }
  if (values.planted) return findPlanted(values.from === undefined ? null : from)
  const seeds = wholeNumber(usage, values.seeds, 10_000)
  const jobs = Math.max(1, wholeNumber(usage, values.jobs, availableParallelism()))
  return runSeeds({ seeds, from, jobs })
}, usage)

async function runSeeds(options: SimulateOptions): Promise<number> {
  const { seeds, from, jobs } = options
  note(`${seeds} schedules from seed ${from} in ${jobs} processes`)
  const started = performance.now()
  const { schedules, calls, failures } = await simulate(options)
  const seconds = (performance.now() - started) / 1_000
  const pace = `${seconds.toFixed(1)} s, ${(schedules / seconds).toFixed(0)} a second`
  const [first] = failures
  if (first) process.stdout.write(`${await report(first)}\n`)
  const failed = failures.map(({ seed }) => seed).join(', ')
  const found = first ? `rules broken by the seeds ${failed}` : 'no rule was broken'
  process.stdout.write(`${schedules} schedules, ${calls} calls, ${pace}: ${found}\n`)
  return first ? 1 : 0
}

/** Prints the table for docs/evidence/planted-bugs.md. */
async function findPlanted(from: number | null): Promise<number> {
  const rows = ['| rule | planted bug | seeds |', '| --- | --- | --- |']
  let missed = 0
  for (const bug of bugs) {
    const { seeds } = await hunt(bug, from ?? bug.from ?? 1, 5_000)
    note(`  ${bug.rule}: ${bug.name}: ${seeds ?? 'not found'}`)
    rows.push(`| ${bug.rule} | ${bug.name} | ${seeds ?? '–'} |`)
    if (seeds === null) missed += 1
  }
  process.stdout.write(`${rows.join('\n')}\n`)
  return missed === 0 ? 0 : 1
}
