import { decideRead } from '../../electron/main/payments/polling/decide-read'
import { decideAttempt } from '../../electron/main/payments/sending/decide-attempt'
import type { Exchange, HttpResponse } from '../../electron/main/service/exchange'
import type { EventOf } from '../../shared/payment/event'
import type { Ruling } from '../../shared/payment/objections'
import { applyEvent } from '../../shared/payment/reducer'
import { type Parsers, realParsers } from './parsers'

type Fields = Record<string, unknown>

const noWord = { errorCode: null, message: '', serverDate: null }
const noLimits = { retryAfter: null, limit: null, remaining: null, resetIn: null }

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
    // Long numbers are kept as text: a float would lose their digits, which is another fault.
    const text = body.bytes
      .toString()
      .replace(/^\ufeff/, '')
      .replace(/:(\d{16,})/g, ':"$1"')
    const json: unknown = JSON.parse(text)
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

/** As `seeing`, for the text of a body in which this was replaced. */
function replacing(sought: RegExp, by: string): Parsers {
  return seeing(response =>
    response.body.kind === 'whole'
      ? withText(response, response.body.bytes.toString().replace(sought, by))
      : response,
  )
}

/** As `reading`, where each of these fields, at any depth, is another one. */
function changing(names: readonly string[], change: (value: unknown) => unknown): Parsers {
  return seeing(response => {
    const json = leniently(response)
    const changed = (key: string, value: unknown) => (names.includes(key) ? change(value) : value)
    return json ? withText(response, JSON.stringify(json, changed)) : response
  })
}

const statusNames = ['status', 'payment_status', 'transaction_status', 'state']

type Create = ReturnType<Parsers['accepted']>
type Read = ReturnType<Parsers['status']>
type Attempt = Parameters<typeof decideAttempt>
type Attempts = ReturnType<typeof decideAttempt>
type Failed = EventOf<'attempt-failed'>

/** Parsers that make something else of the answer to a create. */
function ofCreates(change: (answer: Create, exchange: Exchange) => Create): Parsers {
  const accepted: Parsers['accepted'] = (exchange, now) =>
    change(realParsers.accepted(exchange, now), exchange)
  return { ...realParsers, accepted }
}

/** The same of the answer to a status read. */
function ofReads(change: (answer: Read, exchange: Exchange) => Read): Parsers {
  const status: Parsers['status'] = (exchange, asked, now) =>
    change(realParsers.status(exchange, asked, now), exchange)
  return { ...realParsers, status }
}

/** The till's own decisions of an attempt, and what is made of their events. */
function deciding(change: (events: Attempts, ...of: Attempt) => Attempts): Parsers {
  return { ...realParsers, decideAttempt: (...of) => change(decideAttempt(...of), ...of) }
}

/** The same with each failed attempt changed. */
function failing(change: (event: Failed, answer: Attempt[1]) => Partial<Failed>): Parsers {
  return deciding((events, _payment, answer) =>
    events.map(event =>
      event.type === 'attempt-failed' ? { ...event, ...change(event, answer) } : event,
    ),
  )
}

type Reading = Parameters<typeof decideRead>

/** The same with each read, and what people said, changed. */
function ofAnswers(
  change: (read: Reading[1], facts: Reading[2], payment: Reading[0]) => [Reading[1], Reading[2]],
): Parsers {
  return {
    ...realParsers,
    decideRead: (payment, read, facts) => decideRead(payment, ...change(read, facts, payment)),
  }
}

type Mention = Reading[1]['facts']['mentions'][number]

const mentioning = (read: Reading[1], change: (mention: Mention) => Mention[]): Reading[1] => ({
  ...read,
  facts: { ...read.facts, mentions: read.facts.mentions.flatMap(change) },
})
const without = (read: Reading[1]) => mentioning(read, () => [])
/** What was said of one value is said of whatever the field has now. */
const ofAnyValue = ({ facts }: Reading[1], rulings: readonly Ruling[]): Ruling[] =>
  facts.mentions.flatMap(({ name, value }) =>
    rulings.filter(each => each.name === name).map(each => ({ ...each, value })),
  )

