import { describe, expect, it } from 'vitest'
import {
  cardCreated,
  cardRequest,
  cardStatus,
  mobileCreated,
  mobileRequest,
  mobileStatus,
  paths,
} from '../support/conformance/contract'
import { envelope, tillBetween } from '../support/conformance/scripted'
import {
  call,
  createCard,
  createMobile,
  dataOf,
  errorOf,
  readCard,
  readMobile,
  referenceOf,
  startService,
} from '../support/conformance/service'
import { openTill } from '../support/conformance/till'
import { cardDraft, mobileDraft } from '../support/payments/payments'

const money = { currency: 'TZS', value: 15_000 }
const mobileData = {
  amount: money,
  api_version: '2026-01-01',
  expires_at: '2026-01-05T09:10:00Z',
  object: 'payment',
  payment_type: 'mobile',
  reference: 'R-1',
  status: 'pending',
}
const cardData = {
  amount: money,
  expires_at: '2026-01-05T09:15:00+00:00',
  object: 'payment',
  payment_type: 'card',
  reference: 'R-1',
  status: 'pending',
  checkout_url: 'https://checkout.example/s/1',
}
const cardState = {
  object: 'payment',
  payment_type: 'card',
  reference: 'R-1',
  status: 'completed',
  amount: money,
  provider_status: 'APPROVED',
  created_at: '2026-01-05T09:00:00Z',
  updated_at: '2026-01-05T09:01:00.5Z',
}

/** A till whose service answers creates and status reads with this `data`. */
const tillOn = (created: object, read: object = {}) =>
  tillBetween(envelope(created), [envelope(read)])

const without = (data: object, field: string) =>
  Object.fromEntries(Object.entries(data).filter(([name]) => name !== field))

/** The contract's optional fields of the card answers, but for what the till cannot do without. */
const optionalCreated = Object.keys(cardData).filter(field => field !== 'reference')
const optionalState = Object.keys(cardState).filter(field => field !== 'status')

describe('2.1 Mobile create response', () => {
  // Proves 2.1 record; 2.1 mobile create; 4.1 response 200; 9 ¶1 a
  it('the service gives every field, and no other', async () => {
    const data = dataOf(await createMobile(await startService(), 'one'), mobileCreated)
    expect(data.amount).toEqual(money)
  })

  // Proves 2.1 mobile create
  it('the till keeps its reference, status, expiry and version', async () => {
    const till = await tillOn(mobileData)
    expect(await till.sell(mobileDraft())).toMatchObject({
      phase: 'pending',
      reference: 'R-1',
      rawStatus: 'pending',
      expiresAt: Date.UTC(2026, 0, 5, 9, 10),
      expiryAssumed: false,
      apiVersion: '2026-01-01',
      mismatch: null,
    })
  })

  // Proves 2.1 record; 2.1 mobile create
  it.each([undefined, null, '', 7.5, {}])(
    'the till does not follow one with the reference %j',
    async reference => {
      const till = await tillOn({ ...mobileData, reference })
      expect(await till.sell(mobileDraft())).toMatchObject({ phase: 'unknown', reference: null })
    },
  )

  // Proves 2.1 mobile create
  it.each(Object.keys(mobileData).filter(field => field !== 'reference'))(
    'the till does without %s',
    async field => {
      const till = await tillOn(without(mobileData, field))
      expect(await till.sell(mobileDraft())).toMatchObject({
        phase: 'pending',
        reference: 'R-1',
        rawStatus: 'pending',
        mismatch: null,
        unreadFields: [],
      })
    },
  )

  // Proves 2.1 record; 2.1 mobile create
  it.each([
    ['object', 'refund'],
    ['status', 7],
    ['amount', true],
    ['amount', { currency: 'TZS', value: 'fifteen' }],
    ['currency', 7],
    ['expires_at', 'soon'],
    ['api_version', {}],
  ])('the till follows one whose %s is %j, and notes that field', async (field, value) => {
    const till = await tillOn({ ...mobileData, [field]: value })
    expect(await till.sell(mobileDraft())).toMatchObject({
      phase: 'pending',
      reference: 'R-1',
      mismatch: null,
      unreadFields: [field],
    })
  })

  // Proves 2.1 mobile create; 2.2 amount object
  it.each([
    ['payment_type', 'card'],
    ['amount', 15_000],
    ['amount', { currency: 'tzs', value: '15000.00' }],
    ['api_version', 20260101],
  ])('the till reads one whose %s is %j', async (field, value) => {
    const till = await tillOn({ ...mobileData, [field]: value })
    expect(await till.sell(mobileDraft())).toMatchObject({
      phase: 'pending',
      reference: 'R-1',
      mismatch: null,
      unreadFields: [],
    })
  })

  // Proves 2.2 amount object
  it('the till raises an amount that differs from what was asked', async () => {
    const till = await tillOn({ ...mobileData, amount: { currency: 'TZS', value: 15_000.5 } })
    expect(await till.sell(mobileDraft())).toMatchObject({
      phase: 'pending',
      mismatch: { field: 'amount', asked: '15000', answered: '15000.5' },
    })
  })
})

