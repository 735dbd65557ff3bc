import { describe, expect, it } from 'vitest'
import { judgeAnswer } from '../../../../electron/main/payments/judge-answer'
import { levelOf } from '../../../../electron/main/service/answer-levels'
import { readAnswer } from '../../../../electron/main/service/answer-reader'
import { readErrorInSuccess } from '../../../../electron/main/service/error-body'
import { parseJson } from '../../../../electron/main/service/json'
import { readStatus } from '../../../../electron/main/service/status-read'
import { flatRead } from '../../../support/conformance/scripted'
import { shippedWords } from '../../../support/parts'

/* Whole bodies of status answers, and what each means for a sale of 15,000 TZS that is known as R-1. */

type Verdict =
  | 'paid'
  | 'failed'
  | 'pending'
  /** It says two things, or something unknown, or another amount: a manager looks at it. */
  | 'a person'
  /** It says nothing of the payment: the till asks again. */
  | 'nothing'

const amount = { value: 15_000, currency: 'TZS' }

/** Reads the body's bytes as the client does, and judges what they say. */
function judged(body: unknown, words = shippedWords) {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const read = parseJson(Buffer.from(text))
  const level = read.ok ? levelOf(read.json, 'R-1') : null
  if (level === null || readErrorInSuccess(level) !== null) return null
  const answer = readAnswer(level, readStatus('R-1'))
  return answer?.ok ? judgeAnswer(answer.value.facts, { reference: 'R-1', amount }, words) : null
}

function verdictOn(body: unknown): Verdict {
  const judgment = judged(body)
  if (judgment === null) return 'nothing'
  const isUnclear = judgment.mismatch !== null || judgment.meaning === 'unrecognised'
  return isUnclear ? 'a person' : (judgment.meaning as Verdict)
}

const reference = 'R-1'
const ours = (status: string) => ({ reference, status })
const money = { currency: 'TZS', value: 15_000 }
/** The contract's envelope (§4). */
const ok = (data: unknown) => ({ status: 'success', code: 200, data })
/** A flat answer, as one service with exactly our operations gives it. */
const flat = (changes: object = {}) => ({ ...flatRead, ...changes })

