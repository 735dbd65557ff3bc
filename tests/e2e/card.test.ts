import { chromium, type Page } from '@playwright/test'
import type { Payment as PracticePayment } from '../../electron/practice/payments/payment'
import { browserHere } from '../support/window/browser'
import { expectOnePayment, expectState } from '../support/window/expectations'
import { readQrCode } from '../support/window/outputs'
import { sellCard } from '../support/window/payment'
import { expect, test } from '../support/window/test'

/** What the service answered to the create request: §4.3. */
function checkoutUrlOf(payment: PracticePayment): unknown {
  return JSON.parse(payment.answer).data.checkout_url
}

/** The code on the till's screen, read from a picture of the window as a phone would. */
async function scan(page: Page): Promise<string> {
  await page.getByRole('img', { name: 'Card checkout QR code' }).waitFor()
  const text = readQrCode(await page.screenshot())
  if (text === null) throw new Error('No QR code can be read on the screen')
  return text
}

/** The customer opens what they scanned, in a browser of their own, and presses a button there. */
async function decideAt(address: string, decision: 'Pay' | 'Decline'): Promise<void> {
  const browser = await chromium.launch(browserHere)
  try {
    const customer = await browser.newPage()
    await customer.goto(address)
    await customer.getByRole('button', { name: decision }).click()
    await customer.getByRole('status').waitFor()
  } finally {
    await browser.close()
  }
}

test('the code on the screen is the checkout page', async ({ till: { app, page }, service }) => {
  test.slow()
  await test.step('the code on the screen is the checkout page, and paying there is Paid here', async () => {
    await sellCard(page)
    await expectState(page, 'Waiting for customer')
    const scanned = await scan(page)
    expect(scanned).toBe(checkoutUrlOf(expectOnePayment(service, 1)))

    await decideAt(scanned, 'Pay')
    await expectState(page, 'Paid')
    await expect(page.getByRole('img', { name: 'Card checkout QR code' })).toBeHidden()
    expect(expectOnePayment(service, 1)).toMatchObject({ channel: 'card', status: 'completed' })
  })
  service.control.reset()
  await test.step('the code can be read in the smallest window and in the dark, and declining there is Failed here', async () => {
    await app.evaluate(({ BrowserWindow, nativeTheme }) => {
      nativeTheme.themeSource = 'dark'
      BrowserWindow.getAllWindows()[0]?.setSize(1024, 640)
    })
    await expect.poll(() => page.evaluate(() => window.innerWidth)).toBe(1024)
    await sellCard(page)
    const scanned = await scan(page)
    expect(scanned).toBe(checkoutUrlOf(expectOnePayment(service, 1)))
    await decideAt(scanned, 'Decline')
    await expectState(page, 'Failed')
    expect(expectOnePayment(service, 1).status).toBe('failed')
  })
})
