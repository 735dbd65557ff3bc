import { describe, expect, it } from 'vitest'
import { readCard } from '../../support/conformance/service'
import { createCard, dataOf, startOnClock, textOf } from '../../support/practice/service'
import type { PracticeService } from '../../support/practice/start'

async function openCheckout() {
  const { clock, service } = await startOnClock()
  const created = await createCard(service, 'one')
  const reference = textOf(created, 'reference')
  return { clock, service, reference, url: textOf(created, 'checkout_url') }
}

const choose = (url: string, decision: string) =>
  fetch(url, { method: 'POST', body: new URLSearchParams({ decision }), redirect: 'manual' })

const page = async (url: string) => (await fetch(url)).text()

const statusOf = async (service: PracticeService, reference: string) =>
  dataOf(await readCard(service, reference))

describe('the checkout page (§4.3)', () => {
  it('shows amount, reference, the practice notice and two named buttons', async () => {
    const { url, reference } = await openCheckout()
    const text = await page(url)
    for (const part of ['TZS</span> 120,000', reference, 'PRACTICE', '>Pay<', '>Decline<'])
      expect(text).toContain(part)
  })

  it('needs no script and loads nothing from anywhere', async () => {
    const { url } = await openCheckout()
    const response = await fetch(url)
    const policy = response.headers.get('content-security-policy')
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('referrer-policy')).toBe('no-referrer')
    expect(await response.text()).not.toMatch(/<script|<img|<link|url\(|https?:/)
  })

  it.each([
    ['pay', 'completed', 'APPROVED', 'Paid'],
    ['decline', 'failed', 'DECLINED', 'Declined'],
  ])('can %s', async (decision, status, provider_status, word) => {
    const { url, service, reference } = await openCheckout()
    const response = await choose(url, decision)
    expect(response.status).toBe(303)
    expect(new URL(response.headers.get('location') ?? '', url).href).toBe(url)
    expect(await page(url)).toContain(`<strong>${word}</strong>`)
    expect(await page(url)).not.toContain('<button')
    expect(await statusOf(service, reference)).toMatchObject({ status, provider_status })
  })

  it.each([
    ['pay', 'decline', 'Paid', 'completed'],
    ['decline', 'pay', 'Declined', 'failed'],
  ])('keeps to the first decision: %s, then %s', async (first, second, word, status) => {
    const { url, service, reference } = await openCheckout()
    await choose(url, first)
    const response = await choose(url, second)
    expect(response.status).toBe(409)
    expect(await response.text()).toContain(`<strong>${word}</strong>`)
    expect(await statusOf(service, reference)).toMatchObject({ status })
  })

  it('takes no decision once it has expired, and the payment stays pending', async () => {
    const { url, clock, service, reference } = await openCheckout()
    clock.pass(899_999)
    expect(await page(url)).toContain('<button')
    clock.pass(1)
    expect(await page(url)).toContain('<strong>Expired</strong>')
    const response = await choose(url, 'pay')
    expect(response.status).toBe(409)
    expect(await response.text()).toContain('<strong>Expired</strong>')
    expect(await statusOf(service, reference)).toMatchObject({ status: 'pending' })
  })

  it('shows a status word that is not its own, and escapes it', async () => {
    const { url, service, reference } = await openCheckout()
    service.control.decide(reference, '<b>odd</b>')
    expect(await page(url)).toContain('“&lt;b&gt;odd&lt;/b&gt;”')
  })

  it('takes no other choice', async () => {
    const { url, service, reference } = await openCheckout()
    for (const decision of ['', 'refund', 'constructor', '__proto__'])
      expect((await choose(url, decision)).status).toBe(400)
    expect(await statusOf(service, reference)).toMatchObject({ status: 'pending' })
  })

  it('is found by its own address alone', async () => {
    const { url, service, reference } = await openCheckout()
    for (const token of [reference, url.slice(-43, -1), `${url.slice(-43)}x`, 'null']) {
      const response = await fetch(`${service.address}/checkout/${token}`)
      expect(response.status).toBe(404)
      expect(await response.text()).toContain('No such payment')
      expect((await choose(`${service.address}/checkout/${token}`, 'pay')).status).toBe(404)
    }
  })

  it('lets the customer be quicker than the scenario, whose own result then does not come', async () => {
    const { clock, service } = await startOnClock()
    const created = await createCard(service, 'one', { phone_number: '255700000002' })
    await choose(textOf(created, 'checkout_url'), 'pay')
    clock.pass(60_000)
    const data = await statusOf(service, textOf(created, 'reference'))
    expect(data).toMatchObject({ status: 'completed' })
  })
})
