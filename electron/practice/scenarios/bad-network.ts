import { invalid, type Reply, refuse, tooMany } from '../http'
import { practicePhone, type Scenario } from './scenario'

const answer = (reply: Reply) => ({ kind: 'answer', ...reply }) as const

const unavailable = refuse(503, 'service_unavailable', 'The service is not available just now.')

const html = { 'content-type': 'text/html; charset=utf-8' }

const captivePortal = answer({
  status: 200,
  headers: html,
  body: '<!doctype html><title>Wi-Fi</title><h1>Welcome! Accept the terms to go online.</h1>',
})

const redirect = answer({
  status: 302,
  headers: { location: '/elsewhere', 'content-type': 'text/html' },
  body: '<a href="/elsewhere">Found</a>',
})

/** From a proxy in front of the service, which has passed the request on all the same. */
const limitPage = answer({
  status: 429,
  headers: html,
  body: '<!doctype html><title>429</title><h1>Too many requests</h1>',
})

const eightMegabytes = 8 * 1024 * 1024

/**
 * What goes wrong between till and service. A fault comes at the first attempt of a payment; the next one with the
 * same idempotency key gets the payment's answer (§8), unless the scenario says otherwise.
 */
export const badNetwork: readonly Scenario[] = [
  {
    id: 'reset-before',
    phone: practicePhone(20),
    title: 'Connection reset',
    description: 'The connection breaks before the service has done anything.',
    createFault: { when: 'before', effect: { kind: 'reset' } },
  },
  {
    id: 'answer-lost',
    phone: practicePhone(21),
    title: 'Answer lost',
    description: 'The payment is created, but the connection breaks before the answer comes.',
    createFault: { when: 'after', effect: { kind: 'drop' } },
  },
  {
    id: 'unavailable-before',
    phone: practicePhone(22),
    title: 'Service down',
    description: 'The service answers 503 and has done nothing.',
    createFault: { when: 'before', effect: answer(unavailable) },
  },
  {
    id: 'unavailable-after',
    phone: practicePhone(23),
    title: 'Service down, yet created',
    description: 'The payment is created, but the service answers 503.',
    createFault: { when: 'after', effect: answer(unavailable) },
  },
  {
    id: 'too-many-requests',
    phone: practicePhone(24),
    title: 'Too many requests',
    description: 'The service asks the till to wait 3 seconds.',
    createFault: { when: 'before', effect: answer(tooMany('Too many requests: wait 3 s.', 3)) },
  },
  {
    id: 'captive-portal',
    phone: practicePhone(25),
    title: 'Wi-Fi login page',
    description: 'A Wi-Fi login page answers in place of the service.',
    createFault: { when: 'before', effect: captivePortal },
  },
  {
    id: 'redirect',
    phone: practicePhone(26),
    title: 'Redirect',
    description: 'Something on the way sends the till to another address.',
    createFault: { when: 'before', effect: redirect },
  },
  {
    id: 'answer-cut',
    phone: practicePhone(27),
    title: 'Answer cut off',
    description: 'The payment is created, but only the beginning of the answer arrives.',
    createFault: { when: 'after', effect: { kind: 'cut', bytes: 40 } },
  },
  {
    id: 'answer-oversized',
    phone: practicePhone(28),
    title: 'Oversized answer',
    description: 'The payment is created, but the answer is 8 MB long.',
    createFault: { when: 'after', effect: { kind: 'pad', bytes: eightMegabytes } },
  },
  {
    id: 'answer-slow',
    phone: practicePhone(29),
    title: 'Slow answer',
    description: 'The payment is created, and the answer comes after 8 seconds.',
    createFault: { when: 'after', delayMs: 8000 },
  },
  {
    id: 'repeat-refused',
    phone: practicePhone(30),
    title: 'Repeat refused',
    description:
      'The payment is created, but the answer is lost. The service refuses the repeat (400).',
    createFault: { when: 'after', effect: { kind: 'drop' } },
    repeatAnswer: refuse(400, 'duplicate_transaction', 'This transaction already exists.'),
  },
  {
    id: 'limit-page-after',
    phone: practicePhone(31),
    title: 'Too many requests, yet created',
    description: 'The payment is created, but a web page answers "too many requests" (429).',
    createFault: { when: 'after', effect: limitPage },
  },
  {
    id: 'unknown-at-first',
    phone: practicePhone(32),
    title: 'Unknown at first',
    description: 'For 10 seconds the service does not know the payment that it created (404).',
    earlyReads: {
      seconds: 10,
      answer: refuse(404, 'not_found', 'There is no payment with this reference.'),
    },
  },
  {
    id: 'status-unavailable',
    phone: practicePhone(33),
    title: 'No status for 30 seconds',
    description: 'The service answers 503 to each status read of the first 30 seconds.',
    earlyReads: { seconds: 30, answer: unavailable },
  },
]

const always = (reply: Reply) =>
  ({
    createFault: { when: 'before', effect: { kind: 'answer', ...reply } },
    createFaultRepeats: true,
  }) as const

/** What the service refuses, every time. */
export const refusals: readonly Scenario[] = [
  {
    id: 'refused',
    phone: practicePhone(40),
    title: 'Refused',
    description: 'The service does not accept the request (400). Nothing is created.',
    ...always(invalid('phone_number does not belong to a supported operator network.')),
  },
  {
    id: 'forbidden',
    phone: practicePhone(41),
    title: 'Not allowed',
    description: 'The account may not do this (403). Nothing is created.',
    ...always(refuse(403, 'forbidden', 'The account may not take this payment.')),
  },
  {
    id: 'payment-declined',
    phone: practicePhone(42),
    title: 'Declined at once',
    description: 'The operator declines the request at once (402). Nothing is created.',
    ...always(refuse(402, 'PAYMENT_DECLINED', 'The operator declined the payment.')),
  },
]
