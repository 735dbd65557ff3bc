import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { inProject } from '../../scripts/project'
import {
  codeFaults,
  coverageDocument,
  coverageSections,
  declaredTests,
  provingFaults,
  provingTests,
  type Section,
} from '../support/conformance/coverage-document'

const self = 'tests/conformance/coverage-document.test.ts'
const sections = coverageSections()
const tests = provingTests().filter(({ file }) => file !== self)

describe('docs/service-coverage.md', () => {
  it('is what `npm run coverage-document` writes', () => {
    const written = readFileSync(inProject('docs', 'service-coverage.md'), 'utf8')
    expect(coverageDocument(sections, tests)).toBe(written)
  })

  it('names only code that exists', () => {
    expect(codeFaults(sections)).toEqual([])
  })

  it('has a test for each clause, and a clause for each conformance test', () => {
    expect(provingFaults(sections, tests)).toEqual([])
  })

  it('has a table for each § of the contract', () => {
    const numbers = sections.flatMap(({ heading }) => /^§(\d)/.exec(heading)?.[1] ?? [])
    expect(numbers).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9'])
  })
})

const section = (code: string): Section => ({
  heading: '§9',
  columns: ['Clause'],
  clauses: [{ id: '9 ¶1', cells: ['9 ¶1'], servedBy: [code] }],
})
const code = 'electron/main/service/client.ts#createServiceClient'
const proving = (...clauses: string[]) => [{ file: 'a.test.ts', name: 'a › b', clauses }]

describe('the checks of it', () => {
  it('find no fault in a sound clause', () => {
    expect(codeFaults([section(code)])).toEqual([])
    expect(provingFaults([section(code)], proving('9 ¶1'))).toEqual([])
  })

  it.each([
    ['a file that is gone', 'electron/main/service/gone.ts', 'no file'],
    ['a function that is gone', code.replace('create', 'make'), 'declares no'],
    [
      'a function that is only called there',
      code.replace('createServiceClient', 'interpret'),
      'declares no',
    ],
  ])('find %s', (_, broken, fault) => {
    expect(codeFaults([section(broken)])).toEqual([expect.stringContaining(fault)])
  })

  it.each([
    ['a clause without a test', [], 'No test proves 9 ¶1'],
    ['a test without a clause', [...proving('9 ¶1'), ...proving()], 'a › b names no clause'],
    ['a clause that does not exist', proving('9 ¶1', '9 ¶7'), 'no clause 9 ¶7'],
  ])('find %s', (_, found, fault) => {
    expect(provingFaults([section(code)], found)).toEqual([expect.stringContaining(fault)])
  })

  it('reads the clauses from the lines just above a test', () => {
    const source = [
      "describe('é', () => {",
      '  // Proves 1 ¶1; 1 ¶2',
      '  // Proves 2.1 record',
      "  it.each([1])('a %s', () => {})",
      "  it('b', () => {})",
      '})',
    ].join('\n')
    expect(declaredTests(source)).toEqual([
      { name: 'é › a %s', clauses: ['1 ¶1', '1 ¶2', '2.1 record'] },
      { name: 'é › b', clauses: [] },
    ])
  })
})
