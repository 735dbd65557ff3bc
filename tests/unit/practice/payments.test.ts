import { describe, expect, it } from 'vitest'
import {
  createCard,
  createMobile,
  dataOf,
  openMobile,
  readCard,
  readMobile,
  startService,
  textOf,
} from '../../support/practice/service'
import { createVirtualClock } from '../../support/practice/virtual-clock'

const start = Date.UTC(2026, 0, 1, 8)
const at = (ms: number) => new Date(start + ms).toISOString()

describe('a payment (§2, §3, §4)', () => {
  it('answers a mobile request with exactly the fields of §2.1', async () => {
    const service = await startService({ clock: createVirtualClock(start) })
    const answer = await createMobile(service, 'one')
    expect(answer.headers.get('content-type')).toBe('application/json')
    expect(dataOf(answer)).toEqual({
      object: 'payment',
      payment_type: 'mobile',
      reference: expect.stringMatching(/^PR-[0-9A-Z]{12}$/),
      status: 'pending',
      amount: { currency: 'TZS', value: 15000 },
      expires_at: at(120_000),
      api_version: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    })
  })

  it('answers a card request with exactly the fields of §2.1', async () => {
    const service = await startService({ clock: createVirtualClock(start) })
    expect(dataOf(await createCard(service, 'one'))).toEqual({
      object: 'payment',
      payment_type: 'card',
      reference: expect.stringMatching(/^PR-/),
      status: 'pending',
      amount: { currency: 'TZS', value: 120000 },
      expires_at: at(900_000),
      checkout_url: expect.stringMatching(`^${service.address}/checkout/[\\w-]{43}$`),
    })
  })

  it('gives the Date of the service, at the moment of the answer', async () => {
    const clock = createVirtualClock(start)
    const service = await startService({ clock })
    clock.pass(61_000)
    const { headers } = await createMobile(service, 'one')
    expect(headers.get('date')).toBe('Thu, 01 Jan 2026 08:01:01 GMT')
  })

  it('approves a mobile payment after the approval time, and not before', async () => {
    const clock = createVirtualClock(start)
    const service = await startService({ clock, approvalSeconds: 7 })
    const reference = await openMobile(service, 'one')
    clock.pass(6_999)
    expect(textOf(await readMobile(service, reference), 'status')).toBe('pending')
    clock.pass(1)
    expect(dataOf(await readMobile(service, reference))).toEqual({
      object: 'payment',
      payment_type: 'mobile',
      reference,
      status: 'completed',
      amount: { currency: 'TZS', value: 15000 },
    })
  })

  it('leaves a card payment pending, with no provider status, until it is decided', async () => {
    const clock = createVirtualClock(start)
    const service = await startService({ clock })
    const reference = textOf(await createCard(service, 'one'), 'reference')
    clock.pass(3_600_000)
    expect(dataOf(await readCard(service, reference))).toEqual({
      object: 'payment',
      payment_type: 'card',
      reference,
      status: 'pending',
      amount: { currency: 'TZS', value: 120000 },
      provider_status: null,
      created_at: at(0),
      updated_at: at(0),
    })
  })

  it('says what the processor reported, and when, once a card is decided', async () => {
    const clock = createVirtualClock(start)
    const service = await startService({ clock })
    const reference = textOf(await createCard(service, 'one'), 'reference')
    clock.pass(30_000)
    service.control.decide(reference, 'completed', 'APPROVED')
    expect(dataOf(await readCard(service, reference))).toMatchObject({
      status: 'completed',
      provider_status: 'APPROVED',
      created_at: at(0),
      updated_at: at(30_000),
    })
  })

  it('takes session lengths that were given', async () => {
    const clock = createVirtualClock(start)
    const service = await startService({ clock, sessionSeconds: { mobile: 3, card: 4 } })
    expect(textOf(await createMobile(service, 'one'), 'expires_at')).toBe(at(3000))
    expect(textOf(await createCard(service, 'two'), 'expires_at')).toBe(at(4000))
  })
})
