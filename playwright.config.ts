import { defineConfig } from '@playwright/test'

const minute = 60 * 1000
const guide = '**/guide-pictures.deep.test.ts'

export default defineConfig({
  testDir: 'tests/e2e',
  // `npm test` runs the quick ones, `npm run test:deep` the deep ones: scripts/tests/choice.ts.
  projects: [
    { name: 'quick', testIgnore: '**/*.deep.test.ts' },
    { name: 'deep', testMatch: '**/*.deep.test.ts', testIgnore: guide },
    // The pictures of the guide are in the guide.
    {
      name: 'deep guide',
      testMatch: guide,
      snapshotPathTemplate: 'docs/guide/pictures/{arg}{ext}',
    },
  ],
  outputDir: 'test-results/e2e',
  // Each test has a till, a service and a folder of its own. One worker with a long file would keep the others waiting.
  fullyParallel: true,
  // A till waits for its service, its timers and its customer most of the time: five keep two cores busy.
  workers: 5,
  // A test that passes at the second try has failed.
  retries: 0,
  // `npm run screenshots` takes six times the pictures.
  timeout: (process.env.KAUNTA_PICTURES ? 6 : 2) * minute,
  // An expectation ends as soon as it is met: a long wait costs only a test that fails.
  expect: {
    timeout: 15_000,
    // Letters differ by a few points of their edges from one Chromium to the next. A card differs little from its ground.
    toHaveScreenshot: { threshold: 0.04, maxDiffPixels: 80 },
  },
  // The kept pictures; `npm run look -- --renew` writes those that differ.
  snapshotPathTemplate: '{testDir}/page/look/{arg}{ext}',
  updateSnapshots: process.env.KAUNTA_RENEW_LOOK ? 'changed' : 'none',
  globalTimeout: 50 * minute,
  forbidOnly: Boolean(process.env.CI),
  // scripts/tests/runners.ts reads the JSON report: the same path.
  reporter: [['list'], ['json', { outputFile: 'test-results/playwright.json' }]],
  // Pictures and snapshots of each step would cost every test what only a failing one is worth.
  use: {
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false },
    screenshot: 'only-on-failure',
  },
})
