import { describe, expect, it } from 'vitest'
import { type AnswerFacts, collectFacts } from '../../../../electron/main/service/answer-facts'
import { levelOf } from '../../../../electron/main/service/answer-levels'
import { isCallWord } from '../../../../electron/main/service/answer-words'
import { parseJson } from '../../../../electron/main/service/json'
import { envelope, noFacts } from '../../../support/service/answers'

function factsOf(body: unknown, asked: string | null = 'R-1'): AnswerFacts {
  const level = levelOf(body, asked)
  if (level === null) throw new Error('The body is no object')
  return collectFacts(level, asked)
}

/** The payment's own words. */
const wordsOf = (body: unknown, asked?: string | null) => factsOf(body, asked).words

describe('what an answer says', () => {
  it('is collected from each object that can be the payment', () => {
    const payment = { reference: 'R-1', status: 'PAID', amount: { value: 1, currency: 'TZS' } }
    const transaction = { status: 'DONE', amount: '2', currency: 'Tsh', reference_id: 'T-1' }
    expect(factsOf({ status: 'success', data: { ...payment, transaction } })).toEqual({
      ...noFacts,
      isEnvelope: true,
      references: ['R-1', 'T-1'],
      hasStatus: true,
      words: ['PAID', 'DONE'],
      amounts: [
        { value: 1, text: '1' },
        { value: 2, text: '2' },
      ],
      currencies: ['TZS', 'TZS'],
    })
  })

  it.each([[{}], [{ reference: null, status: null, amount: null, currency: null }], [[{}]]])(
    'is nothing in %j',
    body => expect(factsOf(body)).toEqual(noFacts),
  )

  it.each([null, true, 7, 'success', [], [{}, {}], [null]])('is not asked of %j', json => {
    expect(levelOf(json, 'R-1')).toBeNull()
  })
})

describe('an envelope', () => {
  const payment = { reference: 'R-1', status: 'paid' }

  it.each<[string, object]>([
    ['status and code', envelope(payment)],
    ['a number for the status', { status: 201, data: payment }],
    ['nothing but data', { data: payment }],
    ['data that is a list of one', envelope([payment])],
    ['another envelope in it', envelope(envelope(payment))],
    ['an empty data', envelope({})],
    ['data under a name in capitals', { DATA: payment }],
  ])('is what has an object data: %s', (_, body) => {
    expect(factsOf(body).isEnvelope).toBe(true)
  })

  it.each([undefined, null, [], [payment, payment], 'text', 7, false])(
    'is none where data is %j',
    data => expect(factsOf({ ...payment, data }).isEnvelope).toBe(false),
  )

  it('is not made by an object payment: then our reference has to show whose it is', () => {
    expect(factsOf({ status: 'success', payment }).isEnvelope).toBe(false)
  })
})

describe('references', () => {
  it.each(['reference', 'reference_id', 'referenceId', 'REFERENCE-ID'])('are read as %s', name => {
    expect(factsOf(envelope({ [name]: 'R-1' })).references).toEqual(['R-1'])
  })

  it.each(['transactionId', 'order_reference', 'id', 'message'])('are not read as %s', name => {
    expect(factsOf(envelope({ [name]: 'R-1' })).references).toEqual([])
  })

  it('come in the order in which they count: the contract’s name and place first', () => {
    const payment = { reference_id: 'b', reference: 'a', transaction: { reference: 'c' } }
    expect(factsOf({ data: payment }).references).toEqual(['a', 'b', 'c'])
    expect(factsOf(payment).references).toEqual(['a', 'b', 'c'])
  })

  it('of the envelope itself count where its content names none: they may be the request’s', () => {
    expect(factsOf({ reference: 'd', data: { reference: 'a' } }).references).toEqual(['a'])
    expect(factsOf({ reference: 'd', data: { status: 'paid' } }).references).toEqual(['d'])
  })

  it('that cannot be read are left out', () => {
    expect(factsOf(envelope({ reference: {}, reference_id: 'b' })).references).toEqual(['b'])
  })
})

