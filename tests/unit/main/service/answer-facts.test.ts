import { describe, expect, it } from 'vitest'
import { findPayment } from '../../../../electron/main/service/payment-body'
import { envelope, enveloped, errorBody, flat } from '../../../support/service/answers'

const payment = { reference: 'r', status: 'pending' }

describe('the envelope of §4', () => {
  it.each<[string, object]>([
    ['status and code', envelope(payment)],
    ['a number for the status', { status: 201, data: payment }],
    ['a number for both', { status: 200, code: 200, data: payment }],
    ['no code', { status: 'success', data: payment }],
    ['no status', { code: 201, data: payment }],
    ['nothing but data', { data: payment }],
    ['a text for the code', { status: 'success', code: '200', data: payment }],
    ['a status of its own', { status: 'paid', code: 7, data: payment }],
    ['a code that is no HTTP status', { status: 'success', code: 1_000, data: payment }],
    ['a payment’s fields next to data', { ...payment, reference: 'other', data: payment }],
    ['an odd status', { status: true, data: payment }],
  ])('with %s holds the payment in data', (_, body) => {
    expect(findPayment(body)).toEqual(enveloped(payment))
  })

  it('holds an empty payment where data is empty', () => {
    expect(findPayment(envelope({}))).toEqual(enveloped({}))
  })

  it('inside another holds the payment in the inner data: neither says what the payment is', () => {
    expect(findPayment(envelope(envelope(payment)))).toEqual(enveloped(payment))
  })

  it('is the payment where it names a reference, whatever its own data holds (money rule 14)', () => {
    for (const status of ['SUCCESS', 200, undefined])
      for (const data of [{ note: 'two shirts' }, { status: 'PENDING' }]) {
        const paid = { status, reference_id: 'r', data }
        expect(findPayment(envelope(paid))).toEqual(enveloped(paid))
      }
  })

  it.each([null, [], [payment], 'text', 7, false])('holds none where data is %j', data => {
    expect(findPayment(envelope(data))).toBeNull()
    expect(findPayment({ ...payment, data })).toBeNull()
  })

  it('holds none without data: its status speaks of the call (money rule 5)', () => {
    expect(findPayment({ status: 'success', code: 200 })).toBeNull()
    expect(findPayment({ status: 'paid', code: 200, reference: 'r' })).toBeNull()
  })
})

describe('a flat body', () => {
  it('is the payment itself', () => {
    expect(findPayment(payment)).toEqual(flat(payment))
  })

  it.each([{ code: 200 }, { code: '200' }, { code: 0 }, { data: null }, { data: [] }])(
    'may have a mark of the envelope, %j, where it has an amount and a status of its own',
    mark => {
      const body = { ...payment, status: 'COMPLETED', amount: '1000.00', ...mark }
      expect(findPayment(body)).toEqual(flat(body))
      for (const status of ['success', 'SUCCESS', ' ok ', 200, undefined])
        expect(findPayment({ ...body, status })).toBeNull()
    },
  )

  it('may have a word as its code', () => {
    const body = { ...payment, code: 'OK' }
    expect(findPayment(body)).toEqual(flat(body))
  })
})

describe('an error body under a 2xx', () => {
  it.each<[string, object]>([
    ['the contract’s own', errorBody(400, 'validation_error', 'no')],
    ['with data', { ...envelope(payment), status: 'error' }],
    ['in capitals', { status: ' ERROR ', data: payment }],
    ['with an HTTP status in code', { ...envelope(payment), code: 402 }],
    ['with an HTTP status as its status', { status: 500, data: payment }],
    ['flat', { ...payment, status: 'error' }],
    ['flat, with an HTTP status in code', { ...payment, code: 404 }],
  ])('is no payment: %s', (_, body) => expect(findPayment(body)).toBeNull())
})

describe('what is no object', () => {
  it.each([null, true, 7, 'success', [], [payment], [envelope(payment)]])(
    'holds no payment: %j',
    json => expect(findPayment(json)).toBeNull(),
  )
})
