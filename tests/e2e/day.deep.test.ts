import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { defaultReceiptSettings, paperSchema } from '../../shared/settings/receipts'
import { calls } from '../support/window/bridge'
import { unlock } from '../support/window/connection'
import { projectFolder } from '../support/window/electron-switches'
import { expectState, payLate, sellUnanswered } from '../support/window/expectations'
import { installPrinter, keepPdfPicture, pdfText, printedBy } from '../support/window/outputs'
import { phones, sellMobile } from '../support/window/payment'
import { checkScreen, picture } from '../support/window/pictures'
import { expect, test } from '../support/window/test'
import type { Till } from '../support/window/till'

const day = (page: Page) => page.getByRole('button', { name: 'Day', exact: true }).click()
const block = (page: Page, name: string): Locator =>
  page.getByRole('main').getByRole('region', { name, exact: true })

/** Opens what a file was saved as, from the words that say where it is, and takes it away. */
async function savedFile(page: Page): Promise<Buffer> {
  const said = page.getByText(/^Saved: /)
  await expect(said).toBeVisible({ timeout: 30_000 })
  const file = ((await said.textContent()) ?? '').replace('Saved: ', '')
  const bytes = await readFile(file)
  await rm(file)
  return bytes
}

async function signOffAll(page: Page, reason: string): Promise<void> {
  await page.getByRole('button', { name: 'Leave all open…' }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByRole('textbox', { name: 'Reason' }).fill(reason)
  await dialog.getByRole('button', { name: /^Leave .* open$/ }).click()
}

async function closeDay(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Close the day', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Close now' }).click()
  await expect(page.getByText('The day is closed')).toBeVisible()
  // It prints itself, or says that it cannot.
  await expect(page.getByText(/Sent to the printer|No printer was found/)).toBeVisible()
}

