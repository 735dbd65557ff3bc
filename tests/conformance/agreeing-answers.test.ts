import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import type { Payment } from '../../shared/payment/payment'
import {
  envelope,
  errorBody,
  flatRead,
  json,
  page,
  type Reply,
  type ScriptedAnswer,
  tillBetween,
  tillReading,
} from '../support/conformance/scripted'
import { apiKey, apiSecret } from '../support/conformance/service'
import { cardDraft, mobileDraft } from '../support/payments/payments'

/*
 * Paid needs agreement: no answer that says two things is paid, and no clear one is missed (money rules 5, 12, 14).
 * Each payment is one of 15,000 TZS that the service knows as R-1.
 */

const reference = 'R-1'
const amount = { currency: 'TZS', value: 15_000 }
const drafts = { mobile: mobileDraft, card: cardDraft }

/** The payment after one read with each channel's own operation. */
async function afterRead(answer: ScriptedAnswer): Promise<Payment[]> {
  const payments: Payment[] = []
  for (const draft of Object.values(drafts)) {
    const till = await tillReading(answer)
    const { id } = await till.sell(draft())
    await till.engine.actions.checkNow(id)
    payments.push(till.payment(id))
  }
  return payments
}

const both = <T>(each: T) => [each, each]
const stillPending = { phase: 'pending', outcome: null, mismatch: null }
const forPerson = { phase: 'settled', outcome: 'unrecognised', mismatch: null }
const failed = { phase: 'settled', outcome: 'failed', mismatch: null }
const paid = { phase: 'settled', outcome: 'paid', mismatch: null }

