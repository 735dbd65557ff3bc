import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { defaultReceiptSettings } from '../../shared/settings/receipts'
import { calls } from '../support/window/bridge'
import { unlock } from '../support/window/connection'
import { expectState } from '../support/window/expectations'
import { keepPdfPicture, pdfText } from '../support/window/outputs'
import {
  openFromRail,
  paymentState,
  phones,
  pressPayButton,
  sellMobile,
} from '../support/window/payment'
import { checkScreen, picture } from '../support/window/pictures'
import { addPeople, people, signIn } from '../support/window/staff'
import { test as base, expect } from '../support/window/test'
import type { Till } from '../support/window/till'

/** A till connected to the sandbox, whose files go to a home folder of the test. */
const test = base.extend<{ home: string; till: Till }>({
  home: async ({ dataFolder }, use) => use(path.join(dataFolder, 'home')),
  till: async ({ launchConnected, home }, use) =>
    use(await launchConnected({ env: { HOME: home } })),
})

// Each picture is taken in two looks.
test.slow()

const { neema, juma, rehema } = people

const main = (page: Page): Locator => page.getByRole('main')

async function sellPaid(page: Page, amount: string): Promise<void> {
  await sellMobile(page, { phone: phones.approves, amount })
  await expectState(page, 'Paid')
}

/** Opens the dialog on the Live screen, and fills it in. */
async function fillRefund(page: Page, how: string, reason: string): Promise<Locator> {
  await pressPayButton(page, 'Record a refund')
  const dialog = page.getByRole('alertdialog', { name: 'Record a refund' })
  await dialog.getByRole('radio', { name: how }).click()
  await dialog.getByRole('textbox', { name: 'Reason' }).fill(reason)
  return dialog
}

async function recordRefund(page: Page, how: string, reason: string): Promise<void> {
  const dialog = await fillRefund(page, how, reason)
  await dialog.getByRole('button', { name: 'Record refund' }).click()
  await expect(dialog).toBeHidden()
}

/** The file that the words on the screen name. */
async function savedFile(page: Page): Promise<string> {
  const said = page.getByText(/^Saved: /)
  await expect(said).toBeVisible({ timeout: 30_000 })
  return ((await said.textContent()) ?? '').replace('Saved: ', '')
}

