import { expect, type Locator, type Page } from '@playwright/test'
import type { Payment as PracticePayment } from '../../../electron/practice/payments/payment'
import type { LoggedRequest } from '../practice/request-log'
import type { PracticeService } from '../practice/start'
import {
  type MobilePayment,
  openFromRail,
  paymentState,
  phones,
  pressPayButton,
  sellMobile,
} from './payment'
import { quickService } from './test'

/** What the Payment state begins with. */
export type StateWord =
  | 'Part paid'
  | 'Waiting to send'
  | 'Ask the customer'
  | 'Sending'
  | 'Outcome unknown'
  | 'Waiting for customer'
  | 'Paid'
  | 'Failed'
  | 'Check with manager'
  | 'Expired'
  | 'Refused'
  | 'Withdrawn'
  | 'Undone'
  | 'Stopped'
  | 'Given back'
  | 'Paid in cash'
  | 'Resolved'

/** Longer than any wait between two reads or two attempts in a test. */
const timeouts = 20_000

/** Waits until the payment on the screen is in this state. */
export async function expectState(page: Page, word: StateWord): Promise<void> {
  // What staff recorded is another state than what the service said.
  const begins = word === 'Paid' ? /^Paid(?! in cash)/ : new RegExp(`^${word}`)
  await expect(paymentState(page)).toHaveText(begins, { timeout: timeouts })
}

/** At PAID the next step and the receipt are in sight without scrolling. */
export async function expectNextInSight(page: Page): Promise<void> {
  for (const name of ['Hand over goods', /^Print (receipt|copy)$/])
    await expect(page.getByRole('button', { name })).toBeInViewport({ ratio: 1 })
}

/** Asks the service once more: within two seconds of an answer, the till shows that answer again. */
export async function checkAgain(page: Page): Promise<void> {
  await page.waitForTimeout(2_000)
  await pressPayButton(page, 'Check now')
}

/** Asks until this is shown. The till may read the answer by itself: then it is shown, and nothing is pressed. */
export async function askUntil(shown: Locator, ask: () => Promise<void>): Promise<void> {
  await expect(async () => {
    if (!(await shown.isVisible())) await ask()
    await expect(shown).toBeVisible({ timeout: 3_000 })
  }).toPass({ timeout: 40_000 })
}

/** Presses *Check now* until the payment on the screen says this. The button may disappear just before the press. */
export async function checkUntil(page: Page, words: string): Promise<void> {
  const button = page.getByRole('main').getByRole('button', { name: 'Check now', exact: true })
  const shown = paymentState(page).filter({ hasText: words })
  await askUntil(shown, () => button.click({ timeout: 3_000 }))
}

/**
 * The service's clock goes on: it is so many minutes ahead from now on. The till learns it from the next two
 * answers, for one odd `Date` alone ends nothing.
 */
export function passTime({ control }: PracticeService, minutes: number): void {
  control.skewDate(minutes * 60_000)
}

/** A customer who does nothing. The payment expires when the service's clock is past its end, `minutes` after the test began. */
export async function sellUnanswered(
  page: Page,
  service: PracticeService,
  payment: Partial<MobilePayment> = {},
  minutes = 10,
): Promise<void> {
  service.control.setApproval(10_000)
  await sellMobile(page, { phone: phones.ordinary, ...payment })
  await expectState(page, 'Waiting for customer')
  service.control.setApproval(quickService.approvalSeconds)
  passTime(service, minutes)
  await pressPayButton(page, 'Check now')
  await expectState(page, 'Expired')
}

/** The customer of an expired payment pays it after all; asked by hand, the till says so. */
export async function payLate(page: Page, { control }: PracticeService, value: number) {
  const expired = control.payments().find(({ amount }) => amount.value === value)
  control.decide(expired?.reference ?? '', 'completed')
  await openFromRail(page, value.toLocaleString('en-US'))
  await checkUntil(page, 'Paid late')
}

/** The create requests that reached the service, oldest first. */
export function createRequests({ control }: PracticeService): LoggedRequest[] {
  return control.requests().filter(({ path }) => /\/(payments\/create|card\/pay)$/.test(path))
}

/** The status reads that reached the service. */
export function statusReads({ control }: PracticeService): LoggedRequest[] {
  return control.requests().filter(({ path }) => /\/(payments|card)\/status$/.test(path))
}

/** Exactly one payment was created, and every attempt said the same, byte for byte (money rules 2, 3). */
export function expectOnePayment(service: PracticeService, attempts?: number): PracticePayment {
  const payments = service.control.payments()
  expect(payments, 'payments in the books').toHaveLength(1)
  const [payment] = payments
  if (!payment) throw new Error('The books are empty')
  const sent = createRequests(service)
  if (attempts !== undefined) expect(sent, 'create requests').toHaveLength(attempts)
  for (const { headers, body } of sent) {
    expect(headers['x-idempotency-key']).toBe(payment.idempotencyKey)
    expect(body).toBe(payment.request)
  }
  return payment
}
