import { describe, expect, it } from 'vitest'
import {
  type AnswerFacts,
  collectFacts,
  isCallWord,
} from '../../../../electron/main/service/answer-facts'
import { levelOf } from '../../../../electron/main/service/answer-levels'
import { envelope, noFacts } from '../../../support/service/answers'

function factsOf(body: unknown, asked: string | null = 'R-1'): AnswerFacts {
  const level = levelOf(body, asked)
  if (level === null) throw new Error('The body is no object')
  return collectFacts(level, asked)
}

/** Its words, each with whose it is. */
const wordsOf = (body: unknown, asked?: string | null) =>
  factsOf(body, asked).words.map(({ word, of }) => `${of}: ${word}`)

describe('what an answer says', () => {
  it('is collected from each object that can be the payment', () => {
    const payment = { reference: 'R-1', status: 'PAID', amount: { value: 1, currency: 'TZS' } }
    const transaction = { status: 'DONE', amount: '2', currency: 'Tsh', reference_id: 'T-1' }
    expect(factsOf({ status: 'success', data: { ...payment, transaction } })).toEqual({
      ...noFacts,
      isEnvelope: true,
      references: ['R-1', 'T-1'],
      words: [
        { word: 'PAID', of: 'payment' },
        { word: 'DONE', of: 'payment' },
        { word: 'success', of: 'call' },
      ],
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
    expect(wordsOf({ data: { [name]: ' PAID ' } })).toEqual(['payment: PAID']),
  )

  it.each(['provider_status', 'providerStatus', 'message', 'status_code', 'result'])(
    'are not under %s',
    name => expect(wordsOf({ data: { [name]: 'PAID' } })).toEqual([]),
  )

  it.each([
    [{ order_status: 'PAID' }, ['other: PAID']],
    [{ 'Settlement Status': 'PAID' }, ['other: PAID']],
    [{ status: 200 }, ['other: 200']],
    [{ status: false }, ['other: false']],
    [{ status: ['PAID', 'x'] }, ['other: PAID', 'other: x']],
    [{ status: { code: 'PAID' } }, ['other: PAID']],
    [{ status: {} }, []],
    [{ status: ['PAID'] }, ['payment: PAID']],
  ])('under another name, or that are no text, are kept apart: %j', (data, words) => {
    expect(wordsOf({ data })).toEqual(words)
  })

  it.each([null, '', ' '])('are none where there is nothing: %j', status => {
    expect(wordsOf({ data: { status } })).toEqual([])
  })

  it('next to the number of an HTTP status are of the call, but where an amount makes it a payment', () => {
    const body = { status: 'failed', code: 200, reference: 'R-1' }
    expect(wordsOf(body)).toEqual(['call: failed'])
    expect(wordsOf({ ...body, amount: 1 })).toEqual(['payment: failed'])
    expect(wordsOf({ ...body, amount: 1, status: 'success' })).toEqual(['call: success'])
  })

  it.each(['data', 'payment', 'transaction'])('next to an object %s are of the call', name => {
    const body = { status: 'a', state: 'b', payment_status: 'c', [name]: { status: 'd' } }
    const words = new Set(['call: a', 'call: b', 'payment: c', 'payment: d'])
    // At any depth.
    for (const answer of [body, { data: body }]) expect(new Set(wordsOf(answer))).toEqual(words)
  })

  it.each<[string, object, string[]]>([
    ['data holds no payment', { status: 'success', data: { note: 'a' } }, ['payment: success']],
    ['data is empty', { status: 'COMPLETED', data: {} }, ['payment: COMPLETED']],
    ['its word is not a call’s', { status: 'DONE', data: { amount: 1 } }, ['payment: DONE']],
    ['data holds an amount', { status: 'success', data: { amount: 1 } }, ['call: success']],
    ['data holds a status', { status: 'Ok', data: { state: 'x' } }, ['payment: x', 'call: Ok']],
    ['data holds a reference', { status: 'Ok', data: { reference: 'T' } }, ['call: Ok']],
    ['a deeper object does', { status: 'Ok', data: { data: { amount: 1 } } }, ['call: Ok']],
  ])('of what names our reference are its own, or the call’s: %s', (_, body, words) => {
    expect(wordsOf({ reference_id: 'R-1', ...body })).toEqual(words)
    for (const reference_id of ['R-2', undefined])
      expect(wordsOf({ reference_id, ...body })[words.length - 1]).toMatch(/^call: /)
    // A create has asked for none.
    expect(wordsOf({ reference_id: 'R-1', ...body }, null)[words.length - 1]).toMatch(/^call: /)
  })

  const mine = { reference: 'R-1' }

  it.each<[string, object]>([
    ['under a name of their own', { events: [{ a: 1 }, { payment_status: 'x' }] }],
    ['at any depth', { a: [[{ b: { transactionStatus: 'x' } }]] }],
    ['next to an amount', { refund: { status: 'x', amount: null } }],
    ['next to a reference', { refund: { state: 'x', reference_id: 'R-2' } }],
    [
      'twice of ours, in a list',
      {
        all: [
          { ...mine, state: 'x' },
          { ...mine, status: '' },
        ],
      },
    ],
  ])('are found elsewhere too: %s', (_, body) => {
    expect(wordsOf(body)).toEqual(['elsewhere: x'])
    expect(wordsOf(envelope(body))).toEqual(['call: success', 'elsewhere: x'])
  })

  it.each<[string, object]>([
    ['in an object', { customer: { status: 'x' } }],
    ['under another name', { customer: { loyalty_status: 'x' } }],
    ['in a list of several payments', { data: [{ state: 'x' }, {}] }],
    ['in an object payment there', { history: { payment: { status: 'x' } } }],
  ])('elsewhere may be of something else: %s', (_, body) => {
    expect(wordsOf(body)).toEqual(['other: x'])
    expect(wordsOf(envelope(body))).toEqual(['call: success', 'other: x'])
  })

  const ours = { reference: 'R-1', status: 'x' }

  it.each<[string, object]>([
    ['under another name', { result: ours }],
    ['in a list of one', { payments: [ours] }],
    ['in a list with others', { data: [{ reference: 'R-2' }, ours, 7] }],
    ['at any depth', { a: [[{ b: { c: [[ours], []] } }]] }],
  ])('are the payment’s where our reference is next to them: %s', (_, body) => {
    expect(wordsOf(body)).toEqual(['payment: x'])
    expect(factsOf(body).references).toEqual(['R-1'])
    expect(wordsOf(body, 'R-2')).toEqual(['elsewhere: x'])
  })

  it('are a create’s there only where the usual places name no reference', () => {
    expect(wordsOf({ result: ours }, null)).toEqual(['payment: x'])
    expect(factsOf({ result: ours }, null).references).toEqual(['R-1'])
    const customer = { reference: 'C-1', status: 'new' }
    const named = { data: { reference: 'R-1', status: 'x', customer } }
    expect(wordsOf(named, null)).toEqual(['payment: x', 'elsewhere: new'])
    expect(factsOf(named, null).references).toEqual(['R-1'])
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