describe('An answer that says two things is never paid', () => {
  const outer = { status: 'success', reference }
  const completed = { reference, status: 'COMPLETED', amount }

  // Proves field: Words of one answer that do not agree
  it.each<[string, object, object]>([
    [
      'success around a payment in progress',
      envelope({ ...outer, data: { status: 'PENDING', amount: 15_000 } }),
      stillPending,
    ],
    [
      'success around a payment that failed',
      envelope({ ...outer, data: { status: 'FAILED', amount: 15_000 } }),
      failed,
    ],
    [
      'success next to payment_status PENDING',
      envelope({ ...outer, payment_status: 'PENDING' }),
      stillPending,
    ],
    [
      'success next to payment_status FAILED',
      envelope({ ...outer, payment_status: 'FAILED' }),
      forPerson,
    ],
    [
      'success next to a transaction in progress',
      envelope({ ...outer, transaction: { status: 'PENDING' } }),
      stillPending,
    ],
    [
      'completed next to a state in progress',
      envelope({ reference, status: 'COMPLETED', state: 'pending' }),
      stillPending,
    ],
    [
      'completed next to an unknown word',
      envelope({ reference, status: 'COMPLETED', payment_status: 'HELD' }),
      forPerson,
    ],
    [
      'completed, and a refund that failed',
      envelope({ reference, status: 'COMPLETED', refund: { status: 'FAILED' } }),
      forPerson,
    ],
    [
      'completed next to a state of the payment that failed',
      envelope({ reference, status: 'COMPLETED', payment_state: 'FAILED' }),
      forPerson,
    ],
    [
      'completed next to another status that failed',
      envelope({ reference, status: 'COMPLETED', order_status: 'FAILED' }),
      forPerson,
    ],
    [
      'completed, and an unknown word of our payment in another part',
      envelope({ reference, status: 'COMPLETED', details: { reference, status: 'PROCESSING' } }),
      forPerson,
    ],
    [
      'completed, and an unknown payment_status in another part',
      envelope({ reference, status: 'COMPLETED', details: { payment_status: 'PROCESSING' } }),
      forPerson,
    ],
    [
      'completed, and another payment in progress',
      envelope([
        { reference, status: 'COMPLETED' },
        { reference: 'R-2', status: 'PENDING' },
      ]),
      forPerson,
    ],
    ['completed, and a no to paid', envelope({ ...completed, is_paid: false }), forPerson],
    ['completed, and a yes to reversed', envelope({ ...completed, reversed: true }), forPerson],
    [
      'completed, and a refund that is done',
      envelope({ ...completed, refund: { status: 'COMPLETED' } }),
      forPerson,
    ],
    [
      'completed, in a call whose status is an object that says failed',
      { status: { message: 'FAILED' }, data: completed },
      forPerson,
    ],
    [
      'completed, under a call that failed',
      { status: 'failed', data: { reference, status: 'COMPLETED' } },
      forPerson,
    ],
  ])('%s', async (_, answer, payment) => {
    expect(await afterRead(answer)).toMatchObject(both(payment))
  })

  // Proves field: Words of one answer that do not agree
  it.each<[string, string]>([
    ['the last one completed', '"status":"PENDING","status":"COMPLETED"'],
    ['the first one completed', '"status":"COMPLETED","status":"PENDING"'],
    ['written differently', '"status":"PENDING","st\\u0061tus":"COMPLETED","Status":"COMPLETED"'],
  ])('a name that comes twice: %s', async (_, words) => {
    for (const body of [
      `{"reference":"R-1",${words}}`,
      `{"status":"success","data":{"reference":"R-1",${words}}}`,
    ])
      expect(await afterRead(page(200, 'application/json', body))).toMatchObject(both(stillPending))
  })

  // Proves field: 200 with an error body
  it.each<[string, object]>([
    ['status false', { status: false, data: { reference, status: 'COMPLETED' } }],
    ['success "false"', { success: 'false', data: { reference, status: 'COMPLETED' } }],
    ['success 0', { success: 0, data: { reference, status: 'COMPLETED' } }],
    ['success false in it', envelope({ success: false, reference, status: 'COMPLETED' })],
    ['statusCode 500', { statusCode: 500, data: { reference, status: 'COMPLETED' } }],
  ])('completed, in a call that says no: %s', async (_, answer) => {
    expect(await afterRead(answer)).toMatchObject(both(stillPending))
  })

  // Proves field: `success` alone
  it.each<[string, object]>([
    ['flat', { status: 'success', message: 'Request received', reference }],
    ['in data', envelope({ status: 'success', reference })],
    ['as ok', envelope({ status: 'OK', reference })],
  ])('success alone, without an amount: %s', async (_, answer) => {
    expect(await afterRead(answer)).toMatchObject(both(forPerson))
  })

  // Proves field: `success` alone
  it.each<[string, object]>([
    ['flat', { ...flatRead, status: 'SUCCESS' }],
    ['in data', envelope({ status: 'success', reference, amount })],
  ])('but success with its amount is paid: %s', async (_, answer) => {
    expect(await afterRead(answer)).toMatchObject(both(paid))
  })

  // Proves field: Words of one answer that do not agree
  it('and becomes paid by the first read that is clear', async () => {
    const done = envelope({ reference, status: 'COMPLETED', amount })
    const till = await tillReading(
      envelope({ ...outer, payment_status: 'PENDING' }),
      envelope({ ...outer, transaction: { status: 'PENDING' } }),
      done,
    )
    const { id } = await till.sell(mobileDraft())
    await till.clock.pass(30_000)
    expect(till.payment(id)).toMatchObject({ ...paid, rawStatus: 'COMPLETED', contradiction: null })
  })
})

describe('An amount as text', () => {
  // Proves field: An amount with separators or a currency
  it.each([
    '1,500.00',
    'TZS 1500',
    '1 500',
    '1500/=',
    '15.000',
    '15,00',
    'TZS 15.000',
    '١٥٬٠٠٠',
    '①⑤⓪⓪',
  ])('that is another one, or cannot be read, is never paid: %s', async text => {
    const mismatch = { field: 'amount', asked: '15000', answered: text }
    for (const answer of [
      envelope({ reference, status: 'COMPLETED', amount: text }),
      envelope({ reference, status: 'COMPLETED', amount: { value: text, currency: 'TZS' } }),
      { ...flatRead, amount: text },
    ])
      expect(await afterRead(answer)).toMatchObject(both({ ...forPerson, mismatch }))
  })

  // Proves field: An amount with separators or a currency
  it.each(['15,000.00', 'TZS 15,000', '15 000', "15'000", '15,000/=', '15000 Tsh'])(
    'that is equal is paid: %s',
    async text => {
      const answer = envelope({ reference, status: 'success', amount: text })
      expect(await afterRead(answer)).toMatchObject(both(paid))
    },
  )
})

