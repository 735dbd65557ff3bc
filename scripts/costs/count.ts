import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { inProject, root } from '../project'
import { type Feature, features } from './features'

interface Cost {
  product: number
  tests: number
  texts: number
  words: number
}

/** What fits no feature. */
const rest: Feature = { name: 'The payment itself, and what all share', paths: [], texts: [] }

const isProduct = (file: string) => /^(electron|renderer|shared|resources\/.*\.sql)/.test(file)
const isCode = (file: string) => /\.(tsx?|css|html|sql|cjs|mjs)$/.test(file)

function ownerOf(name: string, of: 'paths' | 'texts'): Feature {
  return features.find(feature => feature[of].some(pattern => pattern.test(name))) ?? rest
}

/** The keys of all texts of a language, as `day.title`. */
export function textsOf(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return [path]
  return Object.entries(value).flatMap(([name, inner]) =>
    textsOf(inner, path === '' ? name : `${path}.${name}`),
  )
}

function countAll(): Map<Feature, Cost> {
  const costs = new Map<Feature, Cost>(
    [...features, rest].map(feature => [feature, { product: 0, tests: 0, texts: 0, words: 0 }]),
  )
  const add = (feature: Feature, what: keyof Cost, amount: number) => {
    const cost = costs.get(feature)
    if (cost) cost[what] += amount
  }
  const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n')
  for (const file of files) {
    const isDocument = file.endsWith('.md') && file !== 'docs/costs.md'
    if (!isDocument && !isCode(file)) continue
    const text = readFileSync(inProject(file), 'utf8')
    const feature = ownerOf(file, 'paths')
    if (isDocument) add(feature, 'words', text.split(/\s+/).filter(Boolean).length)
    else if (isProduct(file)) add(feature, 'product', linesOf(text))
    else if (file.startsWith('tests/')) add(feature, 'tests', linesOf(text))
  }
  const english: unknown = JSON.parse(
    readFileSync(inProject('resources/languages/en.json'), 'utf8'),
  )
  for (const text of textsOf(english)) add(ownerOf(text, 'texts'), 'texts', 1)
  return costs
}

function linesOf(text: string): number {
  return text.split('\n').length - 1
}

/** The document, from the files that git knows. */
export function costsDocument(): string {
  const costs = countAll()
  const total = (what: keyof Cost) => [...costs.values()].reduce((all, cost) => all + cost[what], 0)
  const all = {
    ...{ product: total('product'), tests: total('tests') },
    ...{ texts: total('texts'), words: total('words') },
  }
  const rows = [...costs].map(([{ name }, cost]) => rowOf(name, cost))
  const head = ['feature', 'lines of product', 'lines of tests', 'texts', 'words of documents']
  return `# What does each feature cost?

Made by \`npm run costs\`. A file belongs to the first feature of \`scripts/costs/features.ts\` whose path fits; a text in
the same way by its key.

${tableOf(head, [...rows, rowOf('all', all)])}
`
}

function rowOf(name: string, { product, tests, texts, words }: Cost): string[] {
  return [name, ...[product, tests, texts, words].map(String)]
}

/** A table of Markdown with its columns under each other. */
function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((_, at) => Math.max(...[head, ...rows].map(row => row[at]?.length ?? 0)))
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`
  const rule = `| ${widths.map(width => '-'.repeat(width)).join(' | ')} |`
  return [line(head), rule, ...rows.map(line)].join('\n')
}
