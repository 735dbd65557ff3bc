import type { Page } from '@playwright/test'
import { calls } from '../support/window/bridge'
import { expectState, sellUnanswered } from '../support/window/expectations'
import { pressEnterOn } from '../support/window/keyboard'
import { paymentState, phones, railPayments, sellCard, sellMobile } from '../support/window/payment'
import {
  checkScreen,
  expectAccessible,
  expectNoSidewaysScroll,
  keepScreenshot,
  picture,
  resize,
} from '../support/window/pictures'
import { expect, test } from '../support/window/test'
import type { Till } from '../support/window/till'

const payments = [
  [phones.approves, '22000', 'Grace', 'John', 'Paid'],
  [phones.declines, '45000', 'Asha', 'Mushi', 'Failed'],
  [phones.approves, '3200', 'Rehema', 'Ali', 'Paid'],
  [phones.unknownWord, '120000', 'Neema', 'Said', 'Check with manager'],
  [phones.approves, '9800', 'Hamisi', 'Juma', 'Paid'],
  [phones.refused, '6000', 'Said', 'Omari', 'Refused'],
  [phones.approves, '15000', 'Asha', 'Mushi', 'Paid'],
] as const

async function sellAll({ page }: Till): Promise<void> {
  for (const [phone, amount, firstName, lastName, word] of payments) {
    await sellMobile(page, { phone, amount, firstName, lastName })
    await expectState(page, word)
  }
  await sellCard(page, { amount: '8500' })
  await expectState(page, 'Waiting for customer')
}

const totals = (page: Page) =>
  page.getByRole('main').getByRole('region', { name: 'Totals of the payments shown' })

/** Rows of the table that are wholly in sight, and how high they are. */
function rowsInSight(page: Page): Promise<{ inSight: number; heights: number[] }> {
  return page.evaluate(() => {
    const rows = [...document.querySelectorAll('main tbody tr')].map(row =>
      row.getBoundingClientRect(),
    )
    const fold = document.querySelector('main')?.getBoundingClientRect().bottom ?? 0
    return {
      inSight: rows.filter(({ bottom }) => bottom <= fold).length,
      heights: [...new Set(rows.map(({ height }) => Math.round(height)))],
    }
  })
}

/** Resolves the payment on the screen, with the keyboard alone. */
async function resolve(page: Page, outcome: string, reason: string): Promise<void> {
  await pressEnterOn(page, page.getByRole('button', { name: 'Resolve' }))
  const dialog = page.getByRole('alertdialog')
  await dialog.getByRole('radio', { name: outcome }).focus()
  await page.keyboard.press('Space')
  await dialog.getByRole('textbox', { name: 'Reason' }).fill(reason)
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
}

test('six payments are in sight, with what they came to', async ({ till }) => {
  test.slow()
  const { page } = till
  await sellAll(till)
  await page.getByRole('button', { name: 'Payments' }).click()
  await resize(till, { width: 1024, height: 640 })
  await expect(totals(page)).toContainText('Paid TZS 50,000 4 payments')
  const { inSight, heights } = await rowsInSight(page)
  expect(heights).toEqual([48])
  expect(inSight).toBeGreaterThanOrEqual(6)
  await picture(till, 'payments')

  await test.step('at twice the size, and in high contrast', async () => {
    const setSize = (textSize: '100' | '200') =>
      calls(page, 'kaunta:settings.saveDisplay', [{ language: 'en', theme: 'light', textSize }])
    const open = async (list: string) => {
      await page.getByRole('radio', { name: list, exact: true }).click()
      await page.getByRole('table').waitFor()
    }
    await setSize('200')
    await resize(till, { width: 1024, height: 640 })
    for (const list of ['Totals', 'All']) {
      await open(list)
      await keepScreenshot(till, `text-200-payments-${list}`)
      await expectNoSidewaysScroll(till, list)
      await expectAccessible(till, list)
    }
    await setSize('100')
    await page.emulateMedia({ forcedColors: 'active' })
    for (const list of ['Totals', 'All']) {
      await open(list)
      await keepScreenshot(till, `high-contrast-payments-${list}`)
      await expectAccessible(till, list)
    }
    await page.emulateMedia({ forcedColors: 'none' })
  })

  await test.step('of what is shown alone', async () => {
    await page.getByRole('searchbox', { name: 'Search payments' }).fill('asha')
    await expect(totals(page)).toContainText('Paid TZS 15,000 1 payment')
    await page.getByRole('searchbox', { name: 'Search payments' }).fill('')
    await page.getByRole('combobox', { name: 'State' }).selectOption('Failed')
    await expect(page.getByText('2 payments', { exact: true })).toBeVisible()
    await expect(totals(page)).toHaveText('')
    await page.getByRole('combobox', { name: 'Day' }).selectOption('Yesterday')
    await expect(page.getByText('No payment matches these filters.')).toBeVisible()
    await expect(totals(page)).toHaveCount(0)
  })
})

