/**
 * Which tests run. The file name decides: `*.deep.test.ts` is deep, every other test is quick.
 * `npm test` runs the quick ones, `npm run test:deep` the deep ones, CI all of them.
 */
export type Depth = 'quick' | 'deep' | 'all'

/** How vitest is told. Its filters are parts of a path. */
export const vitestSelection: Readonly<Record<Depth, readonly string[]>> = {
  quick: ['--exclude', '**/*.deep.test.*'],
  deep: ['.deep.test.'],
  all: [],
}

/** How Playwright is told: its two projects are in playwright.config.ts. */
export const playwrightSelection: Readonly<Record<Depth, readonly string[]>> = {
  quick: ['--project', 'quick'],
  deep: ['--project', 'deep'],
  all: [],
}
