import { describe, expect, it } from 'vitest'
import {
  coverageDocument,
  documentFaults,
  sectionsOf,
  unnamedTests,
} from '../support/conformance/coverage-document'

const self = 'coverage-document.test.ts'
const document = coverageDocument()

/** A row of §9 that names what exists, with one part of it changed. */
const row = (code: string, test: string) =>
  `\n## §9\n\nProven in \`tests/conformance/section-9-versioning.test.ts\`\n\n| 9 | x | ${code} | ${test} |`
const code = '`electron/main/service/client.ts#createServiceClient`'
const test = '“api_version › is in no card response of the service”'

describe('docs/service-coverage.md', () => {
  it('names only files, functions and tests that exist, and a test in each row', () => {
    expect(documentFaults(document)).toEqual([])
  })

  it('names every test of this folder', () => {
    expect(unnamedTests(document, self)).toEqual([])
  })

  it('has a table for each § of the contract', () => {
    expect(sectionsOf(document)).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9'])
  })
})

describe('the check of it', () => {
  it('finds no fault in a sound row', () => {
    expect(documentFaults(row(code, test))).toEqual([])
  })

  it.each([
    ['a file that is gone', row('`electron/main/service/gone.ts`', test), 'no file'],
    ['a function that is gone', row(code.replace('create', 'make'), test), 'declares no'],
    [
      'a function that is only called there',
      row(code.replace('createServiceClient', 'interpret'), test),
      'declares no',
    ],
    ['a test that is gone', row(code, test.replace('no card', 'every')), 'has no test'],
    [
      'a test of another file',
      row(code, `\`tests/conformance/section-1-service.test.ts\` ${test}`),
      'has no test',
    ],
    [
      'a test file that is gone',
      row(code, `\`tests/conformance/gone.test.ts\` ${test}`),
      'no file',
    ],
    ['a row without a test', row(code, ''), 'No test'],
  ])('finds %s', (_, broken, fault) => {
    expect(documentFaults(broken)).toEqual([expect.stringContaining(fault)])
  })

  it('finds a test that is named nowhere', () => {
    expect(unnamedTests(document.replaceAll(test, ''), self)).toEqual([
      'section-9-versioning.test.ts: api_version › is in no card response of the service',
    ])
  })
})
