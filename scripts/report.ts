import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { reasonOf } from './problem'
import { type Ended, run } from './process/run'
import { readJson, root } from './project'

/** Something that did not pass, and why. */
export interface Failure {
  name: string
  message: string
}

/** How many passed, and what did not. */
export interface Tally {
  passed: number
  skipped: number
  failures: Failure[]
}

/** The tally of one thing that either passed or did not. */
export const onePassed: Tally = { passed: 1, skipped: 0, failures: [] }

/** The tally of one failure. */
export function oneFailed(name: string, message: string): Tally {
  return { passed: 0, skipped: 0, failures: [{ name, message }] }
}

/** All tallies in one. */
export function sum(tallies: readonly Tally[]): Tally {
  return {
    passed: tallies.reduce((total, { passed }) => total + passed, 0),
    skipped: tallies.reduce((total, { skipped }) => total + skipped, 0),
    failures: tallies.flatMap(({ failures }) => failures),
  }
}

/** The last line of `npm test`, which programs read. */
export function summaryLine({ passed, skipped, failures }: Tally): string {
  const line = `${passed} passed, ${failures.length} failed`
  return skipped > 0 ? `${line}, ${skipped} skipped` : line
}

/** Nothing failed, and something was really run. */
export function isSuccess({ passed, failures }: Tally): boolean {
  return failures.length === 0 && passed > 0
}

/** The failures in plain words. */
export function failureText(failures: readonly Failure[]): string {
  return failures.map(({ name, message }) => `✗ ${name}\n${indent(message)}`).join('\n\n')
}

function indent(text: string): string {
  return text.trim().replace(/^/gm, '    ')
}

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

/** The part of vitest's JSON report that we read. */
export interface VitestReport {
  testResults: VitestFile[]
}

interface VitestFile {
  name: string
  status: string
  message?: string
  assertionResults: { fullName: string; status: string; failureMessages?: string[] | null }[]
}

/** Counts vitest's report. Skipped and todo tests are skipped; what is not known to pass has failed. */
export function tallyVitest(report: VitestReport): Tally {
  return sum(report.testResults.map(tallyFile))
}

function tallyFile(file: VitestFile): Tally {
  const where = path.relative(root, file.name)
  const tests = file.assertionResults
  const isSkipped = ({ status }: { status: string }) =>
    ['skipped', 'pending', 'todo'].includes(status)
  const failures: Failure[] = tests
    .filter(test => test.status !== 'passed' && !isSkipped(test))
    .map(test => ({
      name: `${where} › ${test.fullName}`,
      message: (test.failureMessages ?? []).join('\n') || `It ended as "${test.status}".`,
    }))
  // A file that cannot even be loaded has no tests to fail.
  if (file.status === 'failed' && failures.length === 0) {
    failures.push({ name: where, message: file.message || 'The file failed as a whole.' })
  }
  return {
    passed: tests.filter(({ status }) => status === 'passed').length,
    skipped: tests.filter(isSkipped).length,
    failures,
  }
}

/** The part of Playwright's JSON report that we read. */
export interface PlaywrightReport {
  suites: PlaywrightSuite[]
  errors: { message?: string }[]
}

interface PlaywrightSuite {
  file: string
  suites?: PlaywrightSuite[]
  specs: { title: string; tests: PlaywrightTest[] }[]
}

interface PlaywrightTest {
  /** A test that passed only when repeated is flaky. */
  status: 'expected' | 'unexpected' | 'flaky' | 'skipped'
  results: { status?: string; errors: { message?: string }[] }[]
}

/** Counts Playwright's report. A flaky test has failed; so has each error outside of a test. */
export function tallyPlaywright(report: PlaywrightReport): Tally {
  const outside = report.errors.map(({ message }) => ({
    name: 'Playwright',
    message: message ?? 'An error without a message.',
  }))
  return sum([...report.suites.map(tallySuite), { passed: 0, skipped: 0, failures: outside }])
}

function tallySuite(suite: PlaywrightSuite): Tally {
  const own = suite.specs.flatMap(({ title, tests }) =>
    tests.map(test => tallyTest(`${suite.file} › ${title}`, test)),
  )
  return sum([...own, ...(suite.suites ?? []).map(tallySuite)])
}

function tallyTest(name: string, test: PlaywrightTest): Tally {
  const failures: Failure[] = []
  if (test.status !== 'expected' && test.status !== 'skipped') {
    failures.push({ name, message: messagesOf(test) || `It ended as "${test.status}".` })
  }
  return {
    passed: test.status === 'expected' ? 1 : 0,
    skipped: test.status === 'skipped' ? 1 : 0,
    failures,
  }
}

function messagesOf(test: PlaywrightTest): string {
  return test.results.flatMap(({ errors }) => errors.map(({ message }) => message ?? '')).join('\n')
}
