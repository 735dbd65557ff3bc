import { type ChildProcess, fork } from 'node:child_process'
import type { Campaign } from '../../tests/simulation/campaign'
import { bundle } from '../../tests/support/bundle'
import { note } from '../command'
import { Problem } from '../problem'

/** Seeds that a process takes at a time. */
const block = 250
/** After so many a person has enough to look at. */
const mostFailures = 10

/** Each core has a schedule to run: threads that help to collect garbage would only compete with it. */
const execArgv = ['--single-threaded-gc']

export interface SimulateOptions {
  seeds: number
  from: number
  jobs: number
}

/** Runs the schedules in several processes, until all are done or enough have failed. */
export async function simulate({ seeds, from, jobs }: SimulateOptions): Promise<Campaign> {
  const total: Campaign = { schedules: 0, calls: 0, failures: [] }
  let next = from
  const end = from + seeds
  // From its sources it would be a fifth slower: what loads TypeScript sets the name of each function again.
  const bundled = await bundle({ worker: 'scripts/simulate/worker.ts' })

  async function work(): Promise<void> {
    const child = fork(bundled.file('worker'), { execArgv })
    try {
      while (next < end && total.failures.length < mostFailures) {
        const start = next
        next = Math.min(end, next + block)
        add(total, await ask(child, { from: start, count: next - start }))
        if (total.schedules % 5_000 < block) note(`  ${total.schedules} done`)
      }
    } finally {
      child.disconnect()
    }
  }

  try {
    await Promise.all(Array.from({ length: jobs }, work))
  } finally {
    bundled.remove()
  }
  return total
}

function add(total: Campaign, { schedules, calls, failures }: Campaign): void {
  total.schedules += schedules
  total.calls += calls
  total.failures.push(...failures)
}

function ask(child: ChildProcess, task: { from: number; count: number }): Promise<Campaign> {
  return new Promise((resolve, reject) => {
    const died = (code: number | null) =>
      reject(
        new Problem(
          `A process of the simulation ended (${code}) in the seeds from ${task.from}.`,
          `Run these alone: npm run simulate -- --from ${task.from} --seeds ${task.count} --jobs 1`,
        ),
      )
    child.once('exit', died)
    child.once('message', answer => {
      child.off('exit', died)
      resolve(answer as Campaign)
    })
    child.send(task)
  })
}
