import type { Locator, Page } from '@playwright/test'
import { picture } from '../support/window/pictures'
import { addPeople, people, signIn } from '../support/window/staff'
import { expect, test } from '../support/window/test'

// Each picture is taken in two looks.
test.slow()

const { neema, rehema } = people

const main = (page: Page): Locator => page.getByRole('main')
const openDay = (page: Page) => page.getByRole('button', { name: 'Day', exact: true }).click()
const drawer = (page: Page) => main(page).getByRole('region', { name: 'Cash in the drawer' })

async function takeCash(page: Page, amount: string): Promise<void> {
  await page.getByRole('button', { name: 'Charge', exact: true }).click()
  await page.getByRole('radio', { name: 'Cash' }).click()
  await page.getByRole('textbox', { name: 'Amount' }).fill(amount)
  await page.getByRole('button', { name: /^Cash taken/ }).click()
  await expect(page.getByRole('status', { name: 'Payment state' })).toContainText(
    'Cash, taken by Rehema',
  )
}

/** Presses *Float*, *Pay in* or *Pay out*, and records the amount. */
async function move(page: Page, name: string, amount: string, reason = ''): Promise<Locator> {
  await drawer(page).getByRole('button', { name, exact: true }).click()
  const dialog = page.getByRole('alertdialog', { name, exact: true })
  await dialog.getByRole('textbox', { name: 'Amount' }).fill(amount)
  if (reason) await dialog.getByRole('textbox', { name: 'Reason' }).fill(reason)
  return dialog
}

async function record(page: Page, name: string, amount: string, reason = ''): Promise<void> {
  const dialog = await move(page, name, amount, reason)
  await dialog.getByRole('button', { name: 'Record' }).click()
  await expect(dialog).toBeHidden()
}

test('the drawer over a day: float, cash, pay in, pay out with a manager, counted, and the next float', async ({
  till,
}) => {
  const { page } = till
  await addPeople(page, neema, rehema)
  await page.getByRole('button', { name: 'Lock or switch' }).click()
  await signIn(page, rehema)

  await test.step('a cashier says the float, and pays in', async () => {
    await openDay(page)
    await picture(till, 'drawer-empty')
    await record(page, 'Float', '20,000')
    await takeCash(page, '6000')
    await openDay(page)
    await record(page, 'Pay in', '5000', 'change from the bank')
    await expect(drawer(page)).toContainText('change from the bank')
  })

  await test.step('what is missing is said, and nothing is recorded', async () => {
    const dialog = await move(page, 'Pay in', '15k')
    await dialog.getByRole('button', { name: 'Record' }).click()
    await expect(dialog.getByText('Digits only: whole TZS.')).toBeVisible()
    await expect(dialog.getByText('Write at least a few words.')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(drawer(page).getByRole('listitem')).toHaveCount(1)
  })

  await test.step('paying out takes a manager', async () => {
    const dialog = await move(page, 'Pay out', '3000', 'soap for the shop')
    await picture(till, 'drawer-pay-out')
    await dialog.getByRole('button', { name: 'Record' }).click()
    const approval = page.getByRole('alertdialog', { name: 'Manager approval needed' })
    await expect(approval).toContainText('pay cash out of the drawer')
    await picture(till, 'drawer-approval')
    await approval.getByLabel('Neema, your PIN').fill(neema.pin)
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
    await expect(drawer(page)).toContainText('soap for the shop')
    await expect(drawer(page).getByRole('row', { name: 'Expected' })).toContainText('28,000')
    await picture(till, 'drawer-day')
  })

  await test.step('the closing expects what the drawer should hold', async () => {
    await page.getByRole('button', { name: 'Lock or switch' }).click()
    await signIn(page, neema)
    await openDay(page)
    await page.getByRole('button', { name: 'Close the day…' }).click()
    await expect(page.getByRole('textbox', { name: 'Float at the start' })).toBeHidden()
    await page.getByRole('textbox', { name: 'Counted cash' }).fill('27500')
    await expect(page.getByText('TZS 500 less than expected').first()).toBeVisible()
    await picture(till, 'drawer-closing')
    await page.getByRole('button', { name: 'Close the day', exact: true }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Close now' }).click()
    await expect(page.getByText('The day is closed')).toBeVisible()
    await expect(main(page)).toContainText('28,000')
  })

  await test.step('the next period begins with the question, and with what was counted', async () => {
    const dialog = page.getByRole('alertdialog', { name: 'Float' })
    await expect(dialog, 'who closes the day is not asked').toBeHidden()
    await page.getByRole('button', { name: 'Lock or switch' }).click()
    await signIn(page, rehema)
    await expect(dialog.getByRole('textbox', { name: 'Amount' })).toHaveValue('27,500')
    await picture(till, 'drawer-asked')
    await dialog.getByRole('button', { name: 'Skip' }).click()
    await expect(dialog).toBeHidden()
    await openDay(page)
    await drawer(page).getByRole('button', { name: 'Float' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Record' }).click()
    await expect(drawer(page).getByRole('row', { name: 'Float' })).toContainText('27,500')
  })
})
