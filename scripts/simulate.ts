import { availableParallelism } from 'node:os'
import { report, traceText } from '../tests/simulation/campaign'
import { note, runCommand } from './command'
import { readSimulateOptions, usage } from './simulate/options'
import { huntAll } from './simulate/planted'
import { simulate } from './simulate/pool'

await runCommand(async () => {
  const options = readSimulateOptions(process.argv.slice(2), availableParallelism())
  if (options.trace) {
    process.stdout.write(`${await traceText(options.from)}\n`)
    return 0
  }
  if (options.planted) {
    const { table, all } = await huntAll(options.from)
    process.stdout.write(`${table}\n`)
    return all ? 0 : 1
  }
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
}, usage)