test('a manager allows a refund: the payment looks refunded, and no goods are handed over any more', async ({
  till,
  service,
}) => {
  const { page } = till
  await addPeople(page, neema, juma, rehema)
  await page.getByRole('button', { name: 'Lock or switch' }).click()
  await signIn(page, rehema)
  await sellPaid(page, '15000')
  const requests = service.control.requests().length
  await picture(till, 'live-paid-refund-offered')

  await pressPayButton(page, 'Record a refund')
  const dialog = page.getByRole('alertdialog', { name: 'Record a refund' })
  await dialog.getByRole('button', { name: 'Record refund' }).click()
  await expect(dialog.getByText('Choose how the money went back.')).toBeVisible()
  await expect(dialog.getByText('Write at least a few words.')).toBeVisible()
  await dialog.getByRole('radio', { name: 'In cash' }).click()
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('The radio was broken')
  await checkScreen(till, 'refund-dialog')
  await dialog.getByRole('button', { name: 'Record refund' }).click()

  const approval = page.getByRole('alertdialog', { name: 'Manager approval needed' })
  await expect(approval).toContainText('record a refund')
  await approval.getByRole('radio', { name: 'Juma' }).click()
  await approval.getByLabel('Juma, your PIN').fill(juma.pin)
  await page.keyboard.press('Enter')
  await expect(approval).toBeHidden()
  await expect(dialog).toBeHidden()

  await expectState(page, 'Refunded')
  await expect(paymentState(page)).toContainText('Give no goods')
  await expect(paymentState(page)).not.toContainText('Paid')
  await expect(page.getByText('Refunded in cash', { exact: true })).toBeVisible()
  await expect(page.getByText(/^Recorded .* by Rehema$/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Hand over goods' })).toBeHidden()
  await expect(page.getByRole('button', { name: 'Record a refund' })).toBeHidden()
  expect(service.control.requests(), 'the service is not called').toHaveLength(requests)
  await checkScreen(till, 'live-refunded')
})

test('a second press learns who did it and when, and the lists say that it was refunded', async ({
  till,
}) => {
  const { page } = till
  await addPeople(page, neema)
  await sellPaid(page, '15000')
  await page.getByRole('button', { name: 'Hand over goods' }).click()
  await sellPaid(page, '7000')
  await openFromRail(page, '15,000')
  const [recent] = await calls(page, 'kaunta:payments.recent', [undefined])
  const payments = (recent as { value: { id: string; amount: { value: number } }[] }).value
  const paymentId = payments.find(({ amount }) => amount.value === 15_000)?.id

  const dialog = await fillRefund(page, 'Through the service', 'Pressed a second time')
  const first = { action: 'record-refund', paymentId, how: 'cash', reason: 'Brought back' }
  expect(await calls(page, 'kaunta:payments.decide', [first])).toMatchObject([{ ok: true }])
  await dialog.getByRole('button', { name: 'Record refund' }).click()
  await expect(dialog).toContainText('A refund is already recorded for this payment.')
  await expect(dialog).toContainText(/In cash, recorded .* by Neema\./)
  await picture(till, 'refund-already-recorded')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expectState(page, 'Refunded')
  await picture(till, 'live-refunded-handed-over')

  await page.getByRole('button', { name: 'Payments', exact: true }).click()
  const rows = main(page).getByRole('row')
  const row = rows.filter({ hasText: '15,000' })
  await expect(row).toContainText('Refunded')
  await expect(row).not.toContainText('Paid')
  await expect(rows.filter({ hasText: '7,000' })).not.toContainText('Refunded')
  // What was paid is 22,000, although one row says Refunded.
  const sums = main(page).getByRole('region', { name: 'Totals of the payments shown' })
  await expect(sums).toContainText('Refunds are not subtracted.')
  await page.keyboard.press('F4')
  await page.keyboard.type('15000')
  const found = page.getByRole('option').filter({ hasText: '15,000' })
  await expect(found).toContainText('Refunded')
  await expect(found).not.toContainText('Paid')
  await picture(till, 'found-refunded')
  await page.keyboard.press('Escape')
  await picture(till, 'payments-refunded')
  await page.getByRole('combobox', { name: 'State' }).selectOption('Refunded')
  await expect(rows.filter({ hasText: '7,000' })).toBeHidden()
  await row.click()
  await expect(main(page).getByText(/^Refunded in cash\. Brought back/)).toBeVisible()
  await picture(till, 'history-refunded')
})

test('a refund is a line of its own in the day, in its closing and on the receipt', async ({
  till,
  launch,
}) => {
  const { page } = till
  await sellPaid(page, '15000')
  await sellPaid(page, '7000')
  await page.getByRole('button', { name: 'Day', exact: true }).click()
  await page.getByRole('button', { name: 'Close the day…', exact: true }).click()
  await closeDay(page)
  await page.getByRole('button', { name: 'Save spreadsheet' }).click()
  const before = await readFile(await savedFile(page), 'utf8')
  expect(before.split('\r\n')[0]).toContain('refund,refundedAt')
  expect(before).not.toContain(',refund,refunded,')

  await sellPaid(page, '3000')
  await recordRefund(page, 'In cash', 'Wrong size')
  await savesReceipt(page)
  await openFromRail(page, '15,000')
  await recordRefund(page, 'Through the service', 'Paid by mistake')

  await page.getByRole('button', { name: 'Day', exact: true }).click()
  const region = (name: string) => main(page).getByRole('region', { name, exact: true })
  await expect(region('Confirmed')).toContainText('TZS 3,000')
  await expectRefunds(region('Refunds'))
  await picture(till, 'day-refunds')
  await page.getByRole('button', { name: 'Close the day…', exact: true }).click()
  await page.getByRole('textbox', { name: 'Float at the start (TZS)' }).fill('20,000')
  await expect(page.getByText(/^Expected TZS.17,000: float 20,000/)).toBeVisible()
  await page.getByRole('textbox', { name: 'Counted cash (TZS)' }).fill('17000')
  await expect(page.getByText('The cash is correct.')).toBeVisible()
  await picture(till, 'cash-up-refunds')
  await closeDay(page)
  await expectRefunds(page.getByRole('article').getByRole('region', { name: 'Refunds' }))
  await page.getByRole('button', { name: 'Save spreadsheet' }).click()
  const lines = (await readFile(await savedFile(page), 'utf8')).trim().split('\r\n').slice(1)
  expect(lines.map(line => line.split(',').slice(2, 7)).map(cells => cells.join(' '))).toEqual([
    expect.stringMatching(/^confirmed paid .* 3000$/),
    expect.stringMatching(/^refund refunded .* 15000$/),
    expect.stringMatching(/^refund refunded .* 3000$/),
  ])
  await pressPayButton(page, 'Save as PDF')
  const pdf = await savedFile(page)
  expect(pdfText(pdf)).toMatch(/In cash\s+3,000/)
  keepPdfPicture(pdf, 'closing-refunds')
  await till.close()

  const again = await launch()
  await unlock(again.page)
  await openFromRail(again.page, '15,000')
  await expectState(again.page, 'Refunded')
})

async function closeDay(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Close the day', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Close now' }).click()
  await expect(page.getByText('The day is closed')).toBeVisible()
}

async function expectRefunds(refunds: Locator): Promise<void> {
  const rows = refunds.getByRole('row')
  await expect(rows).toHaveCount(2)
  await expect(rows.nth(0)).toHaveText(/Through the service\s*15,000\s*1 payment/)
  await expect(rows.nth(1)).toHaveText(/In cash\s*3,000\s*1 payment/)
}

/** A receipt that is made after the refund says it, on the narrowest roll too. */
async function savesReceipt(page: Page): Promise<void> {
  await calls(page, 'kaunta:settings.save', [
    { section: 'receipts', value: { ...defaultReceiptSettings, paper: '58' } },
  ])
  await pressPayButton(page, 'Save as PDF')
  const file = await savedFile(page)
  expect(pdfText(file).replace(/\s+/g, ' ')).toMatch(/PAID REFUNDED IN CASH: \d\d\/\d\d\/\d{4}/)
  keepPdfPicture(file, 'receipt-refunded-58')
}
