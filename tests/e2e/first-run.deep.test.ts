import type { Page } from '@playwright/test'
import { calls } from '../support/window/bridge'
import { choosePractice, connectFirst } from '../support/window/connection'
import { sealsWithPassphrase } from '../support/window/electron-switches'
import { expectState } from '../support/window/expectations'
import { typeText } from '../support/window/keyboard'
import { phones, railPayments } from '../support/window/payment'
import {
  checkScreen,
  expectNoSidewaysScroll,
  keepScreenshot,
  picture,
  resize,
} from '../support/window/pictures'
import { expect, test } from '../support/window/test'

const tutorial = (page: Page) => page.getByRole('region', { name: 'Your first practice sale' })
const step = (page: Page) => tutorial(page).locator('[aria-current="step"]')

test('from the first start to a practice sale that is paid, in a handful of presses', async ({
  launch,
}) => {
  const till = await launch()
  const { page } = till
  await choosePractice(page)
  await expect(step(page)).toContainText('Ask a pretend customer')
  await checkScreen(till, 'tutorial-ask')
  await page.getByRole('button', { name: 'Fill it in for me' }).click()
  await page.keyboard.press('Enter')
  await expect(step(page)).toContainText('Watch what the till says')
  await expectState(page, 'Paid')
  await expect(tutorial(page)).toContainText('Hand over goods only when the till says PAID')
  await picture(till, 'tutorial-done')
  // The payments come first in the rail.
  await resize(till, { width: 1024, height: 640 })
  await expect(railPayments(page).first()).toBeInViewport({ ratio: 1 })
  await page.getByRole('button', { name: 'Name your shop' }).click()
  await expect(page.getByRole('textbox', { name: 'Shop name' })).toBeVisible()
  await expect(tutorial(page)).toHaveCount(0)
})

test('what was typed stays when the rest is filled in; a failure is part of it, and it can be skipped', async ({
  launch,
}) => {
  const first = await launch()
  const { page } = first
  await choosePractice(page)
  await page.getByRole('textbox', { name: 'Amount' }).fill('7000')
  await page.getByRole('textbox', { name: 'First name' }).fill('Neema')
  await page.getByRole('button', { name: 'Fill it in for me' }).click()
  await expect(page.getByRole('textbox', { name: 'Amount' })).toHaveValue('7,000')
  await expect(page.getByRole('textbox', { name: 'First name' })).toHaveValue('Neema')
  await page.getByRole('textbox', { name: 'Phone number' }).fill(phones.declines)
  await page.keyboard.press('Enter')
  await expectState(page, 'Failed')
  await expect(tutorial(page)).toContainText('This one was not paid')
  await test.step('is not shown again once it is skipped, nor after a restart', async () => {
    await page.getByRole('button', { name: 'Skip this' }).click()
    await expect(tutorial(page)).toHaveCount(0)
    await first.close()
    const again = await launch()
    await expect(again.page.getByRole('textbox', { name: 'Amount' })).toBeVisible()
    await expect(tutorial(again.page)).toHaveCount(0)
  })
})

const list = (page: Page) => page.getByRole('region', { name: 'Set up this till' })
const entry = (page: Page, name: string) => list(page).getByRole('button', { name })