describe('2.1 Card create response', () => {
  // Proves 2.1 record; 2.1 card create; 4.3 response 200; 9 ¶1 b
  it('the service gives every field, and no other', async () => {
    const data = dataOf(await createCard(await startService(), 'one'), cardCreated.required())
    expect(data.amount).toEqual(money)
  })

  // Proves 2.1 card create; 2.1 `checkout_url`
  it('the till keeps its reference, status, expiry and checkout address', async () => {
    const till = await tillOn(cardData)
    expect(await till.sell(cardDraft())).toMatchObject({
      phase: 'pending',
      reference: 'R-1',
      rawStatus: 'pending',
      expiresAt: Date.UTC(2026, 0, 5, 9, 15),
      checkoutUrl: 'https://checkout.example/s/1',
    })
  })

  // Proves 2.1 card create
  it.each(optionalCreated)('the till does without the optional %s', async field => {
    const till = await tillOn(without(cardData, field))
    expect(await till.sell(cardDraft())).toMatchObject({
      phase: 'pending',
      reference: 'R-1',
      rawStatus: 'pending',
      mismatch: null,
    })
  })

  // Proves 2.1 card create
  // Proves unsaid: What an answer without the optional `reference` or `status` means
  it('the till does with the reference alone: pending, no page, an assumed expiry', async () => {
    const till = await tillOn({ reference: 'R-1' })
    expect(await till.sell(cardDraft())).toMatchObject({
      phase: 'pending',
      rawStatus: 'pending',
      checkoutUrl: null,
      expiryAssumed: true,
    })
  })

  // Proves 2.1 card create; 4.3 response 200
  // Proves unsaid: What an answer without the optional `reference` or `status` means
  it('the till does not lose a payment whose optional reference is missing', async () => {
    const till = await tillOn({})
    const payment = await till.sell(cardDraft())
    expect(payment).toMatchObject({ phase: 'unknown', maybeSent: true, reference: null })
    expect(till.engine.actions.withdraw(payment.id).ok).toBe(false)
  })

  // Proves 2.1 `checkout_url`
  it.each(['http://checkout.example/s/1', 'javascript:alert(1)', 'https://a:b@checkout.example/'])(
    'the till shows no checkout page at %s, and follows the payment',
    async checkout_url => {
      const till = await tillOn({ ...cardData, checkout_url })
      expect(await till.sell(cardDraft())).toMatchObject({
        phase: 'pending',
        reference: 'R-1',
        checkoutUrl: null,
        checkoutFault: 'not-safe',
      })
    },
  )
})