describe('status words', () => {
  const names = ['status', 'state', 'payment_status', 'paymentState', 'transaction_status']

  it.each([...names, 'txnStatus', 'Status'])('are the payment’s under %s', name =>
    expect(wordsOf({ data: { [name]: ' PAID ' } })).toEqual(['PAID']),
  )

  it.each(['provider_status', 'order_status', 'message', 'status_code', 'result'])(
    'are not under %s',
    name => expect(wordsOf({ data: { [name]: 'PAID' } })).toEqual([]),
  )

  it.each([200, false, ['PAID', 'x'], { code: 'PAID' }, {}, null, '', ' '])('are not %j', status =>
    expect(wordsOf({ data: { status } })).toEqual([]),
  )

  it('are a list of one', () => expect(wordsOf({ data: { status: ['PAID'] } })).toEqual(['PAID']))

  it('next to the number of an HTTP status are the call’s, but where an amount makes it a payment', () => {
    const body = { status: 'failed', code: 200, reference: 'R-1' }
    expect(wordsOf(body)).toEqual([])
    expect(wordsOf({ ...body, code: '0' })).toEqual([])
    for (const code of ['OK', 'E200', '200 OK', '2.5', true, null])
      expect(wordsOf({ ...body, code }), String(code)).toEqual(['failed'])
    expect(wordsOf({ ...body, amount: 1 })).toEqual(['failed'])
    expect(wordsOf({ ...body, amount: 1, status: 'success' })).toEqual([])
    // Below the body another word may have a code of its own.
    expect(wordsOf({ data: { ...body, amount: 1, status: 'success' } })).toEqual([])
    expect(wordsOf({ data: { ...body, status: 'PAID' } })).toEqual(['PAID'])
  })

  it.each(['data', 'payment', 'transaction'])('next to an object %s are the call’s', name => {
    const body = { status: 'a', state: 'b', payment_status: 'c', [name]: { status: 'd' } }
    // At any depth.
    for (const answer of [body, { data: body }])
      expect(new Set(wordsOf(answer))).toEqual(new Set(['c', 'd']))
  })

  it.each<[string, object, string[]]>([
    ['data holds no payment', { status: 'success', data: { note: 'a' } }, ['success']],
    ['data is empty', { status: 'COMPLETED', data: {} }, ['COMPLETED']],
    ['its word is not a call’s', { status: 'DONE', data: { amount: 1 } }, ['DONE']],
    ['data holds an amount', { status: 'success', data: { amount: 1 } }, []],
    ['data holds a status', { status: 'Ok', data: { state: 'x' } }, ['x']],
    ['data holds a reference', { status: 'Ok', data: { reference: 'T' } }, []],
    ['a deeper object does', { status: 'Ok', data: { data: { amount: 1 } } }, []],
    ['both have an amount', { status: 'Ok', amount: 1, data: { amount: 1 } }, ['Ok']],
  ])('of what names our reference are its own, or the call’s: %s', (_, body, words) => {
    expect(wordsOf({ reference_id: 'R-1', ...body })).toEqual(words)
    // A create has asked for none, and another reference is not ours.
    const inner = words.filter(word => word === 'x')
    expect(wordsOf({ reference_id: 'R-2', ...body })).toEqual(inner)
    expect(wordsOf({ reference_id: 'R-1', ...body }, null)).toEqual(inner)
  })

  const ours = { reference: 'R-1', status: 'x' }

  it.each<[string, object]>([
    ['under another name', { result: ours }],
    ['in a list of one', { payments: [ours] }],
    ['in a list with others', { data: [{ reference: 'R-2' }, ours, 7] }],
    ['at any depth', { a: [[{ b: { c: [[ours], []] } }]] }],
  ])('are the payment’s where our reference is next to them: %s', (_, body) => {
    expect(wordsOf(body)).toEqual(['x'])
    expect(factsOf(body).references).toEqual(['R-1'])
    expect(wordsOf(body, 'R-2')).toEqual([])
  })

  it('are a create’s there only where the usual places name no reference', () => {
    expect(wordsOf({ result: ours }, null)).toEqual(['x'])
    expect(factsOf({ result: ours }, null).references).toEqual(['R-1'])
    const customer = { reference: 'C-1', status: 'new' }
    const named = { data: { reference: 'R-1', status: 'x', customer } }
    expect(wordsOf(named, null)).toEqual(['x'])
    expect(factsOf(named, null).references).toEqual(['R-1'])
  })
})

