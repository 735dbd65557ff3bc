import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { defaultReceiptSettings } from '../../shared/settings/receipts'
import { calls } from '../support/window/bridge'
import { expectState } from '../support/window/expectations'
import { installPrinter, keepPdfPicture, pdfText, printedBy } from '../support/window/outputs'
import { phones, sellMobile } from '../support/window/payment'
import { checkScreen, picture } from '../support/window/pictures'
import { addPeople, openSettings, people, signIn } from '../support/window/staff'
import { test as base, expect } from '../support/window/test'
import type { Till } from '../support/window/till'

const test = base.extend<{ till: Till }>({
  till: async ({ launchConnected, dataFolder }, use) =>
    use(await launchConnected({ env: { HOME: path.join(dataFolder, 'home') } })),
})

// Pictures in every look and size take their time.
test.slow()

const { neema, rehema } = people

async function openShift(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Day', exact: true }).click()
  await page.getByRole('button', { name: 'Shift report' }).click()
  await page.getByRole('article').waitFor()
}

const from = (page: Page, name: string) => page.getByRole('radio', { name }).click()

async function savePdf(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Save as PDF' }).click()
  const said = page.getByText(/^Saved: /)
  await expect(said).toBeVisible({ timeout: 30_000 })
  return ((await said.textContent()) ?? '').replace('Saved: ', '')
}

test('a shift report: a cashier’s own, a manager’s of everybody, and the day goes on', async ({
  till,
}) => {
  const { page } = till
  await installPrinter(till, 'prints')
  const receipts = { ...defaultReceiptSettings, paper: '58', printer: 'till-80' }
  await calls(page, 'kaunta:settings.save', [{ section: 'receipts', value: receipts }])
  await openSettings(page, 'Details')
  await page.getByRole('textbox', { name: 'Owner’s phone' }).fill('0754 001 212')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved')).toBeVisible()
  await addPeople(page, neema, rehema)
  await sellMobile(page, { phone: phones.approves, amount: '20000' })
  await expectState(page, 'Paid')
  await page.keyboard.press('Control+l')
  await signIn(page, rehema)
  await sellMobile(page, { phone: phones.approves, amount: '15000' })
  await expectState(page, 'Paid')
  await sellMobile(page, { phone: phones.unknownWord, amount: '3000' })
  await expectState(page, 'Check with manager')

  const report = page.getByRole('article')
  await test.step('a cashier’s own payments, the totals apart, and what is open by name', async () => {
    await openShift(page)
    await expect(report).toContainText(
      'Only what Rehema did: payments requested, cash taken, money given back.',
    )
    await expect(report.getByRole('region', { name: 'Confirmed' })).toContainText('TZS 15,000')
    await expect(report.getByRole('region', { name: 'Unknown', exact: true })).toContainText(
      '3,000',
    )
    await expect(report).not.toContainText('20,000')
    await expect(report).not.toContainText('18,000')
    await expect(report.getByRole('listitem').filter({ hasText: '3,000' })).toContainText('Asha')
    await checkScreen(till, 'shift-cashier')
  })
  await test.step('to the owner, whose number is set once: a message opens, and the person sends it', async () => {
    await till.app.evaluate(({ shell }) => {
      shell.openExternal = async address => void Object.assign(globalThis, { address })
    })
    await page.getByRole('button', { name: 'Send to owner' }).click()
    await expect(page.getByText('The message is open.')).toBeVisible()
    const address = await till.app.evaluate(
      () => (globalThis as unknown as { address: string }).address,
    )
    const { pathname, searchParams } = new URL(address)
    expect(pathname).toBe('/255754001212')
    expect(searchParams.get('text')).toContain('Confirmed by the service: TZS 15,000 (1)')
    expect(searchParams.get('text')).toContain('Left open: TZS 3,000 (1)')
  })
  await test.step('on the receipt printer, and the next one begins there', async () => {
    await page.getByRole('button', { name: 'Print', exact: true }).click()
    await expect(page.getByText('Sent to the printer.')).toBeVisible()
    const [slip] = await printedBy(till)
    expect(slip?.options).toMatchObject({ deviceName: 'till-80', copies: 1 })
    expect(slip?.text).toContain('SANDBOX: no real money')
    expect(slip?.text).toMatch(/Shift report[\s\S]*15,000/)
    await from(page, 'Since last report')
    await expect(report.getByRole('region', { name: 'Confirmed' })).toContainText('TZS 0')
    // What is open is named until it is resolved.
    await expect(report.getByRole('listitem').filter({ hasText: '3,000' })).toHaveCount(1)
    await from(page, 'Since last cash-up')
    await expect(report.getByRole('region', { name: 'Confirmed' })).toContainText('TZS 15,000')
  })
  await test.step('an owner sees everybody, by cashier and by payment method', async () => {
    await page.keyboard.press('Control+l')
    await signIn(page, neema)
    await openShift(page)
    await expect(report).toContainText('Payments of everyone.')
    await from(page, 'Since last cash-up')
    await expect(report.getByRole('region', { name: 'Confirmed' })).toContainText('TZS 35,000')
    const cashiers = report.getByRole('table', { name: 'By cashier' })
    await expect(cashiers.getByRole('row').filter({ hasText: 'Rehema' })).toContainText('15,000')
    await expect(cashiers.getByRole('row').filter({ hasText: 'Neema' })).toContainText('20,000')
    await expect(report.getByRole('table', { name: 'By payment method' })).toContainText('35,000')
    await picture(till, 'shift-owner')
    const file = await savePdf(page)
    expect(path.basename(file)).toMatch(/^kaunta-shift-sandbox-/)
    expect((await readFile(file)).subarray(0, 5).toString()).toBe('%PDF-')
    expect(pdfText(file)).toContain('The day goes on.')
    keepPdfPicture(file, 'shift-owner')
  })
  await test.step('nothing was closed', async () => {
    await page.getByRole('button', { name: 'Day', exact: true }).click()
    await expect(page.getByText('Since this till was first used')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Confirmed' })).toContainText('TZS 35,000')
  })
})
