import { describe, expect, it } from 'vitest'
import { readAccepted } from '../../../../electron/main/service/accepted'
import type { BodyRead, HttpResponse } from '../../../../electron/main/service/exchange'
import { interpret } from '../../../../electron/main/service/interpret'
import { envelope, errorBody, mobileCreated } from '../../../support/service/answers'

const now = Date.UTC(2025, 5, 1)

type Headers = HttpResponse['headers']

function response(status: number, body: unknown, headers: Headers = {}): HttpResponse {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return { kind: 'response', status, headers, body: { kind: 'whole', bytes: Buffer.from(text) } }
}

const facts = { now, secret: 'sk-test-very-secret' }
const judge = (exchange: HttpResponse) => interpret(exchange, readAccepted(true), facts)

function isUnintelligible(exchange: HttpResponse, reason: string): void {
  const { status: httpStatus } = exchange
  expect(judge(exchange)).toMatchObject({ class: 'unintelligible', httpStatus, reason })
}

describe('a 2xx', () => {
  it('with an envelope is ok, with the service’s time', () => {
    const date = 'Sun, 01 Jun 2025 10:00:00 GMT'
    expect(judge(response(200, envelope(mobileCreated), { date }))).toMatchObject({
      class: 'ok',
      value: { reference: 'ref-mobile-1' },
      serverDate: Date.UTC(2025, 5, 1, 10),
    })
    expect(judge(response(200, envelope(mobileCreated)))).toMatchObject({ serverDate: null })
  })

  it.each(['', 'OK', '{"status":"success"', '[['.repeat(50_000)])(
    'that is not JSON is not believed (%#)',
    body => isUnintelligible(response(200, body), 'not-json'),
  )

  it.each(['<html></html>', '\ufeff\n<!DOCTYPE html><p>Sign in', '<HTML lang="sw">'])(
    'that is a page is for a browser, and shown to nobody: %s',
    body => {
      isUnintelligible(response(200, body), 'page')
      expect(judge(response(200, body))).toMatchObject({ text: null })
    },
  )

  it.each([
    ['<br />\nNotice: x in y.php\n{"status":"success"}', 'not-json'],
    ['{"status":"success","code":200,"data":{"id":7}}', 'no-reference'],
    ['[1]', 'not-the-envelope'],
  ] as const)('that holds no payment is kept for a manager, as it came: %s', (body, reason) => {
    expect(judge(response(200, body))).toMatchObject({ reason, text: body })
  })

  it('is kept without the secret, however JSON spells it, without hidden characters, and at most 2,000 long', () => {
    const secret = 'sk/test-very-secret'
    const spelled = 'sk\\/test-\\u0076ery-secret'
    const body = `a\u0000 ${spelled} sk/test-very-secret ${'x'.repeat(3_000)}`
    const answer = interpret(response(200, body), readAccepted(true), { now, secret })
    const text = answer.class === 'unintelligible' ? answer.text : ''
    expect(text).toMatch(/^a\ufffd \[hidden\] \[hidden\] x+…$/)
    expect(text).toHaveLength(2_000)
    expect(judge(response(503, body))).toMatchObject({ text: null })
  })

  it('in another encoding costs no payment, but its reference is believed only whole', () => {
    const latin = (data: object): HttpResponse => {
      const bytes = Buffer.from(JSON.stringify(envelope(data)), 'latin1')
      return { ...response(200, ''), body: { kind: 'whole', bytes } }
    }
    const { reference } = mobileCreated
    const answer = judge(latin({ ...mobileCreated, customer: 'Jos\u00e9' }))
    expect(answer).toMatchObject({ class: 'ok', value: { reference } })
    isUnintelligible(latin({ ...mobileCreated, reference: 'caf\u00e9' }), 'no-reference')
  })

  it.each([204, 205])('of %i has no body and says nothing', status => {
    isUnintelligible(response(status, ''), 'not-json')
  })
})

describe('a 4xx in the service’s error body (§7)', () => {
  it.each([400, 402, 403, 404, 405, 410, 413, 415, 422])('%i is a definite no', status => {
    const words = { errorCode: 'some_code', message: 'Not so' }
    const answer = judge(response(status, errorBody(status, 'some_code', 'Not so')))
    expect(answer).toMatchObject({ class: 'refused', httpStatus: status, ...words })
  })

  it.each([407, 408, 409, 421, 423, 425, 428, 431, 499])(
    '%i may be said while the first attempt is still worked on: it promises nothing',
    status => {
      const exchange = response(status, errorBody(status, 'conflict', 'wait'))
      isUnintelligible(exchange, 'unexpected-status')
      expect(judge(exchange)).toMatchObject({ detail: `${status} conflict: wait` })
    },
  )
})

describe('a 4xx in any other body', () => {
  const pages = ['', 'Not Found']
  const others = [
    {},
    envelope(mobileCreated),
    { message: 'no' },
    { ...errorBody(400, 'a', 'b'), status: 'fail' },
    { ...errorBody(400, 'a', 'b'), code: undefined },
    errorBody(500, 'a', 'b'),
    { ...errorBody(500, 'a', 'b'), code: '500' },
  ]
  it.each([400, 401, 403, 404, 407, 409, 422])('%i is not the service speaking', status => {
    isUnintelligible(response(status, '<html>Forbidden</html>'), 'page')
    for (const page of pages) isUnintelligible(response(status, page), 'not-json')
    for (const body of [...others, errorBody(status + 1, 'a', 'b')])
      isUnintelligible(response(status, body), 'not-the-envelope')
  })
})

