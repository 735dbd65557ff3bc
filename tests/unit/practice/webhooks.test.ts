import { describe, expect, it } from 'vitest'
import { createMobile, startService } from '../../support/conformance/service'
import { createVirtualClock, openShop, startOnClock, textOf } from '../../support/practice/service'
import type { PracticeOptions } from '../../support/practice/start'
import { mayNotify } from '../../support/practice/webhooks'

async function openNotified(webhook_url: string, options: PracticeOptions = {}) {
  const { clock, service } = await startOnClock(options)
  const created = await createMobile(service, 'one', { webhook_url })
  return { clock, service, reference: textOf(created, 'reference') }
}

describe('webhooks (§6)', () => {
  it('notifies the shop when a payment is decided, and only then', async () => {
    const shop = await openShop()
    const { clock, service, reference } = await openNotified(shop.url)
    expect(shop.received).toEqual([])
    clock.pass(5000)
    await expect.poll(() => service.control.webhooks()).toHaveLength(1)
    const amount = { currency: 'TZS', value: 15000 }
    const payment = { object: 'payment', payment_type: 'mobile', reference, amount }
    const body = { ...payment, status: 'completed' }
    const received = { method: 'POST', contentType: 'application/json', body }
    expect(shop.received).toEqual([received])
    const sent = { reference, url: shop.url, attempt: 1, result: 'delivered' }
    expect(service.control.webhooks()[0]).toMatchObject(sent)
  })

  it('notifies the shop on time even when a timer fires too early', async () => {
    const shop = await openShop()
    const clock = createVirtualClock()
    const hasty = { ...clock, after: (ms: number, run: () => void) => clock.after(ms * 0.9, run) }
    const service = await startService({ clock: hasty })
    await createMobile(service, 'one', { webhook_url: shop.url })
    clock.pass(5001)
    await expect.poll(() => shop.received).toHaveLength(1)
  })

  it('tries again after a failure, and stops after a 2xx', async () => {
    const shop = await openShop([500, 200])
    const { clock, service } = await openNotified(shop.url)
    clock.pass(5000)
    await expect.poll(() => service.control.webhooks()).toMatchObject([{ result: 'answered 500' }])
    clock.pass(1000)
    await expect.poll(() => service.control.webhooks()).toHaveLength(2)
    expect(clock.pending()).toBe(0)
    const results = service.control.webhooks().map(({ result }) => result)
    expect(results).toEqual(['answered 500', 'delivered'])
  })

  // Proves 6 payload, kinds, signature, retries
  it('gives up after three tries, without disturbing the service', async () => {
    const shop = await openShop([503])
    const { clock, service } = await openNotified(shop.url)
    clock.pass(5000)
    for (const tries of [1, 2, 3]) {
      await expect.poll(() => service.control.webhooks()).toHaveLength(tries)
      clock.pass(60_000)
    }
    expect(shop.received).toHaveLength(3)
    expect((await createMobile(service, 'two')).status).toBe(200)
  })

  it('tries no more after a reset', async () => {
    const shop = await openShop([500])
    const { clock, service } = await openNotified(shop.url)
    clock.pass(5000)
    await expect.poll(() => service.control.webhooks()).toHaveLength(1)
    service.control.reset()
    clock.pass(600_000)
    await createMobile(service, 'two')
    expect(shop.received).toHaveLength(1)
    expect(service.control.webhooks()).toEqual([])
  })

  it('records a shop that cannot be reached', async () => {
    const { clock, service } = await openNotified('http://127.0.0.1:1/hook')
    clock.pass(5000)
    await expect.poll(() => service.control.webhooks()).toHaveLength(1)
    expect(service.control.webhooks()[0]?.result).not.toBe('delivered')
  })

  it('does not follow a redirect', async () => {
    const shop = await openShop([307])
    const { clock, service } = await openNotified(shop.url)
    clock.pass(5000)
    await expect.poll(() => service.control.webhooks()).toMatchObject([{ result: 'answered 307' }])
    expect(shop.received).toHaveLength(1)
  })

  it.each([
    ['https://shop.example/hook', 'loopback-only'],
    ['http://127.0.0.1:1/hook', 'off'],
  ] as const)('sends nothing to %s when webhooks are %s, and says so', async (url, webhooks) => {
    const { clock, service } = await openNotified(url, { webhooks })
    clock.pass(5000)
    expect(service.control.webhooks()).toMatchObject([
      { attempt: 0, result: `not sent: webhooks are ${webhooks}` },
    ])
  })

  it('leaves this computer only by https and only when it may', () => {
    const away = 'https://shop.example/hook'
    expect(mayNotify('loopback-only', away)).toBe(false)
    expect(mayNotify('any', away)).toBe(true)
    expect(mayNotify('any', 'http://shop.example/hook')).toBe(false)
    for (const here of ['http://127.0.0.1:9/', 'http://localhost/', 'https://[::1]:9/x']) {
      expect(mayNotify('loopback-only', here)).toBe(true)
      expect(mayNotify('off', here)).toBe(false)
    }
    for (const posing of ['http://127.0.0.1.example/', 'http://localhost.example/', 'nonsense'])
      expect(mayNotify('loopback-only', posing)).toBe(false)
  })
})
