import { defineConfig } from 'vitest/config'

/** What scripts/mutants.ts runs: the tests of one folder, as patterns with a blank between them. */
export default defineConfig({
  test: {
    include: (process.env.KAUNTA_MUTANTS_TESTS ?? '').split(' '),
    exclude: [],
    // What never ends is found by this: twice the longest test on a busy machine.
    testTimeout: 20_000,
    expect: { poll: { timeout: 15_000 } },
  },
})
