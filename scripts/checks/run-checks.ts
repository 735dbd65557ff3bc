import { reasonOf } from '../problem'
import { type Ended, run } from '../process/run'
import { root, toolScript } from '../project'
import { oneFailed, onePassed, sum, type Tally } from '../report'

/** One check: a command of node_modules, and what beyond its exit code makes it a failure. */
interface Check {
  name: string
  package: string
  command: string
  args: string[]
  objection?: (ended: Ended) => string | undefined
}

const sides = ['shared', 'electron', 'renderer', 'tests', 'scripts']

/** One checker each: four, as it has by itself, check much of it four times, and two sides are checked at once. */
const types: Check[] = sides.map(side => ({
  name: `types: ${side}`,
  package: 'typescript',
  command: 'tsc',
  args: ['-p', side, '--checkers', '1'],
}))

/** Everything `npm run check` looks at. */
const checks: readonly Check[] = [
  ...types,
  { name: 'style', package: '@biomejs/biome', command: 'biome', args: ['ci', '--colors=off', '.'] },
  {
    name: 'imports',
    package: 'dependency-cruiser',
    command: 'depcruise',
    args: ['--config', '.dependency-cruiser.cjs', 'electron', 'renderer', 'shared', 'scripts'],
    objection: ended => cruisedNothing(ended.output),
  },
  {
    name: 'payment state',
    package: 'tsx',
    command: 'tsx',
    args: ['scripts/checks/payment-state.ts'],
  },
  { name: 'unused', package: 'knip', command: 'knip', args: [] },
]

/** dependency-cruiser finds no fault in 0 modules, which is what it sees without its parser. */
export function cruisedNothing(output: string): string | undefined {
  const modules = Number(/(\d+) modules/.exec(output)?.[1] ?? 0)
  if (modules > 0) return undefined
  return 'dependency-cruiser looked at 0 modules: is its parser (@swc/core) installed?'
}

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
export async function runChecks(): Promise<CheckResult[]> {
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
