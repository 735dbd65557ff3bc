import { expect, type Page } from '@playwright/test'
import type { LoggedRequest, PracticePayment, PracticeService } from '../../../electron/practice'
import { openFromRail, paymentState } from './sale'

/** What the Payment state begins with. */
export type StateWord =
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
  | 'Stopped'

/** Longer than any wait between two reads or two attempts in a test. */
const patience = 20_000

/** Waits until the payment on the screen is in this state. */
export async function expectState(page: Page, word: StateWord): Promise<void> {
  await expect(paymentState(page)).toHaveText(new RegExp(`^${word}`), { timeout: patience })
}

/** The customer of an expired payment pays it after all; asked by hand, the till says so. */
export async function payLate(page: Page, { control }: PracticeService, value: number) {
  const expired = control.payments().find(({ amount }) => amount.value === value)
  control.decide(expired?.reference ?? '', 'completed')
  await openFromRail(page, value.toLocaleString('en-US'))
  await page.getByRole('button', { name: 'Check now' }).click()
  await expect(paymentState(page)).toContainText('Paid late')
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
