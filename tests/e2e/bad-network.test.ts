import { startPracticeService } from '../../electron/practice'
import { expectItWorks } from './support/connection'
import { createRequests, expectOnePayment, expectState, statusReads } from './support/expectations'
import { openFromRail, paymentState, phones, sellMobile } from './support/sale'
import { expect, test } from './support/test'

test.describe.configure({ mode: 'parallel' })

test('an answer lost after execution is unknown at first, then paid once', async ({
  till: { page },
  service,
}) => {
  // Lost four times, so that a person can see what it is called.
  const lost = { when: 'after', effect: { kind: 'drop' } } as const
  service.control.rule({ operation: 'mobile-create' }, lost, 4)
  await sellMobile(page, { phone: phones.approves })
  await expectState(page, 'Outcome unknown')
  await expect(page.getByRole('button', { name: 'Withdraw' })).toBeHidden()
  // By itself or by hand, as fast as it goes.
  const tryAgain = page.getByRole('button', { name: 'Try again' })
  await expect(async () => {
    if (await tryAgain.isVisible()) await tryAgain.click({ timeout: 500 })
    await expect(paymentState(page)).toHaveText(/^Paid/, { timeout: 500 })
  }).toPass({ timeout: 20_000 })
  expect(expectOnePayment(service, 5).attempts).toBe(5)
})

test("a Wi-Fi login page is not believed, and the service's own answer is", async ({
  till: { page },
  service,
}) => {
  await sellMobile(page, { phone: phones.captivePortal })
  await expectState(page, 'Paid')
  await expect(page.getByRole('list', { name: 'What happened so far' })).toContainText(
    'Something other than the service answered',
  )
  expectOnePayment(service, 2)
})

test('a success envelope without a payment status is never paid', async ({
  till: { page },
  service,
}) => {
  await sellMobile(page, { phone: phones.noStatus })
  await expectState(page, 'Waiting for customer')
  await expect
    .poll(() => statusReads(service).filter(({ status }) => status === 200).length, {
      timeout: 15_000,
    })
    .toBeGreaterThanOrEqual(2)
  expect(expectOnePayment(service, 1).status).toBe('completed')
  await expectState(page, 'Waiting for customer')
  await page.getByRole('button', { name: 'Check now' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await expectState(page, 'Waiting for customer')
})

test('with nobody there a sale waits unsent, and can be taken back', async ({
  till: { page },
  service,
}) => {
  await service.stop()
  await sellMobile(page, { phone: phones.approves, amount: '15000' })
  await expectState(page, 'Waiting to send')
  await expect(paymentState(page)).toContainText('Nothing has been charged')
  await page.getByRole('button', { name: 'Withdraw' }).click()
  await expectState(page, 'Withdrawn')

  // The service comes back: what was taken back stays away, and the next sale goes through.
  const { port, pathPrefix, apiKey, apiSecret } = service
  const back = await startPracticeService({
    ...{ port, pathPrefix, apiKey, apiSecret },
    ...{ approvalSeconds: 0.5, webhooks: 'off' },
  })
  try {
    await sellMobile(page, { phone: phones.approves, amount: '16000' })
    await expectState(page, 'Paid')
    expect(expectOnePayment(back, 1).amount.value).toBe(16_000)
    await openFromRail(page, '15,000')
    await expectState(page, 'Withdrawn')
  } finally {
    await back.stop()
  }
})

test('with nobody there a sale waits, and goes by itself when the service is back', async ({
  till: { page },
  service,
}) => {
  await service.stop()
  await sellMobile(page, { phone: phones.approves })
  await expectState(page, 'Waiting to send')
  const { port, pathPrefix, apiKey, apiSecret } = service
  const back = await startPracticeService({
    ...{ port, pathPrefix, apiKey, apiSecret },
    ...{ approvalSeconds: 0.5, webhooks: 'off' },
  })
  try {
    await expectState(page, 'Paid')
    expectOnePayment(back, 1)
  } finally {
    await back.stop()
  }
})

test('rejected keys are said once, nothing is burnt, and good keys send what waited', async ({
  till: { page },
  service,
}) => {
  service.control.revokeKeys()
  await sellMobile(page, { phone: phones.approves, amount: '15000' })
  await expectState(page, 'Waiting to send')
  await expect(page.getByRole('banner')).toContainText('keys rejected')
  await expect(paymentState(page)).toContainText('rejected')
  // §5.4: keys belong to one environment, and 401 does not say which.
  await expect(page.getByRole('banner')).toContainText('production keys and this is the sandbox')
  await sellMobile(page, { phone: phones.ordinary, amount: '16000' })
  await expectState(page, 'Waiting to send')
  expect(createRequests(service), 'no call after the first 401').toHaveLength(1)

  service.control.restoreKeys()
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('button', { name: 'Save and test' }).click()
  await expectItWorks(page)
  for (const amount of ['15,000', '16,000']) {
    await openFromRail(page, amount)
    await expectState(page, 'Paid')
  }
  expect(service.control.payments()).toHaveLength(2)
})
