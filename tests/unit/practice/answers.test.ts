import { describe, expect, it } from 'vitest'
import { type AnswerFormName, answerFormNameSchema } from '../../../electron/practice/answers/forms'
import {
  createMobile,
  errorOf,
  type RawAnswer,
  readCard,
  readMobile,
  startService,
} from '../../support/conformance/service'
import { createCard, startOnClock, textOf } from '../../support/practice/service'

/** The virtual clock starts at 2026-01-01 08:00 UTC. */
const created = '2026-01-01T08:00:00.000Z'
const mobileExpiry = '2026-01-01T08:02:00.000Z'
const cardExpiry = '2026-01-01T08:15:00.000Z'

const bodyOf = ({ status, text }: RawAnswer) => ({ status, body: JSON.parse(text) })
const answered = (status: number, body: object) => ({ status, body })

/** Creates a payment, reads it, lets it be decided, and repeats the create request. */
async function answersOf(form: AnswerFormName, channel: 'mobile' | 'card') {
  const { clock, service } = await startOnClock({ answers: form })
  const { control, address } = service
  const create = () => (channel === 'mobile' ? createMobile : createCard)(service, 'one')
  const first = bodyOf(await create())
  const reference = control.payments()[0]?.reference ?? ''
  const read = () => (channel === 'mobile' ? readMobile : readCard)(service, reference)
  const pending = bodyOf(await read())
  clock.pass(60_000)
  if (channel === 'card') control.decide(reference, 'completed', 'APPROVED')
  const result = bodyOf(await read())
  const repeat = bodyOf(await create())
  return { reference, address, first, pending, result, repeat }
}

const checkoutUrl = (address: string) => expect.stringMatching(`^${address}/checkout/[\\w-]{43}$`)

const envelope = (code: number, data: object) => ({ status: 'success', code, data })

const data = (payment_type: string, reference: string, value: number, changes: object) => ({
  object: 'payment',
  payment_type,
  reference,
  status: 'pending',
  amount: { currency: 'TZS', value },
  ...changes,
})

const mobileData = (reference: string, changes: object = {}) =>
  data('mobile', reference, 15_000, changes)

const cardData = (reference: string, changes: object = {}) =>
  data('card', reference, 120_000, changes)

const mobileCreated = (reference: string, changes: object = {}) =>
  mobileData(reference, { expires_at: mobileExpiry, api_version: '2025-01-01', ...changes })

const flatData = (reference: string, method: string, amount: string, status: string) => ({
  message: expect.stringMatching(/./),
  transactionId: expect.stringMatching(/^[0-9a-f]{24}$/),
  displayId: expect.stringMatching(/^[0-9A-F]{8}$/),
  method,
  status,
  reference_id: reference,
  amount,
  currency: 'TZS',
  created_at: created,
})

describe('the form "enveloped"', () => {
  it('is the contract’s, and the default', async () => {
    const { reference, first, result, repeat } = await answersOf('enveloped', 'mobile')
    expect(first).toEqual(answered(200, envelope(200, mobileCreated(reference))))
    const completed = mobileData(reference, { status: 'completed' })
    expect(result).toEqual(answered(200, envelope(200, completed)))
    expect(repeat).toEqual(first)
    const card = await answersOf('enveloped', 'card')
    const expires = { expires_at: cardExpiry, checkout_url: checkoutUrl(card.address) }
    expect(card.first.body).toEqual(envelope(200, cardData(card.reference, expires)))
    const times = { created_at: created, updated_at: created }
    const pending = cardData(card.reference, { provider_status: null, ...times })
    expect(card.pending.body).toEqual(envelope(200, pending))
    expect((await startService()).answers).toBe('enveloped')
  })
})

describe('the form "flat"', () => {
  it('has exactly the fields of a public service; 201, and a repeat says what holds now', async () => {
    const { reference, ...said } = await answersOf('flat', 'mobile')
    const flat = (status: string) => flatData(reference, 'MOBILE', '15000.00', status)
    const whole = (status: string) => ({ ...flat(status), expires_at: mobileExpiry })
    expect(said).toMatchObject({
      first: answered(201, whole('PENDING')),
      repeat: answered(200, whole('COMPLETED')),
      pending: answered(200, flat('PENDING')),
      result: answered(200, flat('COMPLETED')),
    })
    expect(said.pending.body).toEqual(flat('PENDING'))
    const card = await answersOf('flat', 'card')
    const cardFlat = (status: string) => flatData(card.reference, 'CARD', '120000.00', status)
    const page = { expires_at: cardExpiry, checkout_url: checkoutUrl(card.address) }
    expect(card.first).toEqual(answered(201, { ...cardFlat('PENDING'), ...page }))
    const times = { provider_status: 'APPROVED', updated_at: '2026-01-01T08:01:00.000Z' }
    expect(card.result.body).toEqual({ ...cardFlat('COMPLETED'), ...times })
  })

  it('keeps the error body of the contract', async () => {
    const service = await startService({ answers: 'flat' })
    expect(errorOf(await readMobile(service, 'PR-NONE'))).toMatchObject({ code: 400 })
  })
})

