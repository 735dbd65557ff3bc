import { parseArgs } from 'node:util'
import { Problem } from '../problem'

const all = ['check', 'unit', 'e2e'] as const

/** A part of what `npm test` runs. */
export type Part = (typeof all)[number]

const usage = `Use: npm test [-- --only ${all.join('|')} [file filters]]`

/** Which parts to run, and which of their files. */
export function readChoice(args: string[]): { parts: readonly Part[]; filters: string[] } {
  const { only, filters } = parse(args)
  if (only === undefined) {
    // A filter of one runner finds no file in the other.
    if (filters.length > 0) throw new Problem('File filters need to know whose they are.', usage)
    return { parts: all, filters }
  }
  const part = all.find(name => name === only)
  if (!part) throw new Problem(`There is no part "${only}" to run.`, usage)
  return { parts: [part], filters }
}

function parse(args: string[]): { only: string | undefined; filters: string[] } {
  try {
    const options = { only: { type: 'string' } } as const
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
    return { only: values.only, filters: positionals }
  } catch (cause) {
    throw new Problem((cause as Error).message, usage, { cause })
  }
}
