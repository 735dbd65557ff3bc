import type { Page } from '@playwright/test'
import { PNG } from 'pngjs'

/** How light the window is on the whole, 0 to 255: what an eye sees, not what a style sheet says. */
export async function lightness(page: Page): Promise<number> {
  const { data } = PNG.sync.read(await page.screenshot())
  let sum = 0
  for (let at = 0; at < data.length; at += 4)
    sum += ((data[at] ?? 0) + (data[at + 1] ?? 0) + (data[at + 2] ?? 0)) / 3
  return sum / (data.length / 4)
}
