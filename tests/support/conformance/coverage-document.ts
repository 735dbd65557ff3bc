import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { parseSync } from '@swc/core'
import { z } from 'zod'
import { inProject } from '../../../scripts/project'

interface Clause {
  /** As the tests name it: `// Proves 4.1 path`. */
  id: string
  cells: string[]
  /** `file#declaration`, of the till or of the practice service. */
  servedBy?: string[]
}

export interface Section {
  heading: string
  /** The test file that most of its tests are in. */
  provenIn?: string
  intro?: string
  columns: string[]
  clauses: Clause[]
}

const preface = `# Which code serves each clause of the contract, and which test proves it?

\`npm run coverage-document\` writes this file: the clauses are in \`tests/conformance/clauses.md\`, and each test names the
clauses that it proves in a comment above it (\`// Proves 4.1 path\`). \`tests/conformance/coverage-document.test.ts\` fails when
this file differs, when a clause has no test, when a test of \`tests/conformance/\` names no clause, and when a file or a
declaration does not exist.

A clause has the number of its section, then the rule, the field or the paragraph (¶). Code under \`electron/practice/\` is
the practice service's; all other code is the till's. Both sides are tested over real HTTP, and the practice service
against schemas written from the contract alone (\`tests/support/conformance/contract.ts\`).
`

const provenInLine = /^Proven in (\S+)$/

/** Reads a section of tests/conformance/clauses.md. Throws at a row that has another number of cells than its header. */
function readSection(text: string): Section {
  const [heading = '', ...lines] = text.split('\n').filter(line => line !== '')
  const [header = [], , ...rows] = lines
    .filter(line => line.startsWith('|'))
    .map(line =>
      line
        .slice(1, -1)
        .split('|')
        .map(cell => cell.trim()),
    )
  const hasName = header[0] === 'Name'
  const isServed = header.at(-1) === 'Served by'
  const shown = (row: string[]) => row.slice(hasName ? 1 : 0, isServed ? -1 : undefined)
  const prose = lines.filter(line => !line.startsWith('|'))
  const provenIn = prose.flatMap(line => provenInLine.exec(line)?.[1] ?? []).at(0)
  const intro = prose.find(line => !provenInLine.test(line))
  return {
    heading,
    ...(provenIn !== undefined && { provenIn }),
    ...(intro !== undefined && { intro }),
    columns: shown(header),
    clauses: rows.map(row => {
      if (row.length !== header.length) throw new Error(`${heading}: ${row.join(' | ')}`)
      const servedBy = isServed && { servedBy: row.at(-1)?.split(' ') ?? [] }
      return { id: row[0] ?? '', cells: shown(row), ...servedBy }
    }),
  }
}

