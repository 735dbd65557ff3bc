import type { Page } from '@playwright/test'
import type { PracticeService } from '../support/practice/start'
import { unlock } from '../support/window/connection'
import { checkAgain, expectOnePayment, expectState } from '../support/window/expectations'
import { paymentState, phones, pressPayButton, sellMobile } from '../support/window/payment'
import { expect, quickService, test } from '../support/window/test'

/** A payment whose status becomes a word that the till does not know. */
async function sellWithWord(page: Page, { control }: PracticeService, phone: string) {
  control.setApproval(1_000)
  await sellMobile(page, { phone })
  await expectState(page, 'Waiting for customer')
  control.decide(control.payments().at(-1)?.reference ?? '', 'processed_ok')
  await expectState(page, 'Check with manager')
}

test('what the till does not understand or believe waits for a manager', async ({
  till,
  launch,
  service,
}) => {
  test.slow()
  await test.step('asked about and turned back: nothing is decided', async () => {
    const { page } = till
    await sellWithWord(page, service, phones.approves)
    await page.getByRole('button', { name: 'It means paid' }).click()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('alertdialog')).toBeHidden()
    await expectState(page, 'Check with manager')
    // Another phone: until the meaning of the word is known, the first prompt may be live.
    await sellWithWord(page, service, phones.ordinary)
  })
  // Both payments wait: one decision, on the word.
  expect(service.control.payments()).toHaveLength(2)
  await expect(till.page.getByText('processed_ok').first()).toBeVisible()
  await till.page.getByRole('button', { name: 'It means paid' }).click()
  const dialog = till.page.getByRole('alertdialog')
  await dialog.getByRole('button', { name: 'It means paid' }).click()
  await expectState(till.page, 'Paid')
  expect(service.control.payments(), 'deciding charges no one').toHaveLength(2)
  await till.close()

  service.control.setApproval(quickService.approvalSeconds)
  const { page } = await launch()
  await unlock(page)
  await test.step('what a word means is kept for next time', async () => {
    await sellMobile(page, { phone: phones.unknownWord })
    await expectState(page, 'Paid')
  })
  service.control.reset()
  await test.step('paid, but another amount: a manager looks, and it never says Paid', async () => {
    await sellMobile(page, { phone: phones.wrongAmount, amount: '15000' })
    await expectState(page, 'Check with manager')
    await expect(page.getByText(/15,?001/)).toBeVisible()
    await pressPayButton(page, 'Check now')
    await expectState(page, 'Check with manager')
    await expect(page.getByRole('button', { name: 'Hand over goods' })).toBeHidden()
    expect(expectOnePayment(service, 1).status).toBe('completed')
  })
  await test.step('a result that the service takes back stays written, and is raised', async () => {
    service.control.reset()
    await sellMobile(page, { phone: phones.contradicts })
    await expectState(page, 'Paid')
    await checkAgain(page)
    await expectState(page, 'Check with manager')
    await expect(paymentState(page)).toContainText('The service changed its answer')
    await expect(page.getByRole('listitem').filter({ hasText: 'confirmed: paid' })).toBeVisible()
    await expect(page.getByRole('list', { name: 'Recent payments' })).toContainText(
      'Needs attention',
    )
    expect(expectOnePayment(service, 1).status).toBe('failed')
  })
})