const neverSent = (isFault: boolean) => (isFault ? { sent: 'no' as const } : {})

/** A field that decides nothing is odd: the whole answer is rejected for it. */
function orRejected<T>(answer: T, exchange: Exchange) {
  const json = exchange.kind === 'response' ? JSON.stringify(leniently(exchange)) : ''
  const isOdd = /"(?:object|created_at|api_version)":(?:[[{\d]|true|false)/.test(json)
  return isOdd ? rejected : answer
}

const rejected = {
  class: 'unintelligible',
  httpStatus: 200,
  reason: 'not-the-envelope',
  detail: '',
  text: null,
  limits: noLimits,
} as const

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
      const ours = (name: string, value: unknown) => (/^reference/.test(name) ? asked : value)
      const believing = reading(json =>
        'data' in json ? json : JSON.parse(JSON.stringify(json, ours)),
      )
      return believing.status(exchange, asked, now)
    },
  },
  'believes no flat body': reading(json => ('data' in json ? json : {})),
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
  'believes no page': seeing(response =>
    /html/i.test(String(response.headers['content-type']))
      ? withText(response, '<html>')
      : response,
  ),
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
  'looks for "paid" anywhere in the word': replacing(/"[^"]*paid[^"]*"/gi, '"paid"'),
  'takes any word but pending for paid': changing(statusNames, word =>
    typeof word === 'string' && !/pending/i.test(word) ? 'paid' : word,
  ),
  'knows no word in capitals': changing(statusNames, word =>
    typeof word === 'string' ? word.replace(/[A-Z]/g, '?') : word,
  ),
  'does not look at the amount': changing(['amount', 'value'], () => undefined),
  'does not look at an amount as text': changing(['amount', 'value'], value =>
    typeof value === 'string' ? undefined : value,
  ),
  'does not look at the currency': changing(['currency'], () => undefined),
  'takes a currency in lower case for another': changing(['currency'], name =>
    typeof name === 'string' && name === name.toLowerCase() ? 'XXX' : name,
  ),
  'takes declined for paid': replacing(/declined/gi, 'paid'),
  'is green by one of two words': changing(statusNames, word =>
    typeof word === 'string' && !/paid|completed|succe|settled/i.test(word) ? undefined : word,
  ),
  'hears no objection': ofAnswers((read, facts) => [without(read), facts]),
  'takes what was said of a payment’s field by its name only': ofAnswers((read, facts, payment) => [
    read,
    { ...facts, rulings: [...facts.rulings, ...ofAnyValue(read, payment.rulings)] },
  ]),
  'takes a value that was cleared for every value': ofAnswers((read, facts) => [
    read,
    { ...facts, rulings: ofAnyValue(read, facts.rulings) },
  ]),
  'takes success for paid without an amount': replacing(/"(?:success|successful)"/gi, '"paid"'),
  'leaves out an amount that cannot be read': changing(['amount', 'value'], value =>
    typeof value === 'string' && !/^[\d.]+$/.test(value) ? undefined : value,
  ),
  'reads a reference through a float': replacing(
    /("reference\w*":)(\d{16,})/gi,
    '$19007199254740992000',
  ),
  'knows no word after one without a meaning': {
    ...realParsers,
    decideRead: (payment, read, facts) =>
      payment.outcome === 'unrecognised' ? [] : decideRead(payment, read, facts),
  },
  'loses a payment for a side field of its status': ofReads(orRejected),
  'loses a payment for a side field of its acceptance': ofCreates(orRejected),
  'reads no date with nanoseconds': reading(json => withoutLongDates(json) as Fields),
  'does not look at the reference': changing(
    ['reference', 'reference_id', 'referenceId'],
    () => undefined,
  ),
  'lets a later answer rewrite a result': {
    ...realParsers,
    applyEvent: (payment, event) =>
      event.type === 'contradicted'
        ? { ...payment, outcome: payment.outcome === 'paid' ? 'failed' : 'paid' }
        : applyEvent(payment, event),
  },
  'forgets a mismatch': {
    ...realParsers,
    applyEvent: (payment, event) =>
      event.type === 'answer-mismatched' ? payment : applyEvent(payment, event),
    decideRead: (payment, read, facts) =>
      decideRead(payment, read, facts).map(event =>
        event.type === 'settled' && event.outcome === 'unrecognised'
          ? { ...event, outcome: 'paid' as const }
          : event,
      ),
  },
  'takes a copy’s "duplicate" for a refusal': failing(({ detail }) =>
    neverSent(/dupl|already|idem/i.test(detail)),
  ),
  'takes an error in a success for a portal': failing((_event, { class: kind }) =>
    kind === 'unintelligible' ? { reason: 'not-the-service', detail: '' } : {},
  ),
  'takes an acceptance for a payment': deciding((events, _payment, _answer, { now }) => {
    const accepted = events.find(event => event.type === 'accepted')
    return accepted && accepted.status !== 'pending'
      ? [...events, { type: 'settled', at: now, status: 'paid', outcome: 'paid' }]
      : events
  }),
  'raises no other amount at acceptance': deciding(events =>
    events.filter(event => event.type !== 'answer-mismatched'),
  ),
  'calls a 5xx never sent': failing(({ reason }) => neverSent(reason === 'service-trouble')),
  'takes the refusal of a repeat for final': {
    ...realParsers,
    decideAttempt: (payment, answer, facts) =>
      decideAttempt(
        answer.class === 'refused' ? { ...payment, maybeSent: false } : payment,
        answer,
        facts,
      ),
  },
  'calls any 429 never sent': failing(({ reason }) => neverSent(reason === 'throttled')),
  'takes a conflict for a refusal': ofCreates(answer =>
    answer.class === 'unintelligible' && answer.httpStatus === 409
      ? { ...noWord, class: 'refused', httpStatus: 409, limits: answer.limits }
      : answer,
  ),
  'calls a lost connection never sent': ofCreates(answer =>
    answer.class === 'unreachable' ? { ...answer, sent: 'no' } : answer,
  ),
  'shows the body in detail': ofReads((answer, exchange) => {
    const isShown = answer.class === 'unintelligible' && exchange.kind === 'response'
    return isShown && exchange.body.kind === 'whole'
      ? { ...answer, detail: exchange.body.bytes.toString().slice(0, 80) }
      : answer
  }),
  'goes earlier than asked': ofReads(answer => {
    if (answer.class === 'unreachable' || answer.class === 'unsent') return answer
    const { limits } = answer
    const capped = limits.retryAfter === null ? null : Math.min(limits.retryAfter, 60_000)
    return { ...answer, limits: { ...limits, retryAfter: capped } }
  }),
  'takes any date': ofReads((answer, exchange) => {
    if (answer.class !== 'ok' || exchange.kind === 'failure') return answer
    const serverDate = Date.parse(String(exchange.headers.date))
    return { ...answer, serverDate: Number.isNaN(serverDate) ? null : serverDate }
  }),
  'merges a body into an object of its own': reading(json => {
    mergeDeep({}, json)
    return json
  }),
  'keeps a word of any length': {
    ...realParsers,
    decideRead: (payment, read, facts) =>
      decideRead(payment, read, facts).map(event =>
        event.type === 'status-read'
          ? { ...event, status: `${event.status}${'x'.repeat(20_000)}` }
          : event,
      ),
  },
  'writes what is nested as it came': ofReads((answer, exchange) => {
    // Recurses as deep as the service likes.
    if (exchange.kind === 'response') JSON.stringify(leniently(exchange))
    return answer
  }),
}
