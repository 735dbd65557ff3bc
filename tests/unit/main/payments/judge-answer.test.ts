import { describe, expect, it } from 'vitest'
import { judgeAnswer } from '../../../../electron/main/payments/judge-answer'
import { levelOf } from '../../../../electron/main/service/answer-levels'
import { readAnswer } from '../../../../electron/main/service/answer-reader'
import { readErrorInSuccess } from '../../../../electron/main/service/error-body'
import { parseJson, unwrapped } from '../../../../electron/main/service/json'
import { readStatus } from '../../../../electron/main/service/status-read'
import { flatRead } from '../../../support/conformance/scripted'
import { shippedWords } from '../../../support/parts'
import { statusRead } from '../../../support/payments/answers'

/* Whole bodies of status answers, and what each means for a payment of 15,000 TZS that is known as R-1. */

type Verdict =
  | 'paid'
  | 'failed'
  | 'pending'
  /** It says two things, or something unknown, or another amount: a manager looks at it. */
  | 'a person'
  /** It says nothing of the payment: the till asks again. */
  | 'nothing'

const reference = 'R-1'
const amount = 15_000
const money = { currency: 'TZS', value: amount }
const noRulings = { words: shippedWords, rulings: [] }

/** Reads the body's bytes as the client does, and judges what they say. */
function verdictOn(body: unknown, asked = money): Verdict {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const read = parseJson(Buffer.from(text))
  const level = read.ok ? levelOf(unwrapped(read.json), reference) : null
  if (level === null || readErrorInSuccess(level) !== null) return 'nothing'
  const answer = readAnswer(level, readStatus(reference))
  if (!answer?.ok) return 'nothing'
  const judgment = judgeAnswer(answer.value.facts, { reference, amount: asked }, noRulings)
  const isUnclear = judgment.mismatch !== null || judgment.meaning === 'unrecognised'
  return isUnclear ? 'a person' : (judgment.meaning as Verdict)
}

/** The contract's envelope (§4). */
const ok = (data: unknown) => ({ status: 'success', code: 200, data })
/** The payment that was asked about, with this status. */
const ours = (status: string, more: object = {}) => ({ reference, status, ...more })
const said = (status: string, more: object = {}) => ok(ours(status, more))
/** The word may be that of the call. */
const success = (more: object) => ok({ status: 'success', ...more })
/** Another payment. */
const another = { reference: 'R-2', status: 'PAID' }
/** A flat answer, as one service with exactly our operations gives it. */
const flat = (changes: object = {}) => ({ ...flatRead, ...changes })

it('takes shillings without a country for those of East Africa, and for no other currency', () => {
  const body = said('COMPLETED', { amount: 'Sh 15,000' })
  const verdictIn = (currency: string) => verdictOn(body, { ...money, currency })
  const verdicts = ['TZS', 'KES', 'UGX', 'USD'].map(verdictIn)
  expect(verdicts).toEqual(['paid', 'paid', 'paid', 'a person'])
})

