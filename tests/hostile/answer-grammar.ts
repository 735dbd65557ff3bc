import fc from 'fast-check'
import type { BodyRead, Exchange } from '../../electron/main/service/exchange'
import {
  type BodySpec,
  bodyBytes,
  bodySpec,
  mostly,
  type PaymentFacts,
  type Template,
} from './body-grammar'
import { type HeaderSpec, headerSpec } from './header-grammar'

type Ending = 'whole' | 'too-large' | 'cut-off'

/** One answer of the service: what came back from the wire, or that nothing did. */
export type AnswerSpec =
  | {
      kind: 'response'
      status: number
      headers: HeaderSpec
      body: BodySpec
      end: Ending
    }
  | { kind: 'failure'; sent: 'no' | 'maybe'; code: string }

const refusals = [400, 400, 401, 402, 403, 404, 405, 406, 410, 411, 413, 414, 415, 422]
const undecided = [407, 408, 409, 418, 423, 425, 431, 451, 499]
const decidedAlone = [
  300, 301, 302, 304, 307, 308, 429, 500, 501, 502, 503, 504, 511, 599, 600, 999,
]
const noSuccess = [100, 101, 199]
const successes = [200, 200, 200, 201, 202, 203, 206]

const errorCodes = [
  ...['ECONNRESET', 'ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EPIPE'],
  ...['CERT_HAS_EXPIRED', 'UND_ERR_SOCKET', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_HEADERS_OVERFLOW'],
  ...['HPE_INVALID_CONSTANT', 'HTTPParserError', 'CALL_TIMED_OUT', 'TypeError', 'UNKNOWN'],
]

/** Answers of which most are, but for a mutation or three, what the call asked for. */
export function answerSpec(usual: 'accepted' | 'status', now: number): fc.Arbitrary<AnswerSpec> {
  const response = (status: fc.Arbitrary<number>, template: Template) =>
    fc.record({
      kind: fc.constant('response' as const),
      status,
      headers: headerSpec(now),
      body: bodySpec(template),
      end: mostly<Ending>('whole', fc.constantFrom('too-large', 'cut-off'), 20),
    })
  const failure = fc.record({
    kind: fc.constant('failure' as const),
    sent: fc.constantFrom('no' as const, 'maybe' as const),
    code: fc.constantFrom(...errorCodes),
  })
  return fc.oneof(
    { arbitrary: response(fc.constantFrom(...successes), usual), weight: 14 },
    { arbitrary: response(fc.constantFrom(...successes), 'error'), weight: 1 },
    { arbitrary: response(fc.constantFrom(...refusals), 'error'), weight: 3 },
    { arbitrary: response(fc.constantFrom(...refusals, 409, 429), 'repeat error'), weight: 2 },
    { arbitrary: response(fc.constantFrom(...undecided, ...decidedAlone), 'error'), weight: 2 },
    { arbitrary: response(fc.constantFrom(...decidedAlone, ...noSuccess), usual), weight: 2 },
    { arbitrary: response(fc.integer({ min: 100, max: 999 }), usual), weight: 1 },
    { arbitrary: failure, weight: 1 },
  )
}

/** What the transport would hand on. */
export function exchangeOf(spec: AnswerSpec, facts: PaymentFacts): Exchange {
  if (spec.kind === 'failure') return spec
  const { status, headers, body } = spec
  const own = headers.headers['content-type']
  // The form's content type, unless the headers have an odd one.
  const type = own === 'application/json' ? body.form.contentType : own
  return {
    kind: 'response',
    status,
    headers: { ...headers.headers, 'content-type': type },
    body: bodyRead(spec, facts),
  }
}

function bodyRead(spec: Extract<AnswerSpec, { kind: 'response' }>, facts: PaymentFacts): BodyRead {
  if (spec.end === 'too-large') return { kind: 'too-large' }
  if (spec.end === 'cut-off') return { kind: 'cut-off', code: 'UND_ERR_SOCKET' }
  return { kind: 'whole', bytes: bodyBytes(spec.body, facts, spec.status) }
}
