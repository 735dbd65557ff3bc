import { defineConfig } from '@playwright/test'

const minute = 60 * 1000

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results/e2e',
  // Two tills, each with its own Electron, are what two cores carry without tests waiting for time.
  workers: 2,
  // A test that passes at the second try has failed.
  retries: 0,
  timeout: minute,
  globalTimeout: 11 * minute,
  forbidOnly: Boolean(process.env.CI),
  // scripts/tests/runners.ts reads the JSON report: the same path.
  reporter: [['list'], ['json', { outputFile: 'test-results/playwright.json' }]],
  use: { trace: 'retain-on-failure', screenshot: 'only-on-failure' },
})
