import type { Locator, Page } from '@playwright/test'
import { recentPayments } from '../support/window/bridge'
import { expectState } from '../support/window/expectations'
import { phones, pressPayButton, sellMobile } from '../support/window/payment'
import { picture } from '../support/window/pictures'
import { expect, test } from '../support/window/test'

const undo = (page: Page): Locator =>
  page.getByRole('main').getByRole('button', { name: 'Undo', exact: true })

test('cash instead of a push is undone: the customer is waited for again', async ({
  till,
  service,
}) => {
  const { page } = till
  service.control.setApproval(1_000)
  await sellMobile(page, { phone: phones.approves, amount: '12000' })
  await expectState(page, 'Waiting for customer')
  await page.getByRole('button', { name: 'Take cash instead' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Record cash' }).click()
  await expectState(page, 'Paid in cash')
  await picture(till, 'live-undo-cash')
  await undo(page).click()
  await expectState(page, 'Waiting for customer')
  await expect(undo(page)).toBeHidden()
  const [payment] = await recentPayments(page)
  service.control.decide(payment?.reference ?? '', 'completed')
  // The till asks on by itself.
  await expectState(page, 'Paid')
})

test('money given back by mistake is undone: the goods may go again', async ({ till }) => {
  const { page } = till
  await sellMobile(page, { phone: phones.approves, amount: '15000' })
  await expectState(page, 'Paid')
  await pressPayButton(page, 'Give back')
  const dialog = page.getByRole('alertdialog', { name: 'Give money back' })
  await dialog.getByRole('radio', { name: 'In cash' }).click()
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('The radio was broken')
  await dialog.getByRole('button', { name: /^Record/ }).click()
  await expectState(page, 'Given back')
  await picture(till, 'live-undo-given-back')
  await undo(page).click()
  await expectState(page, 'Paid')
  await expect(page.getByRole('button', { name: 'Hand over goods' })).toBeVisible()
  expect((await recentPayments(page))[0]?.givenBack).toEqual([])
})