const clear: [Verdict, string, unknown][] = [
  // The contract's own form (§2.1, §4).
  ['paid', 'every field', ok({ object: 'payment', reference, status: 'completed', amount: money })],
  ['paid', 'the status alone', ok({ status: 'paid' })],
  ['pending', 'in progress', said('pending', { amount: money })],
  ['failed', 'declined', said('declined', { provider_status: null })],
  // The service's own raw word is shown, and only a failed word in it speaks.
  ['paid', 'a raw word next to it', said('PAID', { provider_status: 'APPROVED' })],
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
  ['paid', 'a number for the call', { status: 200, data: ours('COMPLETED') }],
  ['paid', 'a number as text', { status: '201', data: ours('COMPLETED') }],
  ['paid', 'a result code as text', { status: '00', data: ours('COMPLETED') }],
  ['paid', 'a true for the call', { status: true, data: ours('COMPLETED') }],
  ['paid', 'ok for the call', { status: ' OK ', data: ours('COMPLETED') }],
  ['failed', 'failed under a call that succeeded', said('FAILED')],
  ['pending', 'under a call that failed', { ...ok({ status: 'pending' }), status: 'failed' }],
  ['paid', 'a list of one', ok([{ reference, status: 'COMPLETED', amount: money }])],
  ['paid', 'an envelope in an envelope', ok(ok({ reference, status: 'COMPLETED', amount: money }))],
  [
    'pending',
    'success, then in progress (case 1)',
    success({ reference, data: { status: 'PENDING', amount } }),
  ],
  [
    'failed',
    'success, then failed (case 1)',
    success({ reference, data: { status: 'FAILED', amount } }),
  ],

  // The payment under another name.
  ['paid', 'payment_status', ok({ reference, payment_status: 'COMPLETED' })],
  ['paid', 'paymentStatus', ok({ reference, paymentStatus: 'COMPLETED' })],
  ['paid', 'transaction_status', ok({ reference, transaction_status: 'COMPLETED' })],
  ['paid', 'state', ok({ reference, state: 'SETTLED' })],
  ['paid', 'names in capitals', ok({ REFERENCE_ID: 'R-1', Payment_Status: 'COMPLETED' })],
  ['paid', 'two names that agree', said('PAID', { payment_status: 'COMPLETED' })],
  ['paid', 'the payment’s word next to data', { payment_status: 'PAID', data: { reference } }],
  ['paid', 'an object payment', ok({ payment: ours('COMPLETED') })],
  ['paid', 'an object transaction', ok({ transaction: ours('COMPLETED') })],
  ['paid', 'no data, an object payment', { status: 'success', payment: ours('PAID') }],
  ['failed', 'no data, an object transaction', { transaction: ours('EXPIRED') }],
  ['pending', 'transaction in progress (case 2)', success({ transaction: { status: 'PENDING' } })],
  ['pending', 'payment_status in progress (case 2)', success({ payment_status: 'PENDING' })],
  // `success` may be the call's word: whatever else speaks of a state counts too.
  ['pending', 'success, in progress elsewhere', success({ amount, result: { status: 'PENDING' } })],
  ['pending', 'success, in progress by another name', success({ amount, order_status: 'pending' })],
  [
    'paid',
    'success with its amount, next to a transaction of the operator',
    ok({ status: 'SUCCESS', reference, amount, transaction: { reference: 'OP-1' } }),
  ],
  [
    'paid',
    'done, next to an object payment without a payment',
    ok({ status: 'COMPLETED', payment: { method: 'MOBILE' } }),
  ],
  // What names our reference and a status is the payment, under any name and at any depth.
  ['paid', 'a list of one of payments', ok({ payments: [ours('PAID')] })],
  ['paid', 'an object result', { result: { reference, status: 'COMPLETED', amount: money } }],
  ['paid', 'details of the payment', ok({ payment_details: ours('PAID') })],
  ['pending', 'the same, in progress', ok({ payment_details: ours('pending') })],
  ['failed', 'an order', { status: 'success', order: ours('FAILED') }],
  ['paid', 'deep in the answer', { response: { body: { reference_id: 'R-1', state: 'PAID' } } }],
  ['paid', 'ours of two payments', ok([ours('PAID'), another])],
  ['paid', 'a request that is repeated', ok({ status: 'PAID', request: { referenceId: 'R-1' } })],
  ['paid', 'payment_state', ok({ reference, payment_state: 'COMPLETED' })],
  ['paid', 'txn_status', ok({ reference, txn_status: 'COMPLETED' })],
  ['paid', 'a list of one word', ok({ status: ['COMPLETED'] })],
  ['pending', 'in progress, done', ok({ status: 'COMPLETED', payment_status: 'pending' })],

  // `success` counts with its amount.
  ['paid', 'success with its amount', said('success', { amount: money })],
  ['paid', 'Successful with its amount as text', said('Successful', { amount: '15,000.00' })],
  ['paid', 'success next to a word of payment', success({ payment_status: 'PAID' })],

  // Words.
  ['paid', 'white space around a word', said(' \n\u00a0Completed\t ')],
  ['failed', 'capitals', said('CANCELLED')],

  // References.
  ['paid', 'ours next to another', said('PAID', { reference: 'operator-77', reference_id: 'R-1' })],
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
  ['paid', 'small letters', ok({ status: 'PAID', amount, currency: 'tzs' })],
  ['paid', 'no amount but a dash', ok({ status: 'PAID', amount: '-' })],
  ['paid', 'an amount that is null', ok({ status: 'PAID', amount: null })],
  ['pending', 'an amount that cannot be read', ok({ status: 'pending', amount: '15.000' })],
  ['failed', 'the same, failed', ok({ status: 'failed', amount: '15.000' })],

  ['paid', 'a currency in an object', ok({ status: 'PAID', amount, currency: { code: 'TZS' } })],
  ['paid', 'a currency by its number', ok({ status: 'PAID', amount, currency: '834' })],

  // A yes or a no that agrees, or that is of something else.
  [
    'paid',
    'a yes and some noes',
    said('PAID', { is_paid: true, captured: false, refunded: false, reversed: 'false', failed: 0 }),
  ],
  ['paid', 'a payout that is to come', said('PAID', { settled: false, is_settled: 0 })],
  ['paid', 'items that have a yes or a no', said('PAID', { items: [{ paid: false }] })],
  ['paid', 'a no to an error', { error: false, errors: [], data: ours('PAID') }],
  ['pending', 'in progress, and a no', said('pending', { is_paid: false })],
  ['failed', 'failed, and a no', said('FAILED', { is_paid: false, error: true })],
  // The call's own status as an object.
  [
    'paid',
    'the status of the call in an object',
    {
      data: { transaction: { reference_id: 'R-1', status: 'SUCCESS', amount } },
      status: { code: '200', message: 'SUCCESS', success: true },
    },
  ],
  ['failed', 'the same, failed', { data: ours('FAILED'), status: { code: 200, success: true } }],
  // Money that did not go back.
  ['paid', 'no refund', said('PAID', { refund_status: 'NONE', refunds: [], refundable: true })],

  // JSON as a text in JSON, read once.
  ['paid', 'data as a text', ok(JSON.stringify(ours('PAID')))],
  ['paid', 'the whole body as a text', JSON.stringify(JSON.stringify(flat()))],
  ['failed', 'data as a text of a list of one', ok(JSON.stringify([ours('FAILED')]))],
  ['pending', 'another field as a text', said('pending', { note: JSON.stringify(ours('PAID')) })],

  // Fields that speak of the result and agree, or of something else.
  ['paid', 'a result code of zero', said('PAID', { result_code: '0' })],
  ['paid', 'a result code of zeros, and a result', flat({ resultcode: '000', result: 'SUCCESS' })],
  ['paid', 'no error', said('PAID', { error: null, failure_reason: null })],
  ['paid', 'the whole sum', said('PAID', { amount_paid: amount })],
  ['paid', 'a code of something else', said('PAID', { approval_code: 'A1B2', qr_code: 'xyz' })],
  ['paid', 'a bank’s code', said('PAID', { bank_code: '51' })],
  ['paid', 'a description', said('PAID', { description: 'Order 17' })],
  ['paid', 'where the customer lives', said('PAID', { customer: { state: 'Dodoma' } })],
  ['paid', 'the processor approved', said('PAID', { provider_status: 'APPROVED' })],
  ['paid', 'a currency in an object, reversed: no', said('PAID', { reversed: 'false' })],
  ['paid', 'the call’s yes', { status: true, data: ours('PAID', { amount }) }],
  [
    'paid',
    'addresses and times',
    said('PAID', { cancel_url: 'https://a/b', status_updated_at: 'x' }),
  ],
  ['paid', 'what is left after fees', said('PAID', { net_amount: '14,700' })],
  ['paid', 'a sentence of success', flat({ ResultDesc: 'It was processed successfully.' })],
  ['paid', 'a history of words that are its own', flat({ history: ['pending', 'completed'] })],
  ['failed', 'why it failed', said('FAILED', { result_code: '1032', failure_reason: 'no money' })],

  // What the till does not know and what says nothing against it.
  ['paid', 'a customer with a status', ok({ status: 'PAID', customer: { status: 'active' } })],
  ['paid', 'a history that agrees', ok({ status: 'PAID', events: [{ status: 'completed' }] })],
  ['paid', 'odd fields', ok({ status: 'PAID', object: 5, created_at: 'x', expires_at: {} })],
]

