import type { Locator, Page } from '@playwright/test'
import readQrCode from 'jsqr'
import type { Payment } from '../../shared/payment/payment'
import { defaultReceiptSettings, type ReceiptSettings } from '../../shared/settings/receipts'
import { EscposPrinter, pictureOf, type Sheet } from '../support/escpos-printer'
import { calls, recentPayments } from '../support/window/bridge'
import { choosePractice } from '../support/window/connection'
import { expectState } from '../support/window/expectations'
import { phones, sellMobile } from '../support/window/payment'
import { checkScreen, picture } from '../support/window/pictures'
import { openSettings } from '../support/window/staff'
import { test as base, expect } from '../support/window/test'
import type { Till } from '../support/window/till'

const test = base.extend<{ printer: EscposPrinter; till: Till }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the needs from this pattern
  printer: async ({}, use) => {
    const printer = new EscposPrinter()
    await printer.switchOn()
    await use(printer)
    await printer.switchOff()
  },
  till: async ({ launch }, use) => {
    const till = await launch()
    await choosePractice(till.page)
    await use(till)
  },
})

const receipt = (page: Page): Locator => page.getByRole('main')

async function setReceipts(page: Page, change: Partial<ReceiptSettings>): Promise<void> {
  const how = { ...defaultReceiptSettings, ...change }
  const [answer] = await calls(page, 'kaunta:settings.save', [{ section: 'receipts', value: how }])
  expect(answer).toMatchObject({ ok: true })
}

async function sellPaid(page: Page): Promise<void> {
  await sellMobile(page, { phone: phones.approves, amount: '15000' })
  await expectState(page, 'Paid')
}

/** What a scanner reads on a sheet. */
function scanned(sheet: Sheet | undefined): string | undefined {
  if (!sheet) return undefined
  const { width, height, data } = pictureOf(sheet)
  return readQrCode(new Uint8ClampedArray(data), width, height)?.data
}

/** 96 × 48, black with a white stripe: drawn by the window itself. */
const logoOf = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const canvas = document.createElement('canvas')
    canvas.width = 320
    canvas.height = 96
    const context = canvas.getContext('2d')
    if (!context) throw new Error('no canvas')
    context.fillRect(0, 0, 320, 96)
    context.fillStyle = '#fff'
    context.font = 'bold 64px sans-serif'
    context.fillText('ASHA', 60, 72)
    return canvas.toDataURL('image/png')
  })

test('set up in Settings, tried, and then off in the middle of a receipt', async ({
  till,
  printer,
}) => {
  const { page } = till
  await openSettings(page, 'Receipts and printer')
  await page.getByRole('radio', { name: 'Receipt printer on the network (ESC/POS)' }).click()
  const address = page.getByRole('textbox', { name: 'Printer’s address' })

  await test.step('an address that is none is refused at its field', async () => {
    await address.fill('http://printer')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('An address such as 192.168.1.50')).toBeVisible()
  })

  await test.step('a test print says what is wrong, and then prints and opens the drawer', async () => {
    await address.fill(printer.address)
    await page.getByRole('radio', { name: 'For cash' }).click()
    printer.condition.paper = 'out'
    await page.getByRole('button', { name: 'Print a test' }).click()
    await expect(page.getByText('The printer is out of paper.')).toBeVisible()
    await checkScreen(till, 'settings-receipt-printer')
    printer.refill()
    await page.getByRole('button', { name: 'Print a test' }).click()
    await expect(page.getByText('The sample went to the printer.')).toBeVisible()
    expect(printer.sheets).toMatchObject([{ width: 576, cut: true }])
    expect(printer.drawerOpened).toBe(1)
  })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved')).toBeVisible()

  await page.getByRole('button', { name: 'Charge' }).first().click()
  await sellPaid(page)
  await test.step('the power goes in the middle', async () => {
    printer.condition.offAfter = printer.rows + 150
    await receipt(page).getByRole('button', { name: 'Print receipt' }).click()
    await expect(receipt(page).getByRole('alert')).toContainText('stopped in the middle')
    await picture(till, 'receipt-printer-stopped')
    expect(printer.sheets).toHaveLength(2)
    printer.keepPicture(printer.sheets[1] as Sheet, 'escpos-off-in-the-middle')
  })
  await test.step('switched on, nothing comes by itself; what is asked for is a copy', async () => {
    printer.condition.offAfter = null
    const torn = printer.sheets[1] as Sheet
    torn.cut = true
    await printer.switchOn()
    const { connections } = printer
    await page.waitForTimeout(1_500)
    expect(printer.connections).toBe(connections)
    await receipt(page).getByRole('button', { name: 'Print copy' }).click()
    await expect(receipt(page)).toContainText('Sent to the printer')
    expect(printer.sheets).toHaveLength(3)
    expect(printer.sheets[2]?.rows.length).toBeGreaterThan(torn.rows.length)
    printer.keepPicture(printer.sheets[2] as Sheet, 'escpos-copy-after-power')
    expect([printer.unknown, printer.dangerousRows]).toEqual([[], 0])
  })
  await test.step('off before it is asked: said at once, and no copy is counted', async () => {
    await printer.switchOff()
    await receipt(page).getByRole('button', { name: 'Print copy' }).click()
    await expect(receipt(page).getByRole('alert')).toContainText('does not answer', {
      timeout: 15_000,
    })
    expect((await lastPayment(page)).receiptCopies).toBe(2)
  })
})

