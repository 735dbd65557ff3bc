import { defineConfig } from 'vitest/config'

const project = (name: string) => ({
  test: {
    name,
    include: [`tests/${name}/**/*.test.{ts,tsx}`],
    environment: 'node',
    pool: 'forks' as const,
  },
})

export default defineConfig({
  test: { projects: ['unit', 'simulation', 'conformance'].map(project) },
})