const clear: [Verdict, string, unknown][] = [
  // The contract's own form (§2.1, §4).
  ['paid', 'every field', ok({ object: 'payment', reference, status: 'completed', amount: money })],
  ['paid', 'the status alone', ok({ status: 'paid' })],
  ['pending', 'in progress', ok({ reference, status: 'pending', amount: money })],
  ['failed', 'declined', ok({ reference, status: 'declined', provider_status: null })],
  // The service's own raw word is shown and decides nothing.
  ['paid', 'a raw word next to it', ok({ reference, status: 'PAID', provider_status: 'DECLINED' })],
  ['pending', 'a raw word that is done', ok({ status: 'pending', provider_status: 'SUCCESS' })],

  // No envelope.
  ['paid', 'flat', flat()],
  ['pending', 'flat, in progress', flat({ status: 'PENDING' })],
  ['failed', 'flat, failed', flat({ status: 'FAILED' })],
  ['paid', 'flat, the answer in a list of one', [flat()]],
  ['paid', 'flat, with an object of its own called data', flat({ data: { note: 'two shirts' } })],
  ['paid', 'flat, with an empty data', flat({ data: {} })],
  ['paid', 'flat, data is null', flat({ data: null })],
  ['paid', 'flat, with a code', flat({ code: 200 })],
  ['paid', 'flat, success, its own data', flat({ status: 'SUCCESS', data: { note: 'a' } })],
  ['pending', 'flat, its own data is in progress', flat({ data: { status: 'PENDING' } })],

  // The call's own word next to the payment.
  ['paid', 'a number for the call', { status: 200, data: { reference, status: 'COMPLETED' } }],
  ['paid', 'a number as text', { status: '201', data: { reference, status: 'COMPLETED' } }],
  ['paid', 'a result code as text', { status: '00', data: { reference, status: 'COMPLETED' } }],
  ['paid', 'a true for the call', { status: true, data: { reference, status: 'COMPLETED' } }],
  ['paid', 'ok for the call', { status: ' OK ', data: { reference, status: 'COMPLETED' } }],
  ['failed', 'failed under a call that succeeded', ok({ reference, status: 'FAILED' })],
  [
    'pending',
    'in progress under a call that failed',
    { ...ok({ status: 'pending' }), status: 'failed' },
  ],
  ['paid', 'a list of one', ok([{ reference, status: 'COMPLETED', amount: money }])],
  ['paid', 'an envelope in an envelope', ok(ok({ reference, status: 'COMPLETED', amount: money }))],
  [
    'pending',
    'success, then in progress (case 1)',
    ok({ status: 'success', reference, data: { status: 'PENDING', amount: 15_000 } }),
  ],
  [
    'failed',
    'success, then failed (case 1)',
    ok({ status: 'success', reference, data: { status: 'FAILED', amount: 15_000 } }),
  ],

  // The payment under another name.
  ['paid', 'payment_status', ok({ reference, payment_status: 'COMPLETED' })],
  ['paid', 'paymentStatus', ok({ reference, paymentStatus: 'COMPLETED' })],
  ['paid', 'transaction_status', ok({ reference, transaction_status: 'COMPLETED' })],
  ['paid', 'state', ok({ reference, state: 'SETTLED' })],
  ['paid', 'names in capitals', ok({ REFERENCE_ID: 'R-1', Payment_Status: 'COMPLETED' })],
  ['paid', 'two names that agree', ok({ reference, status: 'PAID', payment_status: 'COMPLETED' })],
  ['paid', 'the payment’s word next to data', { payment_status: 'PAID', data: { reference } }],
  ['paid', 'an object payment', ok({ payment: { reference, status: 'COMPLETED' } })],
  ['paid', 'an object transaction', ok({ transaction: { reference, status: 'COMPLETED' } })],
  [
    'paid',
    'no data, an object payment',
    { status: 'success', payment: { reference, status: 'PAID' } },
  ],
  ['failed', 'no data, an object transaction', { transaction: { reference, status: 'EXPIRED' } }],
  [
    'pending',
    'a transaction in progress (case 2)',
    ok({ status: 'success', transaction: { status: 'PENDING' } }),
  ],
  [
    'pending',
    'payment_status in progress (case 2)',
    ok({ status: 'success', payment_status: 'PENDING' }),
  ],
  // `success` may be the call's word: whatever else speaks of a state counts too.
  [
    'pending',
    'success, and in progress elsewhere',
    ok({ status: 'success', amount: 15_000, result: { status: 'PENDING' } }),
  ],
  [
    'pending',
    'success, and in progress under another name',
    ok({ status: 'success', amount: 15_000, order_status: 'pending' }),
  ],
  [
    'paid',
    'success with its amount, next to a transaction of the operator',
    ok({ status: 'SUCCESS', reference, amount: 15_000, transaction: { reference: 'OP-1' } }),
  ],
  [
    'paid',
    'done, next to an object payment without a payment',
    ok({ status: 'COMPLETED', payment: { method: 'MOBILE' } }),
  ],
  // What names our reference and a status is the payment, under any name and at any depth.
  ['paid', 'a list of one of payments', ok({ payments: [{ reference, status: 'PAID' }] })],
  ['paid', 'an object result', { result: { reference, status: 'COMPLETED', amount: money } }],
  ['paid', 'details of the payment', ok({ payment_details: { reference, status: 'PAID' } })],
  ['pending', 'the same, in progress', ok({ payment_details: { reference, status: 'pending' } })],
  ['failed', 'an order', { status: 'success', order: { reference, status: 'FAILED' } }],
  ['paid', 'deep in the answer', { response: { body: { reference_id: 'R-1', state: 'PAID' } } }],
  [
    'paid',
    'ours of two payments',
    ok([
      { reference, status: 'PAID' },
      { reference: 'R-2', status: 'PAID' },
    ]),
  ],
  ['paid', 'a request that is repeated', ok({ status: 'PAID', request: { referenceId: 'R-1' } })],
  ['paid', 'payment_state', ok({ reference, payment_state: 'COMPLETED' })],
  ['paid', 'txn_status', ok({ reference, txn_status: 'COMPLETED' })],
  ['paid', 'a list of one word', ok({ status: ['COMPLETED'] })],
  ['pending', 'in progress, done', ok({ status: 'COMPLETED', payment_status: 'pending' })],

  // `success` counts with its amount.
  ['paid', 'success with its amount', ok({ reference, status: 'success', amount: money })],
  [
    'paid',
    'Successful with its amount as text',
    ok({ reference, status: 'Successful', amount: '15,000.00' }),
  ],
  ['paid', 'success next to a word of payment', ok({ status: 'success', payment_status: 'PAID' })],

  // Words.
  ['paid', 'white space around a word', ok({ reference, status: ' \n\u00a0Completed\t ' })],
  ['failed', 'capitals', ok({ reference, status: 'CANCELLED' })],

  // References.
  [
    'paid',
    'ours next to another one',
    ok({ reference: 'operator-77', reference_id: 'R-1', status: 'PAID' }),
  ],
  ['paid', 'ours in the envelope', { reference, data: { status: 'COMPLETED' } }],
  ['paid', 'none in an envelope', ok({ status: 'COMPLETED', amount: money })],

  // Amounts and currencies.
  ['paid', 'separators', ok({ status: 'PAID', amount: '15,000.00' })],
  ['paid', 'blanks', ok({ status: 'PAID', amount: '15 000' })],
  ['paid', 'apostrophes', ok({ status: 'PAID', amount: '15’000' })],
  ['paid', 'a currency before it', ok({ status: 'PAID', amount: 'TZS 15,000' })],
  ['paid', 'a currency after it', ok({ status: 'PAID', amount: '15000/= ' })],
  ['paid', 'Tsh', ok({ status: 'PAID', amount: { currency: 'Tsh', value: 15_000 } })],
  ['paid', 'Tshs.', ok({ status: 'PAID', amount: 'Tshs. 15,000/=' })],
  ['paid', 'small letters', ok({ status: 'PAID', amount: 15_000, currency: 'tzs' })],
  ['paid', 'no amount but a dash', ok({ status: 'PAID', amount: '-' })],
  ['paid', 'an amount that is null', ok({ status: 'PAID', amount: null })],
  ['pending', 'an amount that cannot be read', ok({ status: 'pending', amount: '15.000' })],
  ['failed', 'the same, failed', ok({ status: 'failed', amount: '15.000' })],

  [
    'paid',
    'a currency in an object',
    ok({ status: 'PAID', amount: 15_000, currency: { code: 'TZS' } }),
  ],
  ['paid', 'a currency by its number', ok({ status: 'PAID', amount: 15_000, currency: '834' })],

  // A yes or a no that agrees, or that is of something else.
  [
    'paid',
    'a yes and some noes',
    ok({
      ...ours('PAID'),
      is_paid: true,
      captured: false,
      refunded: false,
      reversed: 'false',
      failed: 0,
    }),
  ],
  ['paid', 'a payout that is to come', ok({ ...ours('PAID'), settled: false, is_settled: 0 })],
  ['paid', 'items that have a yes or a no', ok({ ...ours('PAID'), items: [{ paid: false }] })],
  ['paid', 'a no to an error', { error: false, errors: [], data: ours('PAID') }],
  ['pending', 'in progress, and a no', ok({ ...ours('pending'), is_paid: false })],
  ['failed', 'failed, and a no', ok({ ...ours('FAILED'), is_paid: false, error: true })],
  // The call's own status as an object.
  [
    'paid',
    'the status of the call in an object',
    {
      data: { transaction: { reference_id: 'R-1', status: 'SUCCESS', amount: 15_000 } },
      status: { code: '200', message: 'SUCCESS', result_code: 'ESB000010', success: true },
    },
  ],
  ['failed', 'the same, failed', { data: ours('FAILED'), status: { code: 200, success: true } }],
  // Money that did not go back.
  [
    'paid',
    'no refund',
    ok({ ...ours('PAID'), refund_status: 'NONE', refunds: [], refundable: true }),
  ],
  ['paid', 'what is known of a refund', ok({ ...ours('PAID'), refund: { policy: 'completed' } })],

  // What the till does not know and what says nothing against it.
  ['paid', 'a customer with a status', ok({ status: 'PAID', customer: { status: 'active' } })],
  ['paid', 'a history that agrees', ok({ status: 'PAID', events: [{ status: 'completed' }] })],
  ['paid', 'odd fields', ok({ status: 'PAID', object: 5, created_at: 'x', expires_at: {} })],
]

