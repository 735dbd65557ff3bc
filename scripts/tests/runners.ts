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
import type { ShippedNode } from './shipped-node'

const minute = 60 * 1000

/** The tests that need no Electron: unit, simulation, conformance, hostile answers, kills. */
export async function unit(depth: Depth, filters: string[]): Promise<Runner> {
  const report = inProject('test-results', 'vitest.json')
  const script = await toolScript('vitest', 'vitest')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  return {
    name: 'vitest',
    command: process.execPath,
    args: [script, 'run', ...reporters, ...vitestSelection[depth], ...filters],
    env: process.env,
    report,
    tally: found => tallyVitest(found as VitestReport),
    timeoutMs: 35 * minute,
  }
}

/**
 * Parts of main that come to files, sockets, keys and the database through its other parts alone: what another Node
 * changes there is found by the tests of those.
 */
export const withoutNode: readonly string[] = ['ipc', 'payments']

/** The unit tests of main once more, on the Node that is shipped. */
export async function unitOnNode({ executable, version }: ShippedNode): Promise<Runner> {
  const report = inProject('test-results', 'vitest-shipped-node.json')
  const script = await toolScript('vitest', 'vitest')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const parts = await readdir(inProject('tests', 'unit', 'main'))
  const tested = parts.filter(name => !withoutNode.includes(name))
  const filters = tested.map(name => `tests/unit/main/${name}`)
  return {
    name: `vitest on Node ${version}`,
    command: executable,
    args: [script, 'run', ...reporters, ...vitestSelection.quick, ...filters],
    env: process.env,
    report,
    tally: found => tallyVitest(found as VitestReport),
    timeoutMs: 15 * minute,
  }
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
    env,
    report,
    tally: found => tallyPlaywright(found as PlaywrightReport),
    // Above Playwright's own limit for the whole run, which still leaves a report.
    timeoutMs: 37 * minute,
  }
}