test('each paper in each language, with logo and QR code, letters of any kind', async ({
  till: { page },
  printer,
}) => {
  const customer = { firstName: '', lastName: '', email: '', country: '', city: '', address: '' }
  const shop = { name: 'Café Été – Кафе', till: 'Till 1', currency: 'TZS', country: 'TZ' }
  await calls(page, 'kaunta:settings.save', [{ section: 'shop', value: { ...shop, customer } }])
  await sellPaid(page)
  const logo = await logoOf(page)
  for (const paper of ['58', '80'] as const)
    for (const language of ['en', 'sw'] as const) {
      await setReceipts(page, {
        method: 'network',
        address: printer.address,
        paper,
        language,
        logo,
        referenceCode: true,
        shopAddress: 'Uhuru St 12, Dar es Salaam',
        footer: 'Asante, karibu tena! مرحبا',
      })
      const [answer] = await calls(page, 'kaunta:receipts.print', [
        { paymentId: (await lastPayment(page)).id },
      ])
      expect(answer).toMatchObject({ ok: true })
      const sheet = printer.sheets.at(-1) as Sheet
      printer.keepPicture(sheet, `escpos-${paper}-${language}`)
      expect(sheet).toMatchObject({ width: paper === '58' ? 384 : 576, cut: true })
      const { value } = answer as { value: { reference: string } }
      expect(scanned(sheet), `${paper} ${language}`).toBe(value.reference)
      // The drawing uses the paper's width: nothing is cut off, and nothing shrunk.
      const columns = sheet.rows.reduce(
        (all, row) => all.map((dot, at) => dot | (row[at] ?? 0)),
        [...new Uint8Array(sheet.width)],
      )
      expect(columns.indexOf(1)).toBeLessThan(8)
      expect(columns.lastIndexOf(1)).toBeGreaterThan(sheet.width - 9)
    }
  const [shift] = await calls(page, 'kaunta:shift.print', [{ from: null }])
  expect(shift).toMatchObject({ ok: true })
  printer.keepPicture(printer.sheets.at(-1) as Sheet, 'escpos-80-shift')
  expect(printer.sheets).toHaveLength(5)
  expect([printer.unknown, printer.dangerousRows]).toEqual([[], 0])
})

async function lastPayment(page: Page): Promise<Pick<Payment, 'id' | 'receiptCopies'>> {
  const [payment] = await recentPayments(page)
  if (!payment) throw new Error('There is no payment')
  return payment
}
