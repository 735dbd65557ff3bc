import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { cruisedNothing, tallyChecks } from '../../../scripts/checks/run-checks'
import { withMemoryDisk } from '../../../scripts/linux/memory-disk'
import { inProject, root } from '../../../scripts/project'
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
import { isWhole, readChoice } from '../../../scripts/tests/choice'
import {
  changedSinceGreen,
  commitHere,
  greenCommit,
  rememberGreen,
} from '../../../scripts/tests/green-commit'
import {
  isUnchanged,
  leavingOut,
  pathsOfProofs,
  proofs,
  unchangedProofs,
} from '../../../scripts/tests/proofs'
import { withoutNode } from '../../../scripts/tests/runners'
import { smallDiskImpossible } from '../../support/small-disk'
import { testFolder } from '../../support/temporary-folder'

/* What `npm test` runs, what it leaves out, and how it counts: nothing else would find a run that says too much. */

const every = ['check', 'unit', 'e2e']

it.each([
  ['every part, but no deep test', [], every, 'quick', []],
  ['the deep tests without the checks', ['--deep'], ['unit', 'e2e'], 'deep', []],
  ['everything', ['--all'], every, 'all', []],
  ['one part', ['--only', 'unit'], ['unit'], 'quick', []],
  ['files, deep or not', ['--only', 'e2e', 'card', 'mobile'], ['e2e'], 'all', ['card', 'mobile']],
])('what to test is %s: %j', (_, args, parts, depth, filters) => {
  expect(readChoice(args)).toEqual({ parts, depth, filters })
})

it.each([[['--only', 'nothing']], [['card']], [['--fast']], [['--deep', '--all']]])(
  'what to test is not %j',
  args => {
    expect(() => readChoice(args)).toThrow('Use: npm test')
  },
)

it.each([
  [true, ['--all']],
  [true, ['--deep']],
  [false, []],
  [false, ['--all', '--only', 'unit']],
  [false, ['--only', 'e2e', 'card']],
])('every deep test runs: %s, with %j', (whole, args) => {
  expect(isWhole(readChoice(args))).toBe(whole)
})

describe('what proves the tests is left out', () => {
  it.each([
    ['nothing', [], [...proofs]],
    ['a document', ['docs/scale.md', 'renderer.md'], [...proofs]],
    [
      'a screen',
      ['renderer/ui/button.tsx'],
      ['planted-bugs', 'oldest-postgres', 'planted-in-shop'],
    ],
    ['a text', ['resources/languages/sw.json'], proofs.filter(proof => proof !== 'screens')],
    ['the reader', ['electron/main/service/json.ts'], ['oldest-postgres', 'screens']],
    ['the database', ['resources/shop-database/0001.sql'], ['planted-bugs', 'screens']],
    ['a dependency', ['package-lock.json'], []],
  ])('after a change of %s: %j', (_what, changed, left) => {
    expect(unchangedProofs(changed)).toEqual(left)
  })

  it('only where the run says so', () => {
    const env = leavingOut(['planted-bugs', 'screens'])
    expect(proofs.filter(proof => isUnchanged(proof, env))).toEqual(['planted-bugs', 'screens'])
    expect(proofs.filter(proof => isUnchanged(proof, {}))).toEqual([])
  })

  it('by paths that are there', () => {
    expect(pathsOfProofs().filter(path => !existsSync(inProject(path)))).toEqual([])
  })
})

describe('the last green commit', () => {
  it('is not known in a fresh clone, nor where there is none', async () => {
    const folder = testFolder()
    expect(await changedSinceGreen(folder)).toBeNull()
    clone(folder)
    expect(await greenCommit(folder)).toBeNull()
    expect(await changedSinceGreen(folder)).toBeNull()
  })

  it('tells what differs: committed, changed and new files', async () => {
    const folder = testFolder()
    const git = clone(folder)
    await rememberGreen((await commitHere(folder)) ?? '', folder)
    expect(await changedSinceGreen(folder)).toEqual([])
    writeFileSync(path.join(folder, 'second name.ts'), '')
    git('add', '.')
    git('commit', '-qm', 'second')
    writeFileSync(path.join(folder, 'first.ts'), 'changed')
    writeFileSync(path.join(folder, 'third.ts'), '')
    expect(await commitHere(folder)).toBeNull()
    expect(await changedSinceGreen(folder)).toEqual(['first.ts', 'second name.ts', 'third.ts'])
  })
})

/** A repository with one commit. */
function clone(folder: string) {
  const named = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com']
  const git = (...args: string[]) => execFileSync('git', [...named, ...args], { cwd: folder })
  git('init', '-q')
  writeFileSync(path.join(folder, 'first.ts'), '')
  git('add', '.')
  git('commit', '-qm', 'first')
  return git
}

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

it.each(withoutNode)(
  'main’s part %s needs no run on the shipped Node: it has nothing of it',
  part => {
    const folder = inProject('electron', 'main', part)
    const files = readdirSync(folder, { encoding: 'utf8', recursive: true })
    const nodes = files
      .filter(name => name.endsWith('.ts'))
      .flatMap(name => readFileSync(path.join(folder, name), 'utf8').match(/'node:\w+/g) ?? [])
    // Comparing objects is the same on each.
    expect(nodes.filter(name => name !== "'node:util")).toEqual([])
  },
)

it('a test that changes the window’s stores or globals has a process of its own', () => {
  const folder = inProject('tests', 'unit', 'renderer')
  const changing = readdirSync(folder).filter(name =>
    /\.(getState|setState|stubGlobal|mock)\(/.test(readFileSync(path.join(folder, name), 'utf8')),
  )
  const config = readFileSync(inProject('vitest.config.ts'), 'utf8')
  const [, own = ''] = /renderer\/\{(.*)\}\.test/.exec(config) ?? []
  expect(own.split(',')).toEqual(changing.map(name => name.split('.')[0]))
})

const noMemoryDisk =
  smallDiskImpossible() ?? (process.availableMemory() < 10 * 1024 ** 3 ? 'too little memory' : null)

it.skipIf(noMemoryDisk)(
  `temporary files are in memory while the tests run, and nothing of them stays${noMemoryDisk ? ` (skipped: ${noMemoryDisk})` : ''}`,
  async () => {
    const tmpfs = 0x01021994
    const before = tmpdir()
    let during = ''
    const ended = withMemoryDisk(async () => {
      during = tmpdir()
      writeFileSync(path.join(during, 'left'), 'behind')
      expect(statfsSync(during).type).toBe(tmpfs)
      throw new Error('the tests failed')
    })
    await expect(ended).rejects.toThrow('the tests failed')
    expect(path.dirname(during)).toBe(before)
    expect(existsSync(during)).toBe(false)
    expect(tmpdir()).toBe(before)
  },
)
