import type { Page } from '@playwright/test'
import type { CustomerView } from '../../shared/customer-view'
import { calls, recentPayments } from '../support/window/bridge'
import { expect, test } from '../support/window/customer-window'
import { expectState } from '../support/window/expectations'
import { readQrCode } from '../support/window/outputs'
import { sellCard } from '../support/window/payment'
import { keepScreenshot, resize } from '../support/window/pictures'
import type { Till } from '../support/window/till'

/* The longest that the till accepts has 2,048. Every length is read in tests/unit/renderer/qr-drawing.deep.test.ts. */
const lengths = [120, 300, 480, 640, 700, 900, 1_000, 1_200, 1_500, 1_800, 1_953, 2_048]

function addressOf(length: number): string {
  return `https://checkout.example/pay/${'aB3-'.repeat(length)}`.slice(0, length)
}

const codeOf = (page: Page) => page.getByRole('img', { name: 'Card checkout QR code' })

/** Main says so to a window, past the service: as if the address had been another one. */
function push({ app }: Till, channel: string, value: unknown): Promise<void> {
  return app.evaluate(
    ({ webContents }, [to, what]) => {
      for (const each of webContents.getAllWebContents()) each.send(to, what)
    },
    [channel, value] as const,
  )
}

async function expectRead(page: Page, address: string): Promise<void> {
  const side = await codeOf(page).evaluate(svg => {
    const { width } = svg.getBoundingClientRect()
    return (width * devicePixelRatio) / Number(svg.getAttribute('viewBox')?.split(' ')[2])
  })
  expect(side, 'device pixels a module').toBeGreaterThanOrEqual(3)
  expect(side, 'a whole number of them').toBe(Math.round(side))
  expect(readQrCode(await page.screenshot())).toBe(address)
}

test('a code is read at every length, in the till at 1024×640 and on the customer’s window', async ({
  shop: { customer, ...till },
}) => {
  test.slow()
  const { page } = till
  await resize(till, { width: 1024, height: 640 })
  await sellCard(page)
  await expectState(page, 'Waiting for customer')
  const [payment] = await recentPayments(page)
  const [seen] = (await calls(customer, 'kaunta:customer.view', [undefined])) as [
    { value: CustomerView },
  ]
  if (!payment || seen.value.scene.name !== 'card') throw new Error('No card payment is shown')
  const { value: view } = seen
  for (const length of lengths) {
    const address = addressOf(length)
    await expect(async () => {
      await push(till, 'kaunta-push:paymentChanged', { ...payment, checkoutUrl: address })
      await expectRead(page, address)
    }, `${length} in the till`).toPass()
    await expect(async () => {
      const scene = { ...view.scene, code: address }
      await push(till, 'kaunta-push:customerViewChanged', { ...view, scene })
      await expectRead(customer, address)
    }, `${length} for the customer`).toPass()
  }
  await keepScreenshot(till, 'qr-grown')
  await test.step('folded, the panel is there again', async () => {
    await push(till, 'kaunta-push:paymentChanged', { ...payment, checkoutUrl: addressOf(2_048) })
    await page.getByRole('main').getByRole('button', { name: 'Close' }).click()
    await expect(page.getByRole('button', { name: 'New sale' })).toBeVisible()
    await page.getByRole('button', { name: 'Show the code larger' }).click()
    await expect(codeOf(page)).toBeVisible()
  })
  await test.step('where it cannot be read it says so, and offers the link', async () => {
    // As on a small display: no person makes the window so low.
    const window = await till.app.browserWindow(page)
    await window.evaluate(shown => shown.setMinimumSize(800, 500))
    await resize(till, { width: 1024, height: 520 })
    await push(till, 'kaunta-push:paymentChanged', { ...payment, checkoutUrl: addressOf(2_048) })
    await expect(page.getByText('too fine for this window')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Copy link' })).toBeVisible()
    await expect(codeOf(page)).toHaveCount(0)
    await keepScreenshot(till, 'qr-too-fine')
  })
})
