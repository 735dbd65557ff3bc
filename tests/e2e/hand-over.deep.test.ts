import type { Page } from '@playwright/test'
import type { Payment } from '../../shared/payment/payment'
import { calls, recentPayments } from '../support/window/bridge'
import { expectOnePayment, expectState } from '../support/window/expectations'
import { phones, sellMobile } from '../support/window/payment'
import { expect, test } from '../support/window/test'

const quickPayments = (page: Page) =>
  page.getByRole('listbox', { name: 'Last payments' }).getByRole('option')

test('goods are handed over once, from any screen', async ({ till, service }) => {
  const { app, page } = till
  await sellMobile(page, { phone: phones.approves })
  await expectState(page, 'Paid')
  expectOnePayment(service, 1)
  const [sold] = await recentPayments(page)
  const paymentId = sold?.id ?? ''

  // The answer comes back to the window after another person's: both pressed the button they saw.
  const press = { action: 'hand-over', paymentId }
  const [first, second] = await calls(page, 'kaunta:payments.act', [press, press])
  expect(first).toMatchObject({ ok: true })
  const at = (first as { value: { payment: Payment } }).value.payment.handedOverAt
  expect(second).toMatchObject({
    code: 'already-handed-over',
    handedOver: { paymentId, at, by: null },
  })

  await page.keyboard.press('F4')
  await expect(quickPayments(page).first()).toContainText('goods handed over')
  await page.keyboard.press('Enter')
  await expectState(page, 'Paid')
  await expect(page.getByText('Goods handed over at')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Hand over goods' })).toBeHidden()

  await test.step('a button that is out of date says when they were handed over', async () => {
    await sellMobile(page, { phone: phones.approves, amount: '9000' })
    await expectState(page, 'Paid')
    // As if the news were still on its way to the window.
    await app.evaluate(({ BrowserWindow }) => {
      for (const { webContents } of BrowserWindow.getAllWindows()) webContents.send = () => {}
    })
    const [last] = await recentPayments(page)
    const press = { action: 'hand-over', paymentId: last?.id ?? '' }
    await calls(page, 'kaunta:payments.act', [press])
    await page.getByRole('button', { name: 'Hand over goods' }).click()
    const told = page.getByRole('alert').filter({ hasText: 'were handed over before' })
    await expect(told).toContainText(/\d:\d\d/)
  })
})
