import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Result } from 'axe-core'
import { isUnchanged } from '../../../scripts/tests/proofs'
import type { DisplaySettings } from '../../../shared/settings'
import { calls } from './bridge'
import { pictureFile } from './electron-switches'
import { expect } from './test'
import type { Till } from './till'

const axeSource = readFileSync(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
)

/** Runs axe-core on the window and expects no violation. */
export async function expectAccessible({ page }: Pick<Till, 'page'>, name: string): Promise<void> {
  // Through the debugger, because the page's own policy lets no foreign script in.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(`${axeSource}; null`)
  // What passed is thousands of nodes, slow to describe and to transfer: it is not used.
  const found = await page.evaluate<Result[]>(
    "axe.run({ resultTypes: ['violations'] }).then(({ violations }) => violations)",
  )
  const violations = found.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  )
  expect(violations, `${name}: axe`).toEqual([])
}

/** A window size to look at the till in. */
export interface Size {
  width: number
  height: number
}

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

/**
 * Keeps a picture of the window for people to look at: `screenshots/<name>.png`, not in git. Only
 * `npm run screenshots` does: to draw each one again takes a twentieth of the time of all tests.
 */
export async function keepScreenshot({ page }: Till, name: string): Promise<void> {
  await page.evaluate(() => document.fonts.ready)
  if (wanted === undefined) return
  await page.screenshot({ path: pictureFile(`${name}.png`), animations: 'disabled' })
}

const small: Size = { width: 1024, height: 640 }
const medium: Size = { width: 1280, height: 800 }
const large: Size = { width: 1920, height: 1080 }
const largest: Size = { width: 3840, height: 2160 }

const allLooks: DisplaySettings[] = [
  { language: 'en', theme: 'light', textSize: '100' },
  { language: 'sw', theme: 'dark', textSize: '100' },
  { language: 'en', theme: 'dark', textSize: '100' },
  { language: 'sw', theme: 'light', textSize: '100' },
]

/**
 * `npm run screenshots` takes all looks in three sizes, and with `--size 4k` two of them on a display of
 * 3840 × 2160, at the scale where one pixel is one. `checkScreen` shows two, in which each language and
 * theme is seen, at the size with the least space.
 */
const wanted = process.env.KAUNTA_PICTURES
const all = wanted === 'all'
// The last one is the look that tests go on in.
const looks = (all ? allLooks : allLooks.slice(0, 2)).toReversed()
const sizes: Record<string, Size> =
  wanted === '4k' ? { '4k': largest } : all ? { small, medium, large } : { small }

/**
 * Shows the screen in each look and size, and judges what a machine can: nothing scrolls sideways, the advice is in
 * sight, a finger meets what it presses, and axe-core finds nothing. `npm run screenshots` keeps the pictures. Every
 * screen and every dialog is checked once, in one of its states; not at all where no screen has changed since the last
 * green commit. `makeRoom` is called before the display's settings are saved, which needs a little of the disk.
 */
export async function checkScreen(till: Till, name: string, makeRoom?: () => void): Promise<void> {
  if (wanted !== undefined || !isUnchanged('screens')) await showInLooks(till, name, makeRoom)
}

/** As `checkScreen`, in `npm run screenshots` alone: for another state of a screen that is checked elsewhere. */
export async function picture(till: Till, name: string): Promise<void> {
  if (wanted !== undefined) await showInLooks(till, name)
}

async function showInLooks(
  till: Till,
  name: string,
  makeRoom: () => void = () => {},
): Promise<void> {
  for (const look of looks) {
    makeRoom()
    await calls(till.page, 'kaunta:settings.saveDisplay', [look])
    await till.page
      .locator(`html[lang="${look.language}"][data-theme="${look.theme}"]`)
      .waitFor({ state: 'attached' })
    for (const [sizeName, size] of Object.entries(sizes)) {
      await resize(till, size)
      await keepScreenshot(till, `${name}-${look.language}-${look.theme}-${sizeName}`)
      await expectNoSidewaysScroll(till, name)
      await expectAdviceInSight(till, name)
      await expectTouchable(till, name)
      await expectButtonsInPlace(till, name)
    }
    await expectAccessible(till, `${name}, ${look.language}, ${look.theme}`)
  }
}

/** No part of the window has to be scrolled sideways. */
export async function expectNoSidewaysScroll(
  { page }: Pick<Till, 'page'>,
  name: string,
): Promise<void> {
  const wider = await page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('main, main *, aside, aside *')]
      // A row of tabs moves by itself to the one that is chosen.
      .filter(element => element.role !== 'tablist')
      .filter(element => ['auto', 'scroll'].includes(getComputedStyle(element).overflowX))
      .filter(element => element.scrollWidth > element.clientWidth + 1)
      .map(element => `${element.tagName}.${element.className}`),
  )
  expect(wider, `${name}: scrolls sideways`).toEqual([])
}

/** What comes first in the advice is above the fold: no one has to scroll to see it. */
async function expectAdviceInSight({ page }: Till, name: string): Promise<void> {
  const hidden = await page.evaluate(() => {
    const advice = document.querySelector('main [role="note"] > :first-child')
    if (!advice) return 0
    let fold = innerHeight
    for (let part = advice.parentElement; part; part = part.parentElement)
      if (getComputedStyle(part).overflowY !== 'visible')
        fold = Math.min(fold, part.getBoundingClientRect().bottom)
    return Math.max(0, advice.getBoundingClientRect().bottom - fold)
  })
  expect(hidden, `${name}: px of the advice below the fold`).toBe(0)
}

/** Whatever can be pressed is as large as a finger: 48 px each way. */
async function expectTouchable({ page }: Till, name: string): Promise<void> {
  const small = await page.evaluate(() =>
    [...document.querySelectorAll('button, select, input:not([aria-hidden])')]
      // A button may cover the whole card that it belongs to.
      .filter(element => getComputedStyle(element, '::after').position !== 'absolute')
      .map(element => ({ element, box: element.getBoundingClientRect() }))
      .filter(({ element, box }) => element.checkVisibility() && box.width > 1)
      .filter(({ box }) => Math.min(box.width, box.height) < 47.5)
      .map(({ element, box }) => `${element.textContent} ${box.width} × ${box.height}`),
  )
  expect(small, `${name}: too small for a finger`).toEqual([])
}

/** No button reaches into the column beside it: it lies between the left and right edge of all that it stands in. */
async function expectButtonsInPlace({ page }: Till, name: string): Promise<void> {
  const sticking = await page.evaluate(() => {
    // A link back is drawn without a border: its text, not its box, begins at the edge.
    const quiet = 24
    /** By how many px, and out of what. What is placed by its own position is in no column. */
    const overhang = (button: Element): string | null => {
      const { left, right } = button.getBoundingClientRect()
      for (let part: Element = button; part.parentElement; part = part.parentElement) {
        if (['absolute', 'fixed'].includes(getComputedStyle(part).position)) return null
        const box = part.parentElement.getBoundingClientRect()
        const out = Math.max(box.left - left, right - box.right)
        if (box.width > 1 && out > quiet) return `${out} px out of ${part.parentElement.className}`
      }
      return null
    }
    return [...document.querySelectorAll('main button, dialog[open] button')]
      .filter(button => button.checkVisibility())
      .flatMap(button => {
        const found = overhang(button)
        return found === null ? [] : [`${button.textContent}: ${found}`]
      })
  })
  expect(sticking, `${name}: sticks out of its column`).toEqual([])
}
