import { existsSync, readFileSync, rmSync } from 'node:fs'
import type { Page } from '@playwright/test'
import type { PracticeService } from '../support/practice/start'
import { calls } from '../support/window/bridge'
import { expectState } from '../support/window/expectations'
import { fillMobile, phones, sellCard, sellMobile } from '../support/window/payment'
import { checkScreen, picture } from '../support/window/pictures'
import { expect, test } from '../support/window/test'
import type { Till } from '../support/window/till'

const quickField = (page: Page) =>
  page.getByRole('combobox', { name: 'Last digits, amount or reference' })
const quickPayments = (page: Page) =>
  page.getByRole('listbox', { name: 'Last payments' }).getByRole('option')

/** A paid payment of Asha's, a failed one of Neema's, and Juma's card that waits. */
async function sellThree(page: Page) {
  await sellMobile(page, { phone: phones.approves, amount: '15000', firstName: 'Asha' })
  await expectState(page, 'Paid')
  await sellMobile(page, { phone: phones.declines, amount: '22000', firstName: 'Neema' })
  await expectState(page, 'Failed')
  await sellCard(page, { amount: '42500' })
  await expectState(page, 'Waiting for customer')
}

test('payments are found', async ({ till, service }) => {
  // Pictures in every look, and a machine that may be busy.
  test.slow()
  await sellThree(till.page)
  await test.step('one key asks whether it went through, also while an amount is typed', () =>
    askByKey(till))
  await till.page.keyboard.press('Escape')
  await test.step('by all that is known of them together', () => searchPayments(till, service))
})

async function askByKey(till: Till): Promise<void> {
  const { page } = till
  await fillMobile(page, { phone: phones.ordinary, amount: '3300' })
  await page.getByRole('textbox', { name: 'Amount' }).focus()
  await page.keyboard.press('F4')
  await expect(quickField(page)).toBeFocused()
  await expect(quickPayments(page)).toHaveCount(3)
  const newest = quickPayments(page).nth(0)
  const second = quickPayments(page).nth(1)
  const oldest = quickPayments(page).nth(2)
  await expect(newest, 'newest first').toContainText('Waiting for customer')
  await expect(newest).toContainText('42,500')
  await expect(second).toContainText('Failed')
  await expect(oldest).toContainText('Paid')
  await expect(oldest).toContainText('ends 001')
  await expect(oldest).toContainText(/just now|min ago/)
  await checkScreen(till, 'quick-look')

  await test.step('Escape goes back to what was being typed', async () => {
    await page.keyboard.press('Escape')
    await expect(page.getByRole('textbox', { name: 'Amount' })).toBeFocused()
    await expect(page.getByRole('textbox', { name: 'Amount' })).toHaveValue('3,300')
  })

  await test.step('also after the button was pressed with the mouse', async () => {
    await page.getByRole('navigation').getByRole('button', { name: 'Did it go through?' }).click()
    await expect(quickField(page)).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('textbox', { name: 'Amount' })).toBeFocused()
  })

  await test.step('arrows choose, Enter opens', async () => {
    await page.keyboard.press('F4')
    await expect(quickPayments(page)).toHaveCount(3)
    await page.keyboard.press('ArrowDown')
    await expect(second).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Enter')
    await expectState(page, 'Failed')
  })

  await test.step('digits and Enter, as fast as they are typed', async () => {
    await page.keyboard.press('F4')
    await page.keyboard.type('001')
    await page.keyboard.press('Enter')
    await expectState(page, 'Paid')
    await page.keyboard.press('F4')
    await page.keyboard.type('42,500')
    await page.keyboard.press('Enter')
    await expectState(page, 'Waiting for customer')
  })

  await test.step('an SMS that matches no payment', async () => {
    await page.keyboard.press('F4')
    await page.keyboard.type('FAKE-SMS-1')
    await expect(page.getByText('No match on this till')).toBeVisible()
    await expect(quickPayments(page)).toHaveCount(0)
    await picture(till, 'quick-look-nothing')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert')).toContainText('does not know this reference')
    await expect(quickField(page)).toBeFocused()
  })
}

