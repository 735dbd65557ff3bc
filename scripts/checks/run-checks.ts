import { reasonOf } from '../problem'
import { run } from '../process/run'
import { root, toolScript } from '../project'
import { oneFailed, onePassed, sum, type Tally } from '../report'
import type { Check } from './list'

export interface CheckResult {
  name: string
  ok: boolean
  seconds: number
  output: string
}

/** As many as the smallest machine has cores. */
const atOnce = 2
const longest = 3 * 60 * 1000

/** Runs all checks, a few at a time, also when one fails. */
export async function runChecks(checks: readonly Check[]): Promise<CheckResult[]> {
  const results: CheckResult[] = []
  const waiting = [...checks]
  const worker = async () => {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      results.push(await runCheck(check))
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  const order = checks.map(({ name }) => name)
  return results.sort((a, b) => order.indexOf(a.name) - order.indexOf(b.name))
}

async function runCheck(check: Check): Promise<CheckResult> {
  const started = Date.now()
  const { ok, output } = await outcomeOf(check).catch((error: unknown) => ({
    ok: false,
    output: reasonOf(error),
  }))
  return { name: check.name, ok, output, seconds: (Date.now() - started) / 1000 }
}

async function outcomeOf(check: Check): Promise<{ ok: boolean; output: string }> {
  const script = await toolScript(check.package, check.command)
  const ended = await run(process.execPath, [script, ...check.args], {
    cwd: root,
    env: { ...process.env, NO_COLOR: '1' },
    output: 'keep',
    timeoutMs: longest,
  })
  if (ended.timedOut) return { ok: false, output: `No end after ${longest / 60_000} minutes.` }
  const objection = check.objection?.(ended)
  return { ok: ended.code === 0 && !objection, output: `${ended.output}\n${objection ?? ''}` }
}

/** Each check counts as one test. */
export function tallyChecks(results: readonly CheckResult[]): Tally {
  return sum(
    results.map(({ ok, name, output }) => (ok ? onePassed : oneFailed(`check: ${name}`, output))),
  )
}

/** The results as a table for people. */
export function checkTable(results: readonly CheckResult[]): string {
  const width = Math.max(...results.map(({ name }) => name.length))
  return results
    .map(({ name, ok, seconds }) => {
      const word = ok ? 'ok    ' : 'FAILED'
      return `  ${name.padEnd(width)}  ${word}  ${seconds.toFixed(1).padStart(5)} s`
    })
    .join('\n')
}
