import type { Page } from '@playwright/test'
import {
  createRequests,
  expectOnePayment,
  expectState,
  sellUnanswered,
  statusReads,
} from '../support/window/expectations'
import {
  openFromRail,
  paymentState,
  phones,
  pressPayButton,
  sellMobile,
} from '../support/window/payment'
import { picture } from '../support/window/pictures'
import { expect, test } from '../support/window/test'

/** How many frames show something that moves by itself, while the customer is waited for anyway. */
function movesWithin(page: Page, ms: number): Promise<number> {
  return page.evaluate(async length => {
    let moving = 0
    for (const end = performance.now() + length; performance.now() < end; ) {
      await new Promise(requestAnimationFrame)
      const durations = document.getAnimations().map(({ effect }) => effect?.getTiming().duration)
      moving += durations.filter(duration => Number(duration) > 1).length
    }
    return moving
  }, ms)
}

test('a mobile-money payment ends as the customer and the service decide', async ({
  till,
  service,
}) => {
  test.slow()
  const { page } = till
  await test.step('a payment ends as the customer and the service decide', async () => {
    await test.step('a customer who approves has paid', async () => {
      await sellMobile(page, { phone: phones.approves, typed: '0700 000 001', amount: '15000' })
      await expectState(page, 'Waiting for customer')
      expect(await movesWithin(page, 1_200), 'who wants less motion sees none').toBe(0)
      await expectState(page, 'Paid')
      const payment = expectOnePayment(service, 1)
      expect(payment).toMatchObject({
        status: 'completed',
        amount: { currency: 'TZS', value: 15_000 },
      })
      expect(JSON.parse(payment.request)).toMatchObject({
        phone_number: phones.approves,
        customer: { firstname: 'Asha', lastname: 'Mushi' },
      })

      await page.getByRole('button', { name: 'Hand over goods' }).click()
      await openFromRail(page, '15,000')
      await expect(page.getByText('Goods handed over at')).toBeVisible()
      await expect(page.getByRole('button', { name: 'Hand over goods' })).toBeHidden()
    })
    await test.step('a customer who declines has not paid, and can be charged again', async () => {
      service.control.reset()
      await sellMobile(page, { phone: phones.declines, typed: '+255 (0) 700-000-002' })
      await expectState(page, 'Failed')
      const first = expectOnePayment(service, 1)
      expect(JSON.parse(first.request)).toMatchObject({ phone_number: phones.declines })

      await page.getByRole('button', { name: 'Charge again' }).click()
      await expect(page.getByRole('textbox', { name: 'Amount' })).toHaveValue('15,000')
      await page.getByRole('button', { name: 'Request payment' }).click()
      await expectState(page, 'Failed')
      // Charging again is a new sale: it must not find the old one's result by its key.
      expect(service.control.payments()).toHaveLength(2)
      expect(new Set(service.control.payments().map(each => each.idempotencyKey)).size).toBe(2)
      expect(first.status).toBe('failed')
    })
    await test.step("a refusal shows the service's own words, and nothing is created", async () => {
      service.control.reset()
      await sellMobile(page, { phone: phones.refused })
      await expectState(page, 'Refused')
      await expect(
        page.getByText('phone_number does not belong to a supported operator network.', {
          exact: true,
        }),
      ).toBeVisible()
      expect(service.control.payments()).toEqual([])
      expect(createRequests(service)).toHaveLength(1)
    })
  })
  service.control.reset()
  await test.step('a customer who never answers', async () => {
    await test.step('leaves it expired, and nothing more is read', async () => {
      await sellUnanswered(page, service)
      expect(expectOnePayment(service, 1).status).toBe('pending')
      const reads = statusReads(service).length
      // Longer than the till waits between two reads at that age.
      await page.waitForTimeout(6_000)
      expect(statusReads(service)).toHaveLength(reads)
    })
    await test.step('paid after the till gave up: Check now says so, and it stays a to-do', async () => {
      service.control.decide(expectOnePayment(service).reference, 'completed')
      await pressPayButton(page, 'Check now')
      await expectState(page, 'Paid')
      await expect(paymentState(page)).toContainText('Paid late')
      await expect(page.getByRole('list', { name: 'Recent payments' })).toContainText(
        'Needs attention',
      )

      await picture(till, 'live-paid-late')
      // The money has its end with the goods, or goes back.
      await expect(page.getByRole('button', { name: 'Give back' })).toBeVisible()
      await page.getByRole('button', { name: 'Hand over goods' }).click()
      await expect(page.getByRole('list', { name: 'Recent payments' })).not.toContainText(
        'Needs attention',
      )
    })
  })
})
