import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const every = 'tests/{unit,simulation,conformance,hostile,kills}/**/*.test.{ts,tsx}'

const deep = 'tests/**/*.deep.test.ts'

/**
 * The test files of these folders leave nothing behind: no timer, no global, no changed module. One process runs many
 * of them and imports the app once: half of the processor time of a process for each file.
 */
const sharing = [
  'tests/conformance/**/*.test.ts',
  'tests/unit/{main,practice,shared}/**/*.test.ts',
  'tests/unit/renderer/*.test.{ts,tsx}',
]

/** These change the window's stores, its globals or a module of Node's: each has a process of its own. */
const changing = [
  'tests/unit/renderer/{cash-up-store,charge-form,did-it-go-through,follow-main,next-person,payments-store,player,practice-customer,recent-order,settings-drafts,voice,waiting-call}.test.ts',
  'tests/unit/main/store/key-file.test.ts',
]

const project = (name: string, isolate: boolean, include: string[], exclude: string[] = []) => ({
  test: {
    name,
    include,
    exclude,
    isolate,
    environment: 'node',
    pool: 'forks' as const,
    // A shop's PC and a loaded CI machine are slow; a test that hangs is ended all the same.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // It ends as soon as it is met: a long wait costs only a test that fails.
    expect: { poll: { timeout: 15_000 } },
  },
})

// The window tests run at the same time. With a worker for each core both runs take about as long.
const maxWorkers = availableParallelism()

/**
 * The long tests are in short files, which would come last: one worker would wait for the other. The files that share
 * a process come one after another, at the end: a process goes on only with a file of the same kind.
 */
class DeepFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ project: { name, config } }: TestSpecification) => {
      if (name === 'deep') return 0
      return config.isolate ? 1 : 2
    }
    const sorted = await super.sort(files)
    return sorted.sort((one, other) => rank(one) - rank(other))
  }
}

export default defineConfig({
  test: {
    maxWorkers,
    sequence: { sequencer: DeepFirst },
    // `npm test` leaves out the deep ones, `npm run test:deep` runs them alone: scripts/tests/choice.ts. A project
    // ignores `--exclude`.
    projects: [
      project('own process', true, [every], [...sharing, deep]),
      project('changes modules', true, changing),
      project('shared process', false, sharing, [deep, ...changing]),
      project('deep', true, [deep], ['tests/e2e/**']),
    ],
  },
})