describe('2.1 Card status response', () => {
  // Proves 2.1 card status; 4.4 response 200; 9 ¶1 b
  it('the service gives every field, and no other', async () => {
    const service = await startService()
    const reference = referenceOf(await createCard(service, 'one'))
    const data = dataOf(await readCard(service, reference), cardStatus.required())
    expect(data).toMatchObject({ reference, amount: money })
    expect(data.updated_at).toBe(data.created_at)
  })

  // Proves 2.1 card status `created_at`, `updated_at`
  it('the service moves updated_at, not created_at, when the payment changes', async () => {
    const { service, clock, sell } = await openTill()
    const { reference } = await sell(cardDraft())
    const read = async () => dataOf(await readCard(service, reference), cardStatus.required())
    const before = await read()
    await clock.pass(30_000)
    service.control.decide(reference ?? '', 'completed', 'APPROVED')
    const after = await read()
    expect(after.created_at).toBe(before.created_at)
    expect(Date.parse(after.updated_at) - Date.parse(before.updated_at)).toBe(30_000)
  })

  // Proves 2.1 card status
  it.each(optionalState)('the till does without the optional %s', async field => {
    const till = await tillOn(cardData, without(cardState, field))
    const { id } = await till.sell(cardDraft())
    await till.engine.actions.checkNow(id)
    expect(till.payment(id)).toMatchObject({ phase: 'settled', outcome: 'paid', mismatch: null })
  })

  // Proves 2.1 card status
  // Proves unsaid: What an answer without the optional `reference` or `status` means
  it('the till takes one without the optional status for no result', async () => {
    const till = await tillOn(cardData, without(cardState, 'status'))
    const { id } = await till.sell(cardDraft())
    expect(await till.engine.actions.checkNow(id)).toMatchObject({ ok: false, code: 'read-failed' })
    expect(till.payment(id).phase).toBe('pending')
  })

  // Proves 2.1 card status
  it.each(['', 7, null, {}])(
    'the till takes one whose status is %j for no result',
    async status => {
      const till = await tillOn(cardData, { ...cardState, status })
      const { id } = await till.sell(cardDraft())
      expect(await till.engine.actions.checkNow(id)).toMatchObject({
        ok: false,
        code: 'read-failed',
      })
      expect(till.payment(id).phase).toBe('pending')
    },
  )

  // Proves 2.1 card status; 4.4 response 200
  it.each([
    ['object', 'refund', ['object']],
    ['payment_type', 'mobile', []],
    ['amount', '15000.00', []],
    ['amount', 'fifteen', ['amount']],
    ['provider_status', 5, []],
    ['provider_status', {}, ['provider_status']],
    ['created_at', 'yesterday', ['created_at']],
    ['created_at', '2026-01-05 09:00:00', []],
    ['updated_at', 1_767_603_660, []],
  ])(
    'the till believes one whose %s is %j, and notes only what it cannot read',
    async (field, value, unreadFields) => {
      const till = await tillOn(cardData, { ...cardState, [field]: value })
      const { id } = await till.sell(cardDraft())
      await till.engine.actions.checkNow(id)
      expect(till.payment(id)).toMatchObject({ outcome: 'paid', mismatch: null, unreadFields })
    },
  )

  // Proves 2.1 card status `reference`, `amount`; 2.2 amount object
  it.each([
    ['another amount', { amount: { currency: 'TZS', value: 15_001 } }, 'amount'],
    ['another currency', { amount: { currency: 'KES', value: 15_000 } }, 'currency'],
    ['another reference', { reference: 'R-2' }, 'reference'],
  ])('the till counts one about %s as not paid', async (_, change, field) => {
    const till = await tillOn(cardData, { ...cardState, ...change })
    const { id } = await till.sell(cardDraft())
    await till.engine.actions.checkNow(id)
    expect(till.payment(id)).toMatchObject({ outcome: 'unrecognised', mismatch: { field } })
  })
})

describe('2.1 Fields that the contract does not name', () => {
  // Proves 2.1 other fields; unsaid: Other fields
  it.each([
    ['mobile', mobileDraft, mobileData],
    ['card', cardDraft, cardData],
  ] as const)(
    'the till takes no notice of them in a %s payment’s answers, where they speak of no result',
    async (_, draft, data) => {
      const strange = { tier: 'failed', captured: false, fee: { currency: 'USD', value: 1 } }
      const till = await tillOn({ ...data, ...strange }, { status: 'completed', ...strange })
      const { id } = await till.sell(draft())
      expect(till.payment(id)).toMatchObject({ phase: 'pending', mismatch: null })
      await till.engine.actions.checkNow(id)
      expect(till.payment(id)).toMatchObject({ outcome: 'paid', mismatch: null })
    },
  )

  // Proves 2.1 other fields; unsaid: Other fields
  it('the service refuses them in a request, so that a mistake comes to light', async () => {
    const service = await startService()
    for (const create of [createMobile, createCard]) {
      const answer = await create(service, 'one', { note: 'x' })
      expect(errorOf(answer).message).toContain('note is not a field of this request')
    }
  })
})

