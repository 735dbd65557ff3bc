import type { Page } from '@playwright/test'
import { calls } from '../support/window/bridge'
import { expect, test } from '../support/window/customer-window'
import { expectState, sellUnanswered } from '../support/window/expectations'
import { fillMobile, phones, pressPayButton, sellCard, sellMobile } from '../support/window/payment'
import { keepScreenshot, type Size } from '../support/window/pictures'
import { openSettings, settingsPages } from '../support/window/staff'
import type { Till } from '../support/window/till'

test.describe.configure({ mode: 'parallel' })

/** What a task bar of 40 px and a title of 31 leave of small displays, in CSS px. */
const small: Readonly<Record<string, Size>> = {
  '1024x600': { width: 1024, height: 529 },
  '1366x768-at-125': { width: 1093, height: 551 },
}

/** The enabled buttons of the window that no scrolling brings into it, or that lie under something else. */
function outOfReach(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isReached = (button: HTMLElement) => {
      button.scrollIntoView({ block: 'nearest', inline: 'nearest' })
      const { left, right, top, bottom } = button.getBoundingClientRect()
      const [width, height] = [
        Math.min(innerWidth, screen.width),
        Math.min(innerHeight, screen.height),
      ]
      const inside = left >= 0 && top >= 0 && right <= width + 1 && bottom <= height + 1
      const there = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
      return inside && there !== null && (button.contains(there) || there.contains(button))
    }
    return [...document.querySelectorAll<HTMLElement>('button, [role="radio"], summary, a[href]')]
      .filter(button => button.checkVisibility() && !button.matches(':disabled'))
      .filter(button => button.getBoundingClientRect().width > 1)
      .filter(button => !isReached(button))
      .map(button => button.textContent || (button.ariaLabel ?? button.tagName))
  })
}

/** The same without any scrolling: what a cashier presses in a payment. */
async function expectInSight(page: Page, ...names: string[]): Promise<void> {
  for (const name of names)
    await expect(page.getByRole('button', { name }), name).toBeInViewport({ ratio: 1 })
}

async function judge(till: Till, name: string): Promise<void> {
  for (const language of ['sw', 'en'] as const) {
    await calls(till.page, 'kaunta:settings.saveDisplay', [
      { language, theme: 'light', textSize: '100' },
    ])
    await till.page.locator(`html[lang="${language}"]`).waitFor()
    await keepScreenshot(till, `small-${name}-${language}`)
    expect(await outOfReach(till.page), `${name}, ${language}`).toEqual([])
  }
  const moved = await till.page.evaluate(() => document.scrollingElement?.scrollTop)
  expect(moved, `${name}: the window scrolled, which no person can take back`).toBe(0)
}

for (const [display, size] of Object.entries(small))
  test(`every enabled button is inside the screen at ${display}`, async ({
    displays,
    launchConnected,
    service,
  }) => {
    test.slow()
    await displays.resizeTill(size)
    const till = await launchConnected({ env: { DISPLAY: displays.name } })
    const { page } = till
    const look = (name: string) => judge(till, `${display}-${name}`)
    const go = (name: string) =>
      page.getByRole('navigation').getByRole('button', { name, exact: true }).click()

    await test.step('selling', async () => {
      await fillMobile(page, { phone: phones.approves, amount: '15000' })
      await expectInSight(page, 'Request payment', 'Help')
      await look('charge')
      await sellMobile(page, { phone: phones.approves, amount: '15000' })
      await expectState(page, 'Paid')
      await expectInSight(page, 'Hand over goods', 'Print', 'Help')
      await look('paid')
      await pressPayButton(page, 'New sale')
      await sellCard(page)
      await page.getByRole('img', { name: 'Card checkout QR code' }).waitFor()
      await look('card')
      await sellUnanswered(page, service, { amount: '9500' })
      await look('expired')
    })
    await test.step('the other places', async () => {
      await go('Payments')
      await page.getByRole('row').filter({ hasText: '15,000' }).waitFor()
      await look('payments')
      await page.getByRole('row').filter({ hasText: '15,000' }).getByRole('button').click()
      await look('payment-history')
      for (const place of ['Customers', 'Day', 'Help']) {
        await go(place)
        await look(place.toLowerCase())
      }
      await go('Day')
      await page.getByRole('button', { name: 'Shift report' }).click()
      await page.getByRole('article').waitFor()
      await look('shift')
    })
    await test.step('settings', async () => {
      await openSettings(page, 'Language and appearance')
      for (const [group, tabs] of Object.entries<readonly string[]>(settingsPages)) {
        const names = tabs.filter(name => name !== 'Auto-lock')
        await page.getByRole('tab', { name: group, exact: true }).click()
        if (names.length === 0) await look(`settings-${group}`)
        for (const tab of names) {
          await page.getByRole('tab', { name: tab, exact: true }).click()
          await look(`settings-${tab}`.replaceAll(' ', '-').toLowerCase())
        }
      }
    })
  })

test('a window is never larger than its display', async ({ displays, launch }) => {
  await displays.resizeTill({ width: 1024, height: 600 })
  const { app, page } = await launch({ env: { DISPLAY: displays.name } })
  const window = await app.browserWindow(page)
  const bounds = () => window.evaluate(shown => shown.getBounds())
  const isWithin = async (most: Size) => {
    const { width, height } = await bounds()
    return width <= most.width && height <= most.height
  }
  const netbook = { width: 1024, height: 600 }
  expect(await isWithin(netbook)).toBe(true)
  await displays.resizeTill({ width: 1280, height: 800 })
  await window.evaluate(shown => shown.setBounds({ x: 0, y: 0, width: 1280, height: 800 }))
  await expect.poll(() => isWithin(netbook), 'it may be larger on a larger one').toBe(false)
  await displays.resizeTill({ width: 1024, height: 600 })
  await expect.poll(() => isWithin(netbook)).toBe(true)
})
