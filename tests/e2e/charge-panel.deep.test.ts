import type { Page } from '@playwright/test'
import { defaultCharging } from '../../shared/settings/charging'
import { calls } from '../support/window/bridge'
import { expectState } from '../support/window/expectations'
import { typeText } from '../support/window/keyboard'
import { fillCard, fillMobile, phones, pressPayButton, sellMobile } from '../support/window/payment'
import {
  expectNoSidewaysScroll,
  keepScreenshot,
  resize,
  type Size,
} from '../support/window/pictures'
import { expect, test } from '../support/window/test'
import type { Till } from '../support/window/till'

/* Charge at the smallest window and at common ones: the same things are in sight whatever is typed and said. */

const sizes: Readonly<Record<string, Size>> = {
  '1024x640': { width: 1024, height: 640 },
  '1280x720': { width: 1280, height: 720 },
  '1366x768': { width: 1366, height: 768 },
}

const names = ['Soda', 'Bread', 'Milk 1 l', 'Airtime 5,000', 'Sugar kg', 'Eggs tray', 'Water']
const items = names.map((name, place) => ({ name, price: 800 + 1_100 * place, code: '' }))

const columns = ['amount', 'phone', 'firstName', 'lastName']

/** What of these is not wholly in sight: fields by name with their text, every key of the pad, and the button. */
function hidden(page: Page, fields: readonly string[]): Promise<string[]> {
  return page.evaluate(wanted => {
    const form = document.querySelector<HTMLFormElement>('form[data-charge]')
    const seen = (element: Element) => {
      const { left, right, top, bottom, height } = element.getBoundingClientRect()
      const at = (y: number) => {
        const there = document.elementFromPoint((left + right) / 2, y)
        return there !== null && (element.contains(there) || there.contains(element))
      }
      if (!(element instanceof HTMLInputElement))
        return at(top + 2) && at(bottom - 2) && bottom < innerHeight
      // A field may be higher than the line that it is in: a finger's size.
      const [isWhole, edge] = [element.scrollWidth <= element.clientWidth, height / 4]
      return at(top + edge) && at(bottom - edge) && bottom < innerHeight && isWhole
    }
    const keys = form?.querySelectorAll('[role="group"] button, button[type="submit"]') ?? []
    return [...wanted.map(name => form?.elements.namedItem(name)), ...keys]
      .filter(element => !(element instanceof Element && seen(element)))
      .map(element => (element instanceof HTMLElement ? element.outerHTML.slice(0, 80) : 'none'))
  }, fields)
}

/** The largest letters of the form, and how high its switch and its notices are. */
function measures(page: Page) {
  return page.evaluate(() => {
    const form = document.querySelector('form[data-charge]')
    const all = [...(form?.querySelectorAll<HTMLElement>('output, input, b, span, label') ?? [])]
    const sizeOf = (element: Element) => Number.parseFloat(getComputedStyle(element).fontSize)
    const largest = all.reduce((one, other) => (sizeOf(other) > sizeOf(one) ? other : one))
    const heightOf = (selector: string) =>
      Math.round(form?.querySelector(selector)?.getBoundingClientRect().height ?? 0)
    const overlaps = [...(form?.querySelectorAll('output') ?? [])]
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
      .map(({ textContent }) => textContent)
    return {
      largest: largest instanceof HTMLInputElement ? largest.value : largest.textContent,
      switch: heightOf('[role="radiogroup"]'),
      lines: [...(form?.querySelectorAll('li') ?? [])].map(line =>
        Math.round(line.getBoundingClientRect().height),
      ),
      overlaps,
    }
  })
}

async function judge(till: Till, state: string, fields: readonly string[], sum: string) {
  for (const language of ['sw', 'en'] as const) {
    await calls(till.page, 'kaunta:settings.saveDisplay', [
      { language, theme: 'light', textSize: '100' },
    ])
    await till.page.locator(`html[lang="${language}"]`).waitFor()
    for (const [sizeName, size] of Object.entries(sizes)) {
      await resize(till, size)
      const name = `charge-${state}-${language}-${sizeName}`
      await keepScreenshot(till, name)
      await expectNoSidewaysScroll(till, name)
      expect(await hidden(till.page, fields), name).toEqual([])
      const { largest, switch: height, lines, overlaps } = await measures(till.page)
      expect(largest, `${name}: the largest number`).toBe(sum)
      expect(height, `${name}: the switch`).toBeLessThan(64)
      expect(
        lines.filter(line => line !== 36),
        `${name}: lines`,
      ).toEqual([])
      expect(overlaps, `${name}: text outside of its notice`).toEqual([])
    }
  }
}

test('phone, names, pad and button are in sight, and the sum is the largest, in every state', async ({
  till,
  service,
}) => {
  test.slow()
  const { page } = till
  const field = (name: string) => page.getByRole('textbox', { name, exact: true })
  await calls(page, 'kaunta:settings.save', [
    { section: 'charging', value: { ...defaultCharging, items } },
  ])
  await page.getByRole('group', { name: 'Items' }).waitFor()
  await test.step('an amount alone', async () => {
    await fillMobile(page, { phone: phones.ordinary, amount: '15000' })
    await judge(till, 'amount', columns, '15,000')
  })
  await test.step('seven items and an amount', async () => {
    await field('Amount').fill('2500')
    for (const name of names)
      await page.getByRole('group', { name: 'Items' }).getByRole('button', { name }).click()
    await judge(till, 'seven', columns, '31,200')
  })
  await test.step('a card with them', async () => {
    await fillCard(page, { amount: '2500' })
    // Eight fields scroll: the one that is typed in is in sight.
    await field('Phone number').focus()
    await judge(till, 'card', ['amount', 'phone'], '31,200')
    await page.getByRole('radio', { name: 'Mobile money' }).click()
  })
  await test.step('cash with change', async () => {
    await page.getByRole('radio', { name: 'Cash' }).click()
    await page.getByRole('button', { name: '40,000' }).click()
    await expect(page.getByText('8,800')).toBeVisible()
    await judge(till, 'cash', ['amount', 'received'], '31,200')
    await expect(page.getByText('8,800')).toBeInViewport({ ratio: 1 })
    await page.getByRole('radio', { name: 'Mobile money' }).click()
  })
  await test.step('a sum that is typed', async () => {
    await page.keyboard.press('F6')
    await typeText(page, '1500+2x750')
    await field('Phone number').fill('0754001212')
    await judge(till, 'sum', columns, '3,000')
  })
  await test.step('without network, and typed before', async () => {
    await service.stop()
    await sellMobile(page, { phone: phones.ordinary, amount: '9000' })
    await expectState(page, 'Waiting to send')
    await pressPayButton(page, 'New sale')
    await fillMobile(page, { phone: phones.approves, amount: '2500' })
    for (const name of names)
      await page.getByRole('group', { name: 'Items' }).getByRole('button', { name }).click()
    await expect(page.getByText('This payment will wait')).toBeVisible()
    await judge(till, 'waits', columns, '31,200')
    await page.getByRole('navigation').getByRole('button', { name: 'Help' }).click()
    await page.getByRole('navigation').getByRole('button', { name: 'Charge' }).click()
    await expect(page.getByText('Typed before')).toBeVisible()
    await judge(till, 'waits-resumed', columns, '31,200')
  })
})