const doubtful: [string, unknown][] = [
  // `success` alone may be the word of a call (case 2).
  [
    'success, and an unknown word elsewhere',
    success({ amount, details: { payment_status: 'PROCESSING' } }),
  ],
  ['success, and a status that is no text', success({ amount, payment_status: 0 })],
  ['flat success', { status: 'success', message: 'Request received', reference }],
  ['success in data', said('success')],
  ['ok in data, another data in it', said('ok', { data: { note: 'a' } })],
  ['success twice', success({ payment_status: 'SUCCESSFUL' })],
  ['success with an amount without digits', success({ amount: 'all' })],

  // Words that disagree.
  ['done and failed', said('COMPLETED', { payment_status: 'FAILED' })],
  ['success and failed', success({ payment_status: 'FAILED', amount: money })],
  ['done, under a call that failed', { status: 'failed', data: { status: 'COMPLETED' } }],
  ['failed, under a call that is done', { status: 'completed', data: { status: 'FAILED' } }],
  [
    'done in one object, failed in another',
    ok({ payment: { status: 'PAID' }, transaction: { status: 'REVERSED' } }),
  ],
  ['a name twice', '{"data":{"status":"COMPLETED","status":"FAILED"}}'],
  ['data twice', '{"data":{"status":"COMPLETED"},"data":{"status":"FAILED"}}'],
  ['a history that disagrees', ok({ status: 'PAID', events: [{ status: 'pending' }] })],
  ['a history of ours', said('PAID', { all: [1, 2].map(() => ours('pending')) })],
  ['another payment in progress', ok([ours('PAID'), { reference: 'R-2', status: 'PENDING' }])],
  ['failed under another name', ok({ status: 'PAID', order_status: 'failed' })],
  [
    'in progress, in an object where a time is usual',
    ok({ status: 'PAID', expires_at: { status: 'pending' } }),
  ],
  ['in progress under another name', ok({ status: 'PAID', order_status: 'PENDING' })],
  ['failed, in an object', ok({ status: { name: 'FAILED' }, payment_status: 'PAID' })],
  ['failed, and a result in progress', said('FAILED', { result: 'PENDING' })],
  ['failed, and a result that says paid', said('FAILED', { result: 'COMPLETED' })],
  ['a refund in the answer', ok({ status: 'PAID', refund: { status: 'failed' } })],
  ['flat, done, a history', flat({ history: [[{ state: 'REVERSED' }]] })],

  // A yes or a no speaks too.
  ['a no to paid', said('COMPLETED', { is_paid: false })],
  ['a no to paid as text', said('COMPLETED', { paid: ' False ' })],
  ['a no to paid as a number', said('COMPLETED', { isPaid: 0 })],
  ['a no to completed', flat({ completed: false })],
  ['a no as its other status', said('COMPLETED', { payment_status: false })],
  [
    'a no as a second status around it',
    '{"data":{"status":"success","status":"No ","payment":{"status":"successful","amount":15000}}}',
  ],
  ['a status of none around it', ok({ status: 'none', payment: ours('COMPLETED') })],
  ['a yes to failed', said('COMPLETED', { failed: true })],
  ['a yes to reversed, in the envelope', { reversed: true, data: ours('COMPLETED') }],
  ['a yes to refunded', flat({ refunded: true })],
  ['a yes to pending', said('COMPLETED', { is_pending: 1 })],
  ['a yes to an error', { error: true, data: ours('COMPLETED') }],
  ['success with its amount, and a no', said('success', { amount, is_paid: false })],
  // The call's own status as an object or a list.
  ['done, in a call that failed', { status: { message: 'FAILED' }, data: ours('COMPLETED') }],
  ['done, in a call that is in progress', { status: ['OK', 'PENDING'], data: ours('COMPLETED') }],
  // The money went back.
  ['a refund that is done', said('PAID', { refund: { status: 'COMPLETED', amount } })],
  ['one refund of two is done', said('PAID', { refunds: [{ status: 'x' }, { state: 'SETTLED' }] })],
  ['a refund deep in the answer', said('PAID', { details: { refund: { status: 'success' } } })],
  ['a status of the refund', said('PAID', { refund_status: 'Completed' })],
  ['a status of the refund in its own word', said('PAID', { refundStatus: 'REFUNDED' })],
  ['a reversal that is done', said('PAID', { reversal: { status: 'SUCCESS' } })],

  // Unknown words.
  ['an unknown word', said('processed_ok')],
  ['an unknown word of two', said('COMPLETED', { state: 'HELD' })],
  ['an unknown word of ours elsewhere', said('PAID', { details: ours('PROCESSING') })],
  ['an unknown payment_status', ok({ status: 'PAID', details: { payment_status: 'PROCESSING' } })],
  ['an unknown word with an amount', ok({ status: 'PAID', result: { status: 'HELD', amount } })],
  ['an unknown word of the call', { status: 'queued', data: { status: 'COMPLETED' } }],
  ['a word with nothing visible in it', said('pa\u200bid')],
  ['a word of another script', said('рaid')],
  ['a word with something lost', said('paid\ufffd')],
  ['a word that is too long', said(`paid${' .'.repeat(200)}`)],
  ['two words in one', said('paid pending')],

  // Another payment (money rule 12).
  ['another reference', ok({ reference: 'R-2', status: 'COMPLETED', amount: money })],
  ['another reference, ours in the envelope', { ...ok(another), reference }],
  ['a reference in other letters', ok({ reference: 'r-1', status: 'COMPLETED' })],
  ['another amount', said('COMPLETED', { amount: 1_500 })],
  ['another amount in text (case 3)', said('COMPLETED', { amount: '1,500.00' })],
  ['another amount with a currency (case 3)', said('PAID', { amount: 'TZS 1500' })],
  ['another amount, flat', flat({ amount: '1500.00' })],
  ['another amount in one object of two', said('PAID', { amount, payment: { amount: 1_500 } })],
  ['a part of a shilling less', said('COMPLETED', { amount: 14_999.99 })],
  ['the amount in cents', said('COMPLETED', { amount: 1_500_000 })],
  ['an amount below nothing', said('COMPLETED', { amount: '-15000' })],
  ['another currency', said('COMPLETED', { amount: { ...money, currency: 'KES' } })],
  ['another currency in the text', said('COMPLETED', { amount: 'Ksh 15,000' })],
  ['another currency_code', ok({ status: 'PAID', amount, currency_code: 'USD' })],
  ['another currency in a list', ok({ status: 'PAID', amount, currency: ['USD'] })],
  ['another reference in a list', ok({ reference: ['R-2'], status: 'COMPLETED' })],
  ['another currency in an object', ok({ status: 'PAID', amount, currency: { code: 'USD' } })],
  [
    'another currency in an object of the amount',
    ok({ status: 'PAID', amount: { value: 15_000, currency: { iso_code: 'kes', name: 'TZS' } } }),
  ],
  ['another currency by its number', ok({ status: 'PAID', amount, currency: '840' })],
  ['two currencies', ok({ status: 'PAID', amount: money, currency: 'USD' })],
  ['success with another amount', said('success', { amount: 1_500 })],

  // An amount with digits that cannot be read is not equal (case 3).
  ['a point that may be a comma', said('COMPLETED', { amount: '15.000' })],
  ['a sum', said('COMPLETED', { amount: '10000+5000' })],
  ['a number that no float holds', `{"data":{"status":"PAID","amount":15000${'0'.repeat(20)}}}`],
  ['an amount in a list', said('COMPLETED', { amount: [1_500] })],
  ['an amount under a name of its own', said('PAID', { amount: { total: 1_500 } })],
  ['an amount twice', '{"data":{"status":"PAID","amount":{"value":1500,"value":15000}}}'],
  ['digits of another script', said('COMPLETED', { amount: '١٥٠٠' })],
  ['digits in circles', said('COMPLETED', { amount: '①⑤⓪⓪' })],
  ['success with an amount that cannot be read', success({ amount: '15.000' })],
]

