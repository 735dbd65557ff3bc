import { setTimeout as delay } from 'node:timers/promises'
import { HintQueue } from '../../scripts/webhook-receiver/hint-queue'
import { startReceiver } from '../../scripts/webhook-receiver/receiver'
import { expectState, statusReads } from '../support/window/expectations'
import { picture } from '../support/window/pictures'
import { sellMobile } from '../support/window/sale'
import { joinShop, light, soon, test, timeOf } from '../support/window/shop-of-tills'
import { expect } from '../support/window/test'

const payments = 20

test('a callback through the receiver shows PAID at once, in few reads', async ({
  till,
  shop,
  service,
}) => {
  test.setTimeout(420_000)
  const { page } = till
  await joinShop(page, shop, 'Counter 1')
  await expect(light(page)).toHaveText(/working/, soon)
  const login = await shop.addReader('receiver', 'duka')
  const queue = new HintQueue({
    connect: () => shop.connect(login),
    now: () => performance.now(),
    say: () => undefined,
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
      const ids = () => shop.ask('SELECT sale FROM kaunta.sale WHERE reference = $1', [reference])
      await expect.poll(async () => (await ids()).length, soon).toBe(1)
      const [row] = await ids()
      await delay(500 + ((number * 7_919) % 4_000))
      const paid = timeOf(page, '[aria-label="Payment state"]', 'Paid')
      const approved = Date.now()
      service.control.decide(reference, 'completed')
      const hook = `${receiver.address}/hook?till=one&sale=${String(row?.sale)}`
      expect((await fetch(hook, { method: 'POST', body: '{}' })).status).toBe(204)
      took.push((await paid) - approved)
    }
    await picture(till, 'receiver-paid')
  } finally {
    await receiver.stop()
    await queue.stop()
  }
  const reads = statusReads(service).length / payments
  took.sort((one, other) => one - other)
  const [median = 0, p95 = 0] = [0.5, 0.95].map(share => took[Math.ceil(share * payments) - 1])
  const description = `from approval to PAID: median ${median} ms, p95 ${p95} ms, ${reads} reads a payment`
  test.info().annotations.push({ type: 'measured', description })
  // Polling alone takes two seconds; the budget of 300 ms needs an idle computer.
  expect(median, description).toBeLessThan(1_000)
  expect(reads, description).toBeLessThanOrEqual(3)
})
