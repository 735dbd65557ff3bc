import { readdir } from 'node:fs/promises'
import { hasDisplay, onVirtualDisplay } from '../linux/display'
import { inProject, toolScript } from '../project'
import {
  type PlaywrightReport,
  type Runner,
  tallyPlaywright,
  tallyVitest,
  type VitestReport,
} from '../report'
import { type Depth, playwrightSelection, vitestSelection } from './choice'
import type { NodeExecutable } from './shipped-node'

const minute = 60 * 1000

/** Both write to one terminal at the same time: neither draws again what it has written there. */
const plainLines = { vitest: { CI: '1' }, playwright: { PLAYWRIGHT_FORCE_TTY: '0' } }

/** The tests that need no Electron: unit, simulation, conformance, hostile answers, kills. */
export async function unit(
  { executable, version }: NodeExecutable,
  depth: Depth,
  filters: string[],
): Promise<Runner> {
  // Each run on each Node has its own.
  const report = inProject('test-results', `vitest-${depth}-${version}.json`)
  const script = await toolScript('vitest', 'vitest')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  return {
    name: `vitest on Node ${version}`,
    command: executable,
    args: [script, 'run', ...reporters, ...vitestSelection[depth], ...filters],
    env: { ...process.env, ...plainLines.vitest, ...oldestPostgres(depth, filters) },
    report,
    tally: found => tallyVitest(found as VitestReport),
    timeoutMs: 35 * minute,
  }
}

/**
 * With `--all` the tests of the shop database run on the oldest PostgreSQL alone: `npm test` and the window tests run
 * them on the newest. Files that are named run on the newest too.
 */
function oldestPostgres(depth: Depth, filters: readonly string[]): Record<string, string> {
  return depth === 'all' && filters.length === 0 ? { KAUNTA_POSTGRES: '15' } : {}
}

/**
 * Parts of main that come to files, sockets, keys and the database through its other parts alone: what another Node
 * changes there is found by the tests of those.
 */
export const withoutNode: readonly string[] = ['ipc', 'payments']

/** The quick unit tests of main, but for those parts. */
export async function unitOfMain(node: NodeExecutable): Promise<Runner> {
  const parts = await readdir(inProject('tests', 'unit', 'main'))
  const tested = parts.filter(name => !withoutNode.includes(name))
  return unit(
    node,
    'quick',
    tested.map(name => `tests/unit/main/${name}`),
  )
}

/** The tests that drive the real app. */
export async function endToEnd(
  env: NodeJS.ProcessEnv,
  depth: Depth,
  filters: string[],
): Promise<Runner> {
  // playwright.config.ts writes it: the same path.
  const report = inProject('test-results', 'playwright.json')
  const script = await toolScript('@playwright/test', 'playwright')
  const options = [...playwrightSelection[depth], ...filters]
  const plain: [string, string[]] = [process.execPath, [script, 'test', ...options]]
  const [command, args] = hasDisplay() ? plain : onVirtualDisplay(...plain)
  return {
    name: 'playwright',
    command,
    args,
    env: { ...env, ...plainLines.playwright },
    report,
    tally: found => tallyPlaywright(found as PlaywrightReport),
    // Above Playwright's own limit for the whole run, which still leaves a report.
    timeoutMs: 37 * minute,
  }
}