describe('2.1 Mobile payment status response', () => {
  // Proves 2.1 mobile status
  it('the service gives the payment record, and nothing of the fields for cards', async () => {
    const service = await startService()
    const reference = referenceOf(await createMobile(service, 'one'))
    const data = dataOf(await readMobile(service, reference), mobileStatus)
    expect(data).toMatchObject({ reference, status: 'pending' })
    for (const field of ['provider_status', 'created_at', 'updated_at'])
      expect(data).not.toHaveProperty(field)
  })

  // Proves 2.1 mobile status; 4.2 response and errors; unsaid: The fields of a mobile status answer
  it.each<[string, object]>([
    ['nothing but a status', { status: 'completed' }],
    ['the payment record', { object: 'payment', payment_type: 'mobile', reference: 'R-1' }],
    ['the amount object', { amount: money }],
    ['a bare amount', { amount: 15_000, currency: 'TZS' }],
    ['a written amount', { amount: '15000.00' }],
    ['the currency in small letters', { amount: { currency: 'tzs', value: 15_000 } }],
    ['an amount that cannot be read', { amount: { value: '15 000' } }],
    [
      'fields that are not in the contract',
      { operator: { name: 'x' }, created_at: 'today', fee: 1 },
    ],
  ])('the till reads a result from %s', async (_, data) => {
    const till = await tillOn(mobileData, { status: 'completed', ...data })
    const { id } = await till.sell(mobileDraft())
    await till.engine.actions.checkNow(id)
    expect(till.payment(id)).toMatchObject({ phase: 'settled', outcome: 'paid', mismatch: null })
  })

  // Proves 2.1 mobile status; unsaid: The fields of a mobile status answer
  it.each<[string, object]>([
    ['a greater amount', { amount: 15_001 }],
    ['part of the amount', { amount: '14999.99' }],
    ['another currency', { amount: 15_000, currency: 'KES' }],
    ['another reference', { reference: 'R-2' }],
    ['two currencies', { amount: { currency: 'TZS', value: 15_000 }, currency: 'KES' }],
  ])('the till reads no payment from a status about %s', async (_, data) => {
    const till = await tillOn(mobileData, { status: 'completed', ...data })
    const { id } = await till.sell(mobileDraft())
    await till.engine.actions.checkNow(id)
    expect(till.payment(id)).toMatchObject({ phase: 'settled', outcome: 'unrecognised' })
    expect(till.payment(id).mismatch).not.toBeNull()
  })
})

const bodyOf = async (draft: Parameters<Awaited<ReturnType<typeof openTill>>['sell']>[0]) => {
  const till = await openTill({}, { currency: 'KES' })
  await till.sell(draft)
  const [payment] = till.service.control.payments()
  return JSON.parse(payment?.request ?? '{}')
}

describe('2.2 Details object', () => {
  // Proves 2.2 `details.amount`
  it('the till sends the amount as an integer of major units', async () => {
    const body = await bodyOf(mobileDraft({ value: 1_234_567 }))
    expect(body.details.amount).toBe(1_234_567)
  })

  // Proves 2.2 `details.amount`
  it.each([0, -1, 0.5, '15000', null, undefined])(
    'the service refuses the amount %j',
    async amount => {
      const service = await startService()
      const details = { amount, currency: 'TZS' }
      for (const create of [createMobile, createCard]) {
        const error = errorOf(await create(service, 'one', { details }))
        expect(error).toMatchObject({ code: 400, error_code: 'validation_error' })
      }
      expect(service.control.payments()).toEqual([])
    },
  )

  // Proves 2.2 `details.currency`; unsaid: The currency of mobile requests
  it('the currency is required, and is the shop’s for mobile money', async () => {
    const service = await startService()
    for (const create of [createMobile, createCard])
      expect((await create(service, 'one', { details: { amount: 1 } })).status).toBe(400)
    expect((await bodyOf(mobileDraft())).details.currency).toBe('KES')
  })

  // Proves 2.2 `details.currency`, card
  it('cards use TZS, whatever the shop’s currency is', async () => {
    expect((await bodyOf(cardDraft())).details.currency).toBe('TZS')
    const details = { amount: 15_000, currency: 'KES' }
    const answer = await createCard(await startService(), 'one', { details })
    expect(errorOf(answer).message).toContain('details.currency must be "TZS"')
  })
})