/** Issue 36 §1: what these say besides the word is not heard yet. */
const unheard: [Verdict, string, unknown][] = [
  [
    'a person',
    'flat, success, cancelled by the customer',
    flat({ status: 'success', ResultCode: '1032', ResultDesc: 'Request cancelled by user' }),
  ],
  [
    'a person',
    'success in data, cancelled by the customer',
    said('success', { amount: money, result_code: '1032', result_desc: 'It was cancelled' }),
  ],
  [
    'a person',
    'done, and a code of failure',
    said('COMPLETED', {
      amount: money,
      failed_code: '1',
      failed_reason: 'The balance is insufficient',
    }),
  ],
  ['a person', 'a failed description', said('COMPLETED', { status_description: 'FAILED' })],
  [
    'a person',
    'a failed description of the payment',
    said('COMPLETED', { payment_status_description: 'Failed' }),
  ],
  ['a person', 'a result that is a failure', said('COMPLETED', { result: 'FAIL' })],
  ['pending', 'a code in progress', said('success', { amount: money, status_code: 'PENDING' })],
  [
    'nothing',
    'success next to a code, twice',
    ok({ status: 'success', code: 200, message: 'Request received', reference, amount }),
  ],
  ['a person', 'a currency by its number', ok({ status: 'PAID', amount, currency: 840 })],
  ['a person', 'a currency as ccy', said('PAID', { amount: { value: amount, ccy: 'USD' } })],
  ['a person', 'a part that was paid', said('PAID', { amount_paid: 500 })],
  ['a person', 'a part that cannot be read', said('PAID', { amount_paid: '15.000' })],
  ['a person', 'nothing that was paid', said('PAID', { paid_amount: 0 })],
  ['a person', 'a reversal', said('PAID', { reversal: true })],
  ['a person', 'a state in the amount', said('PAID', { amount: { ...money, status: 'pending' } })],
  [
    'a person',
    'a state in the currency',
    said('PAID', { currency: { code: 'TZS', state: 'held' } }),
  ],
  ['paid', 'the currency’s code', said('PAID', { amount, currency: { code: 'TZS' } })],
  ['a person', 'the processor declined', said('PAID', { provider_status: 'DECLINED' })],
  ['a person', 'a code that only the service knows', said('PAID', { result_code: 'ESB000010' })],
  ['a person', 'a glued name', flat({ resultcode: '1032' })],
  ['a person', 'something about a refund', said('PAID', { refund: { policy: 'completed' } })],
  ['paid', 'a customer’s status next to success', success({ amount, customer: { status: 'new' } })],
]

