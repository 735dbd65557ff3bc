import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import type { Size } from './displays'
import { projectFolder } from './electron-switches'
import type { Till } from './till'

/** Changes the window's size and waits until the page has taken it. */
export async function resize({ app, page }: Till, size: Size): Promise<void> {
  // Not just any window: one that is never seen may be drawing a receipt.
  const window = await app.browserWindow(page)
  await window.evaluate((shown, { width, height }) => shown.setContentSize(width, height), size)
  await page.waitForFunction(
    ({ width, height }) => innerWidth === width && innerHeight === height,
    size,
  )
}

/** Keeps a picture of the window for people to look at: `screenshots/<name>.png`, not in git. */
export async function keepScreenshot({ page }: Till, name: string): Promise<void> {
  const folder = path.join(projectFolder, 'screenshots')
  await mkdir(folder, { recursive: true })
  await page.evaluate(() => document.fonts.ready)
  await page.screenshot({ path: path.join(folder, `${name}.png`), animations: 'disabled' })
}
