import { type Failure, sum, type Tally } from './tally'

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