async function searchPayments(till: Till, service: PracticeService): Promise<void> {
  const { page } = till
  const [paid] = service.control.payments()
  await page.getByRole('button', { name: 'Payments' }).click()
  const rows = page.getByRole('table').getByRole('row')
  const search = page.getByRole('searchbox', { name: 'Search payments' })
  await expect(rows).toHaveCount(4)
  await expect(page.getByText('3 payments')).toBeVisible()

  await expect(rows.nth(1), 'newest first').toContainText('Juma Kessy')

  const known = [
    ['Neema', '22,000'],
    ['42,500', 'Juma Kessy'],
    ['000 001', 'Asha'],
    ['0700 000 002', 'Neema'],
    ['juma kes', '42,500'],
    ['22,000', 'Neema'],
    [paid?.reference ?? '', 'Asha'],
    ['asha 15000', 'Asha'],
  ] as const
  for (const [text, found] of known) {
    await search.fill(text)
    await expect(rows, `found by ${text}`).toHaveCount(2)
    await expect(rows.nth(1)).toContainText(found)
  }

  await search.fill('nobody of this name')
  await expect(page.getByText('No payment matches')).toBeVisible()

  await test.step('with a state and a day', async () => {
    await search.fill('')
    const [day, state] = ['Day', 'State'].map(name => page.getByRole('combobox', { name }))
    await state?.selectOption('Failed')
    await expect(rows).toHaveCount(2)
    await state?.selectOption('Paid')
    await expect(rows).toHaveCount(2)
    await expect(rows.nth(1)).toContainText('Asha')
    for (const name of ['Today', 'This week', 'This month']) {
      await day?.selectOption(name)
      await expect(rows).toHaveCount(2)
    }
    await checkScreen(till, 'payments-filtered')
    await day?.selectOption('Yesterday')
    await expect(page.getByText('No payment matches these filters.')).toBeVisible()
    await picture(till, 'payments-none')
    await state?.selectOption('All states')
    await day?.selectOption('From – to')
    await page.getByLabel('From', { exact: true }).fill('2026-01-02')
    await page.getByLabel('To', { exact: true }).fill('2026-01-01')
    await expect(page.getByText('“From” is after “To”')).toBeVisible()
    await page.getByLabel('To', { exact: true }).fill('2099-01-01')
    await page.getByLabel('From', { exact: true }).fill('2020-01-01')
    await expect(rows).toHaveCount(4)
    await checkScreen(till, 'payments-range')
  })

  await test.step('all of it is cleared at once', async () => {
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect(rows).toHaveCount(4)
    await expect(search).toBeFocused()
  })

  await test.step('arrows go through the rows, Enter opens the history', async () => {
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    const history = page.getByRole('main')
    await expect(history).toContainText('Accepted by the service')
    await expect(history).toContainText('The service confirmed: paid (“completed”)')
    await expect(history).toContainText(paid?.reference ?? 'none')
    await expect(history).toContainText(paid?.idempotencyKey ?? 'none')
    await picture(till, 'history-paid')
    await page.getByRole('button', { name: 'View payment' }).click()
    await expectState(page, 'Paid')
  })
}

test('what was found is taken out as a file, and so is one history', async ({
  till,
  dataFolder,
}) => {
  test.slow()
  const { page, app } = till
  await app.evaluate(({ shell }) => {
    const kept = globalThis as unknown as { shown: string[] }
    kept.shown = []
    shell.showItemInFolder = file => void kept.shown.push(file)
  })
  await sellMobile(page, { phone: phones.approves, firstName: '=HYPERLINK("http://x")' })
  await expectState(page, 'Paid')
  await sellMobile(page, { phone: phones.declines, amount: '22000', firstName: 'Neema' })
  await expectState(page, 'Failed')
  await page.getByRole('button', { name: 'Payments' }).click()
  await page.getByRole('combobox', { name: 'State' }).selectOption('Paid')
  await expect(page.getByText('1 payment', { exact: true }).first()).toBeVisible()
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await expect(page.getByText('Sales in the file: 1')).toBeVisible()
  await picture(till, 'payments-exported')
  const file = await page.getByText(/kaunta-sandbox-sales.*\.csv$/).textContent()
  const text = readFileSync(file ?? '', 'utf8')
  expect(text.startsWith('\ufeffDay,Time,State,Sale,Currency,')).toBe(true)
  expect(text.trimEnd().split('\r\n')).toHaveLength(2)
  expect(text).toContain(`"'=HYPERLINK(""http://x"")"`)
  expect(text).toContain("'0700 000 001")
  expect(text).not.toContain('Neema')

  await page.getByRole('button', { name: 'Show in folder' }).click()
  await expect
    .poll(() => app.evaluate(() => (globalThis as unknown as { shown: string[] }).shown))
    .toEqual([file])
  const [refused] = await calls(page, 'kaunta:exports.showInFolder', [{ file: dataFolder }])
  expect(refused).toMatchObject({ ok: false, code: 'not-allowed' })

  await page.getByRole('table').getByRole('button').click()
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await expect(page.getByText('Sales in the file: 1')).toBeVisible()
  const history = await page.getByText(/kaunta-sandbox-payment-.*\.csv$/).textContent()
  expect(existsSync(history ?? '')).toBe(true)
  expect(readFileSync(history ?? '', 'utf8')).toContain('status-read')
  for (const written of [file, history]) rmSync(written ?? '')
})
