import path from 'node:path'
import { type PracticeService, startPracticeService } from '../support/practice/start'
import { moveTimeOfDay, setTimeouts } from '../support/window/bridge'
import { createRequests, expectState } from '../support/window/expectations'
import { paymentState, phones, sellMobile } from '../support/window/payment'
import { picture } from '../support/window/pictures'
import { addPeople, people, signIn } from '../support/window/staff'
import { test as base, comeBack, expect, quickService } from '../support/window/test'
import type { Till } from '../support/window/till'

/* Asking again with the same key, long after the answer was lost (money rule 7). */

const booksOf = (dataFolder: string) => path.join(dataFolder, 'service-books.jsonl')

const test = base.extend({
  // Its books outlive a stop: the payment was created, whatever the till knows.
  service: async ({ dataFolder }, use) => {
    const booksFile = booksOf(dataFolder)
    const service = await startPracticeService({ ...quickService, booksFile, webhooks: 'off' })
    await use(service)
    await service.stop()
  },
})

const minute = 60_000
/** What was never sent could only be entered again after half a minute. */
const freshness = { aloneMs: 30_000, renewMs: 30_000 }

/** The payment is created, each answer is lost, and then the service is away. */
async function loseAnswer({ page }: Till, service: PracticeService): Promise<void> {
  const lost = { when: 'after', effect: { kind: 'drop' } } as const
  service.control.rule({ operation: 'mobile-create' }, lost, 1_000)
  await sellMobile(page, { phone: phones.ordinary, amount: '15000' })
  await expectState(page, 'Outcome unknown')
  await service.stop()
}

test('eleven minutes later it is tried again with the same key, and charged once', async ({
  till,
  service,
  dataFolder,
}) => {
  const { page } = till
  await setTimeouts(page, { freshness })
  await loseAnswer(till, service)
  await moveTimeOfDay(till, 11 * minute)
  await expect(page.getByText('Is the customer still here?')).toBeVisible()
  await expect(page.getByText(/for another 23 h 4\d min/)).toBeVisible()
  await picture(till, 'live-unknown-try-again')

  const back = await comeBack(service, booksOf(dataFolder))
  try {
    // Long enough for a till that does not ask to have sent it.
    await page.waitForTimeout(3_000)
    expect(createRequests(back)).toEqual([])
    await page.getByRole('button', { name: 'Try again' }).click()
    await expectState(page, 'Paid')
    const [payment, ...others] = back.control.payments()
    expect(others).toEqual([])
    for (const { headers } of [...createRequests(service), ...createRequests(back)])
      expect(headers['x-idempotency-key']).toBe(payment?.idempotencyKey)
  } finally {
    await back.stop()
  }
})

test('after an hour a manager has to allow it', async ({ till, service, dataFolder }) => {
  const { page } = till
  const { neema, juma, rehema } = people
  await setTimeouts(page, { freshness })
  await addPeople(page, neema, juma, rehema)
  await page.getByRole('button', { name: 'Lock or switch' }).click()
  await signIn(page, rehema)
  await loseAnswer(till, service)
  await moveTimeOfDay(till, 61 * minute)
  await expect(page.getByText('a manager has to approve it')).toBeVisible()
  await picture(till, 'live-unknown-manager')
  const back = await comeBack(service, booksOf(dataFolder))
  try {
    await page.getByRole('button', { name: 'Try again' }).click()
    const approval = page.getByRole('alertdialog', { name: 'Manager approval needed' })
    await expect(approval).toContainText('try again after more than an hour')
    await approval.getByRole('button', { name: 'Cancel' }).click()
    await expectState(page, 'Outcome unknown')
    expect(createRequests(back)).toEqual([])

    await page.getByRole('button', { name: 'Try again' }).click()
    await approval.getByRole('radio', { name: 'Juma' }).click()
    await approval.getByLabel('Juma, your PIN').fill(juma.pin)
    await page.keyboard.press('Enter')
    await expectState(page, 'Paid')
    expect(back.control.payments()).toHaveLength(1)
  } finally {
    await back.stop()
  }
})

test('it ends with the trusted life of the key, and says why', async ({ till, service }) => {
  const { page } = till
  await setTimeouts(page, { freshness, keyTrustedMs: 2 * minute })
  await loseAnswer(till, service)
  await moveTimeOfDay(till, 3 * minute)
  await expect(paymentState(page)).toContainText('asking again could charge twice')
  await expect(page.getByRole('button', { name: 'Try again' })).toBeHidden()
  await picture(till, 'live-unknown-too-old')
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stop trying' }).click()
  await expectState(page, 'Stopped')
  await expect(page.getByRole('button', { name: 'Needs attention: 1' })).toBeVisible()
})