describe('Another currency or reference', () => {
  // Proves field: White space, and names of a currency
  it.each<[string, object, string]>([
    ['currency_code', { amount: 15_000, currency_code: 'USD' }, 'currency'],
    ['currency_code of the amount', { amount: { value: 15_000, currencyCode: 'USD' } }, 'currency'],
    ['currency as an object', { amount: 15_000, currency: { code: 'USD' } }, 'currency'],
    ['a list of one currency', { amount: 15_000, currency: ['USD'] }, 'currency'],
    ['a list of one reference', { reference: ['R-2'] }, 'reference'],
  ])('is never paid: %s', async (_, fields, field) => {
    const answer = envelope({ reference, status: 'COMPLETED', ...fields })
    expect(await afterRead(answer)).toMatchObject(both({ ...forPerson, mismatch: { field } }))
  })
})

describe('An answer that a person understands without doubt is paid', () => {
  const payment = { reference, status: 'COMPLETED', amount }
  const { status: _, ...unsaid } = payment

  // Proves field: The payment at another depth or under another name
  it.each<[string, object]>([
    ['data is a list of one', envelope([payment])],
    ['the whole answer is a list of one', [envelope(payment)]],
    ['the status is payment_status', envelope({ ...unsaid, payment_status: 'COMPLETED' })],
    ['the status is transaction_status', envelope({ ...unsaid, transaction_status: 'COMPLETED' })],
    [
      'the status is in an object payment',
      envelope({ reference, payment: { status: 'COMPLETED', amount } }),
    ],
    ['the status is in an object transaction', envelope({ transaction: payment })],
    ['no data, but an object payment', { status: 'success', payment }],
    ['a list of one of payments', envelope({ payments: [payment] })],
    ['an object of another name', { status: 'success', result: payment }],
    ['no envelope that the till knows', { response: { code: 200, body: payment } }],
    ['details of the payment', envelope({ payment_details: payment, customer: { status: 'new' } })],
    ['next to another payment', envelope([payment, { ...payment, reference: 'R-2' }])],
    ['the status is payment_state', envelope({ ...unsaid, payment_state: 'COMPLETED' })],
    ['flat, with an object of its own called data', { ...flatRead, data: { note: 'two shirts' } }],
  ])('%s', async (_, answer) => {
    expect(await afterRead(answer)).toMatchObject(both(paid))
  })

  // Proves field: White space, and names of a currency
  it.each<[string, object]>([
    ['white space around the word', envelope({ ...payment, status: '\tCOMPLETED\r\n' })],
    ['Tsh', envelope({ ...payment, amount: { currency: 'Tsh', value: 15_000 } })],
    ['TSHS.', { ...flatRead, currency: 'TSHS.' }],
  ])('%s', async (_, answer) => {
    expect(await afterRead(answer)).toMatchObject(both(paid))
  })

  // Proves field: What carries the answer
  it.each<[string, Reply]>([
    [
      'the envelope as text/html',
      page(200, 'text/html; charset=UTF-8', JSON.stringify(envelope(payment))),
    ],
    ['a byte order mark', page(200, 'text/plain', `\ufeff${JSON.stringify(flatRead)}`)],
    [
      'gzip, although nobody asked for it',
      response => {
        response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
        response.end(gzipSync(JSON.stringify(envelope(payment))))
      },
    ],
  ])('%s', async (_, reply) => {
    expect(await afterRead(reply)).toMatchObject(both(paid))
  })

  // Proves field: What carries the answer
  it('a create answer as text/html is an acceptance', async () => {
    const body = JSON.stringify(envelope({ reference, status: 'pending' }))
    const till = await tillBetween(page(200, 'text/html', body), [envelope(payment)])
    const { id, phase } = await till.sell(mobileDraft())
    expect(phase).toBe('pending')
    await till.engine.actions.checkNow(id)
    expect(till.payment(id)).toMatchObject(paid)
    expect(till.engine.accountGate.lights()).toEqual({ internet: 'on', service: 'on' })
  })

  // Proves field: The payment at another depth or under another name
  it.each<[string, (payment: object) => object]>([
    ['result', payment => ({ success: true, result: payment })],
    ['a list of one of payments', payment => envelope({ payments: [payment] })],
  ])('a create answer in %s is an acceptance, and is paid by reads in it', async (_, around) => {
    for (const draft of Object.values(drafts)) {
      const created = around({ reference, status: 'pending', amount })
      const till = await tillBetween(created, [around(payment)])
      const { id } = await till.sell(draft())
      expect(till.payment(id)).toMatchObject({ phase: 'pending', reference, mismatch: null })
      await till.engine.actions.checkNow(id)
      expect(till.payment(id)).toMatchObject(paid)
    }
  })

  // Proves field: References that are numbers
  it.each(['70012', '1234567890123456789'])('a reference that is the number %s', async digits => {
    const saying = (status: string) =>
      page(200, 'application/json', `{"data":{"reference":${digits},"status":"${status}"}}`)
    for (const draft of Object.values(drafts)) {
      const till = await tillBetween(saying('pending'), [saying('COMPLETED')])
      const { id } = await till.sell(draft())
      expect(till.payment(id)).toMatchObject({ phase: 'pending', reference: digits })
      await till.engine.actions.checkNow(id)
      expect(till.payment(id)).toMatchObject(paid)
      expect(Object.values(JSON.parse(till.asked()[0] ?? '{}'))).toEqual([digits])
    }
  })

  // Proves field: References that are numbers
  it('but not one whose number differs where a float would not', async () => {
    const saying = (digits: string, status: string) =>
      page(200, 'application/json', `{"data":{"reference":${digits},"status":"${status}"}}`)
    const till = await tillBetween(saying('1234567890123456789', 'pending'), [
      saying('1234567890123456788', 'COMPLETED'),
    ])
    const { id } = await till.sell(mobileDraft())
    await till.engine.actions.checkNow(id)
    expect(till.payment(id)).toMatchObject({
      outcome: 'unrecognised',
      mismatch: { field: 'reference' },
    })
  })
})

