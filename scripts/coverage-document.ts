import { writeFileSync } from 'node:fs'
import { coverageDocument, coverageSections } from '../tests/support/conformance/coverage-document'
import { provingTests } from '../tests/support/conformance/proving-tests'
import { inProject } from './project'

// Writes docs/service-coverage.md from the clauses and the tests that name them.
writeFileSync(
  inProject('docs', 'service-coverage.md'),
  coverageDocument(coverageSections(), provingTests()),
)
