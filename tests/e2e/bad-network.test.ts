import type { PracticeService } from '../support/practice/start'
import { expectItWorks } from '../support/window/connection'
import {
  createRequests,
  expectOnePayment,
  expectState,
  statusReads,
} from '../support/window/expectations'
import {
  openFromRail,
  paymentState,
  phones,
  pressPayButton,
  sellMobile,
} from '../support/window/payment'
import { comeBack, expect, test } from '../support/window/test'
import type { Till } from '../support/window/till'

test('on a bad network nothing is believed that is not so, and nothing is lost', async ({
  till,
  service,
}) => {
  test.slow()
  await test.step('rejected keys are said once, nothing is burnt, and good keys send what waited', () =>
    rejectKeys(till, service))
  service.control.reset()
  await test.step('what is lost or not the service’s is not believed', () =>
    loseAnswers(till, service))
  await test.step('with no service there, a payment waits unsent, and goes by itself unless it was taken back', () =>
    stopService(till, service))
})

async function loseAnswers({ page }: Till, service: PracticeService): Promise<void> {
  await test.step('an answer lost after execution is unknown at first, then paid once', async () => {
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
  await test.step("a Wi-Fi login page is not believed, and the service's own answer is", async () => {
    service.control.reset()
    await sellMobile(page, { phone: phones.captivePortal })
    await expectState(page, 'Paid')
    await page.getByRole('button', { name: /^All \d+ steps$/ }).click()
    await expect(page.getByRole('list', { name: 'What happened' })).toContainText(
      'Something other than the service answered',
    )
    expectOnePayment(service, 2)
  })
  await test.step('a success envelope without a payment status is never paid', async () => {
    service.control.reset()
    await sellMobile(page, { phone: phones.noStatus })
    await expectState(page, 'Waiting for customer')
    await expect
      .poll(() => statusReads(service).filter(({ status }) => status === 200).length, {
        timeout: 15_000,
      })
      .toBeGreaterThanOrEqual(2)
    expect(expectOnePayment(service, 1).status).toBe('completed')
    await expectState(page, 'Waiting for customer')
    await pressPayButton(page, 'Check now')
    await expect(page.getByRole('alert')).toBeVisible()
    await expectState(page, 'Waiting for customer')
  })
}

async function stopService({ page }: Till, service: PracticeService): Promise<void> {
  await service.stop()
  await sellMobile(page, { phone: phones.approves, amount: '18000' })
  await expectState(page, 'Waiting to send')
  await expect(paymentState(page)).toContainText(/Nothing has (left the till or )?been charged/)
  // Refused while an attempt is on its way: the screen asks to choose again.
  const withdraw = page.getByRole('button', { name: 'Withdraw' })
  await expect(async () => {
    if (await withdraw.isVisible()) await withdraw.click({ timeout: 500 })
    await expect(paymentState(page)).toHaveText(/^Withdrawn/, { timeout: 500 })
  }).toPass({ timeout: 20_000 })
  await sellMobile(page, { phone: phones.approves, amount: '16000' })
  await expectState(page, 'Waiting to send')

  // The service comes back: what was taken back stays away, and what waited goes through.
  const back = await comeBack(service)
  try {
    await expectState(page, 'Paid')
    expect(expectOnePayment(back, 1).amount.value).toBe(16_000)
    back.control.reset()
    await sellMobile(page, { phone: phones.approves, amount: '17000' })
    await expectState(page, 'Paid')
    expect(expectOnePayment(back, 1).amount.value).toBe(17_000)
    await openFromRail(page, '18,000')
    await expectState(page, 'Withdrawn')
  } finally {
    await back.stop()
  }
}

async function rejectKeys({ page }: Till, service: PracticeService): Promise<void> {
  service.control.revokeKeys()
  await sellMobile(page, { phone: phones.approves, amount: '21000' })
  await expectState(page, 'Waiting to send')
  await expect(page.getByRole('banner')).toContainText('keys rejected')
  await expect(paymentState(page)).toContainText('rejected')
  // §5.4: keys belong to one environment, and 401 does not say which.
  await expect(page.getByRole('banner')).toContainText('production keys in the sandbox')
  await sellMobile(page, { phone: phones.ordinary, amount: '22000' })
  await expectState(page, 'Waiting to send')
  expect(createRequests(service), 'no call after the first 401').toHaveLength(1)

  service.control.restoreKeys()
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('button', { name: 'Save and test' }).click()
  await expectItWorks(page)
  for (const amount of ['21,000', '22,000']) {
    await openFromRail(page, amount)
    await expectState(page, 'Paid')
  }
  expect(service.control.payments()).toHaveLength(2)
}
