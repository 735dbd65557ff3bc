import { decideRead } from '../../electron/main/payments/polling/decide-read'
import { decideAttempt } from '../../electron/main/payments/sending/decide-attempt'
import type { ServiceResponse } from '../../electron/main/service'
import type { Exchange, HttpResponse } from '../../electron/main/service/exchange'
import { applyEvent } from '../../shared/payment/sale-reducer'
import { type Parsers, realParsers } from './parsers'

type Fields = Record<string, unknown>

const noWord = { errorCode: null, message: '', serverDate: null }

/** Parsers that see each response changed first: a fault in how it is read. */
function seeing(change: (response: HttpResponse) => HttpResponse): Parsers {
  const see = (exchange: Exchange) => (exchange.kind === 'response' ? change(exchange) : exchange)
  return {
    ...realParsers,
    accepted: (exchange, now) => realParsers.accepted(see(exchange), now),
    status: (exchange, asked, now) => realParsers.status(see(exchange), asked, now),
  }
}

/** As `seeing`, for what a lenient reader makes of the JSON. */
function reading(change: (json: Fields) => unknown): Parsers {
  return seeing(response => {
    const json = leniently(response)
    return json ? withText(response, JSON.stringify(change(json))) : response
  })
}

function leniently({ body }: HttpResponse): Fields | null {
  if (body.kind !== 'whole') return null
  try {
    const json: unknown = JSON.parse(body.bytes.toString())
    return typeof json === 'object' && json !== null ? (json as Fields) : null
  } catch {
    // Not JSON: the real parser finds that out for itself.
    return null
  }
}

function withText(response: HttpResponse, text: string): HttpResponse {
  return { ...response, body: { kind: 'whole', bytes: Buffer.from(text) } }
}

const fields = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? { ...value } : {}

/** Parsers that misread what a status answer says. */
function misreading(change: Parsers['decideRead']): Parsers {
  return { ...realParsers, decideRead: change }
}

/** Copies every key into a target, `__proto__` included, as many a merge function does. */
function mergeDeep(target: Fields, source: Fields): void {
  for (const key of Object.keys(source)) {
    const value = source[key]
    const isNested = typeof value === 'object' && value !== null && !Array.isArray(value)
    if (isNested) target[key] ??= {}
    if (isNested) mergeDeep(target[key] as Fields, value as Fields)
    else target[key] = value
  }
}

function withoutUnread<T extends { unread: readonly string[] }>(
  answer: ServiceResponse<T>,
): ServiceResponse<T> {
  if (answer.class !== 'ok' || answer.value.unread.length === 0) return answer
  const { limits } = answer
  const nothing = { class: 'unintelligible', httpStatus: 200, detail: '', limits } as const
  return { ...nothing, reason: 'no-payment-status' }
}

function withoutLongDates(json: Fields): Fields {
  const entries = Object.entries(json).map(([key, value]) => {
    if (key === 'data') return [key, withoutLongDates(fields(value))] as const
    return [key, /\.\d{9}Z$/.test(String(value)) ? null : value] as const
  })
  return Object.fromEntries(entries)
}