describe('HTTP 200 with the service’s own error body', () => {
  const error = errorBody(400, 'validation_error', 'The wallet is closed')
  const words = '400 validation_error: The wallet is closed'
  const lightsOn = { internet: 'on', service: 'on' }

  // Proves field: 200 with an error body
  it('to a create is maybe: its words are shown, and it is no sign of a Wi-Fi portal', async () => {
    for (const draft of Object.values(drafts))
      for (const type of ['application/json', 'text/html']) {
        const till = await tillBetween(page(200, type, JSON.stringify(error)), [error])
        expect(await till.sell(draft())).toMatchObject({
          phase: 'unknown',
          maybeSent: true,
          reference: null,
          lastFailure: { sent: 'maybe', reason: 'service-trouble', detail: words },
        })
        expect(till.engine.accountGate.lights()).toEqual(lightsOn)
      }
  })

  // Proves field: 200 with an error body
  it('to a read is no result: the payment is read on, and becomes paid', async () => {
    const till = await tillReading(error, envelope({ reference, status: 'COMPLETED', amount }))
    const { id } = await till.sell(mobileDraft())
    expect(await till.engine.actions.checkNow(id)).toMatchObject({
      ok: false,
      code: 'service-error',
    })
    expect(till.payment(id)).toMatchObject(stillPending)
    expect(till.engine.accountGate.lights()).toEqual(lightsOn)
    await till.clock.pass(20_000)
    expect(till.payment(id)).toMatchObject(paid)
  })
})

