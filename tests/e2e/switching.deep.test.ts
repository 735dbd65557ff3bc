import { startPracticeService } from '../support/practice/start'
import { calls } from '../support/window/bridge'
import { fillConnection, proveOwner, saveAndTest } from '../support/window/connection'
import { expectState } from '../support/window/expectations'
import { phones, railPayments, sellMobile } from '../support/window/payment'
import { checkScreen, picture } from '../support/window/pictures'
import { openSettings } from '../support/window/staff'
import { expect, test } from '../support/window/test'

const hour = 3_600

test('the till stays on a real connection while a payment of it is open', async ({
  till,
  service,
}) => {
  test.slow()
  const { page } = till
  service.control.setApproval(hour)
  service.control.setSession({ mobile: hour })
  await sellMobile(page, { phone: phones.ordinary, amount: '15000' })
  await expectState(page, 'Waiting for customer')
  await openSettings(page, 'Connection')
  await page.getByRole('radio', { name: 'Practice' }).click()
  await expect(page.getByText('Not yet: 1 payment is open.')).toBeVisible()
  await picture(till, 'settings-connection-open')

  await page.getByRole('button', { name: 'Use Practice' }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText('Payments are still open on Sandbox')
  await expect(dialog).toContainText('1 open payment')
  await picture(till, 'settings-switch-refused')

  await test.step('main refuses as well, with the number', async () => {
    const [refused] = await calls(page, 'kaunta:connection.choose', [{ kind: 'practice' }])
    expect(refused).toMatchObject({
      ok: false,
      code: 'payments-open',
      paymentsOpen: { kind: 'sandbox', count: 1 },
    })
    await expect(page.getByRole('banner')).toContainText('SANDBOX')
  })

  await test.step('the payment goes on being watched, and then the switch is free', async () => {
    await dialog.getByRole('button', { name: 'View payments' }).click()
    await expect(page.getByRole('heading', { name: 'Payments', exact: true })).toBeVisible()
    const [payment] = service.control.payments()
    service.control.decide(payment?.reference ?? '', 'completed')
    await page.getByRole('button', { name: 'Charge', exact: true }).click()
    await expect(railPayments(page).first()).toContainText('paid', { timeout: 20_000 })
    await openSettings(page, 'Connection')
    await page.getByRole('radio', { name: 'Practice' }).click()
    await page.getByRole('button', { name: 'Use Practice' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Use Practice' }).click()
    await expect(page.getByRole('banner')).toContainText('PRACTICE')
  })
})

test('whose the new keys are is asked with facts, in two steps, and recorded', async ({
  till,
  service,
}) => {
  test.slow()
  const { page } = till
  service.control.setApproval(hour)
  service.control.setSession({ mobile: hour })
  await sellMobile(page, { phone: phones.ordinary, amount: '15000' })
  await expectState(page, 'Waiting for customer')
  const elsewhere = await startPracticeService({
    apiKey: 'new-key-of-the-shop-7788',
    webhooks: 'off',
  })
  try {
    await openSettings(page, 'Connection')
    await fillConnection(page, elsewhere)
    await saveAndTest(page)
    await proveOwner(page, service.apiSecret)
    const dialog = page.getByRole('alertdialog')
    await expect(dialog).toContainText('••••7788')
    await expect(dialog).toContainText(`••••${service.apiKey.slice(-4)}`)
    await expect(dialog).toContainText(elsewhere.address)
    await expect(dialog).toContainText(service.address)
    await expect(dialog).toContainText('Sent with the earlier keys, no result yet: 1')
    await expect(dialog).not.toContainText('new-key')
    await picture(till, 'settings-account')

    await dialog.getByRole('button', { name: 'Continue' }).click()
    await expect(dialog).toContainText('Choose one of the two')
    await dialog.getByRole('radio', { name: 'Same account, new keys' }).click()
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await expect(dialog).toContainText('a customer can be charged twice')
    await picture(till, 'settings-account-same')

    await test.step('one step back, and the other answer', async () => {
      await dialog.getByRole('button', { name: 'Back' }).click()
      await dialog.getByRole('radio', { name: 'Another account' }).click()
      await dialog.getByRole('button', { name: 'Continue' }).click()
      await expect(dialog).toContainText('never checks or sends earlier payments again')
      await checkScreen(till, 'settings-account-other')
      await dialog.getByRole('button', { name: 'Yes, another account' }).click()
      await expect(page.getByRole('alert')).toContainText('It works', { timeout: 15_000 })
    })

    await test.step('the audit log names the answer and what distinguished the accounts', async () => {
      await openSettings(page, 'Activity log')
      const row = page.getByRole('row').filter({ hasText: 'Account of new keys chosen' })
      await expect(row).toContainText('Account: Another account')
      await expect(row).toContainText('New key ends in: 7788')
      await expect(row).toContainText('Payments without a result: 1')
      await picture(till, 'settings-record-account')
    })
    expect(elsewhere.control.payments()).toEqual([])
  } finally {
    await elsewhere.stop()
  }
})
