import { expect, test } from '../../support/page/test'
import { expectItWorks, saveAndTest } from '../../support/window/connection'
import { expectOnePayment, expectState } from '../../support/window/expectations'
import {
  chargeButton,
  openFromRail,
  phones,
  pressPayButton,
  railPayments,
  sellMobile,
} from '../../support/window/payment'

// One after the other: each worker bundles the till once.
test.describe.configure({ mode: 'default' })

test('mobile money: a customer who declines, and is charged again', async ({
  till: { page },
  service,
}) => {
  await sellMobile(page, { phone: phones.declines })
  await expectState(page, 'Failed')
  await pressPayButton(page, 'Charge again')
  await expect(page.getByRole('textbox', { name: 'Amount' })).toHaveValue('15,000')
  await page.getByRole('textbox', { name: 'Phone number' }).fill(`+${phones.approves}`)
  await chargeButton(page).click()
  await expectState(page, 'Paid')
  const states = service.control.payments().map(({ status }) => status)
  expect(new Set(states)).toEqual(new Set(['completed', 'failed']))
})

test('an answer that is lost after execution: unknown, then paid once', async ({
  till: { page },
  service,
}) => {
  service.control.rule({ operation: 'mobile-create' }, { when: 'after', effect: { kind: 'drop' } })
  await sellMobile(page, { phone: phones.approves })
  await expectState(page, 'Paid')
  expect(expectOnePayment(service, 2).attempts).toBe(2)
})

test('a word without a meaning is never green: a manager resolves it', async ({
  till: { page },
}) => {
  await sellMobile(page, { phone: phones.unknownWord })
  await expectState(page, 'Check with manager')
  await page.getByRole('button', { name: 'Resolve' }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByRole('radio', { name: 'Not paid' }).click()
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('The customer says no')
  await dialog.getByRole('button', { name: 'Resolve' }).click()
  await expect(dialog).toBeHidden()
  await expectState(page, 'Resolved')
})

test('rejected keys burn no call, and good ones send what waited', async ({
  till: { page },
  service,
}) => {
  service.control.revokeKeys()
  await sellMobile(page, { phone: phones.approves })
  await expectState(page, 'Waiting to send')
  await expect(page.getByRole('banner')).toContainText('keys rejected')
  service.control.restoreKeys()
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('tab', { name: 'Payment service' }).click()
  await saveAndTest(page)
  await expectItWorks(page)
  await openFromRail(page, '15,000')
  await expectState(page, 'Paid')
  expect(service.control.payments()).toHaveLength(1)
})

test('a page that loads anew shows the payment that is under way, and its end', async ({
  till: { page },
  service,
}) => {
  service.control.setApproval(10_000)
  await sellMobile(page, { phone: phones.ordinary })
  await expectState(page, 'Waiting for customer')
  await page.reload()
  await expectState(page, 'Waiting for customer')
  service.control.decide(expectOnePayment(service, 1).reference, 'completed')
  await expectState(page, 'Paid')
  await expect(railPayments(page)).toHaveCount(1)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('15,000')
})
