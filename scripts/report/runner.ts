import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { reasonOf } from '../problem'
import { type Ended, run } from '../process/run'
import { readJson, root } from '../project'
import { oneFailed, sum, type Tally } from './tally'

/** A test runner that leaves a JSON report. */
export interface Runner {
  name: string
  command: string
  args: string[]
  env: NodeJS.ProcessEnv
  report: string
  tally: (report: unknown) => Tally
  timeoutMs: number
}

/** Runs a test runner and counts its report. A crash counts as a failure, never as nothing. */
export async function runTests(runner: Runner): Promise<Tally> {
  // A report of an earlier run must not be counted for this one.
  await rm(runner.report, { force: true })
  await mkdir(path.dirname(runner.report), { recursive: true })
  const { command, args, env, timeoutMs } = runner
  const ended = await run(command, args, { cwd: root, env, timeoutMs, output: 'show' })
  try {
    return judge(runner.name, ended, runner.tally(await readJson(runner.report)))
  } catch (error) {
    const message = `${endingOf(ended)} and left no usable report.\n${reasonOf(error)}`
    return oneFailed(runner.name, message)
  }
}

/** A runner that ends badly though it reports no failure crashed, or had errors outside of tests. */
export function judge(name: string, ended: Ended, counted: Tally): Tally {
  if (ended.code === 0 || counted.failures.length > 0) return counted
  const message = `${endingOf(ended)} though no test is reported as failed; see its output above.`
  return sum([counted, oneFailed(name, message)])
}

function endingOf(ended: Ended): string {
  return ended.timedOut ? 'It did not end in time' : `It ended with code ${ended.code}`
}