/** These need a manager, once for a connection. */
const asked: [string, unknown][] = [
  ['the state before', said('COMPLETED', { previous_status: 'PENDING' })],
  ['the state of the payout', said('COMPLETED', { settlement_status: 'PENDING' })],
  [
    'the states before',
    said('COMPLETED', { history: [{ status: 'pending' }, { status: 'completed' }] }),
  ],
]

const nothing: [string, unknown][] = [
  ['the envelope’s success, and no payment', { status: 'success', code: 200 }],
  ['the envelope’s success, data is null', { status: 'success', code: 200, data: null }],
  ['an empty data', ok({})],
  ['the envelope’s own word', { status: 'COMPLETED', data: { reference, amount: money } }],
  ['a text that says it', ok({ reference, message: 'Payment completed' })],
  ['a status that is no text', ok({ reference, status: { word: 'COMPLETED' } })],
  ['a number as the payment’s status', ok({ reference, status: 1 })],
  ['an empty status', said(' ')],
  ['only the processor’s word', ok({ reference, provider_status: 'SUCCESS' })],
  ['a status in a part that the till does not know', ok({ reference, result: { status: 'PAID' } })],
  ['flat, the call’s word: failed', { status: 'failed', code: 200, message: 'x', reference }],
  [
    'flat, the call’s word: success with an amount',
    { status: 'success', code: 200, message: 'Request received', reference, amount },
  ],
  ['a call that did not succeed', { success: false, data: ours('success', { amount }) }],
  ['a status of no', { status: false, data: ours('COMPLETED') }],
  ['a success of no, as text', { success: 'False', data: ours('COMPLETED') }],
  ['a success of 0', { success: 0, data: ours('COMPLETED') }],
  ['a success of no in the payment', ok({ success: false, reference, status: 'COMPLETED' })],
  ['a no in the status of the call', { status: { success: false }, data: ours('COMPLETED') }],
  ['an error’s code in the call’s status', { status: { code: '500' }, data: ours('COMPLETED') }],
  ['a statusCode of an error', { statusCode: 500, data: ours('COMPLETED') }],
  ['flat, another reference', flat({ reference_id: 'R-2' })],
  ['flat, no reference', flat({ reference_id: undefined })],
  ['flat, our reference in another field', flat({ reference_id: undefined, transactionId: 'R-1' })],
  ['a list of two', [flat(), flat({ status: 'PENDING' })]],
  ['a list of two payments, none of them ours', ok([another, { ...another, reference: 'R-3' }])],
  ['an error body', { status: 'error', code: 404, error_code: 'not_found', message: 'paid' }],
  ['an error body with a payment', { ...said('COMPLETED'), status: 'Error' }],
  ['an error’s code with a payment', { ...said('COMPLETED'), code: 402 }],
  ['no object', '"paid"'],
  ['data as a text of a text', ok(JSON.stringify(JSON.stringify(ours('PAID'))))],
  ['data as a text of a word', ok('"paid"')],
  ['a payment in a text elsewhere', ok({ note: JSON.stringify(ours('PAID')) })],
  ['a notice before the JSON', `<b>Notice</b>: x${JSON.stringify(flat())}`],
  ['no JSON', '<html>paid</html>'],
]

