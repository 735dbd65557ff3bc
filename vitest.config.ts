import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const project = (name: string) => ({
  test: {
    name,
    include: [`tests/${name}/**/*.test.{ts,tsx}`],
    environment: 'node',
    pool: 'forks' as const,
    // A shop's PC and a loaded CI machine are slow; a test that hangs is ended all the same.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})

// Vitest's own choice is one worker on two cores, which leaves half of them idle.
const maxWorkers = Math.max(2, availableParallelism() - 1)

/** The long tests are in short files, which would come last: one worker would wait for the other. */
class DeepFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isDeep = ({ moduleId }: TestSpecification) => moduleId.includes('.deep.test.')
    return [...sorted.filter(isDeep), ...sorted.filter(file => !isDeep(file))]
  }
}

export default defineConfig({
  test: {
    maxWorkers,
    sequence: { sequencer: DeepFirst },
    projects: ['unit', 'simulation', 'conformance', 'hostile', 'kills'].map(project),
  },
})
