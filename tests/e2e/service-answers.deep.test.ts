import type { Page } from '@playwright/test'
import { expectOnePayment, expectState } from '../support/window/expectations'
import {
  chargeButton,
  fillMobile,
  paymentState,
  phones,
  sellCard,
  sellMobile,
} from '../support/window/payment'
import { checkScreen, picture } from '../support/window/pictures'
import { expect, test } from '../support/window/test'

/* Answers in the forms of real services, and what the cashier sees of them. */

test('answers in the forms of real services', async ({ till, service }) => {
  test.slow()
  const { page } = till
  await test.step('flat answers, in capitals and with text amounts, say how the payment ended', async () => {
    await test.step('mobile money, paid', async () => {
      await sellMobile(page, { phone: phones.flatPaid })
      await expectState(page, 'Waiting for customer')
      await expectState(page, 'Paid')
      expect(expectOnePayment(service, 1).answer).not.toContain('"data"')
      await picture(till, 'live-flat-paid')
      await page.getByRole('button', { name: 'Hand over goods' }).click()
      await expect(page.getByRole('textbox', { name: 'Amount' })).toBeFocused()
    })
    await test.step('mobile money, failed', async () => {
      await sellMobile(page, { phone: phones.flatFailed })
      await expectState(page, 'Failed')
      await picture(till, 'live-flat-failed')
    })
    await test.step('odd side fields cost nothing; the history names what was left out', async () => {
      await sellMobile(page, { phone: phones.oddCreate, amount: '16000' })
      await expectState(page, 'Paid')
      await expect(page.getByText('Fields not understood')).toBeHidden()
      await page.getByRole('button', { name: 'Payments' }).click()
      await page.getByRole('row').filter({ hasText: '16,000' }).getByRole('button').click()
      const facts = page.getByRole('main').locator('dl')
      await expect(facts).toContainText(/Fields not understoodobject/)
    })
    await test.step('card', async () => {
      service.control.reset()
      service.control.setAnswers('flat')
      await sellCard(page)
      await page.getByRole('img', { name: 'Card checkout QR code' }).waitFor()
      service.control.decide(expectOnePayment(service, 1).reference, 'completed')
      await expectState(page, 'Paid')
      await picture(till, 'live-flat-card')
    })
  })
  service.control.reset()
  await test.step('a repeat that the service refuses leaves the outcome unknown, with its words', async () => {
    await sellMobile(page, { phone: phones.repeatRefused, amount: '15000' })
    await expectState(page, 'Outcome unknown')
    const words = page.getByText('400 duplicate_transaction: This transaction already exists.')
    await expect(words.first()).toBeVisible()
    await expect(paymentState(page)).toContainText('The first request may have been carried out')
    await picture(till, 'live-repeat-refused')
    await test.step('its number is held', async () => {
      await fillMobile(page, { phone: phones.repeatRefused, amount: '16000' })
      await chargeButton(page).click()
      await expect(page.getByRole('alert')).toContainText('may still show')
      await expect(page.getByText('once its outcome is known').first()).toBeVisible()
      expectOnePayment(service)
    })
    await test.step('it is a to-do until a manager has resolved it', async () => {
      await page.getByRole('button', { name: 'Needs attention: 1' }).click()
      await expect(page.getByText('The service refused the repeat')).toBeVisible()
      await page.getByRole('button', { name: 'View TZS 15,000' }).click()
      await resolve(page, 'The dashboard says completed')
      await expectState(page, 'Stopped')
      await expect(page.getByRole('button', { name: /^Needs attention:/ })).toBeHidden()
    })
  })
  service.control.reset()
  await test.step('a provider that says the opposite: not paid before a manager has looked', async () => {
    await sellMobile(page, { phone: phones.providerDisagrees, amount: '15000' })
    await expectState(page, 'Check with manager')
    const asked = 'What does “provider_status: DECLINED” mean?'
    await expect(page.getByText(asked)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Needs attention: 1' })).toBeVisible()
    await checkScreen(till, 'live-provider-disagrees')
    const nothing = 'It means: not relevant'
    await page.getByRole('button', { name: nothing }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Not relevant' }).click()
    await expectState(page, 'Paid')
    await expect(page.getByRole('button', { name: /^Needs attention:/ })).toBeHidden()
  })
})

async function resolve(page: Page, reason: string): Promise<void> {
  await page.getByRole('button', { name: 'Resolve' }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByRole('radio', { name: 'Other' }).click()
  await dialog.getByRole('textbox', { name: 'Reason' }).fill(reason)
  await dialog.getByRole('button', { name: 'Resolve' }).click()
  await expect(dialog).toBeHidden()
}