describe('an answer that a person would understand without doubt', () => {
  it.each(clear)('is %s: %s', (verdict, _, body) => expect(verdictOn(body)).toBe(verdict))
})

describe('an answer that says two things, or something unknown (money rules 5, 12)', () => {
  it.each(doubtful)('is for a person: %s', (_, body) => expect(verdictOn(body)).toBe('a person'))
})

describe('a field that speaks against a paid word', () => {
  it.each(asked)('is for a person: %s', (_, body) => expect(verdictOn(body)).toBe('a person'))
  it.each(unheard)('makes it %s: %s', (verdict, _, body) => expect(verdictOn(body)).toBe(verdict))
})

describe('an answer that says nothing of the payment', () => {
  it.each(nothing)('is no status: %s', (_, body) => expect(verdictOn(body)).toBe('nothing'))
})

describe('success alone, which may be the word of the call (money rule 5)', () => {
  it.each<[(number | null)[], number | null, string]>([
    [[15_000], 15_000, 'paid'],
    [[15_000, 15_000], 15_000, 'paid'],
    [[], 15_000, 'unrecognised'],
    [[1_500], 15_000, 'unrecognised'],
    [[15_000, 1_500], 15_000, 'unrecognised'],
    [[15_000, null], 15_000, 'unrecognised'],
    // Of another till's payment, no one knows what was asked for.
    [[15_000], null, 'paid'],
    [[null], null, 'unrecognised'],
  ])('with the amounts %j, where %j was asked for, is %s', (values, due, meaning) => {
    const amounts = values.map(value => ({ value, text: '' }))
    const { facts } = statusRead('success')
    const asked = { reference, amount: due === null ? null : { ...money, value: due } }
    expect(judgeAnswer({ ...facts, amounts }, asked, noRulings)).toMatchObject({ meaning })
  })
})

describe('a failed word in a text', () => {
  it.each([
    ['no money', 'It has NO  MONEY.', true],
    ['no money', 'no (money)', true],
    ['rejected!', 'rejected', true],
    ['failed', 'unfailed', false],
    ['failed', 'failed2', false],
  ])('is found as whole words: %j in %j: %s', (word, value, isFound) => {
    const { facts } = statusRead('PAID')
    const mentions = [{ name: 'message', value, kind: 'text' as const }]
    const words = { ...shippedWords, failed: [word] }
    const found = judgeAnswer(
      { ...facts, mentions },
      { reference, amount: money },
      { words, rulings: [] },
    )
    expect(found.meaning).toBe(isFound ? 'unrecognised' : 'paid')
  })
})
