import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { cruisedNothing, tallyChecks } from '../../../scripts/checks/run-checks'
import { root } from '../../../scripts/project'
import {
  isSuccess,
  judge,
  oneFailed,
  onePassed,
  type PlaywrightReport,
  sum,
  summaryLine,
  type Tally,
  tallyPlaywright,
  tallyVitest,
  type VitestReport,
} from '../../../scripts/report'

const nothing: Tally = { passed: 0, skipped: 0, failures: [] }
const ended = { code: 0, output: '', timedOut: false }

describe('the last line', () => {
  it('counts what passed, failed and was skipped; success needs a test that ran, and none that failed', () => {
    const mixed = sum([onePassed, onePassed, oneFailed('a', 'b')])
    const skipped = { ...onePassed, skipped: 3 }
    expect(summaryLine(mixed)).toBe('2 passed, 1 failed')
    expect(summaryLine(skipped)).toBe('1 passed, 0 failed, 3 skipped')
    const all = [onePassed, skipped, mixed, nothing, { ...nothing, skipped: 5 }]
    expect(all.map(isSuccess)).toEqual([true, true, false, false, false])
  })
})

describe('a runner that ends', () => {
  it('well, or with failures, is counted as it says', () => {
    expect(judge('vitest', ended, onePassed)).toEqual(onePassed)
    const counted = oneFailed('a', 'b')
    expect(judge('vitest', { ...ended, code: 1 }, counted)).toEqual(counted)
  })

  it('badly without a failed test, or not at all, has failed', () => {
    const judged = judge('vitest', { ...ended, code: 134 }, onePassed)
    expect(summaryLine(judged)).toBe('1 passed, 1 failed')
    expect(judged.failures[0]?.message).toContain('code 134')
    const late = judge('vitest', { code: 137, output: '', timedOut: true }, nothing)
    expect(late.failures[0]?.message).toContain('did not end in time')
  })
})

describe('checks', () => {
  it('count as one test each', () => {
    const result = { name: 'style', ok: true, seconds: 1, output: '' }
    const total = tallyChecks([result, { ...result, name: 'types', ok: false, output: 'TS2322' }])
    expect(total.passed).toBe(1)
    expect(total.failures).toEqual([{ name: 'check: types', message: 'TS2322' }])
  })

  it('object to dependency-cruiser when it saw nothing', () => {
    const said = (modules: number) => cruisedNothing(`✔ no violations found (${modules} modules)`)
    expect(said(110)).toBe(undefined)
    for (const objection of [said(0), cruisedNothing('')]) expect(objection).toContain('0 modules')
  })
})

const file = (rest: Partial<VitestReport['testResults'][number]>) => ({
  ...{ name: path.join(root, 'tests', 'unit', 'a.test.ts'), status: 'passed' },
  ...{ assertionResults: [], ...rest },
})

describe("vitest's report", () => {
  it('is counted test by test; a word that is not known is a failure', () => {
    const statuses = ['passed', 'passed', 'skipped', 'pending', 'todo', 'failed', 'interrupted']
    const assertionResults = statuses.map(status => ({
      fullName: `is ${status}`,
      status,
      failureMessages: status === 'failed' ? ['expected 1 to be 2'] : [],
    }))
    const name = path.join('tests', 'unit', 'a.test.ts')
    expect(tallyVitest({ testResults: [file({ status: 'failed', assertionResults })] })).toEqual({
      passed: 2,
      skipped: 3,
      failures: [
        { name: `${name} › is failed`, message: 'expected 1 to be 2' },
        { name: `${name} › is interrupted`, message: 'It ended as "interrupted".' },
      ],
    })
  })

  it('counts a file that could not be loaded', () => {
    const broken = file({ status: 'failed', message: 'Cannot find module' })
    const { failures } = tallyVitest({ testResults: [broken] })
    expect(failures).toMatchObject([{ message: 'Cannot find module' }])
  })
})

describe("Playwright's report", () => {
  type Test = PlaywrightReport['suites'][number]['specs'][number]['tests'][number]
  function suite(status: Test['status'], ...messages: string[]) {
    const errors = messages.map(message => ({ message }))
    const tests = [{ status, results: [{ errors }] }]
    return { file: 'charge.spec.ts', specs: [{ title: 'charges', tests }] }
  }

  it('is counted test by test, through nested suites; a flaky test has failed', () => {
    const outer = { ...suite('expected'), suites: [suite('unexpected', 'no button')] }
    const report = { suites: [outer, suite('skipped'), suite('flaky')], errors: [] }
    const name = 'charge.spec.ts › charges'
    expect(tallyPlaywright(report)).toEqual({
      passed: 1,
      skipped: 1,
      failures: [
        { name, message: 'no button' },
        { name, message: 'It ended as "flaky".' },
      ],
    })
  })

  it('counts errors outside of tests', () => {
    const tally = tallyPlaywright({ suites: [], errors: [{ message: 'No tests found' }] })
    expect(tally.failures).toEqual([{ name: 'Playwright', message: 'No tests found' }])
  })
})
