import { describe, expect, it } from 'vitest'
import { cardCreated, cardStatus, mobileStatus } from '../support/conformance/contract'
import {
  createCard,
  createMobile,
  dataOf,
  referenceOf,
  startService,
} from '../support/conformance/service'
import { openTill } from '../support/conformance/till'
import { testEngineSettings } from '../support/payments/engine'
import { cardDraft, mobileDraft } from '../support/payments/payments'
import { openShop } from '../support/practice/service'

const minute = 60_000
/** Callbacks come in real time, also on a loaded computer. */
const timeouts = { timeout: 15_000 }
const hook = 'https://shop.example/hook?token=a%20b'
const till = testEngineSettings.tillId

describe('webhook_url', () => {
  // Proves 6 table
  it.each([
    ['mobile', mobileDraft],
    ['card', cardDraft],
  ] as const)('the till gives the shop’s address with each %s payment', async (_, draft) => {
    const { service, sell } = await openTill({}, { webhookAddress: hook })
    const { id } = await sell(draft())
    expect(service.control.payments()).toMatchObject([
      { webhookUrl: `${hook}&till=${till}&payment=${id}` },
    ])
  })

  // Proves 6 table
  it('each payment is notified at its own address', async () => {
    const service = await startService({ approvalSeconds: 0.01 })
    const shops = [await openShop(), await openShop()]
    const references = await Promise.all(
      shops.map(async ({ url }, index) =>
        referenceOf(await createMobile(service, `key-${index}`, { webhook_url: url })),
      ),
    )
    for (const [index, shop] of shops.entries()) {
      await expect.poll(() => shop.received, timeouts).toHaveLength(1)
      expect(shop.received[0]?.body).toMatchObject({ reference: references[index] })
    }
  })
})

describe('Notifications of the service', () => {
  // Proves 1 ¶5; 6 ¶1 a; 6 payload, kinds, signature, retries
  // Proves unsaid: Payload, kinds, signature, retries and expected answer of callbacks
  it('come when a mobile payment has a result, and not before', async () => {
    const shop = await openShop()
    const { service, clock } = await openTill({ approvalSeconds: 10 })
    const created = await createMobile(service, 'one', { webhook_url: shop.url })
    const reference = referenceOf(created)
    await clock.pass(9_000)
    expect(service.control.webhooks()).toEqual([])
    await clock.pass(2_000)
    await expect.poll(() => shop.received, timeouts).toHaveLength(1)
    expect(shop.received[0]).toMatchObject({ method: 'POST', contentType: 'application/json' })
    const payload = mobileStatus.parse(shop.received[0]?.body)
    expect(payload).toMatchObject({ reference, status: 'completed' })
  })

  // Proves 6 ¶1 a
  it('come when a card payment settles on its page', async () => {
    const shop = await openShop()
    const service = await startService()
    const created = await createCard(service, 'one', { webhook_url: shop.url })
    const { reference, checkout_url } = dataOf(created, cardCreated.required())
    await fetch(checkout_url, { method: 'POST', body: new URLSearchParams('decision=pay') })
    await expect.poll(() => shop.received, timeouts).toHaveLength(1)
    const payload = cardStatus.required().parse(shop.received[0]?.body)
    expect(payload).toMatchObject({ reference, status: 'completed' })
  })

  // Proves 6 ¶1 a
  it('come again at each change of a payment', async () => {
    const shop = await openShop()
    const service = await startService()
    const reference = referenceOf(await createCard(service, 'one', { webhook_url: shop.url }))
    for (const status of ['authorised', 'completed']) {
      service.control.decide(reference, status)
      await expect
        .poll(() => shop.received.at(-1)?.body, timeouts)
        .toMatchObject({ reference, status })
    }
  })
})

describe('The till trusts status reads alone', () => {
  // Proves 1 ¶5; 6 ¶1 b
  it('it learns of a payment whose callback the shop never got', async () => {
    const { service, sell, clock, payment: sale } = await openTill({ approvalSeconds: 5 })
    const { id } = await sell(mobileDraft())
    await clock.pass(minute)
    expect(service.control.webhooks()).toMatchObject([{ status: 'completed', attempt: 0 }])
    expect(sale(id).outcome).toBe('paid')
  })

  // Proves 6 ¶1 b; 6 payload, kinds, signature, retries
  // Proves unsaid: Payload, kinds, signature, retries and expected answer of callbacks
  it('it is not moved by a callback that says paid while reads say pending', async () => {
    const { service, sell, clock, payment: sale, engine } = await openTill()
    const { id, reference } = await sell(cardDraft())
    const still = JSON.stringify({
      status: 'success',
      code: 200,
      data: { reference, status: 'pending' },
    })
    const effect = { kind: 'answer', status: 200, body: still } as const
    service.control.rule({ operation: 'card-status' }, { when: 'before', effect }, 1_000)
    service.control.decide(reference ?? '', 'completed')
    expect(service.control.webhooks()).toMatchObject([{ reference, status: 'completed' }])
    await clock.pass(minute)
    expect(sale(id)).toMatchObject({ phase: 'pending', outcome: null })
    expect(engine.presses.handOver(id).ok).toBe(false)
  })
})
