import type { DisplaySettings } from '../../../shared/settings'
import { expectAccessible } from './accessibility'
import { calls } from './bridge'
import { customerPage, expect } from './customer-window'
import type { Displays, Size } from './displays'
import { keepScreenshot } from './screenshots'
import type { Till } from './till'

const sizes: Record<string, Size> = {
  small: { width: 1024, height: 640 },
  usual: { width: 1920, height: 1080 },
  portrait: { width: 1080, height: 1920 },
}

const looks: DisplaySettings[] = [
  { language: 'en', theme: 'light', textSize: '100' },
  { language: 'sw', theme: 'dark', textSize: '100' },
  { language: 'en', theme: 'dark', textSize: '100' },
  { language: 'sw', theme: 'light', textSize: '100' },
]

/** A scene, as it is to be pictured. */
interface Subject {
  displays: Displays
  name: string
  /** Where it is there for a short time only: makes it again for each display. */
  make?: () => Promise<void>
}

/** Every look on the smallest display, and the two that differ most on each of the others. */
export async function pictures(till: Till, { displays, name, make }: Subject): Promise<void> {
  for (const [sizeName, size] of Object.entries(sizes)) {
    await displays.plug(size)
    await customerPage(till.app, size)
    await make?.()
    const customer = { ...till, page: await customerPage(till.app, size) }
    const scene = await customer.page.getByRole('main').getAttribute('data-scene')
    for (const look of sizeName === 'small' ? looks : looks.slice(0, 2)) {
      await wear(customer, look)
      const full = `customer-${name}-${look.language}-${look.theme}-${sizeName}`
      await keepScreenshot(customer, full)
      expect(await customer.page.evaluate(misfits, size), full).toEqual([])
      if (sizeName === 'small') await expectAccessible(customer, full)
    }
    // What was pictured is what was meant: a result is there for half a minute only.
    await expect(customer.page.getByRole('main')).toHaveAttribute('data-scene', scene ?? '')
  }
}

/** Puts a look on both windows. */
async function wear(customer: Till, look: DisplaySettings): Promise<void> {
  const [till] = customer.app.windows()
  if (till) await calls(till, 'kaunta:settings.saveDisplay', [look])
  await customer.page
    .locator(`html[lang="${look.language}"][data-theme="${look.theme}"]`)
    .waitFor({ state: 'attached' })
}

/**
 * Texts that are cut off, or too small: a thirtieth of the display's shorter side, which is a capital
 * of 6 mm and more on a display of ten inches.
 */
function misfits({ width, height }: Size): string[] {
  const smallest = Math.min(width, height) / 30
  return [...document.querySelectorAll<HTMLElement>('header *, main *')]
    .filter(({ childElementCount, textContent }) => childElementCount === 0 && textContent)
    .filter(element => {
      const box = element.getBoundingClientRect()
      const outside = box.left < 0 || box.top < 0 || box.right > width || box.bottom > height
      const style = getComputedStyle(element)
      // A shop's name may be longer than any line.
      const cut = style.textOverflow !== 'ellipsis' && element.scrollWidth > element.clientWidth + 1
      return outside || cut || Number.parseFloat(style.fontSize) < smallest
    })
    .map(element => `${element.tagName} ${element.textContent}`)
}

/** In English again, for tests that press buttons by their English names. */
export async function speakEnglish({ page }: Till): Promise<void> {
  await calls(page, 'kaunta:settings.saveDisplay', [looks[0]])
  await page.locator('html[lang="en"]').waitFor({ state: 'attached' })
}
