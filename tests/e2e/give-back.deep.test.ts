import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { defaultReceiptSettings } from '../../shared/settings/receipts'
import { calls, recentPayments } from '../support/window/bridge'
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
async function fillGivenBack(page: Page, how: string, reason: string): Promise<Locator> {
  await pressPayButton(page, 'Give back')
  const dialog = page.getByRole('alertdialog', { name: 'Give money back' })
  await dialog.getByRole('radio', { name: how }).click()
  await dialog.getByRole('textbox', { name: 'Reason' }).fill(reason)
  return dialog
}

async function recordGivenBack(page: Page, how: string, reason: string): Promise<void> {
  const dialog = await fillGivenBack(page, how, reason)
  await dialog.getByRole('button', { name: /^Record/ }).click()
  await expect(dialog).toBeHidden()
}

/** The file that the words on the screen name. */
async function savedFile(page: Page): Promise<string> {
  const said = page.getByText(/^Saved: /)
  await expect(said).toBeVisible({ timeout: 30_000 })
  return ((await said.textContent()) ?? '').replace('Saved: ', '')
}

test('a manager allows giving back: the payment says so, and no goods are handed over any more', async ({
  till,
  service,
}) => {
  const { page } = till
  await addPeople(page, neema, juma, rehema)
  await page.getByRole('button', { name: 'Lock or switch' }).click()
  await signIn(page, rehema)
  await sellPaid(page, '15000')
  const requests = service.control.requests().length
  await picture(till, 'live-paid-give-back-offered')

  await pressPayButton(page, 'Give back')
  const dialog = page.getByRole('alertdialog', { name: 'Give money back' })
  await dialog.getByRole('button', { name: /^Record/ }).click()
  await expect(dialog.getByText('Choose how the money went back.')).toBeVisible()
  await expect(dialog.getByText('Write at least a few words.')).toBeVisible()
  await dialog.getByRole('radio', { name: 'In cash' }).click()
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('The radio was broken')
  await checkScreen(till, 'give-back-dialog')
  await dialog.getByRole('button', { name: /^Record/ }).click()

  const approval = page.getByRole('alertdialog', { name: 'Manager approval needed' })
  await expect(approval).toContainText('give money back')
  await approval.getByRole('radio', { name: 'Juma' }).click()
  await approval.getByLabel('Juma, your PIN').fill(juma.pin)
  await page.keyboard.press('Enter')
  await expect(approval).toBeHidden()
  await expect(dialog).toBeHidden()

  await expectState(page, 'Given back')
  await expect(paymentState(page)).toContainText('Give no goods')
  await expect(paymentState(page)).not.toContainText('Paid')
  await expect(page.getByText('Given back in cash: 15,000', { exact: true })).toBeVisible()
  await expect(page.getByText(/^Recorded .* by Rehema$/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Hand over goods' })).toBeHidden()
  await expect(page.getByRole('button', { name: 'Give back' })).toBeHidden()
  expect(service.control.requests(), 'the service is not called').toHaveLength(requests)
  await checkScreen(till, 'live-given-back')

  await page.waitForTimeout(800)
  await pressPayButton(page, 'Sell again')
  await expect(page.getByRole('textbox', { name: 'Amount' })).toHaveValue('15,000')
  await expect(page.getByText('Typed before'), 'the till filled it').toBeHidden()
  await page.getByRole('button', { name: /^Request payment/ }).click()
  await expectState(page, 'Paid')
  const sales = (await recentPayments(page)).map(({ sale }) => sale)
  expect(new Set(sales).size, 'a sale of its own').toBe(2)
})

test('a second press learns who did it and when, and the lists say that it was given back', async ({
  till,
}) => {
  const { page } = till
  await addPeople(page, neema)
  await sellPaid(page, '15000')
  await page.getByRole('button', { name: 'Hand over goods' }).click()
  await sellPaid(page, '7000')
  await openFromRail(page, '15,000')
  const payments = await recentPayments(page)
  const paymentId = payments.find(({ amount }) => amount.value === 15_000)?.id

  const dialog = await fillGivenBack(page, 'Through the service', 'Pressed a second time')
  const first = {
    ...{ action: 'give-back', paymentId, draftId: paymentId, reason: 'Brought back' },
    ...{ value: 15_000, way: 'cash', why: 'goods' },
  }
  expect(await calls(page, 'kaunta:payments.decide', [first])).toMatchObject([{ ok: true }])
  await dialog.getByRole('button', { name: /^Record/ }).click()
  await expect(dialog).toContainText('There is less to give back now.')
  await expect(dialog).toContainText(/Last given back: In cash, .* by Neema\./)
  await picture(till, 'give-back-less')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expectState(page, 'Given back')
  await picture(till, 'live-given-back-handed-over')

  await page.getByRole('button', { name: 'Payments', exact: true }).click()
  const rows = main(page).getByRole('row')
  const row = rows.filter({ hasText: '15,000' })
  await expect(row).toContainText('Given back')
  await expect(row).not.toContainText('Paid')
  await expect(rows.filter({ hasText: '7,000' })).not.toContainText('Given back')
  // What was paid is 22,000, although one row says Refunded.
  const sums = main(page).getByRole('region', { name: 'Totals of the payments shown' })
  await expect(sums).toContainText('What was given back is not subtracted.')
  await page.keyboard.press('F4')
  await page.keyboard.type('15000')
  const found = page.getByRole('option').filter({ hasText: '15,000' })
  await expect(found).toContainText('Given back')
  await expect(found).not.toContainText('Paid')
  await picture(till, 'found-given-back')
  await page.keyboard.press('Escape')
  await picture(till, 'payments-given-back')
  await page.getByRole('combobox', { name: 'State' }).selectOption('Given back')
  await expect(rows.filter({ hasText: '7,000' })).toBeHidden()
  await row.click()
  await expect(main(page).getByText(/^Given back in cash: 15,000\. Brought back/)).toBeVisible()
  await picture(till, 'history-given-back')
})

test('what was too much goes back in cash, and the goods may go; then a part of them comes back', async ({
  till,
  service,
}) => {
  const { page } = till
  service.control.setApproval(1_000)
  service.control.setSession({ mobile: 3_600 })
  await sellMobile(page, { phone: phones.approves, amount: '15000' })
  await expectState(page, 'Waiting for customer')
  await page.getByRole('button', { name: 'Take cash instead' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Record cash' }).click()
  await expectState(page, 'Paid in cash')
  const [{ reference } = { reference: '' }] = service.control.payments()
  service.control.decide(reference, 'completed')
  await expect(paymentState(page)).toContainText('Too much', { timeout: 30_000 })
  await picture(till, 'live-too-much-in-cash')

  await page.waitForTimeout(800)
  await main(page).getByRole('button', { name: 'Give back' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Give money back' })
  await expect(dialog.getByRole('radio', { name: 'It was too much' })).toBeChecked()
  await dialog.getByRole('radio', { name: 'In cash' }).click()
  await checkScreen(till, 'give-back-too-much')
  await dialog.getByRole('button', { name: 'Record TZS 15,000 given back' }).click()
  await expect(dialog).toBeHidden()
  await expectState(page, 'Paid')
  await expect(page.getByRole('button', { name: 'Needs attention' })).toBeHidden()
  await page.waitForTimeout(800)
  await page.getByRole('button', { name: 'Hand over goods' }).click()

  await openFromRail(page, '15,000')
  await pressPayButton(page, 'Give back')
  await dialog.getByRole('radio', { name: 'In cash' }).click()
  await dialog.getByRole('textbox', { name: 'Amount (TZS)' }).fill('15001')
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('One was torn')
  await dialog.getByRole('button', { name: /^Record/ }).click()
  await expect(dialog.getByText('Type an amount, at most 15,000.')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Amount (TZS)' }).fill('2,500')
  await dialog.getByRole('button', { name: 'Record TZS 2,500 given back' }).click()
  await expect(dialog).toBeHidden()
  await expectState(page, 'Paid')
  await expect(page.getByText('Given back in cash: 2,500', { exact: true })).toBeVisible()
  await picture(till, 'live-part-given-back')
})

test('money given back is a line of its own in the day, in its closing and on the receipt', async ({
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
  expect(before.split('\r\n')[0]).toContain('givenBack,givenBackAt')
  expect(before).not.toContain(',refund,givenBack,')

  await sellPaid(page, '3000')
  await recordGivenBack(page, 'In cash', 'Wrong size')
  await savesReceipt(page)
  await openFromRail(page, '15,000')
  await recordGivenBack(page, 'Through the service', 'Paid by mistake')

  await page.getByRole('button', { name: 'Day', exact: true }).click()
  const region = (name: string) => main(page).getByRole('region', { name, exact: true })
  await expect(region('Confirmed')).toContainText('TZS 3,000')
  await expectRefunds(region('Given back'))
  await picture(till, 'day-given-back')
  await page.getByRole('button', { name: 'Close the day…', exact: true }).click()
  await page.getByRole('textbox', { name: 'Float at the start (TZS)' }).fill('20,000')
  await expect(page.getByRole('row', { name: 'Expected' })).toContainText('17,000')
  await page.getByRole('textbox', { name: 'Counted cash (TZS)' }).fill('17000')
  await expect(page.getByText('The cash is correct.')).toBeVisible()
  await picture(till, 'cash-up-given-back')
  await closeDay(page)
  await expectRefunds(page.getByRole('article').getByRole('region', { name: 'Given back' }))
  await page.getByRole('button', { name: 'Save spreadsheet' }).click()
  const lines = (await readFile(await savedFile(page), 'utf8')).trim().split('\r\n').slice(1)
  expect(lines.map(line => line.split(',').slice(2, 7)).map(cells => cells.join(' '))).toEqual([
    expect.stringMatching(/^confirmed paid .* 3000$/),
    expect.stringMatching(/^refund givenBack .* 15000$/),
    expect.stringMatching(/^refund givenBack .* 3000$/),
  ])
  await pressPayButton(page, 'Save as PDF')
  const pdf = await savedFile(page)
  expect(pdfText(pdf)).toMatch(/In cash\s+3,000/)
  keepPdfPicture(pdf, 'closing-given-back')
  await till.close()

  const again = await launch()
  await unlock(again.page)
  // A shop that counts its cash is asked for the next float.
  await again.page.getByRole('button', { name: 'Skip' }).click()
  await openFromRail(again.page, '15,000')
  await expectState(again.page, 'Given back')
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

/** A receipt that is made after money went back says it, on the narrowest roll too. */
async function savesReceipt(page: Page): Promise<void> {
  await calls(page, 'kaunta:settings.save', [
    { section: 'receipts', value: { ...defaultReceiptSettings, paper: '58' } },
  ])
  await pressPayButton(page, 'Save as PDF')
  const file = await savedFile(page)
  expect(pdfText(file).replace(/\s+/g, ' ')).toMatch(/REFUNDED 3,000 IN CASH: \d\d\/\d\d\/\d{4}/)
  keepPdfPicture(file, 'receipt-given-back-58')
}