describe('2.2 Mobile customer object', () => {
  // Proves 2.2 mobile `firstname`, `lastname`
  it.each(['firstname', 'lastname'])('the service requires %s', async field => {
    const customer = without(mobileRequest.customer, field)
    const answer = await createMobile(await startService(), 'one', { customer })
    expect(errorOf(answer).message).toContain(`customer.${field} is required`)
  })

  // Proves 2.2 mobile `email`, `country`, `city`, `address`
  it.each(['email', 'country', 'city', 'address'])(
    'the service takes the optional %s, null, and nothing',
    async field => {
      const service = await startService()
      for (const [key, customer] of [
        ['given', mobileRequest.customer],
        ['null', { ...mobileRequest.customer, [field]: null }],
        ['absent', without(mobileRequest.customer, field)],
      ] as const)
        expect((await createMobile(service, key, { customer })).status).toBe(200)
    },
  )

  // Proves 2.2 mobile `email`
  it('the email is one', async () => {
    const customer = { ...mobileRequest.customer, email: 'asha' }
    const answer = await createMobile(await startService(), 'one', { customer })
    expect(errorOf(answer).message).toContain('customer.email must be an email address')
  })

  // Proves 2.2 mobile `firstname`, `lastname`; 2.2 mobile `email`, `country`, `city`, `address`
  it('the till sends what was filled in, and leaves out what was not', async () => {
    const { customer } = await bodyOf(mobileDraft())
    expect(customer).toEqual({ firstname: 'Asha', lastname: 'Mushi' })
    const draft = cardDraft()
    const full = await bodyOf(mobileDraft({ customer: draft.customer }))
    expect(full.customer).toEqual(mobileRequest.customer)
  })
})

describe('2.2 Card customer object', () => {
  // Proves 2.2 card customer
  it.each(Object.keys(cardRequest.customer))('the service requires %s', async field => {
    const service = await startService()
    const customer = without(cardRequest.customer, field)
    const answer = await createCard(service, 'one', { customer })
    expect(errorOf(answer).message).toContain(`customer.${field} is required`)
    expect(service.control.payments()).toEqual([])
  })

  // Proves 2.2 card customer
  it('the till sends every field', async () => {
    expect((await bodyOf(cardDraft())).customer).toEqual(cardRequest.customer)
  })

  // Proves 2.2 card `phone_number`; 4.1 `phone_number`
  it.each(['0754 001 212', '+255 754 001 212', '255754001212', '00255754001212'])(
    'the till sends %s as digits in international format, without +',
    async phone => {
      expect((await bodyOf(cardDraft({ phone }))).customer.phone_number).toBe('255754001212')
      expect((await bodyOf(mobileDraft({ phone }))).phone_number).toBe('255754001212')
    },
  )

  // Proves 2.2 card `phone_number`
  it.each(['+255754001212', '0754001212', '255 754 001 212', 'phone'])(
    'the service refuses the number %s',
    async phone_number => {
      const customer = { ...cardRequest.customer, phone_number }
      const answer = await createCard(await startService(), 'one', { customer })
      expect(errorOf(answer).message).toContain('customer.phone_number')
    },
  )

  // Proves 2.2 bounds; unsaid: Length and format of the text fields
  it('long names and addresses go whole, and the service sets them no bounds', async () => {
    const long = 'Nyumba ya pili, '.repeat(7).trim()
    const till = await openTill()
    const draft = cardDraft()
    const customer = {
      ...draft.customer,
      firstName: 'Ö',
      lastName: long,
      city: long,
      address: long,
    }
    expect(await till.sell({ ...draft, customer })).toMatchObject({ phase: 'pending' })
    const longer = { ...cardRequest.customer, lastname: 'x'.repeat(5_000) }
    const answer = await call(till.service, paths.cardCreate, {
      headers: { 'x-idempotency-key': 'long' },
      body: { ...cardRequest, customer: longer },
    })
    expect(answer.status).toBe(200)
  })
})
