import { expectOnePayment, expectState, statusReads } from '../support/window/expectations'
import { phones, sellMobile } from '../support/window/payment'
import { expect, test } from '../support/window/test'

test.skip(process.platform === 'win32', 'A process cannot be stopped and continued there')

test('after sleep the payment is read at once, and what happened meanwhile is said', async ({
  till: { app, page },
  service,
}) => {
  service.control.setSession({ mobile: 120 })
  service.control.setApproval(1_000)
  await sellMobile(page, { phone: phones.ordinary })
  await expectState(page, 'Waiting for customer')
  // Late in its life a payment is read every ten seconds: long enough to tell a wake from a poll.
  await expect.poll(() => statusReads(service).length, { timeout: 40_000 }).toBeGreaterThan(4)
  const child = app.process()
  child.kill('SIGSTOP')
  service.control.decide(expectOnePayment(service).reference, 'completed')
  await new Promise(resolve => setTimeout(resolve, 3_000))
  const before = statusReads(service).length
  child.kill('SIGCONT')
  await app.evaluate(({ powerMonitor }) => powerMonitor.emit('resume'))
  await expect.poll(() => statusReads(service).length, { timeout: 6_000 }).toBeGreaterThan(before)
  await expectState(page, 'Paid')
})
