import type { Page } from '@playwright/test'
import { expectNextInSight, expectState } from '../support/window/expectations'
import { paymentState, phones, sellCard, sellMobile } from '../support/window/payment'
import {
  expectAccessible,
  expectNoSidewaysScroll,
  keepScreenshot,
  resize,
} from '../support/window/pictures'
import { openSettings, settingsPages } from '../support/window/staff'
import { expect, test } from '../support/window/test'
import type { Till } from '../support/window/till'

/** Nothing is cut off or lies under something else: each button can be brought into sight and pressed. */
async function expectWithinReach(page: Page): Promise<void> {
  for (const button of await page.locator('main button:visible').all()) {
    await button.scrollIntoViewIfNeeded()
    await button.click({ trial: true, timeout: 5_000 })
  }
}

async function judge(till: Till, name: string): Promise<void> {
  await keepScreenshot(till, `text-200-${name}`)
  await expectNoSidewaysScroll(till, name)
  await expectWithinReach(till.page)
  // The window as a whole cannot be scrolled back by a person: what it hid would stay hidden.
  const moved = await till.page.evaluate(() => document.scrollingElement?.scrollTop)
  expect(moved, `${name}: the window scrolled`).toBe(0)
  await expectAccessible(till, name)
}

test('letters of twice the size, and no motion', async ({ till }) => {
  test.slow()
  await test.step('nothing moves when reduced motion is set', () => expectStill(till))
  await till.page.reload()
  await test.step('with letters of twice the size a cashier sells in the smallest window', () =>
    sellInLargeLetters(till))
})

async function sellInLargeLetters(till: Till): Promise<void> {
  const { page } = till
  await resize(till, { width: 1024, height: 640 })
  await openSettings(page, 'Language and appearance')
  await page.getByRole('radio', { name: '200%' }).click()
  const size = () => page.evaluate(() => getComputedStyle(document.documentElement).fontSize)
  await expect.poll(size).toBe('32px')
  for (const [group, tabs] of Object.entries<readonly string[]>(settingsPages)) {
    await page.getByRole('tab', { name: group, exact: true }).click()
    if (tabs.length === 0) await judge(till, `settings ${group}`)
    // A till without staff has nothing to lock.
    for (const tab of tabs.filter(name => name !== 'Auto-lock')) {
      await page.getByRole('tab', { name: tab, exact: true }).click()
      await judge(till, `settings ${tab}`)
    }
  }
  await page.getByRole('button', { name: 'Charge', exact: true }).click()
  await judge(till, 'charge')
  await sellMobile(page, { phone: phones.approves })
  await expectState(page, 'Paid')
  // Charge was left at its foot, where its button is: the payment begins with its state.
  await expect(paymentState(page)).toBeInViewport({ ratio: 1 })
  await expectNextInSight(page)
  await judge(till, 'paid')
  await sellCard(page)
  await judge(till, 'card')
  await page.getByRole('navigation').getByRole('button', { name: 'Payments' }).click()
  await judge(till, 'payments')
  await page.getByRole('navigation').getByRole('button', { name: 'Day' }).click()
  await judge(till, 'day')
  await page.getByRole('button', { name: 'Shift report' }).click()
  await page.getByRole('article').waitFor()
  await judge(till, 'shift report')
  await page.getByRole('navigation').getByRole('button', { name: 'Help' }).click()
  await judge(till, 'help')
}

/** How many elements have letters of another size than the style sheet gives them now. */
function lateSizes(page: Page): Promise<number> {
  return page.evaluate(() => {
    const sizes = () =>
      [...document.querySelectorAll('body *')].map(each => getComputedStyle(each).fontSize)
    const shown = sizes()
    const { style } = document.documentElement
    style.display = 'none'
    void document.body.offsetHeight
    style.display = ''
    return sizes().filter((size, index) => size !== shown[index]).length
  })
}

async function expectStill(till: Till): Promise<void> {
  const { page } = till
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  const duration = () => list.evaluate(element => getComputedStyle(element).animationDuration)
  await page.keyboard.press('Control+/')
  await expect.poll(duration).toBe('1e-05s')
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await expect.poll(duration).toBe('0.16s')
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const size of [
    { width: 1920, height: 1080 },
    { width: 1024, height: 640 },
  ]) {
    await resize(till, size)
    expect(await lateSizes(page), `${size.width}: letters that come later`).toBe(0)
  }
}