describe('the form "flat-status"', () => {
  it('is flat in mobile status reads alone', async () => {
    const mobile = await answersOf('flat-status', 'mobile')
    expect(mobile.first.body).toEqual(envelope(200, mobileCreated(mobile.reference)))
    expect(mobile.repeat).toEqual(mobile.first)
    const flat = flatData(mobile.reference, 'MOBILE', '15000.00', 'COMPLETED')
    expect(mobile.result.body).toEqual(flat)
    const card = await answersOf('flat-status', 'card')
    const completed = cardData(card.reference, { status: 'completed' })
    expect(card.result.body).toMatchObject(envelope(200, completed))
  })
})

describe('the form "numeric"', () => {
  it.each(['mobile', 'card'] as const)('has the HTTP status and no code: %s', async channel => {
    const { reference, first, pending, repeat } = await answersOf('numeric', channel)
    const data = channel === 'mobile' ? mobileData(reference) : cardData(reference)
    expect(first).toMatchObject(answered(201, { status: 201, data }))
    expect(pending).toMatchObject(answered(200, { status: 200, data }))
    for (const { body } of [first, pending]) expect(body).not.toHaveProperty('code')
    expect(repeat).toEqual(first)
  })
})

describe('the form "created"', () => {
  it.each(['mobile', 'card'] as const)(
    'answers 201, and a repeat 200 with what holds now: %s',
    async channel => {
      const { first, result, repeat } = await answersOf('created', channel)
      expect(first).toMatchObject(answered(201, envelope(201, { status: 'pending' })))
      for (const later of [repeat, result])
        expect(later).toMatchObject(answered(200, envelope(200, { status: 'completed' })))
      expect(repeat.body.data).toEqual({ ...first.body.data, status: 'completed' })
    },
  )
})

/** What the forms that change fields alone answer: `[form, mobile create, card status]`. */
const fieldForms: [AnswerFormName, object, object][] = [
  ['capitals', { status: 'PENDING' }, { status: 'COMPLETED', provider_status: 'APPROVED' }],
  [
    'nanoseconds',
    { expires_at: '2026-01-01T08:02:00.000853993Z' },
    { created_at: '2026-01-01T08:00:00.000853993Z', updated_at: '2026-01-01T08:01:00.000853993Z' },
  ],
  [
    'no-time-zone',
    { expires_at: '2026-01-01 08:02:00' },
    { created_at: '2026-01-01 08:00:00', updated_at: '2026-01-01 08:01:00' },
  ],
  [
    'epoch-times',
    { expires_at: Date.parse(mobileExpiry) / 1000 },
    { created_at: Date.parse(created) / 1000, updated_at: Date.parse(created) / 1000 + 60 },
  ],
  ['four-hours', { expires_at: '2026-01-01T12:00:00.000Z' }, {}],
  [
    'text-amounts',
    { amount: { currency: 'TZS', value: '15000.00' } },
    { amount: { currency: 'TZS', value: '120000.00' } },
  ],
  [
    'lower-case-currency',
    { amount: { currency: 'tzs', value: 15000 } },
    { amount: { currency: 'tzs', value: 120000 } },
  ],
]

describe('a form that changes fields alone', () => {
  it.each(fieldForms)('%s', async (form, mobileChanges, cardChanges) => {
    const mobile = await answersOf(form, 'mobile')
    const whole = mobileCreated(mobile.reference, mobileChanges)
    expect(mobile.first).toEqual(answered(200, envelope(200, whole)))
    expect(mobile.repeat).toEqual(mobile.first)
    const card = await answersOf(form, 'card')
    const paid = { status: 'completed', provider_status: 'APPROVED' }
    const times = { created_at: created, updated_at: '2026-01-01T08:01:00.000Z' }
    const completed = cardData(card.reference, { ...paid, ...times, ...cardChanges })
    expect(card.result).toEqual(answered(200, envelope(200, completed)))
  })

  it('has a test for each form', () => {
    const tested = ['enveloped', 'flat', 'flat-status', 'numeric', 'created']
    const names = [...tested, ...fieldForms.map(([form]) => form)]
    expect(new Set(names)).toEqual(new Set(answerFormNameSchema.options))
  })
})

describe('the lifetime of the form "four-hours"', () => {
  it('gives way to the session of a scenario', async () => {
    const { service } = await startOnClock({ answers: 'four-hours' })
    await createMobile(service, 'one', { phone_number: '255700000005' })
    const [payment] = service.control.payments()
    expect((payment?.expiresAt ?? 0) - (payment?.createdAt ?? 0)).toBe(40_000)
  })
})

describe('the control of the form', () => {
  it('changes the answers about payments that exist, but not a first answer that was given', async () => {
    const service = await startService()
    const first = await createMobile(service, 'one')
    const reference = textOf(first, 'reference')
    service.control.setAnswers('flat-status')
    const { body } = bodyOf(await readMobile(service, reference))
    expect(body).toMatchObject({ reference_id: reference })
    expect((await createMobile(service, 'one')).text).toBe(first.text)
    service.control.setAnswers('numeric')
    expect(await createMobile(service, 'one')).toMatchObject({ status: 200, text: first.text })
    expect((await createMobile(service, 'two')).status).toBe(201)
  })

  it('ends with a reset: then the form is the one of the start', async () => {
    const service = await startService({ answers: 'numeric' })
    service.control.setAnswers('enveloped')
    expect((await createMobile(service, 'one')).status).toBe(200)
    service.control.reset()
    expect((await createMobile(service, 'one')).status).toBe(201)
  })
})
