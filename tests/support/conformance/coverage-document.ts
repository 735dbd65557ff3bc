import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { testNames } from './test-names'

const root = join(import.meta.dirname, '..', '..', '..')
const folder = 'tests/conformance'

/** A named test, file and title apart. */
interface NamedTest {
  file: string
  name: string
}

const textOf = (file: string) => readFileSync(join(root, file), 'utf8')

const parsed = new Map<string, readonly string[]>()

/** A file is named in many rows, and parsed once. */
function testsOf(file: string): readonly string[] {
  const names = parsed.get(file) ?? testNames(textOf(file))
  parsed.set(file, names)
  return names
}

/** A declaration, not a mention: `name` as a function, a constant or a type of its own. */
const declares = (file: string, name: string) =>
  new RegExp(`\\b(function|const|let|type|interface) ${name}\\b`).test(textOf(file))

function codeFault(named: string): string[] {
  const [file = '', name] = named.split('#')
  if (!existsSync(join(root, file))) return [`There is no file ${file}`]
  return name === undefined || declares(file, name) ? [] : [`${file} declares no ${name}`]
}

/** Tests that a line names: of the file named before them in their cell, else of the section's. */
function testsIn(line: string, sectionFile: string): NamedTest[] {
  return line.split('<br>').flatMap(part => {
    const name = /“(.+)”/.exec(part)?.[1]
    const file = /`(tests\/[^`]+)`/.exec(part)?.[1] ?? sectionFile
    return name === undefined ? [] : [{ file, name }]
  })
}

function testFault({ file, name }: NamedTest): string[] {
  if (!existsSync(join(root, file))) return [`There is no file ${file}`]
  return testsOf(file).includes(name) ? [] : [`${file} has no test “${name}”`]
}

const rowPattern = /^\| (?!Clause|Where|---)/

/** The rows of a document's tables, each with the test file of its section. */
function rowsOf(document: string) {
  return document.split('\n## ').flatMap(section => {
    const sectionFile = /^Proven in `([^`]+)`/m.exec(section)?.[1] ?? ''
    const lines = section.split('\n').filter(line => rowPattern.test(line))
    return lines.map(line => ({ line, tests: testsIn(line, sectionFile) }))
  })
}

/** What a document names that does not exist, and rows that name no test. */
export function documentFaults(document: string): string[] {
  return rowsOf(document).flatMap(({ line, tests }) => {
    const code = [...line.matchAll(/`((?:electron|shared|renderer|resources)\/[^`]+)`/g)]
    const unproven = tests.length === 0 ? [`No test is named in: ${line}`] : []
    return [
      ...unproven,
      ...tests.flatMap(testFault),
      ...code.flatMap(each => codeFault(each[1] ?? '')),
    ]
  })
}

/** The tests of this folder that a document does not name. */
export function unnamedTests(document: string, except: string): string[] {
  const named = rowsOf(document).flatMap(({ tests }) => tests.map(({ file, name }) => file + name))
  const files = readdirSync(join(root, folder)).filter(file => file.endsWith('.test.ts'))
  return files
    .filter(file => file !== except)
    .flatMap(file => testsOf(`${folder}/${file}`).map(name => ({ file, name })))
    .filter(({ file, name }) => !named.includes(`${folder}/${file}${name}`))
    .map(({ file, name }) => `${file}: ${name}`)
}

/** The sections of the contract that a document has a table for. */
export function sectionsOf(document: string): string[] {
  return [...document.matchAll(/^## §(\d)/gm)].map(each => each[1] ?? '')
}

/** The document itself. */
export function coverageDocument(): string {
  return textOf('docs/service-coverage.md')
}