const doubtful: [string, unknown][] = [
  // `success` alone may be the word of a call (case 2).
  [
    'success, and an unknown word elsewhere',
    ok({ status: 'success', amount: 15_000, details: { payment_status: 'PROCESSING' } }),
  ],
  [
    'success, and a status that is no text',
    ok({ status: 'success', amount: 15_000, payment_status: 0 }),
  ],
  ['flat success', { status: 'success', message: 'Request received', reference }],
  ['success in data', ok({ reference, status: 'success' })],
  ['ok in data, another data in it', ok({ reference, status: 'ok', data: { note: 'a' } })],
  ['success twice', ok({ status: 'success', payment_status: 'SUCCESSFUL' })],
  ['success with an amount without digits', ok({ status: 'success', amount: 'all' })],

  // Words that disagree.
  ['done and failed', ok({ reference, status: 'COMPLETED', payment_status: 'FAILED' })],
  ['success and failed', ok({ status: 'success', payment_status: 'FAILED', amount: money })],
  ['done, under a call that failed', { status: 'failed', data: { status: 'COMPLETED' } }],
  ['failed, under a call that is done', { status: 'completed', data: { status: 'FAILED' } }],
  [
    'done in one object, failed in another',
    ok({ payment: { status: 'PAID' }, transaction: { status: 'REVERSED' } }),
  ],
  ['a name twice', '{"data":{"status":"COMPLETED","status":"FAILED"}}'],
  ['data twice', '{"data":{"status":"COMPLETED"},"data":{"status":"FAILED"}}'],
  ['a history that disagrees', ok({ status: 'PAID', events: [{ status: 'pending' }] })],
  ['a history of ours', ok({ reference, status: 'PAID', all: [1, 2].map(() => ours('pending')) })],
  ['another payment in progress', ok([ours('PAID'), { reference: 'R-2', status: 'PENDING' }])],
  ['failed under another name', ok({ status: 'PAID', order_status: 'failed' })],
  ['in progress under another name', ok({ status: 'PAID', order_status: 'PENDING' })],
  ['failed, in an object', ok({ status: { name: 'FAILED' }, payment_status: 'PAID' })],
  ['a refund in the answer', ok({ status: 'PAID', refund: { status: 'failed' } })],
  ['flat, done, a history', flat({ history: [[{ state: 'REVERSED' }]] })],

  // A yes or a no speaks too.
  ['a no to paid', ok({ ...ours('COMPLETED'), is_paid: false })],
  ['a no to paid as text', ok({ ...ours('COMPLETED'), paid: ' False ' })],
  ['a no to paid as a number', ok({ ...ours('COMPLETED'), isPaid: 0 })],
  ['a no to completed', flat({ completed: false })],
  ['a no as its other status', ok({ ...ours('COMPLETED'), payment_status: false })],
  ['a yes to failed', ok({ ...ours('COMPLETED'), failed: true })],
  ['a yes to reversed, in the envelope', { reversed: true, data: ours('COMPLETED') }],
  ['a yes to refunded', flat({ refunded: true })],
  ['a yes to pending', ok({ ...ours('COMPLETED'), is_pending: 1 })],
  ['a yes to an error', { error: true, data: ours('COMPLETED') }],
  ['success with its amount, and a no', ok({ ...ours('success'), amount: 15_000, is_paid: false })],
  // The call's own status as an object or a list.
  ['done, in a call that failed', { status: { message: 'FAILED' }, data: ours('COMPLETED') }],
  ['done, in a call that is in progress', { status: ['OK', 'PENDING'], data: ours('COMPLETED') }],
  // The money went back.
  [
    'a refund that is done',
    ok({ ...ours('PAID'), refund: { status: 'COMPLETED', amount: 15_000 } }),
  ],
  [
    'one of two refunds is done',
    ok({ ...ours('PAID'), refunds: [{ status: 'x' }, { state: 'SETTLED' }] }),
  ],
  [
    'a refund deep in the answer',
    ok({ ...ours('PAID'), details: { refund: { status: 'success' } } }),
  ],
  ['a status of the refund', ok({ ...ours('PAID'), refund_status: 'Completed' })],
  ['a status of the refund in its own word', ok({ ...ours('PAID'), refundStatus: 'REFUNDED' })],
  ['a reversal that is done', ok({ ...ours('PAID'), reversal: { status: 'SUCCESS' } })],

  // Unknown words.
  ['an unknown word', ok({ reference, status: 'processed_ok' })],
  ['an unknown word of two', ok({ reference, status: 'COMPLETED', state: 'HELD' })],
  ['an unknown word of ours elsewhere', ok({ ...ours('PAID'), details: ours('PROCESSING') })],
  [
    'an unknown payment_status elsewhere',
    ok({ status: 'PAID', details: { payment_status: 'PROCESSING' } }),
  ],
  [
    'an unknown word next to an amount elsewhere',
    ok({ status: 'PAID', result: { status: 'HELD', amount: 15_000 } }),
  ],
  ['an unknown word of the call', { status: 'queued', data: { status: 'COMPLETED' } }],
  ['a word with nothing visible in it', ok({ reference, status: 'pa\u200bid' })],
  ['a word of another script', ok({ reference, status: 'рaid' })],
  ['a word with something lost', ok({ reference, status: 'paid\ufffd' })],
  ['a word that is too long', ok({ reference, status: `paid${' .'.repeat(200)}` })],
  ['two words in one', ok({ reference, status: 'paid pending' })],

  // Another payment (money rule 12).
  ['another reference', ok({ reference: 'R-2', status: 'COMPLETED', amount: money })],
  [
    'another reference, ours in the envelope',
    { ...ok({ reference: 'R-2', status: 'PAID' }), reference },
  ],
  ['a reference in other letters', ok({ reference: 'r-1', status: 'COMPLETED' })],
  ['another amount', ok({ reference, status: 'COMPLETED', amount: 1_500 })],
  ['another amount in text (case 3)', ok({ reference, status: 'COMPLETED', amount: '1,500.00' })],
  [
    'another amount with a currency (case 3)',
    ok({ reference, status: 'PAID', amount: 'TZS 1500' }),
  ],
  ['another amount, flat', flat({ amount: '1500.00' })],
  [
    'another amount in one object of two',
    ok({ reference, status: 'PAID', amount: 15_000, payment: { amount: 1_500 } }),
  ],
  ['a part of a shilling less', ok({ reference, status: 'COMPLETED', amount: 14_999.99 })],
  ['the amount in cents', ok({ reference, status: 'COMPLETED', amount: 1_500_000 })],
  ['an amount below nothing', ok({ reference, status: 'COMPLETED', amount: '-15000' })],
  [
    'another currency',
    ok({ reference, status: 'COMPLETED', amount: { ...money, currency: 'KES' } }),
  ],
  ['another currency in the text', ok({ reference, status: 'COMPLETED', amount: 'Ksh 15,000' })],
  ['another currency_code', ok({ status: 'PAID', amount: 15_000, currency_code: 'USD' })],
  ['another currency in a list', ok({ status: 'PAID', amount: 15_000, currency: ['USD'] })],
  ['another reference in a list', ok({ reference: ['R-2'], status: 'COMPLETED' })],
  [
    'another currency in an object',
    ok({ status: 'PAID', amount: 15_000, currency: { code: 'USD' } }),
  ],
  [
    'another currency in an object of the amount',
    ok({ status: 'PAID', amount: { value: 15_000, currency: { iso_code: 'kes', name: 'TZS' } } }),
  ],
  ['another currency by its number', ok({ status: 'PAID', amount: 15_000, currency: '840' })],
  ['two currencies', ok({ status: 'PAID', amount: money, currency: 'USD' })],
  ['success with another amount', ok({ reference, status: 'success', amount: 1_500 })],

  // An amount with digits that cannot be read is not equal (case 3).
  ['a point that may be a comma', ok({ reference, status: 'COMPLETED', amount: '15.000' })],
  ['a sum', ok({ reference, status: 'COMPLETED', amount: '10000+5000' })],
  ['a number that no float holds', `{"data":{"status":"PAID","amount":15000${'0'.repeat(20)}}}`],
  ['an amount in a list', ok({ reference, status: 'COMPLETED', amount: [1_500] })],
  [
    'an amount under a name of its own',
    ok({ reference, status: 'PAID', amount: { total: 1_500 } }),
  ],
  ['an amount twice', '{"data":{"status":"PAID","amount":{"value":1500,"value":15000}}}'],
  ['digits of another script', ok({ reference, status: 'COMPLETED', amount: '١٥٠٠' })],
  ['digits in circles', ok({ reference, status: 'COMPLETED', amount: '①⑤⓪⓪' })],
  ['success with an amount that cannot be read', ok({ status: 'success', amount: '15.000' })],
]

