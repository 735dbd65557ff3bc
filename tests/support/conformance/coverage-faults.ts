import { existsSync, readFileSync } from 'node:fs'
import { inProject } from '../../../scripts/project'
import type { Section } from './coverage-document'
import type { ProvingTest } from './proving-tests'

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
