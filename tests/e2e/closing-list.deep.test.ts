import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import type { PracticeService } from '../support/practice/start'
import { calls, recentPayments } from '../support/window/bridge'
import { expectState, sellUnanswered } from '../support/window/expectations'
import { phones, sellMobile } from '../support/window/payment'
import { checkScreen, picture } from '../support/window/pictures'
import { expect, test } from '../support/window/test'

const main = (page: Page): Locator => page.getByRole('main')
const day = (page: Page) => page.getByRole('button', { name: 'Day', exact: true }).click()
const rows = (page: Page): Locator =>
  main(page).getByRole('list', { name: 'Still open' }).getByRole('listitem')

/** The customer of a payment pays it, and the till has not asked yet. */
function approve({ control }: PracticeService, value: number): void {
  const payment = control.payments().find(({ amount }) => amount.value === value)
  control.decide(payment?.reference ?? '', 'completed')
}

test('six problems of a day are ended in their rows: six presses and one reason', async ({
  till,
  service,
}) => {
  test.slow()
  const { page } = till
  // Too much: the push is paid after cash was taken instead.
  service.control.setApproval(1_000)
  await sellMobile(page, { phone: phones.approves, amount: '12000', firstName: 'Juma' })
  await expectState(page, 'Waiting for customer')
  await page.getByRole('button', { name: 'Take cash instead' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Record cash' }).click()
  await expectState(page, 'Paid in cash')
  approve(service, 12_000)
  // Late: the till stopped asking before it was paid.
  await sellUnanswered(page, service, { amount: '18000', phone: '255754001213' })
  approve(service, 18_000)
  await sellUnanswered(page, service, { amount: '6000', phone: '255754001214' }, 20)
  await sellMobile(page, { phone: phones.unknownWord, amount: '7000' })
  await expectState(page, 'Check with manager')
  await sellMobile(page, { phone: phones.wrongAmount, amount: '6500' })
  await expectState(page, 'Check with manager')
  // It lacks 3,500 of 6,000.
  const part = { draftId: randomUUID(), value: 2_500, received: 2_500, note: '', lines: [] }
  const [cash] = await calls(page, 'kaunta:cash.record', [
    { ...part, total: 6_000, sale: null, replaces: null },
  ])
  expect(cash).toMatchObject({ ok: true })

  let presses = 0
  const press = async (name: string, within: Locator = main(page)) => {
    const button = within.getByRole('button', { name, exact: true })
    await expect(button).not.toHaveAttribute('aria-disabled', 'true')
    await button.click()
    presses += 1
  }
  await day(page)
  await expect(page.getByRole('button', { name: 'Show recent' })).toBeVisible()
  await page.getByRole('button', { name: 'Close the day…', exact: true }).click()
  await expect(rows(page)).toHaveCount(6)
  await expect(page.getByText('Not yet: 6 left.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Show recent' })).toBeVisible()
  await checkScreen(till, 'closing-list')

  await test.step('a payment’s page leads back to the list', async () => {
    await page.getByRole('button', { name: 'View TZS 6,500' }).click()
    await expectState(page, 'Check with manager')
    await page.getByRole('button', { name: 'Back to the list' }).click()
    await expect(rows(page)).toHaveCount(6)
  })
  await test.step('what is too much goes back, and Enter gives nothing back', async () => {
    const row = rows(page).filter({ hasText: 'Juma' })
    await page.waitForTimeout(800)
    await page.keyboard.press('Enter')
    await expect(rows(page)).toHaveCount(6)
    await press('Give cash back TZS 12,000', row)
    await expect(rows(page)).toHaveCount(5)
    const payment = (await recentPayments(page)).find(({ amount }) => amount.value === 12_000)
    const given = { value: 12_000, way: 'cash', why: 'too-much' }
    expect(payment?.givenBack).toMatchObject([given])
    await test.step('and that is undone in the list', async () => {
      await picture(till, 'closing-list-undo')
      await main(page).getByRole('button', { name: 'Undo' }).click()
      await expect(rows(page)).toHaveCount(6)
      await expect(main(page).getByRole('button', { name: 'Undo' })).toBeHidden()
      await row.getByRole('button', { name: 'Give cash back TZS 12,000' }).click()
      await expect(rows(page)).toHaveCount(5)
    })
  })
  await test.step('the goods of late money go', async () => {
    await press('Hand over goods TZS 18,000')
    await expect(rows(page)).toHaveCount(4)
  })
  await test.step('the rest of a sale is taken', async () => {
    await press('Take the rest in cash TZS 2,500')
    await expect(rows(page)).toHaveCount(3)
  })
  await test.step('and the others stay open for one reason, of which nothing untrue is said', async () => {
    await press('Leave all open…')
    const dialog = page.getByRole('alertdialog')
    await expect(dialog).toContainText('Leave 3 payments open')
    await expect(dialog).not.toContainText('count as paid')
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Customers ring tomorrow')
    await press('Leave 3 payments open', dialog)
    await expect(page.getByText('Everything that is left open has a reason.')).toBeVisible()
    await picture(till, 'closing-list-ended')
  })
  expect(presses, 'for six problems').toBeLessThanOrEqual(6)

  await page.getByRole('button', { name: 'Close the day', exact: true }).click()
  const asked = page.getByRole('alertdialog')
  await expect(asked).toContainText('Confirmed: TZS 30,000 (2 payments)')
  await expect(asked).toContainText('Paid in cash: TZS 18,000 (3 payments)')
  await expect(asked).toContainText('Unknown: TZS 19,500 (3 payments)')
  await checkScreen(till, 'close-the-day')
  await asked.getByRole('button', { name: 'Close now' }).click()
  await expect(page.getByText('The day is closed')).toBeVisible()
})
