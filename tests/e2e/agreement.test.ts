import type { Page } from '@playwright/test'
import type { PracticeService } from '../support/practice/start'
import { createRequests, expectOnePayment, expectState } from '../support/window/expectations'
import { paymentState, phones, sellMobile } from '../support/window/payment'
import { picture } from '../support/window/pictures'
import { expect, quickService, test } from '../support/window/test'

/* Answers that say two things are never green, and one payment's failing reads hold no other payment. */

/** From now on every mobile read answers with this body. */
function answerReads({ control }: PracticeService, body: object, more: object = {}): void {
  const headers = { 'content-type': 'application/json' }
  const answer = { kind: 'answer', status: 200, headers, body: JSON.stringify(body), ...more }
  const fault = { when: 'before', effect: answer } as Parameters<typeof control.rule>[1]
  control.rule({ operation: 'mobile-status' }, fault, 1_000)
}

/** A pending payment of 15,000 whose customer does nothing, the only one in the books, and its reference. */
async function sellPending(page: Page, service: PracticeService, phone: string): Promise<string> {
  service.control.reset()
  service.control.setApproval(1_000)
  await sellMobile(page, { phone, amount: '15000' })
  await expectState(page, 'Waiting for customer')
  service.control.setApproval(quickService.approvalSeconds)
  return expectOnePayment(service).reference
}

const amount = { currency: 'TZS', value: 15_000 }

test('answers that say two things are never green, and failing reads hold no other payment', async ({
  till,
  service,
}) => {
  test.slow()
  const { page } = till
  await test.step('a payment that was resolved as not paid, and is paid then, is raised at the cash-up', async () => {
    const first = await sellPending(page, service, '255754000001')
    service.control.decide(first, 'under_review')
    await expectState(page, 'Check with manager')
    await page.getByRole('button', { name: 'Resolve' }).click()
    const dialog = page.getByRole('alertdialog')
    await dialog.getByRole('radio', { name: 'Not paid' }).click()
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('The customer says no')
    await dialog.getByRole('button', { name: 'Resolve' }).click()
    await expect(dialog).toBeHidden()
    service.control.decide(first, 'completed')
    await page.getByRole('button', { name: 'Day' }).click()
    await page.getByRole('button', { name: 'Close the day…' }).click()
    const open = page.getByRole('list', { name: 'Still open' }).getByRole('listitem')
    await expect(open).toHaveCount(1)
    await expect(open).toContainText('Paid late')
    await picture(till, 'cash-up-late-after-resolved')
    await page.getByRole('alert').getByRole('button', { name: 'View payment' }).click()
  })
  await test.step('an envelope in an envelope that is pending is not paid, and a failed one has failed', async () => {
    const reference = await sellPending(page, service, '255754000002')
    const inner = (status: string) => ({
      status: 'success',
      code: 200,
      data: { status: 'success', reference, data: { status, amount } },
    })
    answerReads(service, inner('PENDING'))
    await page.getByRole('button', { name: 'Check now' }).click()
    await page.waitForTimeout(2_500)
    await expectState(page, 'Waiting for customer')
    await picture(till, 'live-inner-pending')
    service.control.reset()
    answerReads(service, inner('FAILED'))
    await expectState(page, 'Failed')
  })
  await test.step('an answer with two words goes to a manager, who resolves it', async () => {
    const reference = await sellPending(page, service, '255754000003')
    answerReads(service, {
      status: 'success',
      code: 200,
      data: { status: 'PAID', reference, amount, transaction: { status: 'FAILED' } },
    })
    await expectState(page, 'Check with manager')
    await expect(page.getByText('The service said “PAID, FAILED”')).toBeVisible()
    await expect(page.getByRole('button', { name: 'It means paid' })).toBeHidden()
    await picture(till, 'live-two-words')
  })
  await test.step('a payment whose reads fail with a long pause holds no later payment', async () => {
    const reference = await sellPending(page, service, '255754000004')
    const effect = {
      kind: 'answer',
      status: 503,
      headers: { 'content-type': 'application/json', 'retry-after': '600' },
      body: JSON.stringify({ status: 'error', code: 503, error_code: 'down', message: 'later' }),
    } as const
    service.control.rule({ bodyIncludes: reference }, { when: 'before', effect }, 1_000)
    await page.waitForTimeout(3_000)
    const before = Date.now()
    await sellMobile(page, { phone: phones.approves, amount: '16000' })
    await expect.poll(() => createRequests(service).length).toBe(2)
    expect(Date.now() - before).toBeLessThan(10_000)
    await expectState(page, 'Paid')
    await picture(till, 'live-other-reads-fail')
  })
  await test.step('an error body in a 200 is shown in the service’s words, and is no sign of a portal', async () => {
    const error = {
      status: 'error',
      code: 500,
      error_code: 'operator_down',
      message: 'The operator does not answer',
    }
    await test.step('to a read', async () => {
      await sellPending(page, service, '255754000005')
      answerReads(service, error)
      await page.waitForTimeout(2_000)
      await page.getByRole('button', { name: 'Check now' }).click()
      const alert = page.getByRole('main').getByRole('alert')
      await expect(alert).toContainText('500 operator_down: The operator does not answer')
      await picture(till, 'live-error-body-read')
    })
    await test.step('to a create: the outcome is unknown', async () => {
      const effect = {
        kind: 'answer',
        status: 200,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(error),
      } as const
      service.control.rule({ operation: 'mobile-create' }, { when: 'after', effect }, 1_000)
      await sellMobile(page, { phone: phones.ordinary, amount: '16000' })
      await expectState(page, 'Outcome unknown')
      await expect(
        paymentState(page).page().getByText('500 operator_down: The operator').first(),
      ).toBeVisible()
      await expect(page.getByText('Wi-Fi')).toBeHidden()
      await picture(till, 'live-error-body-create')
    })
  })
})
