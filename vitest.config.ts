import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

const project = (name: string) => ({
  test: {
    name,
    include: [`tests/${name}/**/*.test.{ts,tsx}`],
    environment: 'node',
    pool: 'forks' as const,
    // A shop's PC and a loaded CI machine are slow; a test that hangs is ended all the same.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})

// Vitest's own choice is one worker on two cores, which leaves half of them idle.
const maxWorkers = Math.max(2, availableParallelism() - 1)

export default defineConfig({
  test: {
    maxWorkers,
    projects: ['unit', 'simulation', 'conformance', 'hostile', 'kills'].map(project),
  },
})
