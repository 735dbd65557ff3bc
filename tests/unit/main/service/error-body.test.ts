import { describe, expect, it } from 'vitest'
import { levelOf } from '../../../../electron/main/service/answer-levels'
import { errorWords } from '../../../../electron/main/service/answer-words'
import { readError, readErrorInSuccess } from '../../../../electron/main/service/error-body'
import { envelope, errorBody } from '../../../support/service/answers'

const body = errorBody(400, 'validation_error', 'Not so')

/** The words of an error body that came with a 2xx. */
function wordsIn(json: unknown): string | null {
  const level = levelOf(json, null)
  return level && readErrorInSuccess(level)
}

describe('the service’s own error body (§7)', () => {
  it('is read', () => {
    expect(readError(body, 400)).toEqual({ errorCode: 'validation_error', message: 'Not so' })
  })

  it.each<[string, object]>([
    ['a status in capitals', { ...body, status: ' ERROR ' }],
    ['a text for the code', { ...body, code: '400' }],
    ['more fields', { ...body, request_id: 'q-1' }],
  ])('may have %s', (_, json) => {
    expect(readError(json, 400)).toEqual({ errorCode: 'validation_error', message: 'Not so' })
  })

  it.each<[string, object, object]>([
    ['no error_code', { error_code: undefined }, { errorCode: null }],
    ['a number for the error_code', { error_code: 7 }, { errorCode: null }],
    ['no message', { message: undefined }, { message: '' }],
    ['an object for the message', { message: { en: 'no' } }, { message: '' }],
  ])('may have %s: it only informs', (_, change, read) => {
    expect(readError({ ...body, ...change }, 400)).toMatchObject(read)
  })

  it('has its texts made fit for display', () => {
    const json = errorBody(400, 'x\u0000'.repeat(99), `No\r\n\u202e${'!'.repeat(900)}`)
    expect(readError(json, 400)).toEqual({
      errorCode: expect.stringMatching(/^(x ?)+…$/),
      message: expect.stringMatching(/^No !{496}…$/),
    })
  })

  it.each<[string, ...unknown[]]>([
    ['another status', ...['fail', 400, undefined].map(status => ({ ...body, status }))],
    ['another code', ...[422, undefined, null, [400]].map(code => ({ ...body, code }))],
    ['a code that cannot be made a number', { ...body, code: { toString: null, valueOf: 1 } }],
    ['no fields', [body], 'error', null],
  ])('is not what has %s', (_, ...answers) => {
    for (const json of answers) expect(readError(json, 400), JSON.stringify(json)).toBeNull()
  })
})

describe('an error body under a 2xx', () => {
  const payment = { reference: 'r', status: 'paid' }

  it.each<[string, object, string]>([
    ['the contract’s own', body, '400 validation_error: Not so'],
    ['another code', errorBody(7, 'e', 'Not so'), 'e: Not so'],
    ['a code as text', { ...body, code: ' 402 ' }, '402 validation_error: Not so'],
    ['no code', { status: 'error', message: 'No such payment' }, 'No such payment'],
    ['nothing but the word', { status: 'error' }, ''],
    ['capitals and white space', { status: ' ERROR ', data: payment }, ''],
    ['an HTTP status as its status', { status: 500, message: 'Oh' }, '500: Oh'],
    ['an HTTP status in code alone', { ...envelope(payment), code: 402 }, '402'],
    ['a payment in it, flat', { ...payment, code: '404' }, '404'],
    ['a no as its status', { status: false, message: 'No' }, 'No'],
    ['a no as text', { status: ' FALSE ', data: payment }, ''],
    ['a no to success', { success: 'false', message: 'No' }, 'No'],
    ['a no to success in it', envelope({ ...payment, success: 0 }), ''],
    ['an HTTP status as its statusCode', { statusCode: '503', data: payment }, '503'],
    ['a message that is no text', { status: 'error', code: 400, message: {} }, '400'],
  ])('is its words: %s', (_, json, words) => expect(wordsIn(json)).toBe(words))

  it.each<[string, unknown]>([
    ['an envelope', envelope(payment)],
    ['a flat payment', payment],
    ['a payment that failed', { ...payment, status: 'failed' }],
    ['a code of a success', { status: 200, code: '201', data: payment }],
    ['a code that is no HTTP status', { ...envelope(payment), code: 4_000 }],
    ['a word that begins so', { ...payment, status: 'errors: none' }],
    ['the payment’s own word', envelope({ ...payment, status: 'error' })],
    ['a yes', { status: true, success: 1, data: payment }],
    ['a status of 0, which may be a result code', { status: 0, data: payment }],
    ['a status that can be made no text', { status: { toString: null }, success: {} }],
    ['a list of two', [body, body]],
    ['no object', 'error'],
    ['null', null],
  ])('is not: %s', (_, json) => expect(wordsIn(json)).toBeNull())
})

describe('the service’s error in words', () => {
  it.each([
    ['duplicate', 'Sent before', '409 duplicate: Sent before'],
    [null, 'Sent before', '409: Sent before'],
    ['duplicate', '', '409 duplicate'],
    [null, '', '409'],
  ])('has what it said: %j, %j', (errorCode, message, words) => {
    expect(errorWords(409, { errorCode, message })).toBe(words)
  })

  it('may have no status', () => {
    expect(errorWords(null, { errorCode: 'e', message: 'm' })).toBe('e: m')
    expect(errorWords(null, { errorCode: null, message: 'm' })).toBe('m')
  })
})
