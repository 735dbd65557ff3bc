import { readdirSync } from 'node:fs'
import path from 'node:path'
import type { Locator, Page } from '@playwright/test'
import {
  defaultReceiptSettings,
  paperSchema,
  type ReceiptSettings,
} from '../../shared/settings/receipts'
import { calls } from '../support/window/bridge'
import { choosePractice, unlock } from '../support/window/connection'
import { expectState } from '../support/window/expectations'
import {
  installPrinter,
  keepPdfPicture,
  pdfPages,
  pdfText,
  printedBy,
} from '../support/window/outputs'
import { phones, pressPayButton, sellMobile } from '../support/window/payment'
import { checkScreen, picture } from '../support/window/pictures'
import { openSettings } from '../support/window/staff'
import { test as base, expect } from '../support/window/test'
import type { Till } from '../support/window/till'

/** A till connected to the sandbox, whose person has a home of their own. */
const test = base.extend<{ home: string; till: Till }>({
  home: async ({ dataFolder }, use) => use(path.join(dataFolder, 'home')),
  till: async ({ launchConnected, home }, use) =>
    use(await launchConnected({ env: { HOME: home } })),
})

const paperWidths = { '58': 58, '80': 80, a4: 210 } as const

async function setReceipts(page: Page, change: Partial<ReceiptSettings>): Promise<void> {
  const how = { ...defaultReceiptSettings, ...change }
  const [answer] = await calls(page, 'kaunta:settings.save', [{ section: 'receipts', value: how }])
  expect(answer).toMatchObject({ ok: true })
}

async function sellPaid(page: Page): Promise<void> {
  await sellMobile(page, { phone: phones.approves, amount: '15000' })
  await expectState(page, 'Paid')
}

const receipt = (page: Page): Locator => page.getByRole('main')

async function savePdf(page: Page): Promise<string> {
  await pressPayButton(page, 'Save as PDF')
  const said = page.getByRole('status', { name: 'Receipt' })
  await expect(said).toContainText('Saved:', { timeout: 20_000 })
  return ((await said.textContent()) ?? '').replace('Saved: ', '')
}

test('receipts: as files, on no printer, on one that refuses, and their settings', async ({
  till,
  home,
}) => {
  test.slow()
  await test.step('saved on each paper, on one page, and says all that it must', () =>
    saveOnEachPaper(till, home))
  await test.step('without a printer selling goes on, and the screen says what to do', () =>
    sellWithoutPrinter(till))
  await setReceipts(till.page, {})
  await test.step('a printer that refuses: nothing is blocked, and what comes next is a copy', () =>
    printOnRefusing(till))
  await test.step('settings: a preview that is the slip, a test print, and what is chosen stays', () =>
    changeSettings(till))
})

async function saveOnEachPaper({ page }: Till, home: string): Promise<void> {
  const shop = { name: 'Duka la Asha', till: 'Till 1', currency: 'TZS', country: 'TZ' }
  const customer = { firstName: '', lastName: '', email: '', country: '', city: '', address: '' }
  const value = { ...shop, customer, ownerPhone: '', shownNumber: '' }
  const [saved] = await calls(page, 'kaunta:settings.save', [{ section: 'shop', value }])
  expect(saved).toMatchObject({ ok: true })
  await sellPaid(page)
  const folders = new Set<string>()
  for (const [index, paper] of paperSchema.options.entries()) {
    await setReceipts(page, { paper, footer: 'Asante, karibu tena!' })
    const file = await savePdf(page)
    folders.add(path.dirname(file))
    expect(path.basename(path.dirname(file))).toBe('Kaunta')
    expect(file.startsWith(home)).toBe(true)
    const { pages, width, height } = pdfPages(file)
    expect({ pages, width }, paper).toEqual({ pages: 1, width: paperWidths[paper] })
    expect(height, paper).toBeGreaterThan(80)
    keepPdfPicture(file, `receipt-${paper}`)
    const text = pdfText(file).replace(/\s+/g, ' ')
    for (const words of [
      'SANDBOX: no real money',
      'Duka la Asha',
      'Payment receipt',
      'TZS 15,000',
      'PAID',
      'Mobile money',
      '••• 001',
      'Till 1',
      'Asante, karibu tena!',
      'This is not a fiscal receipt.',
    ])
      expect(text, paper).toContain(words)
    expect(text, paper).not.toContain('700000001')
    expect(text, paper).not.toContain('Mushi')
    expect(text.includes(`COPY ${index + 1}`), paper).toBe(index > 0)
  }
  expect(folders.size).toBe(1)
  expect(readdirSync([...folders][0] ?? '')).toHaveLength(3)
}

