import { writeFileSync } from 'node:fs'
import {
  coverageDocument,
  coverageSections,
  provingTests,
} from '../tests/support/conformance/coverage-document'
import { runCommand, takesNoOptions } from './command'
import { inProject } from './project'

const usage =
  'Use: npm run coverage-document\n' +
  'Writes docs/service-coverage.md from the clauses and the tests that name them; it takes no options.'

await runCommand(async () => {
  takesNoOptions(usage)
  const text = coverageDocument(coverageSections(), provingTests())
  writeFileSync(inProject('docs', 'service-coverage.md'), text)
  return 0
}, usage)