const nothing: [string, unknown][] = [
  ['the envelope’s success, and no payment', { status: 'success', code: 200 }],
  ['the envelope’s success, data is null', { status: 'success', code: 200, data: null }],
  ['an empty data', ok({})],
  ['the envelope’s own word', { status: 'COMPLETED', data: { reference, amount: money } }],
  ['a text that says it', ok({ reference, message: 'Payment completed' })],
  ['a status that is no text', ok({ reference, status: { word: 'COMPLETED' } })],
  ['a number as the payment’s status', ok({ reference, status: 1 })],
  ['an empty status', ok({ reference, status: ' ' })],
  ['only the processor’s word', ok({ reference, provider_status: 'SUCCESS' })],
  ['a status in a part that the till does not know', ok({ reference, result: { status: 'PAID' } })],
  ['flat, the call’s word: failed', { status: 'failed', code: 200, message: 'x', reference }],
  [
    'flat, the call’s word: success with an amount',
    { status: 'success', code: 200, message: 'Request received', reference, amount: 15_000 },
  ],
  [
    'a call that did not succeed',
    { success: false, data: { status: 'success', reference, amount: 15_000 } },
  ],
  ['a status of no', { status: false, data: { reference, status: 'COMPLETED' } }],
  ['a success of no, as text', { success: 'False', data: { reference, status: 'COMPLETED' } }],
  ['a success of 0', { success: 0, data: { reference, status: 'COMPLETED' } }],
  ['a success of no in the payment', ok({ success: false, reference, status: 'COMPLETED' })],
  ['a no in the status of the call', { status: { success: false }, data: ours('COMPLETED') }],
  [
    'an error’s code in the status of the call',
    { status: { code: '500' }, data: ours('COMPLETED') },
  ],
  ['a statusCode of an error', { statusCode: 500, data: { reference, status: 'COMPLETED' } }],
  ['flat, another reference', flat({ reference_id: 'R-2' })],
  ['flat, no reference', flat({ reference_id: undefined })],
  ['flat, our reference in another field', flat({ reference_id: undefined, transactionId: 'R-1' })],
  ['a list of two', [flat(), flat({ status: 'PENDING' })]],
  [
    'a list of two payments, none of them ours',
    ok([
      { reference: 'R-3', status: 'PAID' },
      { reference: 'R-2', status: 'PAID' },
    ]),
  ],
  ['an error body', { status: 'error', code: 404, error_code: 'not_found', message: 'paid' }],
  ['an error body with a payment', { ...ok({ reference, status: 'COMPLETED' }), status: 'Error' }],
  ['an error’s code with a payment', { ...ok({ reference, status: 'COMPLETED' }), code: 402 }],
  ['no object', '"paid"'],
  ['no JSON', '<html>paid</html>'],
]

describe('an answer that a person would understand without doubt', () => {
  it.each(clear)('is %s: %s', (verdict, _, body) => expect(verdictOn(body)).toBe(verdict))
})

describe('an answer that says two things, or something unknown (money rules 5, 12)', () => {
  it.each(doubtful)('is for a person: %s', (_, body) => expect(verdictOn(body)).toBe('a person'))
})

describe('an answer that says nothing of the payment', () => {
  it.each(nothing)('is no status: %s', (_, body) => expect(verdictOn(body)).toBe('nothing'))
})