/** The clauses of the contract, by section, with the code that serves each. */
export function coverageSections(): Section[] {
  const text = readFileSync(inProject('tests', 'conformance', 'clauses.md'), 'utf8')
  return text.split('\n## ').slice(1).map(readSection)
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

/** A Markdown table with columns of equal width, as the formatter leaves it. */
function alignedTable(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = header.map((title, at) =>
    Math.max(3, title.length, ...rows.map(row => row[at]?.length ?? 0)),
  )
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`
  return [line(header), line(widths.map(width => '-'.repeat(width))), ...rows.map(line)].join('\n')
}

/** A declaration, not a mention: `name` as a function, a class, a constant or a type of its own. */
const declares = (file: string, name: string) =>
  new RegExp(`\\b(function|class|const|let|type|interface) ${name}\\b`).test(
    readFileSync(inProject(file), 'utf8'),
  )

/** Code that a clause names and that does not exist. */
export function codeFaults(sections: readonly Section[]): string[] {
  const named = sections.flatMap(({ clauses }) => clauses.flatMap(({ servedBy = [] }) => servedBy))
  return named.flatMap(code => {
    const [file = '', name] = code.split('#')
    if (!existsSync(inProject(file))) return [`There is no file ${file}`]
    return name === undefined || declares(file, name) ? [] : [`${file} declares no ${name}`]
  })
}

/** Clauses without a test, clauses that do not exist, and conformance tests that name no clause. */
export function provingFaults(
  sections: readonly Section[],
  tests: readonly ProvingTest[],
): string[] {
  const ids = sections.flatMap(({ clauses }) => clauses.map(({ id }) => id))
  const named = new Set(tests.flatMap(({ clauses }) => clauses))
  const titled = ({ file, name }: ProvingTest) => `${file}: ${name}`
  return [
    ...ids.filter(id => !named.has(id)).map(id => `No test proves ${id}`),
    ...[...named].filter(id => !ids.includes(id)).map(id => `There is no clause ${id}`),
    ...tests
      .filter(({ clauses }) => clauses.length === 0)
      .map(test => `${titled(test)} names no clause`),
  ]
}

/** A test with its file, as a path of the project. */
export interface ProvingTest extends DeclaredTest {
  file: string
}

/** Folders of tests that may prove a clause: those of a window run elsewhere. */
const folders = ['tests/conformance', 'tests/unit']

function testFiles(folder: string): string[] {
  const names = readdirSync(inProject(folder), { recursive: true, encoding: 'utf8' })
  return names
    .filter(name => name.endsWith('.test.ts'))
    .map(name => `${folder}/${name.replaceAll('\\', '/')}`)
    .sort()
}

/** Every test that names a clause, and every test of tests/conformance/. */
export function provingTests(): ProvingTest[] {
  return folders.flatMap(testFiles).flatMap(file => {
    const source = readFileSync(inProject(file), 'utf8')
    const isConformance = file.startsWith('tests/conformance/')
    if (!isConformance && !source.includes('// Proves ')) return []
    const tests = declaredTests(source).map(test => ({ file, ...test }))
    return tests.filter(({ clauses }) => isConformance || clauses.length > 0)
  })
}

const node = z.looseObject({ type: z.string() })
const span = z.object({ start: z.number() })
const callSchema = z.looseObject({
  type: z.literal('CallExpression'),
  callee: node,
  arguments: z.array(z.looseObject({ expression: node })),
})
const literal = z.looseObject({ type: z.literal('StringLiteral'), value: z.string() })
const statement = z.looseObject({ type: z.literal('ExpressionStatement'), span })

/** A test as its file declares it, with the clauses that the comment above it names. */
export interface DeclaredTest {
  /** `group › title`, as written (`%s` and all). */
  name: string
  clauses: readonly string[]
}

/** Where the walk is: the groups around it, and the byte at which its statement starts. */
interface Place {
  group: string
  start: number
}

/** `describe`, `it` or what else is called: also through `it.each(…)`, as far as its first name. */
function calledName(callee: z.infer<typeof node>): string | null {
  if (callee.type === 'Identifier') return String(callee.value)
  const inner = node.safeParse(callee.object ?? callee.callee)
  return inner.success ? calledName(inner.data) : null
}

function titledCall(value: unknown): { name: string | null; title: string } | null {
  const call = callSchema.safeParse(value)
  const first = literal.safeParse(call.data?.arguments[0]?.expression)
  return call.success && first.success
    ? { name: calledName(call.data.callee), title: first.data.value }
    : null
}

const marker = /^\s*\/\/ Proves (.+)$/

/** The clauses in the `// Proves …` lines that end just before a statement. */
function clausesAbove(source: Buffer, start: number): string[] {
  const lines = source.subarray(0, start).toString().split('\n').slice(0, -1)
  const named: string[] = []
  for (let at = lines.length - 1; at >= 0; at -= 1) {
    const found = marker.exec(lines[at] ?? '')?.[1]
    if (found === undefined) break
    named.unshift(...found.split('; '))
  }
  return named
}

function testsWithin(
  value: unknown,
  place: Place,
  clauses: (start: number) => string[],
): DeclaredTest[] {
  if (typeof value !== 'object' || value === null) return []
  const start = statement.safeParse(value).data?.span.start ?? place.start
  const call = titledCall(value)
  const group = call?.name === 'describe' ? `${call.title} › ` : place.group
  const own =
    call?.name === 'it' ? [{ name: place.group + call.title, clauses: clauses(start) }] : []
  return [
    ...own,
    ...Object.values(value).flatMap(each => testsWithin(each, { group, start }, clauses)),
  ]
}

/** The tests of a file's text, in order. */
export function declaredTests(source: string): DeclaredTest[] {
  // The parser counts bytes from its own start: the first statement, `;`, is byte 0 of the text.
  const text = `;${source}`
  const parsed = parseSync(text, { syntax: 'typescript' })
  const bytes = Buffer.from(text)
  const clauses = (start: number) => clausesAbove(bytes, start - parsed.span.start)
  return testsWithin(parsed.body, { group: '', start: parsed.span.start }, clauses)
}