test('a day is closed once nothing is open without a reason, and what comes later is marked', async ({
  till,
  launch,
  service,
}) => {
  test.slow()
  const { page } = till
  await sellMobile(page, { phone: phones.approves, amount: '15000', firstName: '=Asha' })
  await expectState(page, 'Paid')
  await sellMobile(page, { phone: phones.declines, amount: '700' })
  await expectState(page, 'Failed')
  await sellMobile(page, { phone: phones.unknownWord, amount: '3000' })
  await expectState(page, 'Check with manager')
  await sellMobile(page, { phone: phones.wrongAmount, amount: '6000' })
  await expectState(page, 'Check with manager')
  await sellUnanswered(page, service, { amount: '9500' })

  await day(page)
  await expect(block(page, 'Confirmed')).toContainText('TZS 15,000')
  await expect(block(page, 'Confirmed')).toContainText('1 payment')
  await expect(block(page, 'Unknown')).toContainText('TZS 18,500')
  await expect(block(page, 'Unknown')).toContainText('3 payments')
  const states = page.getByRole('table', { name: 'By state' }).getByRole('row')
  for (const [state, amount] of [
    ['Paid', '15,000'],
    ['Expired', '9,500'],
    ['Answer does not match the payment', '6,000'],
    ['Failed', '700'],
  ] as const)
    await expect(states.filter({ hasText: state })).toContainText(amount)
  // The three are never added to one another: neither sum is anywhere.
  await expect(page.getByRole('main')).not.toContainText('33,500')
  await expect(page.getByRole('main')).not.toContainText('34,200')

  await page.getByRole('button', { name: 'Close the day…', exact: true }).click()
  const open = page.getByRole('list', { name: 'Still open' }).getByRole('listitem')
  await expect(open).toHaveCount(3)
  await expect(page.getByText('Not yet: 3 left.')).toBeVisible()
  // It can be pressed, and does nothing.
  await page.getByRole('button', { name: 'Close the day', exact: true }).click({ force: true })
  await expect(page.getByRole('alertdialog')).toBeHidden()

  await settleInCash(page, '3,000')
  await day(page)
  await expect(block(page, 'Recorded by staff')).toContainText('TZS 3,000')
  await page.getByRole('button', { name: 'Close the day…', exact: true }).click()
  await expect(open).toHaveCount(2)
  await signOffAll(page, 'Customer rings tomorrow')
  await expect(page.getByText('Everything that is left open has a reason.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Counted cash (TZS)' }).fill('2,500')
  await expect(page.getByText('TZS 500 less than expected')).toBeVisible()
  await page.getByRole('button', { name: 'Close the day', exact: true }).click()
  await expect(page.getByRole('alertdialog')).toContainText('TZS 15,000')
  await page.keyboard.press('Escape')
  await closeDay(page)
  const paper = page.getByRole('article')
  await expect(paper).toContainText('Cash-up 1')
  await expect(paper).toContainText('SANDBOX: no real money')
  await expect(paper).toContainText('Customer rings tomorrow')
  await expect(paper).toContainText('−500')

  await page.getByRole('button', { name: 'Save spreadsheet' }).click()
  const sheet = (await savedFile(page)).toString('utf8')
  expect(sheet.startsWith('\uFEFFcashUp,mode,block,')).toBe(true)
  const lines = sheet.trim().split('\r\n')
  expect(
    lines
      .slice(1)
      .map(line => line.split(',').slice(0, 4).join(' '))
      .sort(),
  ).toEqual([
    '1 sandbox cash cash',
    '1 sandbox confirmed paid',
    '1 sandbox none failed',
    '1 sandbox unknown expired',
    '1 sandbox unknown mismatched',
  ])
  expect(sheet).toContain("'=Asha Mushi")
  await page.getByRole('button', { name: 'Save as PDF' }).click()
  await keepPdf(await savedFile(page), 'closing')
  await page.getByRole('button', { name: 'Save as PDF' }).click()
  const copy = await savedFile(page)
  await keepPdf(copy, 'closing-copy')

  await day(page)
  await expect(block(page, 'Confirmed')).toContainText('TZS 0')
  await expect(page.getByText('Since the last cash-up')).toBeVisible()
  await payLate(page, service, 9_500)
  await day(page)
  await expect(block(page, 'Confirmed')).toContainText('TZS 9,500')
  const earlier = page.getByRole('main').getByRole('listitem').filter({ hasText: 'in period 1' })
  await expect(earlier).toContainText('TZS 9,500')
  await expect(
    page.getByText('Confirmed now, requested in an earlier period').first(),
  ).toBeVisible()
  await printOnRolls(till)
  await till.close()

  // As it was, whatever came later, and over a restart.
  const again = await launch()
  await unlock(again.page)
  await day(again.page)
  await again.page.getByRole('button', { name: 'Past cash-ups' }).click()
  await again.page.getByRole('button', { name: 'Cash-up 1' }).click()
  await expect(again.page.getByRole('article')).toContainText('Customer rings tomorrow')
  await expect(block(again.page, 'Unknown')).toContainText('TZS 15,500')
  await again.page.getByRole('button', { name: 'Save spreadsheet' }).click()
  expect((await savedFile(again.page)).toString('utf8')).toBe(sheet)
})

