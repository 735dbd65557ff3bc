import type { Locator } from '@playwright/test'
import { calls } from '../support/window/bridge'
import { expectNextInSight, expectState } from '../support/window/expectations'
import { paymentState, phones, sellCard, sellMobile } from '../support/window/payment'
import {
  expectAccessible,
  expectNoSidewaysScroll,
  keepScreenshot,
  resize,
} from '../support/window/pictures'
import { openSettings } from '../support/window/staff'
import { expect, test } from '../support/window/test'

/** The ground and letters that an element is painted with, once the computer paints in its own colours. */
const paint = (element: Locator) =>
  element.evaluate(each => {
    const { backgroundColor, color } = getComputedStyle(each)
    return { backgroundColor, color }
  })

test('in a high-contrast theme the chosen way and a paid state can still be seen', async ({
  till,
}) => {
  const { page } = till
  await resize(till, { width: 1024, height: 640 })
  await page.emulateMedia({ forcedColors: 'active' })
  const place = (name: string) => page.getByRole('navigation').getByRole('button', { name })
  const kept = async (name: string) => {
    await keepScreenshot(till, `high-contrast-${name}`)
    await expectAccessible(till, name)
  }
  await test.step('which place, channel and tab is chosen', async () => {
    const card = page.getByRole('radio', { name: 'Card' })
    const mobile = page.getByRole('radio', { name: 'Mobile money' })
    expect(await paint(mobile)).not.toEqual(await paint(card))
    expect(await paint(place('Charge'))).not.toEqual(await paint(place('Payments')))
    await kept('charge')
    await openSettings(page, 'Sounds')
    const tab = (name: string) => page.getByRole('tab', { name })
    expect(await paint(tab('Sounds'))).not.toEqual(await paint(tab('Customer display')))
    await kept('settings')
  })
  await test.step('the state of a payment', async () => {
    await sellCard(page)
    await expectState(page, 'Waiting for customer')
    await kept('card')
    await sellMobile(page, { phone: phones.approves })
    await expectState(page, 'Paid')
    expect(await paint(paymentState(page))).not.toEqual(await paint(page.getByRole('banner')))
    await expectNextInSight(page)
    await kept('paid')
    await sellMobile(page, { phone: phones.declines })
    await expectState(page, 'Failed')
    await kept('failed')
  })
  await test.step('PAID’s buttons are in sight with large letters', async () => {
    for (const language of ['en', 'sw'] as const) {
      const display = { language: 'en', theme: 'light', textSize: '200' }
      await calls(page, 'kaunta:settings.saveDisplay', [display])
      await sellMobile(page, { phone: phones.approves })
      await expectState(page, 'Paid')
      await expectNextInSight(page)
      await calls(page, 'kaunta:settings.saveDisplay', [{ ...display, language }])
      const names =
        language === 'en'
          ? ['Hand over goods', 'Print receipt']
          : ['Kabidhi bidhaa', 'Chapisha risiti']
      for (const name of names)
        await expect(
          page.getByRole('main').getByRole('button', { name, exact: true }),
        ).toBeInViewport({ ratio: 1 })
      await keepScreenshot(till, `high-contrast-200-paid-${language}`)
      await expectNoSidewaysScroll(till, `PAID, ${language}`)
    }
    const usual = { language: 'en', theme: 'light', textSize: '100' }
    await calls(page, 'kaunta:settings.saveDisplay', [usual])
  })
  await test.step('and with more contrast in the till’s own colours', async () => {
    await page.emulateMedia({ forcedColors: 'none', contrast: 'more' })
    await kept('more')
  })
})
