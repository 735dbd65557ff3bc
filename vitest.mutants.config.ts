import { defineConfig } from 'vitest/config'

/** What scripts/mutants.ts runs: the tests of one folder. */
export default defineConfig({
  test: {
    include: [`${process.env.KAUNTA_MUTANTS_TESTS}/**/*.test.{ts,tsx}`],
    exclude: [],
    testTimeout: 120_000,
  },
})