test('each outcome that a person names is a total of its own, by day, week and month', async ({
  till,
  service,
}) => {
  test.slow()
  const { page } = till
  await sellMobile(page, { phone: phones.approves, amount: '15000' })
  await expectState(page, 'Paid')
  await sellUnanswered(page, service, { amount: '9500' })
  await page.getByRole('button', { name: 'Resolve' }).click()
  await checkScreen(till, 'resolve')
  await page.keyboard.press('Escape')
  await resolve(page, 'Seen paid in the dashboard', 'listed as paid')
  await expect(page.getByRole('main')).toContainText('Not confirmed by the service')
  // The screen says what the manager saw. It is never green.
  await expect(paymentState(page)).toContainText('Resolved: seen paid in the dashboard')
  await sellMobile(page, { phone: phones.unknownWord, amount: '700' })
  await expectState(page, 'Check with manager')
  await resolve(page, 'Not paid', 'the customer left')
  // The manager has decided: nothing on the screen sends the cashier there again.
  await expect(paymentState(page)).toContainText('Resolved: not paid')
  await expect(railPayments(page).filter({ hasText: 'not paid' })).toHaveCount(1)
  await expect(page.getByRole('complementary')).not.toContainText('ask manager')

  await page.getByRole('button', { name: 'Payments' }).click()
  await expect(totals(page)).toContainText('Paid TZS 15,000 1 payment')
  await expect(totals(page)).toContainText('Seen paid in the dashboard TZS 9,500 1 payment')
  await expect(totals(page)).toContainText('Not paid TZS 700 1 payment')
  await expect(page.getByRole('main')).not.toContainText('24,500')
  await checkScreen(till, 'payments-settled')
  await page.getByRole('combobox', { name: 'State' }).selectOption('Seen paid in the dashboard')
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(2)
  await expect(page.getByRole('table')).toContainText('9,500')

  await test.step('by day, week and month', async () => {
    await page.getByRole('radio', { name: 'Totals' }).click()
    const table = page.getByRole('table', { name: 'TZS' })
    for (const by of ['By day', 'By week', 'By month']) {
      await page.getByRole('radio', { name: by }).click()
      await expect(table.getByRole('columnheader')).toHaveText([
        by,
        'Paid',
        'Seen paid in the dashboard',
        'Not paid',
      ])
      await expect(table.getByRole('row')).toHaveCount(2)
      await expect(table.getByRole('row').nth(1)).toContainText('15,000')
      await expect(table.getByRole('row').nth(1)).toContainText('9,500')
      await picture(till, `payments-totals-${by.replace('By ', '')}`)
    }
  })

  await test.step('and a row opens its payments, with the keyboard', async () => {
    await page.getByRole('table').getByRole('button').focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('combobox', { name: 'Day' })).toHaveValue('range')
    await expect(page.getByRole('table').getByRole('row')).toHaveCount(4)
  })

  await test.step('and in the day', async () => {
    await page.getByRole('button', { name: 'Day', exact: true }).click()
    const settled = page.getByRole('region', { name: 'Recorded by staff', exact: true })
    await expect(settled).toContainText('Seen paid in the dashboard')
    await expect(settled).toContainText('TZS 9,500')
    await expect(settled).toContainText('TZS 700')
    await expect(page.getByRole('region', { name: 'Confirmed', exact: true })).toContainText(
      'TZS 15,000',
    )
    await picture(till, 'day-outcomes')
  })
})
