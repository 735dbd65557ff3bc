import { readdirSync, readFileSync } from 'node:fs'
import { parseSync } from '@swc/core'
import { z } from 'zod'
import { inProject } from '../../../scripts/project'

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
