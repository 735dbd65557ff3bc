import type { Page } from '@playwright/test'
import { expectState } from '../support/window/expectations'
import { goTo, pressEnterOn, typeHere, typeText } from '../support/window/keyboard'
import { paymentState, phones } from '../support/window/payment'
import { people } from '../support/window/staff'
import { expect, test } from '../support/window/test'

/*
 * The rest of a day without a mouse: no step of these tests clicks or fills in. Each key is pressed
 * only once the focus is where it takes effect.
 */

const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** A mobile-money payment from the Charge screen, as far as its state. */
async function sell(page: Page, phone: string, amount: string): Promise<void> {
  await page.keyboard.press('F2')
  await typeHere(page, page.getByRole('textbox', { name: 'Amount' }), amount)
  for (const [name, text] of [
    ['Phone number', `+${phone}`],
    ['First name', 'Asha'],
    ['Last name', 'Mushi'],
  ] as const) {
    const field = page.getByRole('textbox', { name })
    await goTo(page, field)
    await page.keyboard.press('Control+a')
    await typeText(page, text)
    await expect(field).toHaveValue(text)
  }
  await page.keyboard.press('Enter')
  await paymentState(page).waitFor()
}

test('people are added, switch and are distinguished with keys alone', async ({
  till: { page },
}) => {
  test.slow()
  const { neema, rehema } = people
  const dialog = page.getByRole('alertdialog')
  const pin = page.getByLabel('PIN', { exact: true })

  await test.step('the groups of Settings are one stop, and arrows go through them', async () => {
    await expect(page.getByRole('textbox', { name: 'Amount' })).toBeFocused()
    await page.keyboard.press('F8')
    await expect(heading(page, 'Settings')).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('tab', { name: 'Payment service' })).toBeFocused()
    await goTo(page, page.getByRole('tab', { name: 'People' }), 'ArrowUp')
    await expect(page.getByRole('tabpanel', { name: 'Names and PINs' })).toBeVisible()
  })

  await test.step('an owner and a cashier are added', async () => {
    await pressEnterOn(page, button(page, 'Add yourself as owner'))
    await typeHere(page, dialog.getByLabel('Name'), neema.name)
    await goTo(page, dialog.getByLabel('PIN', { exact: true }))
    await page.keyboard.type(neema.pin)
    await goTo(page, dialog.getByLabel('PIN again'))
    await page.keyboard.type(neema.pin)
    await page.keyboard.press('Enter')
    await dialog.getByText('Recovery code').first().waitFor()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await goTo(page, button(page, 'Add a person'))
    await page.keyboard.press('Enter')
    await typeHere(page, dialog.getByLabel('Name'), rehema.name)
    await goTo(page, dialog.getByRole('radio', { checked: true }))
    await goTo(page, dialog.getByRole('radio', { name: 'Cashier' }), 'ArrowRight')
    await expect(dialog.getByRole('radio', { name: 'Cashier' })).toBeChecked()
    await goTo(page, dialog.getByLabel('PIN', { exact: true }))
    await page.keyboard.type(rehema.pin)
    await goTo(page, dialog.getByLabel('PIN again'))
    await page.keyboard.type(rehema.pin)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('list', { name: 'People' })).toContainText(rehema.name)
    await expect(button(page, 'Add a person')).toBeFocused()
  })

  await test.step('the till is locked, and the cashier signs in by a digit and a PIN', async () => {
    await page.keyboard.press('Control+l')
    await heading(page, 'Who is at the till?').waitFor()
    await page.keyboard.press('2')
    await typeHere(page, pin, '0000')
    await page.keyboard.press('Enter')
    await expect(page.getByText('4 tries left before a pause.')).toBeVisible()
    await typeHere(page, pin, rehema.pin)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('banner')).toContainText(rehema.name)
    await expect(page.getByRole('textbox', { name: 'Amount' })).toBeFocused()
  })

  await test.step('the cashier hands over what was paid for', async () => {
    await sell(page, phones.approves, '15000')
    await expectState(page, 'Paid')
    await pressEnterOn(page, button(page, 'Hand over goods'))
    await expect(page.getByRole('textbox', { name: 'Amount' })).toBeFocused()
  })

  await test.step('the owner signs in from the list of names', async () => {
    await pressEnterOn(page, button(page, 'Lock or switch'))
    const list = page.getByRole('list', { name: 'People' })
    await pressEnterOn(page, list.getByRole('button', { name: neema.name }))
    await typeHere(page, pin, neema.pin)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('banner')).toContainText(neema.name)
    await expect(page.getByRole('textbox', { name: 'Amount' })).toBeFocused()
  })

  await test.step('the day tells whose payments they were, how they were paid and when', async () => {
    await sell(page, phones.approves, '9000')
    await expectState(page, 'Paid')
    await page.keyboard.press('F7')
    await expect(heading(page, 'Day')).toBeFocused()
    const line = (table: string, name: string) =>
      page.getByRole('table', { name: table }).getByRole('row').filter({ hasText: name })
    await expect(line('By cashier', rehema.name)).toContainText('15,000')
    await expect(line('By cashier', neema.name)).toContainText('9,000')
    await expect(line('By payment method', 'Mobile money')).toContainText('24,000')
    await expect(line('by hour', '24,000')).toHaveCount(1)
  })

  await test.step('the history of a payment names who handed the goods over', async () => {
    await page.keyboard.press('F3')
    await goTo(page, page.getByRole('searchbox', { name: 'Search payments' }))
    await page.keyboard.type('15,000')
    await expect(page.getByRole('table').getByRole('row')).toHaveCount(2)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    const handedOver = page.getByRole('listitem').filter({ hasText: 'Goods handed over' })
    await expect(handedOver).toContainText(rehema.name)
  })
})
