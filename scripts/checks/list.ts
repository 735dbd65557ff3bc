import type { Ended } from '../process/run'

/** One check: a command of node_modules, and what beyond its exit code makes it a failure. */
export interface Check {
  name: string
  package: string
  command: string
  args: string[]
  objection?: (ended: Ended) => string | undefined
}

const sides = ['shared', 'electron', 'renderer', 'tests', 'scripts']

const types: Check[] = sides.map(side => ({
  name: `types: ${side}`,
  package: 'typescript',
  command: 'tsc',
  args: ['-p', side],
}))

/** Everything `npm run check` looks at. */
export const checks: readonly Check[] = [
  ...types,
  { name: 'style', package: '@biomejs/biome', command: 'biome', args: ['ci', '--colors=off', '.'] },
  {
    name: 'imports',
    package: 'dependency-cruiser',
    command: 'depcruise',
    args: ['--config', '.dependency-cruiser.cjs', 'electron', 'renderer', 'shared', 'scripts'],
    objection: ended => cruisedNothing(ended.output),
  },
  { name: 'sale state', package: 'tsx', command: 'tsx', args: ['scripts/checks/sale-state.ts'] },
  { name: 'unused', package: 'knip', command: 'knip', args: [] },
]

/** dependency-cruiser finds no fault in 0 modules, which is what it sees without its parser. */
export function cruisedNothing(output: string): string | undefined {
  const modules = Number(/(\d+) modules/.exec(output)?.[1] ?? 0)
  if (modules > 0) return undefined
  return 'dependency-cruiser looked at 0 modules: is its parser (@swc/core) installed?'
}