test('in Kiswahili, and in Practice marked as such', async ({ launch, home }) => {
  const { page } = await launch({ env: { HOME: home } })
  await choosePractice(page)
  await setReceipts(page, { paper: '58', language: 'sw' })
  await sellPaid(page)
  const file = await savePdf(page)
  keepPdfPicture(file, 'receipt-58-sw-practice')
  const text = pdfText(file).replace(/\s+/g, ' ')
  for (const words of ['MAZOEZI: si pesa halisi', 'YAMELIPWA', 'Hii si risiti ya kodi'])
    expect(text).toContain(words)
  expect(text.match(/MAZOEZI/g)).toHaveLength(2)
})

test('by itself on PAID, once, and after a restart the next one is a copy', async ({
  till,
  home,
  launch,
}) => {
  await installPrinter(till, 'prints')
  await setReceipts(till.page, { automatic: true, printer: 'till-80' })
  await sellPaid(till.page)
  await expect(receipt(till.page)).toContainText('Receipts made so far: 1')
  // On record before the printer gets a byte of it.
  await expect.poll(async () => (await printedBy(till)).length).toBe(1)
  const [first] = await printedBy(till)
  expect(first?.options).toMatchObject({ silent: true, deviceName: 'till-80', copies: 1 })
  expect(first?.text).not.toContain('COPY')
  await receipt(till.page).getByRole('button', { name: 'Print copy' }).click()
  await expect(receipt(till.page)).toContainText('Sent to the printer')
  const printed = await printedBy(till)
  expect(printed).toHaveLength(2)
  expect(printed[1]?.text).toContain('COPY 2')
  await till.kill()

  const again = await launch({ env: { HOME: home } })
  await installPrinter(again, 'prints')
  await unlock(again.page)
  await again.page
    .getByRole('list', { name: 'Recent payments' })
    .getByRole('button')
    .first()
    .click()
  await expect(receipt(again.page)).toContainText('Receipts made so far: 2')
  expect(await printedBy(again)).toEqual([])
})

async function sellWithoutPrinter(till: Till): Promise<void> {
  const { page } = till
  await setReceipts(page, { automatic: true })
  await sellPaid(page)
  await expect(receipt(page)).toContainText('The printer was not found.')
  await checkScreen(till, 'receipt-without-printer')
  await receipt(page).getByRole('button', { name: 'Print receipt' }).click()
  await expect(receipt(page).getByRole('alert')).toContainText('its address in Settings')
  await picture(till, 'receipt-printer-missing')
  await page.getByRole('button', { name: 'Hand over goods' }).click()
  await sellPaid(page)
  await test.step('a receipt that is not paid for does not exist', async () => {
    await sellMobile(page, { phone: phones.declines })
    await expectState(page, 'Failed')
    await expect(page.getByRole('button', { name: /^(Print|Save as PDF)/ })).toHaveCount(0)
  })
}

async function printOnRefusing(till: Till): Promise<void> {
  const { page } = till
  await installPrinter(till, 'refuses')
  await sellPaid(page)
  await receipt(page).getByRole('button', { name: 'Print receipt' }).click()
  await expect(receipt(page).getByRole('alert')).toContainText('did not take the receipt')
  await page.getByRole('button', { name: 'Payments' }).click()
  await page.getByRole('row').filter({ hasText: '15,000' }).first().getByRole('button').click()
  await expect(receipt(page)).toContainText('The printer did not take it.')
  await expect(page.getByText('The receipt may not have come out')).not.toHaveCount(0)
  await receipt(page).getByRole('button', { name: 'Print copy' }).click()
  await expect.poll(async () => (await printedBy(till)).at(-1)?.text).toContain('COPY 2')
}

async function changeSettings(till: Till): Promise<void> {
  const { page } = till
  await installPrinter(till, 'prints')
  await openSettings(page, 'Receipts and printer')
  const preview = page.getByRole('img', { name: 'Preview' })
  await expect(preview).toBeVisible({ timeout: 15_000 })
  await picture(till, 'settings-receipts')
  const before = await preview.getAttribute('src')
  await page.getByRole('radio', { name: '58 mm' }).click()
  await page.getByRole('textbox', { name: 'Text at the end' }).fill('Karibu tena')
  await expect(preview).not.toHaveAttribute('src', before ?? '', { timeout: 15_000 })
  await page.getByRole('combobox', { name: 'Printer' }).selectOption('Till printer')
  await page.getByRole('button', { name: 'Print a test' }).click()
  await expect(page.getByText('The sample went to the printer.')).toBeVisible()
  const [printed] = await printedBy(till)
  expect(printed?.text).toContain('SAMPLE: not a receipt')
  expect(printed?.text).toContain('Karibu tena')
  await page.getByRole('radio', { name: 'Print automatically' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved')).toBeVisible()
  await picture(till, 'settings-receipts-saved')
  await page.reload()
  await expect(page.getByRole('radio', { name: '58 mm' })).toBeChecked()
  await expect(page.getByRole('radio', { name: 'Print automatically' })).toBeChecked()
}
