import path from 'node:path'
import { root } from '../project'
import { type Failure, sum, type Tally } from './tally'

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
