import { describe, expect, it } from 'vitest'
import { cruisedNothing } from '../../../scripts/checks/list'
import { tallyChecks } from '../../../scripts/checks/run-checks'
import { judge } from '../../../scripts/report/runner'
import {
  isSuccess,
  oneFailed,
  onePassed,
  sum,
  summaryLine,
  type Tally,
} from '../../../scripts/report/tally'

const nothing: Tally = { passed: 0, skipped: 0, failures: [] }
const ended = { code: 0, output: '', timedOut: false }

describe('the last line', () => {
  it('counts what passed and what failed', () => {
    const total = sum([onePassed, onePassed, oneFailed('a', 'b')])
    expect(summaryLine(total)).toBe('2 passed, 1 failed')
  })

  it('names skipped tests only when there are any', () => {
    expect(summaryLine({ ...onePassed, skipped: 3 })).toBe('1 passed, 0 failed, 3 skipped')
  })
})

describe('success', () => {
  it('needs a test that ran, and none that failed', () => {
    expect(isSuccess(onePassed)).toBe(true)
    expect(isSuccess(sum([onePassed, oneFailed('a', 'b')]))).toBe(false)
    expect(isSuccess(nothing)).toBe(false)
    expect(isSuccess({ ...nothing, skipped: 5 })).toBe(false)
  })
})

describe('a runner that ends', () => {
  it('well is counted as it says', () => {
    expect(judge('vitest', ended, onePassed)).toEqual(onePassed)
  })

  it('with failures is not counted twice', () => {
    const counted = oneFailed('a', 'b')
    expect(judge('vitest', { ...ended, code: 1 }, counted)).toEqual(counted)
  })

  it('badly without a failed test has failed', () => {
    const judged = judge('vitest', { ...ended, code: 134 }, onePassed)
    expect(summaryLine(judged)).toBe('1 passed, 1 failed')
    expect(judged.failures[0]?.message).toContain('code 134')
  })

  it('not at all has failed', () => {
    const judged = judge('vitest', { code: 137, output: '', timedOut: true }, nothing)
    expect(judged.failures[0]?.message).toContain('did not end in time')
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
    expect(cruisedNothing('✔ no violations found (110 modules, 294 dependencies cruised)')).toBe(
      undefined,
    )
    expect(cruisedNothing('✔ no violations found (0 modules, 0 dependencies cruised)')).toContain(
      '0 modules',
    )
    expect(cruisedNothing('')).toContain('0 modules')
  })
})
