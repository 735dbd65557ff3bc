import { setTimeout as delay } from 'node:timers/promises'
import { HintQueue } from '../../scripts/webhook-receiver/hint-queue'
import { startReceiver } from '../../scripts/webhook-receiver/receiver'
import { expectState, statusReads } from '../support/window/expectations'
import { sellMobile } from '../support/window/payment'
import { picture } from '../support/window/pictures'
import { joinShop, light, soon, test, timeOf } from '../support/window/shop-of-tills'
import { expect } from '../support/window/test'

/** `npm run bench` measures the delay of many. */
const payments = 4

test('a callback through the receiver shows PAID at once, in few reads', async ({
  till,
  shop,
  service,
}) => {
  test.slow()
  const { page } = till
  await joinShop(page, shop, 'Counter 1')
  await expect(light(page)).toHaveText(/working/, soon)
  const login = await shop.addReader('receiver', 'duka')
  const queue = new HintQueue({
    connect: () => shop.connect(login),
    now: () => performance.now(),
    note: () => undefined,
  })
  const receiver = await startReceiver({ host: '127.0.0.1', port: 0, queue })
  // The test decides when a customer approves.
  service.control.setApproval(3_000)
  const took: number[] = []
  try {
    for (let number = 0; number < payments; number += 1) {
      await sellMobile(page, { phone: `2557540${String(20_000 + number)}` })
      await expectState(page, 'Waiting for customer')
      const reference = service.control.payments().at(-1)?.reference ?? ''
      const webhook = new URL(service.control.payments().at(-1)?.webhookUrl ?? '')
      await delay(500 + number * 900)
      const paid = timeOf(page, '[aria-label="Payment state"]', 'Paid')
      const approved = Date.now()
      service.control.decide(reference, 'completed')
      // What the service was told, by way of the HTTPS server that stands before the receiver.
      const hook = `${receiver.address}${webhook.pathname}${webhook.search}`
      expect((await fetch(hook, { method: 'POST', body: '{}' })).status).toBe(204)
      took.push((await paid) - approved)
    }
    await picture(till, 'receiver-paid')
  } finally {
    await receiver.stop()
    await queue.stop()
  }
  const reads = statusReads(service).length / payments
  const said = `from approval to PAID: ${took.join(', ')} ms; ${reads} reads a payment`
  // Polling alone would be as quick for one of them by chance, and not for the one in the middle.
  const [, second = 0] = took.toSorted((one, other) => one - other)
  expect(second, said).toBeLessThan(1_500)
  expect(reads, said).toBeLessThanOrEqual(3)
})
