import { readOptions } from '../command'
import { Problem } from '../problem'

/**
 * Which tests run. The file name decides: `*.deep.test.ts` is deep, every other test is quick.
 * `npm test` runs the quick ones, `npm run test:deep` the deep ones, CI all of them.
 */
export type Depth = 'quick' | 'deep' | 'all'

/** Vitest's arguments for each depth; its projects are in vitest.config.ts. */
export const vitestSelection: Readonly<Record<Depth, readonly string[]>> = {
  quick: ['--project', '!deep'],
  deep: ['--project', 'deep'],
  all: [],
}

/** Playwright's arguments for each depth; its projects are in playwright.config.ts. */
export const playwrightSelection: Readonly<Record<Depth, readonly string[]>> = {
  quick: ['--project', 'quick'],
  deep: ['--project', 'deep*'],
  all: [],
}

const everyPart = ['check', 'unit', 'e2e'] as const

/** A part of what `npm test` runs. */
export type Part = (typeof everyPart)[number]

/** What one run tests. */
export interface Choice {
  parts: readonly Part[]
  depth: Depth
  /** Names of files, or pieces of them. */
  filters: string[]
}

/** True where every deep test runs, of both runners. */
export function isWhole({ parts, depth }: Choice): boolean {
  return depth !== 'quick' && parts.includes('unit') && parts.includes('e2e')
}

export const usage = `Use: npm test [-- [--deep | --all] [--only ${everyPart.join('|')} [file filters]]]`

/** Reads which parts to run, how deep, and which of their files. */
export function readChoice(args: string[]): Choice {
  const { only, deep, all, filters } = parse(args)
  if (deep && all) throw new Problem('--all runs the deep tests too: give one of the two.', usage)
  if (only === undefined) {
    // A filter of one runner finds no file in the other.
    if (filters.length > 0) throw new Problem('File filters need the part they belong to.', usage)
    // The checks belong to the quick tests.
    const parts = deep ? everyPart.filter(part => part !== 'check') : everyPart
    return { parts, depth: depthOf(deep, all), filters }
  }
  const part = everyPart.find(name => name === only)
  if (!part) throw new Problem(`There is no part "${only}" to run.`, usage)
  // Files that are named run, whatever their depth.
  const depth = filters.length > 0 ? 'all' : depthOf(deep, all)
  return { parts: [part], depth, filters }
}

function depthOf(deep: boolean, all: boolean): Depth {
  if (all) return 'all'
  return deep ? 'deep' : 'quick'
}

function parse(args: string[]) {
  const flag = { type: 'boolean', default: false } as const
  const options = { only: { type: 'string' }, deep: flag, all: flag } as const
  const { values, positionals } = readOptions(usage, { args, options, allowPositionals: true })
  return { only: values.only, deep: values.deep, all: values.all, filters: positionals }
}
