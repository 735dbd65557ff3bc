import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../../../scripts/project'
import { type PlaywrightReport, tallyPlaywright } from '../../../scripts/report/playwright'
import { tallyVitest, type VitestReport } from '../../../scripts/report/vitest'

const file = (rest: Partial<VitestReport['testResults'][number]>) => ({
  name: path.join(root, 'tests', 'unit', 'a.test.ts'),
  status: 'passed',
  assertionResults: [],
  ...rest,
})

const assertion = (status: string, failureMessages: string[] = []) => ({
  fullName: `is ${status}`,
  status,
  failureMessages,
})

describe("vitest's report", () => {
  it('is counted test by test', () => {
    const assertionResults = [
      assertion('passed'),
      assertion('passed'),
      assertion('skipped'),
      assertion('pending'),
      assertion('todo'),
      assertion('failed', ['expected 1 to be 2']),
    ]
    const name = path.join('tests', 'unit', 'a.test.ts')
    expect(tallyVitest({ testResults: [file({ status: 'failed', assertionResults })] })).toEqual({
      passed: 2,
      skipped: 3,
      failures: [{ name: `${name} › is failed`, message: 'expected 1 to be 2' }],
    })
  })

  it('counts a file that could not be loaded', () => {
    const broken = file({ status: 'failed', message: 'Cannot find module' })
    const tally = tallyVitest({ testResults: [broken] })
    expect(tally.failures).toHaveLength(1)
    expect(tally.failures[0]?.message).toBe('Cannot find module')
  })

  it('takes a word it does not know for a failure', () => {
    const assertionResults = [assertion('interrupted')]
    expect(tallyVitest({ testResults: [file({ assertionResults })] }).failures).toHaveLength(1)
  })
})

type Suite = PlaywrightReport['suites'][number]
type Test = Suite['specs'][number]['tests'][number]

const suite = (...tests: Test[]): Suite => ({
  file: 'charge.spec.ts',
  specs: [{ title: 'charges', tests }],
})

describe("Playwright's report", () => {
  it('is counted test by test, through nested suites', () => {
    const inner = suite({
      status: 'unexpected',
      results: [{ errors: [{ message: 'no button' }] }],
    })
    const outer = { ...suite({ status: 'expected', results: [] }), suites: [inner] }
    const skipped = suite({ status: 'skipped', results: [] })
    expect(tallyPlaywright({ suites: [outer, skipped], errors: [] })).toEqual({
      passed: 1,
      skipped: 1,
      failures: [{ name: 'charge.spec.ts › charges', message: 'no button' }],
    })
  })

  it('takes a flaky test for a failed one', () => {
    const tally = tallyPlaywright({ suites: [suite({ status: 'flaky', results: [] })], errors: [] })
    expect(tally.passed).toBe(0)
    expect(tally.failures).toHaveLength(1)
  })

  it('counts errors outside of tests', () => {
    const tally = tallyPlaywright({ suites: [], errors: [{ message: 'No tests found' }] })
    expect(tally.failures).toEqual([{ name: 'Playwright', message: 'No tests found' }])
  })
})
