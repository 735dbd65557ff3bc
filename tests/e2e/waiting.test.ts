import { type PracticeService, startPracticeService } from '../../electron/practice'
import { calls } from './support/bridge'
import { createRequests, expectOnePayment, expectState } from './support/expectations'
import { paymentState, phones, railSales, sellCard, sellMobile } from './support/sale'
import { expect, test } from './support/test'
import type { Till } from './support/till'

test.describe.configure({ mode: 'parallel' })

/** The same service, there again after it was gone. */
function comeBack({ port, pathPrefix, apiKey, apiSecret }: PracticeService) {
  return startPracticeService({
    ...{ port, pathPrefix, apiKey, apiSecret },
    ...{ approvalSeconds: 0.5, speed: 10, webhooks: 'off' },
  })
}

/** A shop that asks after two seconds instead of after a minute. */
async function askSoon({ page }: Till): Promise<void> {
  const [saved] = await calls(page, 'kaunta:settings.savePatience', [
    {
      freshness: { aloneMs: 2_000, renewMs: 600_000 },
      cardFreshness: { aloneMs: 60_000, renewMs: 3_600_000 },
      queue: { sales: 3, amount: 1_000_000 },
      assumedLifetimeMs: 900_000,
    },
  ])
  expect(saved).toMatchObject({ ok: true })
}

test('a push that waited too long is not sent by itself: the cashier is asked', async ({
  till,
  service,
}) => {
  const { page } = till
  await askSoon(till)
  await service.stop()
  await sellMobile(page, { phone: phones.approves })
  await expectState(page, 'Ask the customer')
  const back = await comeBack(service)
  try {
    // Long enough for a till that does not ask to have sent it many times over.
    await page.waitForTimeout(4_000)
    expect(createRequests(back)).toEqual([])
    await expectState(page, 'Ask the customer')
    await page.getByRole('button', { name: 'Send now' }).click()
    await expectState(page, 'Paid')
    expectOnePayment(back, 1)
  } finally {
    await back.stop()
  }
})

test('sales taken without a network go out oldest first; a card waits longer than a push', async ({
  till,
  service,
}) => {
  const { page } = till
  await askSoon(till)
  await service.stop()
  await sellCard(page, { amount: '11000' })
  await sellMobile(page, { phone: phones.approves, amount: '12000' })
  await expectState(page, 'Ask the customer')
  const back = await comeBack(service)
  try {
    await expect.poll(() => back.control.payments().length, { timeout: 20_000 }).toBe(1)
    expect(back.control.payments()[0]?.amount.value).toBe(11_000)
    await expectState(page, 'Ask the customer')
    await page.getByRole('button', { name: 'Withdraw' }).click()
    await expectState(page, 'Withdrawn')
  } finally {
    await back.stop()
  }
})

test('as many as the shop can sort out may wait, and then no more', async ({ till, service }) => {
  const { page } = till
  await askSoon(till)
  await service.stop()
  for (const [index, amount] of ['11000', '12000', '13000'].entries())
    await sellMobile(page, { phone: `25575400121${index}`, amount })
  await page.getByRole('button', { name: 'Charge', exact: true }).click()
  await page.getByRole('textbox', { name: 'Amount' }).fill('14000')
  await page.getByRole('textbox', { name: 'Phone number' }).fill('+255754001219')
  await page.getByRole('textbox', { name: 'First name' }).fill('Asha')
  await page.getByRole('textbox', { name: 'Last name' }).fill('Mushi')
  await page.getByRole('button', { name: 'Request payment' }).click()
  await expect(page.getByRole('alert')).toContainText('Too many payments are already waiting')
  await expect(railSales(page)).toHaveCount(3)
})

test('a computer whose clock is days wrong counts down right, and expires nothing early', async ({
  till: { page },
  service,
}) => {
  const days = 3 * 86_400_000
  service.control.skewDate(days)
  service.control.setSession({ mobile: 30 })
  service.control.setApproval(1_000)
  await sellMobile(page, { phone: phones.ordinary })
  await expectState(page, 'Waiting for customer')
  const { expiresAt } = expectOnePayment(service, 1)
  await expect(async () => {
    const shown = await page.getByRole('timer').textContent()
    const [minutes = 0, seconds = 0] = (shown?.match(/\d+:\d\d/)?.[0] ?? '').split(':').map(Number)
    const left = (expiresAt - Date.now()) / 1000 // the books are not skewed, only what is told
    expect(Math.abs(minutes * 60 + seconds - left)).toBeLessThanOrEqual(2)
  }).toPass({ timeout: 10_000 })
  await expect(paymentState(page)).toHaveText(/^Waiting for customer/)
})
