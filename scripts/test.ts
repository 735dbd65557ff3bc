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
  const preparations = prepare(parts, depth)
  const todo: Record<Part, () => Promise<Tally>> = {
    check: testChecks,
    unit: () => testUnits(depth, filters, preparations.unit),
    e2e: () => testEndToEnd(depth, filters, preparations.electron),
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

async function testUnits(depth: Depth, filters: string[], tools: Promise<void>): Promise<Tally> {
  await tools
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

async function testEndToEnd(
  depth: Depth,
  filters: string[],
  electron: Promise<Electron>,
): Promise<Tally> {
  const environment = electronEnvironment(await electron)
  await build()
  return runTests(await endToEnd(environment, depth, filters))
}

/** What the parts need from the network. It comes while the first part runs, and costs that part little processor. */
interface Preparations {
  unit: Promise<void>
  electron: Promise<Electron>
}

/** Begins at once. What fails is thrown by the part that waits for it; a part that does not run waits for nothing. */
function prepare(parts: readonly Part[], depth: Depth): Preparations {
  const unit = parts.includes('unit') ? toolsOfUnits() : Promise.resolve()
  const electron = parts.includes('e2e') ? readyElectron(depth, unit) : neverWanted
  for (const preparation of [unit, electron]) preparation.catch(() => undefined)
  return { unit, electron }
}

const neverWanted = new Promise<never>(() => undefined)

/** Only root can prepare this. Without it those tests are skipped, with the reason. */
async function toolsOfUnits(): Promise<void> {
  if (process.getuid?.() === 0) await prepareLinux([failingDisk, postgresTools, slowLineTools])
}

/** An Electron that can be started here, and what the end-to-end tests need around it; one apt at a time. */
async function readyElectron(depth: Depth, otherTools: Promise<void>): Promise<Electron> {
  const [electron] = await Promise.all([provideElectron(), otherTools.catch(() => undefined)])
  const needed = [electronLibraries(electron.executable), keychain, browser, pdfReader]
  // Only root can start an X server and install a package. Without it those tests are skipped, with the reason.
  if (process.getuid?.() === 0) {
    needed.push(displays)
    if (depth !== 'quick') needed.push(installerTools)
  }
  await prepareLinux(hasDisplay() ? needed : [...needed, virtualDisplay])
  return electron
}
