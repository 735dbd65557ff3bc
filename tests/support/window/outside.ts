import { test as base } from './test'
import { serveWebPage, type WebPage } from './web-page'

/** `outside` is a page that is not the till's. */
export const test = base.extend<{ outside: WebPage }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the needs from this pattern
  outside: async ({}, use) => {
    const page = await serveWebPage()
    await use(page)
    await page.stop()
  },
})
