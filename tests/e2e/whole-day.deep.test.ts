import type { Page } from '@playwright/test'
import { calls } from '../support/window/bridge'
import { expectState } from '../support/window/expectations'
import { goTo, pressEnterOn, typeHere } from '../support/window/keyboard'
import { installPrinter, printedBy } from '../support/window/outputs'
import { phones, railPayments } from '../support/window/payment'
import { people } from '../support/window/staff'
import { expect, test } from '../support/window/test'

const { neema, rehema } = people

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('main').getByRole('button', { name })
const field = (page: Page, name: string) => page.getByRole('textbox', { name })
const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 })

/** Fields follow each other with Tab; Enter sends. The amount has the focus when Charge opens. */
async function charge(page: Page, phone: string, amount: string): Promise<void> {
  await typeHere(page, field(page, 'Amount'), amount)
  await page.keyboard.press('Tab')
  await typeHere(page, field(page, 'Phone number'), `+${phone}`)
  await page.keyboard.press('Tab')
  await typeHere(page, field(page, 'First name'), 'Asha')
  await page.keyboard.press('Tab')
  await typeHere(page, field(page, 'Last name'), 'Mushi')
  await page.keyboard.press('Enter')
}

test('a whole day with keys alone, from the first sign-in to the cash-up', async ({ till }) => {
  test.slow()
  const { page } = till
  await installPrinter(till, 'prints')
  const dialog = page.getByRole('alertdialog')
  await calls(page, 'kaunta:staff.add', [{ name: neema.name, role: 'owner', pin: neema.pin }])
  await calls(page, 'kaunta:staff.add', [{ name: rehema.name, role: 'cashier', pin: rehema.pin }])

  await test.step('the cashier signs in', async () => {
    await page.keyboard.press('Control+l')
    await expect(heading(page, 'Who is at the till?')).toBeVisible()
    await page.keyboard.press('2')
    await page.keyboard.type(rehema.pin)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('banner')).toContainText(rehema.name)
    await page.keyboard.press('F2')
  })

  await test.step('a payment; at PAID a receipt, and one key leads to the next empty Charge', async () => {
    await charge(page, phones.approves, '15000')
    await expectState(page, 'Paid')
    // An Enter counts once the screen has stood a moment.
    await page.waitForTimeout(700)
    await pressEnterOn(page, button(page, 'Print receipt'))
    await expect.poll(async () => (await printedBy(till)).length).toBe(1)
    // The focus is on the button that prints: back to the one before it.
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Enter')
    await expect(field(page, 'Amount')).toBeFocused()
    await expect(field(page, 'Amount')).toHaveValue('')
  })

  await test.step('one that fails, and one whose outcome is not known', async () => {
    await charge(page, phones.declines, '700')
    await expectState(page, 'Failed')
    await page.keyboard.press('F2')
    await charge(page, phones.unknownWord, '3000')
    await expectState(page, 'Check with manager')
    await expect(railPayments(page)).toHaveCount(3)
  })

  await test.step('F4 answers a customer who asks, from anywhere', async () => {
    await page.keyboard.press('F4')
    await typeHere(page, page.getByRole('combobox'), '15000')
    await expect(page.getByRole('option')).toHaveCount(1)
    await page.keyboard.press('Enter')
    await expectState(page, 'Paid')
  })

  await test.step('the cashier prints a shift report', async () => {
    await page.keyboard.press('F7')
    await pressEnterOn(page, button(page, 'Shift report'))
    await expect(page.getByRole('article')).toContainText(
      'Only what Rehema did: payments requested, cash taken, money given back.',
    )
    await pressEnterOn(page, button(page, 'Print'))
    await expect(page.getByText('Sent to the printer.')).toBeVisible()
  })

  await test.step('the owner resolves what is unknown, and closes the day', async () => {
    await page.keyboard.press('Control+l')
    await page.keyboard.press('1')
    await page.keyboard.type(neema.pin)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('banner')).toContainText(neema.name)
    await page.keyboard.press('F7')
    await pressEnterOn(page, button(page, 'Close the day…'))
    await pressEnterOn(page, button(page, 'View TZS 3,000'))
    await pressEnterOn(page, button(page, 'Resolve'))
    const notPaid = dialog.getByRole('radio', { name: 'Not paid' })
    await goTo(page, dialog.getByRole('radio', { name: 'Paid in cash' }))
    await goTo(page, notPaid, 'ArrowDown')
    await expect(notPaid).toBeChecked()
    await goTo(page, dialog.getByRole('textbox', { name: 'Reason' }))
    await typeHere(page, dialog.getByRole('textbox', { name: 'Reason' }), 'The phone shows nothing')
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
    await page.keyboard.press('F7')
    await pressEnterOn(page, button(page, 'Close the day…'))
    await expect(page.getByText('Nothing is open.')).toBeVisible()
    await pressEnterOn(page, button(page, 'Close the day'))
    await pressEnterOn(page, dialog.getByRole('button', { name: 'Close now' }))
    await expect(heading(page, 'Cash-up 1')).toBeFocused()
  })
})
