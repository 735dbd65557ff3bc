import { build } from './build'
import { checkTable, runChecks, tallyChecks } from './checks/run-checks'
import { note, runCommand } from './command'
import { type Electron, electronEnvironment, provideElectron } from './electron/provide'
import { hasDisplay } from './linux/display'
import { withMemoryDisk } from './linux/memory-disk'
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
import { endToEnd, unit, unitOfMain } from './tests/runners'
import { type NodeExecutable, provideShippedNode, thisNode } from './tests/shipped-node'
import { provideTool } from './tools'

await runCommand(async () => {
  const choice = readChoice(process.argv.slice(2))
  const { parts, depth, filters } = choice
  const before = await commitHere()
  await leaveOutUnchanged(depth)
  const preparations = prepare(parts, depth)
  const todo: Record<Part, () => Promise<Tally>> = {
    check: testChecks,
    unit: () => testUnits(depth, filters, preparations),
    e2e: () => testEndToEnd(depth, filters, preparations.windows),
  }
  const tallies = await withMemoryDisk(() => inTwoSteps(parts, part => guarded(part, todo[part])))
  const total = sum(tallies)
  if (total.failures.length > 0) note(`\n${failureText(total.failures)}`)
  const isGreen = isSuccess(total)
  if (isGreen) await rememberWhole(choice, before)
  process.stdout.write(`\n${summaryLine(total)}\n`)
  return isGreen ? 0 : 1
}, usage)

/** The checks first. Then both test runners at once: window tests wait half of the time, and unit tests use it. */
async function inTwoSteps(
  parts: readonly Part[],
  test: (part: Part) => Promise<Tally>,
): Promise<Tally[]> {
  const checks = parts.includes('check') ? [await test('check')] : []
  return [...checks, ...(await Promise.all(parts.filter(part => part !== 'check').map(test)))]
}

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

async function testUnits(depth: Depth, filters: string[], prepared: Preparations): Promise<Tally> {
  await prepared.unit
  // Files that are named run on this Node alone.
  if (depth === 'quick' || filters.length > 0) return runTests(await unit(thisNode, depth, filters))
  const shipped = await prepared.node
  if (shipped) note(`Unit tests on the Node of the shipped Electron: ${shipped.version}`)
  if (depth === 'all') return runTests(await unit(shipped ?? thisNode, depth, filters))
  const tally = await runTests(await unit(thisNode, depth, filters))
  // The others are quick tests, which `npm test` runs on this Node.
  return shipped ? sum([tally, await runTests(await unitOfMain(shipped))]) : tally
}

async function testEndToEnd(
  depth: Depth,
  filters: string[],
  windows: Promise<Windows>,
): Promise<Tally> {
  const { electron, node } = await windows
  await build()
  const environment = {
    ...electronEnvironment(electron),
    // The page tests run on it: tests/support/page/test.ts.
    ...(node && { KAUNTA_SHIPPED_NODE: node.executable }),
  }
  return runTests(await endToEnd(environment, depth, filters))
}

/** What the window tests start. */
interface Windows {
  electron: Electron
  /** Null where none is known for this system. */
  node: NodeExecutable | null
}

/** What the parts need from the network. It comes while the first part runs, and costs that part little processor. */
interface Preparations {
  unit: Promise<void>
  /** The Node of the shipped Electron; null where none is known for this system. */
  node: Promise<NodeExecutable | null>
  windows: Promise<Windows>
}

/** Begins at once. What fails is thrown by the part that waits for it; a part that does not run waits for nothing. */
function prepare(parts: readonly Part[], depth: Depth): Preparations {
  const unit = parts.includes('unit') ? toolsOfUnits() : Promise.resolve()
  const wantsNode = parts.includes('e2e') || (parts.includes('unit') && depth !== 'quick')
  const node = wantsNode ? provideShippedNode() : neverWanted()
  const windows = parts.includes('e2e') ? readyWindows(depth, node, unit) : neverWanted()
  for (const preparation of [unit, node, windows]) preparation.catch(() => undefined)
  return { unit, node, windows }
}

/** A function: what is below is reached only when the command above has ended. */
function neverWanted(): Promise<never> {
  return new Promise(() => undefined)
}

/** What only root can prepare is missing otherwise: those tests are skipped, with the reason. */
async function toolsOfUnits(): Promise<void> {
  await provideTool('postgres')
  if (process.getuid?.() === 0) await prepareLinux([failingDisk, postgresTools, slowLineTools])
}

/** An Electron that can be started here, and what the end-to-end tests need around it; one apt at a time. */
async function readyWindows(
  depth: Depth,
  shippedNode: Preparations['node'],
  otherTools: Promise<void>,
): Promise<Windows> {
  const [electron, node] = await Promise.all([
    provideElectron(),
    shippedNode,
    provideTool('postgres'),
    otherTools.catch(() => undefined),
  ])
  const needed = [electronLibraries(electron.executable), keychain, browser, pdfReader]
  // Only root can start an X server and install a package. Without it those tests are skipped, with the reason.
  if (process.getuid?.() === 0) {
    needed.push(displays)
    if (depth !== 'quick') needed.push(installerTools)
  }
  await prepareLinux(hasDisplay() ? needed : [...needed, virtualDisplay])
  return { electron, node }
}