describe('a status that decides alone', () => {
  const bodies = ['', '<html>', envelope(mobileCreated), errorBody(503, 'busy', 'later')]

  it.each([300, 301, 302, 303, 304, 307, 308])('%i is a redirect', status => {
    for (const body of bodies) isUnintelligible(response(status, body), 'redirect')
  })

  it.each([500, 501, 502, 503, 504, 599])('%i is a server error', status => {
    for (const body of bodies) isUnintelligible(response(status, body), 'server-error')
  })

  it('429 is throttled in any shape, for as long as it says', () => {
    const headers = { 'retry-after': '7', 'x-ratelimit-remaining': '0' }
    const throttled = { class: 'throttled', limits: { remaining: 0, retryAfter: 7000 } }
    for (const body of ['', '<html>', errorBody(429, 'slow_down', 'Slow down')])
      expect(judge(response(429, body, headers))).toMatchObject(throttled)
    const answer = judge(response(429, errorBody(429, 'x', 'Slow down')))
    expect(answer).toMatchObject({ limits: { retryAfter: null }, message: 'Slow down' })
  })

  it('429 is the service’s own in its error body alone (money rule 4)', () => {
    expect(judge(response(429, errorBody(429, 'x', 'Slow down')))).toMatchObject({ own: true })
    const others = ['', '<html>', {}, envelope(mobileCreated), errorBody(400, 'x', 'y')]
    for (const body of others)
      expect(judge(response(429, body))).toMatchObject({ class: 'throttled', own: false })
    const page = response(429, errorBody(429, 'x', 'y'), { 'content-type': 'text/html' })
    expect(judge(page)).toMatchObject({ own: true, errorCode: 'x' })
  })
})

describe('a body that did not come whole', () => {
  const cut: BodyRead = { kind: 'cut-off', code: 'UND_ERR_SOCKET' }

  it.each([200, 400, 401, 403])('is not believed with %i', status => {
    isUnintelligible({ ...response(status, ''), body: cut }, 'cut-off')
    isUnintelligible({ ...response(status, ''), body: { kind: 'too-large' } }, 'too-large')
  })

  it('changes nothing where the status decides alone', () => {
    expect(judge({ ...response(429, ''), body: cut }).class).toBe('throttled')
    isUnintelligible({ ...response(500, ''), body: cut }, 'server-error')
  })
})

describe('every response', () => {
  const no = (status: number): [number, unknown] => [status, errorBody(status, 'a', 'b')]

  it.each<[number, unknown]>([
    [200, envelope(mobileCreated)],
    [200, 'x'],
    [302, ''],
    no(400),
    no(401),
    [429, ''],
    [503, ''],
  ])('carries its limits (%i)', (status, body) => {
    const headers = { 'retry-after': '3', 'x-ratelimit-limit': '60' }
    const limits = { retryAfter: 3000, limit: 60, remaining: null, resetIn: null }
    expect(judge(response(status, body, headers))).toMatchObject({ limits })
  })
})

describe('a no in the service’s own words', () => {
  const date = 'Sun, 01 Jun 2025 10:00:00 GMT'
  const serverDate = Date.UTC(2025, 5, 1, 10)

  it.each([400, 401, 403, 429])('carries its time too (%i)', status => {
    const answer = judge(response(status, errorBody(status, 'a', 'b'), { date }))
    expect(answer).toMatchObject({ serverDate })
  })

  it('is what a bare 429 is not: that may be a proxy, whose clock is not the service’s', () => {
    expect(judge(response(429, '', { date }))).toMatchObject({ serverDate: null })
  })
})

describe('no response', () => {
  const fail = (sent: 'no' | 'maybe', code: string) =>
    interpret({ kind: 'failure', sent, code }, readAccepted(true), facts)

  it('is sent or not sent as the wire says, whatever the error code', () => {
    for (const code of ['ECONNRESET', 'ECONNREFUSED', 'ENOTFOUND', 'EPROTO', 'UND_ERR_SOCKET'])
      for (const sent of ['no', 'maybe'] as const)
        expect(fail(sent, code)).toMatchObject({ class: 'unreachable', sent, detail: code })
  })

  it.each([
    ['dns', 'ENOTFOUND', 'EAI_AGAIN'],
    ['connection-refused', 'ECONNREFUSED'],
    ['no-route', 'ENETUNREACH'],
    ['tls', 'CERT_HAS_EXPIRED', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'ERR_TLS_CERT_ALTNAME_INVALID'],
    ['connect-timeout', 'ETIMEDOUT'],
    ['timeout', 'UND_ERR_HEADERS_TIMEOUT', 'CALL_TIMED_OUT'],
    ['aborted', 'CLIENT_CLOSED', 'UND_ERR_DESTROYED'],
    ['connection-lost', 'ECONNRESET', 'UND_ERR_SOCKET', 'SOMETHING_NEW'],
  ])('is named %s', (reason, ...codes) => {
    for (const code of codes) expect(fail('no', code), code).toMatchObject({ reason })
  })

  it('is unintelligible when something that is not HTTP answered a sent request', () => {
    const notHttp = { class: 'unintelligible', httpStatus: null, reason: 'not-http' }
    for (const code of ['HPE_INVALID_CONSTANT', 'HTTPParserError'])
      expect(fail('maybe', code)).toMatchObject(notHttp)
    expect(fail('maybe', 'UND_ERR_HEADERS_OVERFLOW')).toMatchObject({ reason: 'too-large' })
    expect(fail('no', 'HPE_INVALID_CONSTANT')).toMatchObject({ class: 'unreachable', sent: 'no' })
  })
})
