import type { PracticeService } from '../support/practice/start'
import { unlock } from '../support/window/connection'
import { createRequests, expectOnePayment, expectState } from '../support/window/expectations'
import {
  fillMobile,
  openFromRail,
  phones,
  railPayments,
  sellCard,
  sellMobile,
} from '../support/window/payment'
import { expect, test } from '../support/window/test'
import type { Till } from '../support/window/till'

/** Waits until so many create requests have reached the service. */
async function expectAttempts(service: PracticeService, count: number): Promise<void> {
  await expect.poll(() => createRequests(service).length).toBe(count)
}

type Launch = () => Promise<Till>

test('killed while a request is under way: one payment', async ({ till, launch, service }) => {
  let running = till
  await test.step('it exists and the answer has not come: found again', async () => {
    running = await killBeforeAnswer(running, launch, service)
  })
  service.control.reset()
  await test.step('the service had the request but had not executed it', () =>
    killBeforeExecution(running, launch, service))
})

async function killBeforeAnswer(
  till: Till,
  launch: Launch,
  service: PracticeService,
): Promise<Till> {
  service.control.rule({ operation: 'mobile-create' }, { when: 'after', effect: { kind: 'hang' } })
  await fillMobile(till.page, { phone: phones.approves, amount: '15000' })
  await till.page.getByRole('button', { name: 'Request payment' }).click()
  await expect.poll(() => service.control.payments().length).toBe(1)
  await till.kill()

  const again = await launch()
  const { page } = again
  await unlock(page)
  await openFromRail(page, '15,000')
  await expectState(page, 'Paid')
  await expect(railPayments(page)).toHaveCount(1)
  expect(expectOnePayment(service, 2).status).toBe('completed')
  return again
}

async function killBeforeExecution(
  till: Till,
  launch: Launch,
  service: PracticeService,
): Promise<void> {
  service.control.pause()
  await fillMobile(till.page, { phone: phones.approves, amount: '16000' })
  await till.page.getByRole('button', { name: 'Request payment' }).click()
  await expectAttempts(service, 1)
  await till.kill()
  expect(service.control.payments()).toEqual([])

  const { page } = await launch()
  await unlock(page)
  await expectAttempts(service, 2)
  // Both requests are executed now, the dead till's first: the second must find its payment.
  service.control.resume()
  await openFromRail(page, '16,000')
  await expectState(page, 'Paid')
  expectOnePayment(service, 2)
}

test('killed while customers were deciding: the same payments are watched on', async ({
  till,
  launch,
  service,
}) => {
  service.control.setApproval(60)
  const referenceOf = (value: number) =>
    service.control.payments().find(({ amount }) => amount.value === value)?.reference ?? ''
  await sellCard(till.page)
  await expectState(till.page, 'Waiting for customer')
  await sellMobile(till.page, { phone: phones.approves, amount: '15000' })
  await expectState(till.page, 'Waiting for customer')
  await till.kill()
  service.control.decide(referenceOf(42_500), 'failed', 'DECLINED')

  const { page } = await launch()
  await unlock(page)
  await test.step('decided while the till was off: the result is there after the start', async () => {
    await openFromRail(page, '42,500')
    await expectState(page, 'Failed')
  })
  await openFromRail(page, '15,000')
  await expectState(page, 'Waiting for customer')
  service.control.decide(referenceOf(15_000), 'completed')
  await expectState(page, 'Paid')
  // Accepted is accepted: nothing is sent a second time.
  expect(service.control.payments()).toHaveLength(2)
  expect(createRequests(service)).toHaveLength(2)
  await test.step('a reloaded window shows the running payment', async () => {
    service.control.reset()
    service.control.setApproval(60)
    await sellMobile(page, { phone: phones.approves })
    await expectState(page, 'Waiting for customer')
    await page.reload()
    await expectState(page, 'Waiting for customer')
    service.control.decide(expectOnePayment(service).reference, 'completed')
    await expectState(page, 'Paid')
    expectOnePayment(service, 1)
  })
})
