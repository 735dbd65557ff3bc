import type { Locator, Page } from '@playwright/test'
import type { PracticeService } from '../support/practice/start'
import { unlock } from '../support/window/connection'
import { checkAgain, expectOnePayment, expectState } from '../support/window/expectations'
import {
  openFromRail,
  paymentState,
  phones,
  pressPayButton,
  sellMobile,
} from '../support/window/payment'
import { picture } from '../support/window/pictures'
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
  const current = await launch()
  const { page } = current
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
  await test.step('the dashboard shows another amount: what is missing is taken', async () => {
    await resolve(page, 'Seen paid in the dashboard', async dialog => {
      const amount = dialog.getByRole('textbox', { name: 'Amount seen' })
      await expect(amount).toHaveValue('15001')
      await amount.fill('8000')
      await picture(current, 'resolve-other-amount')
    })
    await expect(page.getByText('Still to pay: TZS 7,000.')).toBeVisible()
    await picture(current, 'live-other-amount-seen')
  })
  await test.step('a result that the service takes back stays written, and is raised', async () => {
    service.control.reset()
    await sellMobile(page, { phone: phones.contradicts })
    await expectState(page, 'Paid')
    await checkAgain(page)
    await expectState(page, 'Check with manager')
    await expect(page.getByText('The service changed its answer', { exact: true })).toBeVisible()
    await expect(page.getByRole('listitem').filter({ hasText: 'confirmed: paid' })).toBeVisible()
    await expect(page.getByRole('list', { name: 'Recent payments' })).toContainText(
      'Needs attention',
    )
    expect(expectOnePayment(service, 1).status).toBe('failed')
  })
  await test.step('the money is gone, and the goods are here: the sale is over', async () => {
    await resolve(page, 'Taken back by the service')
    await expect(paymentState(page)).toContainText('Taken back by the service')
    await expect(paymentState(page)).toContainText('Give no goods')
    await expect(page.getByRole('button', { name: 'Hand over goods' })).toBeHidden()
  })
  await test.step('the money is gone, and the goods too: paid again, or the shop bears it', async () => {
    service.control.reset()
    await sellMobile(page, { phone: phones.contradicts, amount: '21000' })
    await expectState(page, 'Paid')
    await pressPayButton(page, 'Hand over goods')
    await openFromRail(page, '21,000')
    await checkAgain(page)
    await picture(current, 'live-contradicted-goods-gone')
    await resolve(page, 'Taken back by the service', () => picture(current, 'resolve-taken-back'))
    await expect(page.getByText('Ask the customer to pay again.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Take the rest' })).toBeVisible()
    await picture(current, 'live-taken-back-goods-gone')
    await resolve(page, 'The shop bears it')
    await expect(page.getByRole('button', { name: 'Take the rest' })).toBeHidden()
  })
})

/** Says how the payment on the screen ended. */
async function resolve(
  page: Page,
  how: string,
  before: (dialog: Locator) => Promise<void> = async () => undefined,
): Promise<void> {
  await pressPayButton(page, 'Resolve')
  const dialog = page.getByRole('alertdialog', { name: 'Resolve this payment' })
  await dialog.getByRole('radio', { name: how }).click()
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Looked into the dashboard')
  await before(dialog)
  await dialog.getByRole('button', { name: 'Resolve' }).click()
  await expect(dialog).toBeHidden()
}