describe('The public API key (§5.1)', () => {
  const own = `${apiKey}-000012`
  const checkout_url = `https://checkout.example/${apiKey}/s/1?ref=${own}`

  // Proves field: The public key in references and checkout addresses
  it('at the beginning of a reference stays: the payment is read by it, and becomes paid', async () => {
    for (const draft of Object.values(drafts)) {
      const till = await tillBetween(envelope({ reference: own, status: 'pending' }), [
        envelope({ reference: own, status: 'COMPLETED', amount }),
      ])
      const { id } = await till.sell(draft())
      expect(till.payment(id).reference).toBe(own)
      await till.engine.actions.checkNow(id)
      expect(till.payment(id)).toMatchObject(paid)
      expect(till.asked()[0]).toContain(own)
    }
  })

  // Proves field: The public key in references and checkout addresses
  it('in a checkout address stays: the customer’s QR code leads to the page', async () => {
    const till = await tillBetween(envelope({ reference, status: 'pending', checkout_url }), [{}])
    expect(await till.sell(cardDraft())).toMatchObject({
      phase: 'pending',
      checkoutUrl: checkout_url,
      checkoutFault: null,
    })
  })

  // Proves field: The public key in references and checkout addresses
  it('stays, while the secret is hidden wherever it is repeated', async () => {
    const data = { reference: `${own}-${apiSecret}`, status: 'pending', api_version: apiSecret }
    const till = await tillBetween(envelope(data), [{}])
    const { id } = await till.sell(mobileDraft())
    expect(till.payment(id)).toMatchObject({ reference: `${own}-[hidden]`, apiVersion: '[hidden]' })
    expect(JSON.stringify(till.ledger.history(id))).not.toContain(apiSecret)
  })
})

describe('A first answer that speaks of an earlier request', () => {
  // Proves field: A first answer that speaks of an earlier request
  it.each<[number, string, string]>([
    [400, 'DUPLICATE_REFERENCE', 'no'],
    [400, 'validation_error', 'This payment was already requested'],
    [403, 'forbidden', 'Idempotency key in use'],
    [422, 'IDEMPOTENCY_KEY_REUSED', ''],
    [401, 'unauthorized', 'Request already used'],
    [429, 'duplicate_request', 'Slow down'],
  ])('is maybe, never "nothing was charged": %i %s %s', async (status, code, message) => {
    for (const draft of Object.values(drafts)) {
      const till = await tillBetween(json(status, errorBody(status, code, message)), [{}])
      const { id } = await till.sell(draft())
      expect(till.payment(id)).toMatchObject({
        phase: 'unknown',
        maybeSent: true,
        refusal: null,
        lastFailure: { sent: 'maybe' },
      })
      expect(till.engine.actions.withdraw(id).ok).toBe(false)
    }
    const till = await tillBetween(json(status, errorBody(status, code, message)), [{}])
    await till.sell(mobileDraft())
    // The customer's phone may be ringing.
    expect(till.engine.presses.request(mobileDraft())).toMatchObject({ code: 'phone-number-busy' })
  })

  // Proves field: A first answer that speaks of an earlier request
  it('is asked again with the same key, and is paid by the payment that the copy made', async () => {
    let creates = 0
    const created: Reply = (response, seen) => {
      creates += 1
      const taken = json(200, envelope({ reference, status: 'pending' }))
      const copy = json(400, errorBody(400, 'duplicate', 'Already received'))
      ;(creates === 1 ? copy : taken)(response, seen)
    }
    const till = await tillBetween(created, [envelope({ reference, status: 'COMPLETED', amount })])
    const { id } = await till.sell(mobileDraft())
    expect(till.payment(id)).toMatchObject({ phase: 'unknown', refusal: null })
    till.engine.presses.tryAgain(id, 'cashier')
    await till.clock.pass(60_000)
    expect(till.payment(id)).toMatchObject(paid)
  })
})
