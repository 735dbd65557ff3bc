import { describe, expect, it, onTestFinished } from 'vitest'
import { systemClock } from '../../../../electron/main/platform/clock'
import { createServiceClient } from '../../../../electron/main/service'
import {
  answerFormNameSchema,
  type PracticeOptions,
  type PracticeService,
  startPracticeService,
} from '../../../../electron/practice'
import { cardBody, mobileBody, phoneOf } from '../../../support/practice/service'

/* The till's own client against each form of the practice service, over real HTTP. */

async function openBoth(options: PracticeOptions) {
  const service = await startPracticeService({ approvalSeconds: 3600, ...options })
  const { address, pathPrefix, apiKey, apiSecret } = service
  const keys = { apiKey: { reveal: () => apiKey }, apiSecret: { reveal: () => apiSecret } }
  const client = createServiceClient({ address, pathPrefix, keys: () => keys, clock: systemClock })
  onTestFinished(async () => {
    await client.close()
    await service.stop()
  })
  return { service, client }
}

const channels = {
  mobile: {
    create: 'createMobilePayment',
    read: 'readMobilePayment',
    body: mobileBody,
    value: 15000,
  },
  card: { create: 'createCardPayment', read: 'readCardPayment', body: cardBody, value: 120000 },
} as const
type Channel = keyof typeof channels

const bodyFor = (channel: Channel, phone?: string) => {
  if (phone === undefined) return channels[channel].body()
  return channel === 'mobile'
    ? mobileBody({ phone_number: phone })
    : cardBody({}, { phone_number: phone })
}

/** Creates a payment, decides it at the service, reads it and repeats the create call. */
async function sale(channel: Channel, options: PracticeOptions, phone?: string) {
  const { service, client } = await openBoth(options)
  const { create, read } = channels[channel]
  const request = { idempotencyKey: 'one', body: JSON.stringify(bodyFor(channel, phone)) }
  const accepted = await client[create](request)
  const payment = paymentOf(service)
  const pending = await client[read](payment.reference)
  service.control.decide(payment.reference, 'completed', 'APPROVED')
  const result = await client[read](payment.reference)
  const repeat = await client[create](request)
  return { payment, accepted, pending, result, repeat }
}

function paymentOf({ control }: PracticeService) {
  const [payment] = control.payments()
  if (!payment) throw new Error('The service has no payment.')
  return payment
}

describe.each(answerFormNameSchema.options)('the form "%s"', answers => {
  it.each(['mobile', 'card'] as const)('is read in every %s answer', async channel => {
    const { payment, ...given } = await sale(channel, { answers })
    const { reference, expiresAt } = payment
    const { value } = channels[channel]
    const facts = { references: expect.arrayContaining([reference]), amounts: [{ value }] }
    const checkoutFault = channel === 'card' ? null : 'missing'
    const create = { reference, facts, checkoutFault, unread: [] }
    expect(given.accepted).toMatchObject({ class: 'ok', value: create })
    expect(given.repeat).toMatchObject({ class: 'ok', value: create })
    // Epoch times are whole seconds.
    const told = given.accepted.class === 'ok' ? given.accepted.value.expiresAt : null
    expect(Math.abs((told ?? 0) - expiresAt)).toBeLessThan(1000)
    const read = (status: RegExp) => ({
      class: 'ok',
      value: {
        facts: {
          ...facts,
          words: expect.arrayContaining([{ word: expect.stringMatching(status), of: 'payment' }]),
        },
        unread: [],
      },
    })
    expect(given.pending).toMatchObject(read(/^pending$/i))
    expect(given.result).toMatchObject(read(/^completed$/i))
  })
})

describe('a scenario with odd fields', () => {
  it.each([
    ['mobile', 'odd-create', ['object']],
    ['card', 'odd-create', ['object']],
    ['card', 'checkout-too-long', ['checkout_url']],
    ['card', 'checkout-not-safe', ['checkout_url']],
  ] as const)('is accepted, %s: %s', async (channel, id, unread) => {
    const { payment, accepted } = await sale(channel, {}, phoneOf(id))
    const { reference } = payment
    expect(accepted).toMatchObject({ class: 'ok', value: { reference } })
    const noted = accepted.class === 'ok' ? accepted.value.unread : []
    expect(noted).toEqual(expect.arrayContaining([...unread]))
  })

  it.each(['mobile', 'card'] as const)('is read, %s', async channel => {
    const { payment, result } = await sale(channel, {}, phoneOf('odd-status'))
    expect(result).toMatchObject({
      class: 'ok',
      value: {
        facts: {
          references: [payment.reference],
          words: [{ word: 'completed', of: 'payment' }, { of: 'call' }],
          amounts: [{ value: payment.amount.value }],
        },
        createdAt: Math.floor(payment.createdAt / 1000) * 1000,
      },
    })
  })
})
