import type { Page } from '@playwright/test'
import { choosePractice, connectFirst } from '../support/window/connection'
import { expectState } from '../support/window/expectations'
import { picture } from '../support/window/pictures'
import { phones } from '../support/window/sale'
import { expect, test } from '../support/window/test'

test.describe.configure({ mode: 'parallel' })

const lesson = (page: Page) => page.getByRole('region', { name: 'Your first practice sale' })
const step = (page: Page) => lesson(page).locator('[aria-current="step"]')

test('from the first start to a practice sale that is paid, in a handful of presses', async ({
  launch,
}) => {
  const till = await launch()
  const { page } = till
  await choosePractice(page)
  await expect(step(page)).toContainText('Ask a pretend customer')
  await picture(till, 'lesson-ask')
  await page.getByRole('button', { name: 'Fill it in for me' }).click()
  await page.keyboard.press('Enter')
  await expect(step(page)).toContainText('Watch what the till says')
  await expectState(page, 'Paid')
  await expect(lesson(page)).toContainText('That is all there is to it')
  await picture(till, 'lesson-done')
  await page.getByRole('button', { name: 'Name your shop' }).click()
  await expect(page.getByRole('textbox', { name: 'Shop name' })).toBeVisible()
  await expect(lesson(page)).toHaveCount(0)
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
  await expect(lesson(page)).toContainText('This one was not paid')
  await test.step('is not shown again once it is skipped, nor after a restart', async () => {
    await page.getByRole('button', { name: 'Skip this' }).click()
    await expect(lesson(page)).toHaveCount(0)
    await first.close()
    const again = await launch()
    await expect(again.page.getByRole('textbox', { name: 'Amount' })).toBeVisible()
    await expect(lesson(again.page)).toHaveCount(0)
  })
})

test('a till that was just connected practises, and goes on with its service', async ({
  launch,
  service,
}) => {
  const till = await launch()
  const { page } = till
  await connectFirst(page, service)
  await picture(till, 'lesson-offer')
  await page.getByRole('button', { name: 'Try a practice sale' }).click()
  await page.getByRole('button', { name: 'Fill it in for me' }).click()
  await page.keyboard.press('Enter')
  await expectState(page, 'Paid')
  await page.getByRole('button', { name: 'Start selling with Sandbox' }).click()
  await expect(page.getByText('SANDBOX:')).toBeVisible()
  await expect(
    page.getByRole('list', { name: 'Recent payments' }).getByRole('listitem'),
  ).toHaveCount(0)
  await expect(page.getByText('Before the first customer')).toHaveCount(0)
  expect(service.control.payments()).toEqual([])
})