/** From the list of the cash-up to the payment's own screen, and the way that it ended. */
async function settleInCash(page: Page, amount: string): Promise<void> {
  await page.getByRole('button', { name: `View TZS ${amount}` }).click()
  await page.getByRole('button', { name: 'Resolve' }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByRole('radio', { name: 'Paid in cash' }).click()
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Took the notes')
  await dialog.getByRole('button', { name: 'Resolve' }).click()
  await expect(dialog).toBeHidden()
}

/** Saved with the pictures for people to check. A header alone is not enough. */
async function keepPdf(pdf: Buffer, name: string): Promise<void> {
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
  const folder = path.join(projectFolder, 'screenshots')
  await mkdir(folder, { recursive: true })
  const file = path.join(folder, `${name}.pdf`)
  await writeFile(file, pdf)
  expect(pdfText(file), 'what is in the tables is on the paper').toMatch(/No money\s+700/)
  keepPdfPicture(file, name)
}

/** The closing as it comes out of the printer of receipts, on each of their papers. */
async function printOnRolls(till: Till): Promise<void> {
  const { page } = till
  await installPrinter(till, 'prints')
  await page.getByRole('button', { name: 'Past cash-ups' }).click()
  await page.getByRole('button', { name: 'Cash-up 1' }).click()
  for (const [index, paper] of paperSchema.options.entries()) {
    const how = { ...defaultReceiptSettings, paper, printer: 'till-80' }
    await calls(page, 'kaunta:settings.save', [{ section: 'receipts', value: how }])
    await page.getByRole('button', { name: 'Print', exact: true }).click()
    await expect.poll(async () => (await printedBy(till)).length).toBe(index + 1)
    const slip = (await printedBy(till))[index]
    expect(slip?.options).toMatchObject({ deviceName: 'till-80', copies: 1 })
    expect(slip?.text).toContain('Customer rings tomorrow')
    await keepPdf(Buffer.from(slip?.pdf ?? '', 'base64'), `closing-printed-${paper}`)
  }
}

test('a day is closed without the service, and with the keyboard alone', async ({
  till: { page },
  service,
}) => {
  await sellUnanswered(page, service, { amount: '4000' })
  await service.stop()
  await day(page)
  await tabTo(page, 'Close the day…')
  await page.keyboard.press('Enter')
  await tabTo(page, 'Leave open… TZS 4,000')
  await page.keyboard.press('Enter')
  await page.keyboard.type('No network')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Left open: No network')).toBeVisible()
  await tabTo(page, 'Close the day')
  await page.keyboard.press('Enter')
  await tabTo(page, 'Close now')
  await page.keyboard.press('Enter')
  await expect(page.getByText('The day is closed')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Cash-up 1', level: 1 })).toBeFocused()
})

/** Presses Tab until a button has the focus; fails where it never gets it. */
async function tabTo(page: Page, name: string): Promise<void> {
  // A screen reader's nonbreaking space is a space to anyone who searches for a name.
  const button = page.getByRole('button', { name, exact: true })
  await button.waitFor()
  // What a row offers can be pressed once it has been in sight for a moment.
  await expect(button).not.toHaveAttribute('aria-disabled', 'true')
  for (let presses = 0; presses < 60; presses++) {
    if (await button.evaluate(element => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab never came to ${name}`)
}

test('pictures of a day and its cash-up', async ({ till, service }) => {
  // Seven pictures in six looks each.
  test.slow()
  const { page } = till
  await sellMobile(page, { phone: phones.approves, amount: '15000' })
  await expectState(page, 'Paid')
  await sellMobile(page, { phone: phones.wrongAmount, amount: '6000' })
  await expectState(page, 'Check with manager')
  await sellUnanswered(page, service, { amount: '9500' })
  await day(page)
  await expect(block(page, 'Unknown')).toContainText('TZS 15,500')
  await checkScreen(till, 'day')
  await page.getByRole('button', { name: 'Close the day…', exact: true }).click()
  await page.getByText(/^Not yet: /).waitFor()
  await picture(till, 'cash-up-blocked')
  await settleInCash(page, '6,000')
  await day(page)
  await page.getByRole('button', { name: 'Close the day…', exact: true }).click()
  await page.getByRole('button', { name: 'Leave open… TZS 9,500' }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Customer rings tomorrow')
  await checkScreen(till, 'cash-up-sign-off')
  await dialog.getByRole('button', { name: 'Leave it open' }).click()
  await page.getByRole('textbox', { name: 'Counted cash (TZS)' }).fill('5500')
  await picture(till, 'cash-up-ready')
  await closeDay(page)
  await checkScreen(till, 'closed-day')
  await payLate(page, service, 9_500)
  await day(page)
  await page.getByText('Confirmed now, requested in an earlier period').first().waitFor()
  await picture(till, 'day-late')
  await page.getByRole('button', { name: 'Past cash-ups' }).click()
  await page.getByRole('button', { name: 'Cash-up 1' }).waitFor()
  await checkScreen(till, 'past-cash-ups')
})