describe('what else speaks of the result', () => {
  const mentionsOf = (data: object) =>
    factsOf({ data: { reference: 'R-1', status: 'PAID', ...data } }).mentions.map(
      ({ kind, name, value }) => `${kind} ${name}: ${value}`,
    )
  /** The envelope has no word of its own here. */
  const silent: object[] = [
    { result: null, outcome: '', reason: 'none', response_code: '000', state_reason: 'N/A' },
    { ResultCode: 0, resultcode: '0', status_code: 200, order_status: true, results: [] },
    { error: false, errors: [], refund: {}, reversed: 'false', failed: 0, void_reason: '-' },
    { is_paid: true, completed: 1, success: 'yes', settled: false, captured: 0 },
    { links: { status: 'https://pay.example/1/status' }, url: { result: 'x' } },
    { cancel_url: 'x', status_updated_at: 'x', refund_id: 7, error_count: 3, refundable: true },
    { customer: { state: 'x' }, billing_address: { state: 'x' }, merchant: { status: 'x' } },
    { items: [{ paid: false }], qr_code: 'x', approval_code: 'x', net: 5 },
    { gateway: { order_status: 0, other: 'x' }, bank: { order_status: 0, bank_status: 200 } },
    { currency: { code: 'TZS' }, country: { code: 'TZ' }, note: 'cancelled', statement: 'x' },
  ]

  it.each(silent)('is nothing in %j', data => expect(mentionsOf(data)).toEqual([]))

  it.each<[object, string]>([
    [{ ResultCode: '1032' }, 'result ResultCode: 1032'],
    [{ resultcode: 17 }, 'result resultcode: 17'],
    [{ code: 'E-1' }, 'result code: E-1'],
    [{ order_status: false }, 'certain order_status: false'],
    [{ payment_status: 0 }, 'certain payment_status: 0'],
    [{ gateway: { 'Response Code': ' 51 ' } }, 'result gateway.Response Code: 51'],
    [{ history: [{ state: 'x' }] }, 'result history.state: x'],
    [{ expires_at: { status: 'pending' } }, 'result expires_at.status: pending'],
    [{ refund: { status: 'COMPLETED' } }, 'certain refund.status: COMPLETED'],
    [{ failureReason: 'x' }, 'certain failureReason: x'],
    [{ error: { message: 'x' } }, 'certain error.message: x'],
    [{ isPaid: ' No ' }, 'certain isPaid: No'],
    [{ order_status: ' False ' }, 'certain order_status: False'],
    [{ history: [{ status: 'none' }] }, 'certain history.status: none'],
    [{ response_code: 'untrue' }, 'result response_code: untrue'],
    [{ response_code: '2000' }, 'result response_code: 2000'],
    [{ status_description: 'x' }, 'text status_description: x'],
    [{ provider_status: 'x' }, 'text provider_status: x'],
    [{ amount_paid: 'TZS 1,500' }, 'amount amount_paid: TZS 1,500'],
    [{ paid: { amount: 5 } }, 'amount paid.amount: 5'],
    [{ paid_amount: null }, 'certain paid_amount: null'],
    [{ 'sta\u200btus_code': 'x' }, 'result sta tus_code: x'],
  ])('is found in %j', (data, mention) => expect(mentionsOf(data)).toEqual([mention]))

  it('is each value of a name that comes twice', () => {
    const json = '{"data":{"reference":"R-1","status":"PAID","result":"a","result":"b"}}'
    const read = parseJson(Buffer.from(json))
    const body = read.ok ? read.json : null
    expect(factsOf(body).mentions.map(({ value }) => value)).toEqual(['a', 'b'])
  })
})

describe('the words with which a call succeeds', () => {
  it.each(['success', 'SUCCESSFUL', 'Ok'])('have %s', word => expect(isCallWord(word)).toBe(true))
  it.each(['succeeded', 'paid', 'done', '200', ''])('have not %j', word =>
    expect(isCallWord(word)).toBe(false),
  )
})

describe('amounts', () => {
  it('are named by each object that can be the payment, and by no other', () => {
    const data = { amount: '1,000', fee: { amount: 5 }, payment: { amount: { value: 1_000 } } }
    expect(factsOf({ amount: 'TZS 7', data })).toMatchObject({
      amounts: [
        { value: 1_000, text: '1,000' },
        { value: 1_000, text: '1000' },
        { value: 7, text: 'TZS 7' },
      ],
      currencies: ['TZS'],
    })
  })

  it('without digits are none', () => {
    expect(factsOf({ amount: 'all', data: { amount: true } }).amounts).toEqual([])
  })

  it('that cannot be read are named', () => {
    expect(factsOf({ amount: '15.000' }).amounts).toEqual([{ value: null, text: '15.000' }])
  })
})