test('a till that was just connected says what is left, practises, and goes on with its service', async ({
  launch,
  service,
}) => {
  const till = await launch()
  const { page } = till
  await connectFirst(page, service)
  // The recovery code comes with the passphrase.
  const done = sealsWithPassphrase ? 2 : 1
  await expect(list(page)).toContainText(`${done} of 8 done`)
  await expect(entry(page, 'Keys of the payment service')).toHaveCount(0)
  await checkScreen(till, 'first-run-list')
  await test.step('at twice the size', async () => {
    const setSize = (textSize: '100' | '200') =>
      calls(page, 'kaunta:settings.saveDisplay', [{ language: 'en', theme: 'light', textSize }])
    await setSize('200')
    await resize(till, { width: 1024, height: 640 })
    await entry(page, 'Hide this list').click({ trial: true })
    await keepScreenshot(till, 'text-200-first-run-list')
    await expectNoSidewaysScroll(till, 'first-run-list')
    await setSize('100')
  })
  await entry(page, 'Test sale').click()
  await page.getByRole('button', { name: 'Fill it in for me' }).click()
  await page.keyboard.press('Enter')
  await expectState(page, 'Paid')
  await page.getByRole('button', { name: 'Start selling with Sandbox' }).click()
  await expect(page.getByText('SANDBOX:')).toBeVisible()
  await expect(
    page.getByRole('list', { name: 'Recent payments' }).getByRole('listitem'),
  ).toHaveCount(0)
  await expect(list(page)).toContainText(`${done + 1} of 8 done`)
  await expect(entry(page, 'Test sale')).toHaveCount(0)
  expect(service.control.payments()).toEqual([])
})

test('what is left leads to where it is done, and is done once it is, with the keyboard alone', async ({
  launch,
}) => {
  test.slow()
  const first = await launch()
  const { page } = first
  const press = async (name: string) => {
    await entry(page, name).focus()
    await page.keyboard.press('Enter')
  }
  await choosePractice(page)
  await page.getByRole('button', { name: 'Skip this' }).click()
  await expect(list(page)).toContainText('0 of 8 done')

  await test.step('the shop’s name', async () => {
    await press('Shop name')
    await page.getByRole('textbox', { name: 'Shop name' }).fill('Duka la Amani')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Charge', exact: true }).click()
    await expect(list(page)).toContainText('1 of 8 done')
  })
  for (const [name, seen] of [
    ['Keys of the payment service', page.getByRole('textbox', { name: 'API key' })],
    ['Receipt printer', page.getByRole('combobox', { name: 'Printer' })],
    ['People and PINs', page.getByRole('button', { name: 'Add yourself as owner' })],
  ] as const)
    await test.step(name, async () => {
      await press(name)
      await expect(seen).toBeVisible()
      await page.getByRole('button', { name: 'Charge', exact: true }).click()
    })

  await test.step('Enter after an unknown number goes to First name, then to Last name', async () => {
    await page.getByRole('textbox', { name: 'Amount' }).fill('15000')
    await page.keyboard.press('Enter')
    await typeText(page, '0754001212')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('textbox', { name: 'First name' })).toBeFocused()
    await expect(page.getByText('Mobile money needs both names')).toBeVisible()
    await typeText(page, 'Asha')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('textbox', { name: 'Last name' })).toBeFocused()
    await expect(page.getByRole('textbox', { name: 'Last name' })).toHaveAttribute(
      'name',
      'lastName',
    )
    await page.getByRole('textbox', { name: 'First name' }).fill('')
  })

  await test.step('a name for who gives none, and the payment needs no typing of names', async () => {
    await press('Walk-in customer')
    await expect(page.getByRole('alertdialog')).toContainText('Walk-in Customer')
    await picture(first, 'first-run-walk-in')
    // A dialog takes no Enter for a moment: it may be the second of a double press.
    await expect(page.getByRole('button', { name: 'Use it' })).toBeEnabled()
    await page.keyboard.press('Enter')
    await expect(list(page)).toContainText('2 of 8 done')
    await page.getByRole('textbox', { name: 'Phone number' }).fill(`+${phones.approves}`)
    await expect(page.getByRole('textbox', { name: 'First name' })).toHaveValue('Walk-in')
    await picture(first, 'first-run-list-part')
    await page.getByRole('textbox', { name: 'Phone number' }).focus()
    await page.keyboard.press('Enter')
    await expectState(page, 'Paid')
    await expect(list(page)).toContainText('3 of 8 done')
  })

  await test.step('it is hidden for good', async () => {
    await entry(page, 'Hide this list').click()
    await expect(list(page)).toHaveCount(0)
    await first.close()
    const again = await launch()
    await expect(again.page.getByRole('textbox', { name: 'Amount' })).toBeVisible()
    await expect(list(again.page)).toHaveCount(0)
  })
})