/** Faults as they are made, and as they must be found: each is the real path with one thing wrong. */
export const planted: Readonly<Record<string, Parsers>> = {
  'takes the envelope’s status for the payment’s': reading(json =>
    'data' in json ? { ...json, data: { ...fields(json.data), status: json.status } } : json,
  ),
  'believes a flat body about another payment': {
    ...realParsers,
    status: (exchange, asked, now) => {
      const ours = reading(json => ('data' in json ? json : { ...json, reference: asked }))
      return ours.status(exchange, asked, now)
    },
  },
  'believes no flat body': reading(json => ('data' in json ? json : { ...json, code: 200 })),
  'takes an envelope without a payment for one': reading(json =>
    'data' in json ? { ...json, data: { reference: 'R-1', ...json, ...fields(json.data) } } : json,
  ),
  'takes the error word for a success': reading(json =>
    json.status === 'error' ? { ...json, status: 'success', data: { status: 'paid' } } : json,
  ),
  'trusts the body of a 5xx': seeing(response =>
    response.status >= 500 ? { ...response, status: 200 } : response,
  ),
  'trusts no 2xx but a 200': seeing(response =>
    response.status > 200 && response.status < 300 ? { ...response, status: 302 } : response,
  ),
  'does not look whether a page is a page': seeing(response => ({
    ...response,
    headers: { ...response.headers, 'content-type': 'application/json' },
  })),
  'leaves out what is not UTF-8': seeing(response =>
    response.body.kind === 'whole'
      ? withText(response, response.body.bytes.toString('utf8').replaceAll('\uFFFD', ''))
      : response,
  ),
  'believes a body that was cut off': seeing(response =>
    response.body.kind === 'cut-off'
      ? withText(
          response,
          '{"status":"success","code":200,"data":{"reference":"R-1","status":"paid"}}',
        )
      : response,
  ),
  'looks for "paid" anywhere in the word': misreading((sale, read, facts) =>
    decideRead(sale, { ...read, status: /paid/i.test(read.status) ? 'paid' : read.status }, facts),
  ),
  'takes any word but pending for paid': misreading((sale, read, facts) => {
    const words = { ...facts.words, paid: [...facts.words.paid, read.status.trim().toLowerCase()] }
    return decideRead(
      sale,
      read,
      read.status.trim().toLowerCase() === 'pending' ? facts : { ...facts, words },
    )
  }),
  'knows no word in capitals': misreading((sale, read, facts) =>
    decideRead(sale, { ...read, status: read.status.replace(/[A-Z]/g, '?') }, facts),
  ),
  'does not look at the amount': misreading((sale, read, facts) =>
    decideRead(sale, { ...read, money: { ...read.money, value: null } }, facts),
  ),
  'does not look at the currency': misreading((sale, read, facts) =>
    decideRead(sale, { ...read, money: { ...read.money, currency: null } }, facts),
  ),
  'takes a currency in lower case for another': misreading((sale, read, facts) => {
    const { currency } = read.money
    const isSame = currency === null || currency === sale.amount.currency
    const money = { ...read.money, currency: isSame ? currency : 'XXX' }
    return decideRead(sale, { ...read, money }, facts)
  }),
  'takes declined for paid': misreading((sale, read, facts) =>
    decideRead(sale, { ...read, status: read.status.replace(/declined/i, 'paid') }, facts),
  ),
  'knows no word after one without a meaning': misreading((sale, read, facts) =>
    sale.outcome === 'unrecognised' ? [] : decideRead(sale, read, facts),
  ),
  'loses a payment for a side field of its status': {
    ...realParsers,
    status: (exchange, asked, now) => withoutUnread(realParsers.status(exchange, asked, now)),
  },
  'loses a payment for a side field of its acceptance': {
    ...realParsers,
    accepted: (exchange, now) => withoutUnread(realParsers.accepted(exchange, now)),
  },
  'reads no date with nanoseconds': reading(json => withoutLongDates(json) as Fields),
  'does not look at the reference': misreading((sale, read, facts) =>
    decideRead(sale, { ...read, reference: null }, facts),
  ),
  'lets a later answer rewrite a result': {
    ...realParsers,
    applyEvent: (sale, event) =>
      event.type === 'contradicted'
        ? { ...sale, outcome: sale.outcome === 'paid' ? 'failed' : 'paid' }
        : applyEvent(sale, event),
  },
  'forgets a mismatch': {
    ...realParsers,
    applyEvent: (sale, event) =>
      event.type === 'answer-mismatched' ? sale : applyEvent(sale, event),
    decideRead: (sale, read, facts) =>
      decideRead(sale, read, facts).map(event =>
        event.type === 'settled' && event.outcome === 'unrecognised'
          ? { ...event, outcome: 'paid' as const }
          : event,
      ),
  },
  'takes an acceptance for a payment': {
    ...realParsers,
    decideAttempt: (sale, answer, facts) => {
      const events = decideAttempt(sale, answer, facts)
      const isDone = answer.class === 'ok' && answer.value.status !== 'pending'
      return isDone
        ? [...events, { type: 'settled', at: facts.now, status: 'paid', outcome: 'paid' }]
        : events
    },
  },
  'raises no other amount at acceptance': {
    ...realParsers,
    decideAttempt: (sale, answer, facts) =>
      decideAttempt(sale, answer, facts).filter(event => event.type !== 'answer-mismatched'),
  },
  'calls a 5xx never sent': {
    ...realParsers,
    decideAttempt: (sale, answer, facts) =>
      decideAttempt(sale, answer, facts).map(event =>
        event.type === 'attempt-failed' && event.reason === 'service-trouble'
          ? { ...event, sent: 'no' as const }
          : event,
      ),
  },
  'takes the refusal of a repeat for final': {
    ...realParsers,
    decideAttempt: (sale, answer, facts) =>
      decideAttempt(
        answer.class === 'refused' ? { ...sale, maybeSent: false } : sale,
        answer,
        facts,
      ),
  },
  'calls any 429 never sent': {
    ...realParsers,
    decideAttempt: (sale, answer, facts) =>
      decideAttempt(sale, answer, facts).map(event =>
        event.type === 'attempt-failed' && event.reason === 'throttled'
          ? { ...event, sent: 'no' as const }
          : event,
      ),
  },
  'takes a conflict for a refusal': {
    ...realParsers,
    accepted: (exchange, now) => {
      const answer = realParsers.accepted(exchange, now)
      return answer.class === 'unintelligible' && answer.httpStatus === 409
        ? { ...noWord, class: 'refused', httpStatus: 409, limits: answer.limits }
        : answer
    },
  },
  'calls a lost connection never sent': {
    ...realParsers,
    accepted: (exchange, now) => {
      const answer = realParsers.accepted(exchange, now)
      return answer.class === 'unreachable' ? { ...answer, sent: 'no' } : answer
    },
  },
  'shows the body in detail': {
    ...realParsers,
    status: (exchange, asked, now) => {
      const answer = realParsers.status(exchange, asked, now)
      const isShown = answer.class === 'unintelligible' && exchange.kind === 'response'
      return isShown && exchange.body.kind === 'whole'
        ? { ...answer, detail: exchange.body.bytes.toString().slice(0, 80) }
        : answer
    },
  },
  'goes earlier than asked': {
    ...realParsers,
    status: (exchange, asked, now) => {
      const answer = realParsers.status(exchange, asked, now)
      if (answer.class === 'unreachable') return answer
      const { limits } = answer
      const capped = limits.retryAfter === null ? null : Math.min(limits.retryAfter, 60_000)
      return { ...answer, limits: { ...limits, retryAfter: capped } }
    },
  },
  'takes any date': {
    ...realParsers,
    status: (exchange, asked, now) => {
      const answer = realParsers.status(exchange, asked, now)
      if (answer.class !== 'ok' || exchange.kind === 'failure') return answer
      const serverDate = Date.parse(String(exchange.headers.date))
      return { ...answer, serverDate: Number.isNaN(serverDate) ? null : serverDate }
    },
  },
  'merges a body into an object of its own': reading(json => {
    mergeDeep({}, json)
    return json
  }),
  'keeps a word of any length': {
    ...realParsers,
    status: (exchange, asked, now) => {
      const answer = realParsers.status(exchange, asked, now)
      if (answer.class !== 'ok' || exchange.kind === 'failure') return answer
      const providerStatus = fields(leniently(exchange)?.data).provider_status
      return typeof providerStatus === 'string'
        ? { ...answer, value: { ...answer.value, providerStatus } }
        : answer
    },
  },
  'writes what is nested as it came': {
    ...realParsers,
    status: (exchange, asked, now) => {
      // Recurses as deep as the service likes.
      if (exchange.kind === 'response') JSON.stringify(leniently(exchange))
      return realParsers.status(exchange, asked, now)
    },
  },
}
