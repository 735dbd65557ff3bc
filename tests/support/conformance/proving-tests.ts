import { readdirSync, readFileSync } from 'node:fs'
import { inProject } from '../../../scripts/project'
import { type DeclaredTest, declaredTests } from './test-names'

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
