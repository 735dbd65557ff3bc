import type { PracticeService } from '../support/practice/start'
import { setTimeouts } from '../support/window/bridge'
import { createRequests, expectOnePayment, expectState } from '../support/window/expectations'
import {
  chargeButton,
  fillMobile,
  openFromRail,
  paymentState,
  phones,
  railPayments,
  sellCard,
  sellMobile,
} from '../support/window/payment'
import { comeBack, expect, test } from '../support/window/test'
import type { Till } from '../support/window/till'

/** A shop that asks after two seconds instead of after a minute. */
function askSoon({ page }: Till): Promise<void> {
  return setTimeouts(page, {
    freshness: { aloneMs: 2_000, renewMs: 600_000 },
    cardFreshness: { aloneMs: 60_000, renewMs: 3_600_000 },
    queue: { sales: 3, amount: 1_000_000 },
  })
}

test('what waits', async ({ till, service }) => {
  test.slow()
  await test.step('a computer whose clock is days wrong counts down right, and expires nothing early', () =>
    countDown(till, service))
  await test.step('taken without a network: how many may wait, and which go out by themselves', () =>
    takeWithoutNetwork(till, service))
})

async function takeWithoutNetwork(till: Till, service: PracticeService): Promise<void> {
  const { page } = till
  await askSoon(till)
  await service.stop()
  await sellCard(page, { amount: '11000' })
  await sellMobile(page, { phone: phones.approves, amount: '12000' })
  await sellMobile(page, { phone: phones.ordinary, amount: '13000' })
  await test.step('as many as the shop can sort out may wait, and then no more', async () => {
    await fillMobile(page, { phone: '255754001219', amount: '14000' })
    await chargeButton(page).click()
    await expect(page.getByRole('alert')).toContainText('Too many payments are already waiting')
    await expect(railPayments(page)).toHaveCount(4)
  })
  for (const amount of ['13,000', '12,000']) {
    await openFromRail(page, amount)
    await expectState(page, 'Ask the customer')
  }
  const back = await comeBack(service)
  try {
    await test.step('a card waits longer than a push, and goes by itself', async () => {
      await expect.poll(() => back.control.payments().length, { timeout: 20_000 }).toBe(1)
      expect(back.control.payments()[0]?.amount.value).toBe(11_000)
    })
    await test.step('a push that waited too long is not sent by itself: the cashier is asked', async () => {
      // Long enough for a till that does not ask to have sent it many times over.
      await page.waitForTimeout(4_000)
      expect(createRequests(back)).toHaveLength(1)
      await expectState(page, 'Ask the customer')
      await page.getByRole('button', { name: 'Send now' }).click()
      await expectState(page, 'Paid')
      expect(back.control.payments()).toHaveLength(2)
      expect(createRequests(back)).toHaveLength(2)
    })
    await test.step('or is taken back', async () => {
      await openFromRail(page, '13,000')
      await expectState(page, 'Ask the customer')
      await page.getByRole('button', { name: 'Withdraw' }).click()
      await expectState(page, 'Withdrawn')
    })
  } finally {
    await back.stop()
  }
}

async function countDown({ page }: Till, service: PracticeService): Promise<void> {
  const days = 3 * 86_400_000
  service.control.skewDate(days)
  service.control.setSession({ mobile: 60 })
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
  service.control.decide(expectOnePayment(service, 1).reference, 'failed')
  await expectState(page, 'Failed')
  service.control.reset()
}
