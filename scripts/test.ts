import { build } from './build'
import { checkTable, runChecks, tallyChecks } from './checks/run-checks'
import { note, runCommand } from './command'
import { type Electron, electronEnvironment, provideElectron } from './electron/provide'
import { hasDisplay } from './linux/display'
import { prepareLinux } from './linux/prepare'
import {
  browser,
  displays,
  electronLibraries,
  failingDisk,
  installerTools,
  keychain,
  pdfReader,
  postgresTools,
  slowLineTools,
  virtualDisplay,
} from './linux/requirements'
import { reasonOf } from './problem'
import { failureText, isSuccess, oneFailed, runTests, sum, summaryLine, type Tally } from './report'
import { type Choice, type Depth, isWhole, type Part, readChoice, usage } from './tests/choice'
import { changedSinceGreen, commitHere, greenCommit, rememberGreen } from './tests/green-commit'
import { leavingOut, unchangedProofs } from './tests/proofs'
import { endToEnd, unit, unitOnNode } from './tests/runners'
import { provideShippedNode } from './tests/shipped-node'

await runCommand(async () => {
  const choice = readChoice(process.argv.slice(2))
  const { parts, depth, filters } = choice
  const before = await commitHere()
  await leaveOutUnchanged(depth)
  const todo: Record<Part, () => Promise<Tally>> = {
    check: testChecks,
    unit: () => testUnits(depth, filters),
    e2e: () => testEndToEnd(depth, filters),
  }
  const tallies: Tally[] = []
  for (const part of parts) tallies.push(await guarded(part, todo[part]))
  const total = sum(tallies)
  if (total.failures.length > 0) note(`\n${failureText(total.failures)}`)
  const isGreen = isSuccess(total)
  if (isGreen) await rememberWhole(choice, before)
  process.stdout.write(`\n${summaryLine(total)}\n`)
  return isGreen ? 0 : 1
}, usage)

/** What proves the tests runs when it has something new to say (scripts/tests/proofs.ts), and with `--all`. */
async function leaveOutUnchanged(depth: Depth): Promise<void> {
  const changed = depth === 'all' ? null : await changedSinceGreen()
  if (changed === null) return
  const unchanged = unchangedProofs(changed)
  Object.assign(process.env, leavingOut(unchanged))
  if (unchanged.length > 0)
    note(
      `Left out, unchanged since ${await greenCommit()}: ${unchanged.join(', ')}. --all runs them.`,
    )
}

/** A commit is green once all its deep tests have passed, and nobody changed a file meanwhile. */
async function rememberWhole(choice: Choice, before: string | null): Promise<void> {
  if (before !== null && isWhole(choice) && before === (await commitHere()))
    await rememberGreen(before)
}

/** Whatever stops a part from running is a failure of that part, and the others still run. */
async function guarded(name: string, work: () => Promise<Tally>): Promise<Tally> {
  note(`\n── ${name}`)
  try {
    return await work()
  } catch (error) {
    return oneFailed(name, reasonOf(error))
  }
}

async function testChecks(): Promise<Tally> {
  const results = await runChecks()
  note(checkTable(results))
  return tallyChecks(results)
}

async function testUnits(depth: Depth, filters: string[]): Promise<Tally> {
  // Only root can prepare this. Without it those tests are skipped, with the reason.
  if (process.getuid?.() === 0) await prepareLinux([failingDisk, postgresTools, slowLineTools])
  const tally = await runTests(await unit(depth, filters))
  // Files that are named run on this Node alone.
  return depth === 'quick' || filters.length > 0 ? tally : sum([tally, await testOnShippedNode()])
}

async function testOnShippedNode(): Promise<Tally> {
  return guarded('unit tests of main on the Node of the shipped Electron', async () => {
    const node = await provideShippedNode()
    note(node ? `Node ${node.version}` : 'None is known for this system: left out.')
    return node ? runTests(await unitOnNode(node)) : sum([])
  })
}

async function testEndToEnd(depth: Depth, filters: string[]): Promise<Tally> {
  const electron = await ready(depth)
  await build()
  return runTests(await endToEnd(electronEnvironment(electron), depth, filters))
}

/** An Electron that can be started here, and what the end-to-end tests need around it. */
async function ready(depth: Depth): Promise<Electron> {
  const electron = await provideElectron()
  const needed = [electronLibraries(electron.executable), keychain, browser, pdfReader]
  // Only root can start an X server and install a package. Without it those tests are skipped, with the reason.
  if (process.getuid?.() === 0) {
    needed.push(displays)
    if (depth !== 'quick') needed.push(installerTools)
  }
  await prepareLinux(hasDisplay() ? needed : [...needed, virtualDisplay])
  return electron
}
