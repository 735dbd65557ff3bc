import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { ElectronApplication, Page } from '@playwright/test'
import { type Displays, displaysImpossible, type Size, startDisplays } from './displays'
import { test as base, expect } from './test'
import type { Till } from './till'

interface Fixtures {
  /** A computer whose second display can be plugged and unplugged. */
  displays: Displays
  /** A till on those displays, connected, with the customer's window on the second display. */
  shop: Till & { customer: Page }
}

/** The second display, as most of these tests have it. */
export const usualDisplay = { width: 1024, height: 640 }

export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the needs from this pattern
  displays: async ({}, use, testInfo) => {
    testInfo.skip(displaysImpossible !== null, displaysImpossible ?? '')
    const folder = await mkdtemp(path.join(tmpdir(), 'kaunta-displays-'))
    const displays = await startDisplays(folder)
    await use(displays)
    await displays.stop()
    await rm(folder, { recursive: true, force: true })
  },

  shop: async ({ displays, launchConnected }, use) => {
    await displays.plug(usualDisplay)
    const till = await launchConnected({ env: { DISPLAY: displays.name } })
    await use({ ...till, customer: await customerPage(till.app) })
  },
})

export { expect }

/** The page of the customer's window, once it is there, as large as `size`, and says something. */
export async function customerPage(app: ElectronApplication, size?: Size): Promise<Page> {
  let found: Page | undefined
  // While displays change, the window is closed and opened again: takes the one that is there in the end.
  await expect(async () => {
    found = app.windows().find(page => isCustomer(page) && !page.isClosed())
    await found?.getByRole('heading', { level: 1 }).waitFor({ timeout: 2_000 })
    const shown = await found?.evaluate(() => ({ width: innerWidth, height: innerHeight }))
    expect(shown).toEqual(size ?? shown ?? 'a window')
  }).toPass({ timeout: 20_000 })
  if (!found) throw new Error('There is no window for the customer')
  return found
}

/** The large words in the customer's window. */
export function headline(customer: Page) {
  return customer.getByRole('heading', { level: 1 })
}

function isCustomer(page: Page): boolean {
  return page.url().endsWith('/pages/customer/index.html')
}

/** Where the windows are, as the operating system has them: `till` and `customer`, if there is one. */
export function windowPlaces(app: ElectronApplication) {
  return app.evaluate(({ BrowserWindow }) =>
    Object.fromEntries(
      BrowserWindow.getAllWindows().map(window => [
        window.webContents.getURL().includes('/customer/') ? 'customer' : 'till',
        { ...window.getBounds(), visible: window.isVisible() },
      ]),
    ),
  )
}
