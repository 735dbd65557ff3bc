import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { inProject } from '../../../scripts/project'

const read = (file: string) => readFileSync(inProject(file), 'utf8')
const markdownIn = (folder: string) =>
  readdirSync(inProject(folder))
    .filter(name => name.endsWith('.md'))
    .map(name => `${folder}/${name}`)

const roots = ['README', 'ARCHITECTURE', 'CONTRIBUTING', 'SECURITY', 'CHANGELOG'].map(
  name => `${name}.md`,
)
/** Generated from the conformance tests. */
const generated = 'docs/service-coverage.md'
const pages = [...roots, ...markdownIn('docs').filter(file => file !== generated)]
/** A table of the decisions' titles, which a test below compares with them. */
const decisionIndex = 'docs/decisions/README.md'
const decisions = markdownIn('docs/decisions').filter(file => file !== decisionIndex)
const tables = markdownIn('docs/evidence')
const written = [...pages, ...decisions]

/** The lines of a table are no words. */
const words = (file: string) =>
  read(file)
    .split(/\s+/)
    .filter(word => /\w/.test(word)).length

/** Paths of the project in code style, patterns such as `<noun>` left out. */
function pathsIn(file: string): string[] {
  const found = read(file).matchAll(
    /`((?:electron|renderer|shared|resources|scripts|tests|docs)\/[\w./-]+)`/g,
  )
  return [...found].map(([, path = '']) => path)
}

const sources = ['electron', 'renderer', 'shared', 'scripts', 'tests', 'resources']
  .flatMap(folder => readdirSync(inProject(folder), { recursive: true, encoding: 'utf8' }))
  .map(path => `/${path.replaceAll('\\', '/')}`)

/** Names of source files in code style, without the folders above them: `payments/engine.ts`. */
function namesIn(file: string): string[] {
  return [...read(file).matchAll(/`([\w./-]+\.tsx?)`/g)].map(([, name = '']) => name)
}

/** Links to other files, from the folder of the document. */
function linksIn(file: string): string[] {
  const folder = file.includes('/') ? file.slice(0, file.lastIndexOf('/') + 1) : ''
  const found = read(file).matchAll(/\]\((?!https?:|#)([^)#]+)(?:#[^)]*)?\)/g)
  return [...found].map(([, link = '']) => folder + link)
}

describe('the documents', () => {
  it('answer one question each, in under 1,000 words', () => {
    expect(pages.filter(file => words(file) >= 1_000)).toEqual([])
  })

  it('state a decision in under 250 words', () => {
    expect(decisions.filter(file => words(file) >= 250)).toEqual([])
  })

  it('have an index of the decisions by their titles', () => {
    const listed = read(decisionIndex).match(/^- .+$/gm)
    const titles = decisions.map(file => {
      const [, number = '', title = ''] = /^# (\d+)\. (.+)$/m.exec(read(file)) ?? []
      return `- ${number} [${title}](${file.split('/').at(-1)})`
    })
    expect(listed).toEqual(titles)
  })

  it.each([...written, decisionIndex, ...tables])('%s names only files that exist', file => {
    const missing = [...pathsIn(file), ...linksIn(file)].filter(
      path => !existsSync(inProject(path)),
    )
    expect(missing).toEqual([])
    const unknown = namesIn(file).filter(
      name => !existsSync(inProject(name)) && !sources.some(path => path.endsWith(`/${name}`)),
    )
    expect(unknown).toEqual([])
  })

  it('give every decision a number of its own', () => {
    const names = readdirSync(inProject('docs/decisions')).filter(name => /^\d/.test(name))
    const numbers = names.map(name => name.slice(0, 4))
    expect(new Set(numbers).size).toBe(numbers.length)
    for (const name of names) {
      const heading = new RegExp(`^# ${Number(name.slice(0, 4))}\\. `)
      expect(read(`docs/decisions/${name}`)).toMatch(heading)
    }
  })
})

it('each picture is shown by a document', () => {
  const shown = [...written, ...tables].flatMap(linksIn).map(path => path.split('/').at(-1))
  const kept = readdirSync(inProject('docs/pictures'))
  expect(kept.filter(name => !shown.includes(name))).toEqual([])
})

it('CONTRIBUTING.md names each command', () => {
  const { scripts } = z
    .object({ scripts: z.record(z.string(), z.string()) })
    .parse(JSON.parse(read('package.json')))
  const text = read('CONTRIBUTING.md')
  const isNamed = (name: string) => new RegExp(`(?:npm|npm run|,) ?\`?${name}\\b`).test(text)
  expect(Object.keys(scripts).filter(name => !isNamed(name))).toEqual([])
})

describe('ARCHITECTURE.md', () => {
  it('names only import rules that exist', () => {
    const rules = z
      .object({ forbidden: z.array(z.object({ name: z.string() })) })
      .parse(createRequire(import.meta.url)(inProject('.dependency-cruiser.cjs')))
    const known = rules.forbidden.map(({ name }) => name)
    const named = [...read('ARCHITECTURE.md').matchAll(/`([a-z]+(?:-[a-z]+)+)`/g)]
      .map(([, name = '']) => name)
      .filter(name => !['till-fault', 'sale-status'].includes(name))
    expect(named.length).toBeGreaterThan(8)
    expect(named.filter(name => !known.includes(name))).toEqual([])
  })
})

describe('docs/dependencies.md', () => {
  it('gives a reason for each dependency, and for no other package', () => {
    const packages = z.record(z.string(), z.string())
    const manifest = z.object({ dependencies: packages, devDependencies: packages.optional() })
    const installed = ['package.json', 'tools/postgres/package.json', 'tools/mutants/package.json']
      .map(file => manifest.parse(JSON.parse(read(file))))
      .flatMap(({ dependencies, devDependencies }) =>
        Object.keys({ ...dependencies, ...devDependencies }),
      )
    const lists = read('docs/dependencies.md')
      .split('\n')
      .filter(line => line.startsWith('- '))
    const named = lists.flatMap(line =>
      [...(line.split(': ')[0] ?? '').matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
    )
    const isNamed = (name: string) => named.includes(name.replace(/^@types\/.+/, '@types/*'))
    expect(installed.filter(name => !isNamed(name))).toEqual([])
    expect(named.filter(name => name !== '@types/*' && !installed.includes(name))).toEqual([])
  })
})
