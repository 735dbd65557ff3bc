import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { inProject } from '../../../scripts/project'
import { alignedTable } from './markdown-table'
import type { ProvingTest } from './proving-tests'

const clauseSchema = z.strictObject({
  /** As the tests name it: `// Proves 4.1 path`. */
  id: z.string(),
  cells: z.array(z.string()),
  /** `file#declaration`, of the till or of the practice service. */
  servedBy: z.array(z.string()).optional(),
})

const sectionSchema = z.strictObject({
  heading: z.string(),
  /** The test file that most of its tests are in. */
  provenIn: z.string().optional(),
  intro: z.string().optional(),
  columns: z.array(z.string()),
  clauses: z.array(clauseSchema),
})

export type Section = z.infer<typeof sectionSchema>

const preface = `# Which code serves each clause of the contract, and which test proves it?

\`npm run coverage-document\` writes this file: the clauses are in \`tests/conformance/clauses.json\`, and each test names the
clauses that it proves in a comment above it (\`// Proves 4.1 path\`). \`tests/conformance/coverage-document.test.ts\` fails when
this file differs, when a clause has no test, when a test of \`tests/conformance/\` names no clause, and when a file or a
declaration does not exist.

A clause has the number of its section, then the rule, the field or the paragraph (¶). Code under \`electron/practice/\` is
the practice service's; all other code is the till's. Both sides are tested over real HTTP, and the practice service
against schemas written from the contract alone (\`tests/support/conformance/contract.ts\`).
`

/** The clauses of the contract, by section, with the code that serves each. */
export function coverageSections(): Section[] {
  const text = readFileSync(inProject('tests', 'conformance', 'clauses.json'), 'utf8')
  return z.array(sectionSchema).parse(JSON.parse(text))
}

function provenBy(id: string, section: Section, tests: readonly ProvingTest[]): string {
  return tests
    .filter(({ clauses }) => clauses.includes(id))
    .map(({ file, name }) => (file === section.provenIn ? `“${name}”` : `\`${file}\` “${name}”`))
    .join('<br>')
}

function tableOf(section: Section, tests: readonly ProvingTest[]): string {
  const isServed = section.clauses.some(({ servedBy }) => servedBy !== undefined)
  const header = [...section.columns, ...(isServed ? ['Served by'] : []), 'Proven by']
  const rows = section.clauses.map(({ id, cells, servedBy }) => [
    ...cells,
    ...(servedBy ? [servedBy.map(code => `\`${code}\``).join('<br>')] : []),
    provenBy(id, section, tests),
  ])
  return alignedTable(header, rows)
}

/** docs/service-coverage.md as the clauses and the tests make it. */
export function coverageDocument(
  sections: readonly Section[],
  tests: readonly ProvingTest[],
): string {
  const parts = sections.map(section => {
    const provenIn =
      section.provenIn && `Proven in \`${section.provenIn}\`, unless another file is named.`
    const lines = [`## ${section.heading}`, provenIn, section.intro, tableOf(section, tests)]
    return lines.filter(line => line !== undefined).join('\n\n')
  })
  return `${[preface.trimEnd(), ...parts].join('\n\n')}\n`
}
