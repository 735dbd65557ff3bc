import {
  type Change,
  decimalText,
  epochSeconds,
  omit,
  withAmount,
  withoutZone,
  withTimes,
} from '../answers/payment-fields'
import { approve, practicePhone, type Scenario } from './scenario'

const without =
  (field: string): Change =>
  fields =>
    omit(fields, [field])

/** One unit more than was asked. */
const wrongAmount = withAmount(({ currency, value }) => ({ currency, value: value + 1 }))

/** The same number in another currency. */
const wrongCurrency = withAmount(({ currency, value }) => ({
  currency: currency === 'KES' ? 'TZS' : 'KES',
  value,
}))

/** Answers that are wrong or say too little. The customer has always paid. */
export const wrongAnswers: readonly Scenario[] = [
  {
    id: 'unknown-word',
    phone: practicePhone(10),
    title: 'Unclear answer',
    description: 'The service says a word that the till does not know.',
    steps: [{ when: 'approval', status: 'processed_ok', providerStatus: 'PROCESSED_OK' }],
  },
  {
    id: 'wrong-amount',
    phone: practicePhone(11),
    title: 'Wrong amount',
    description: 'Paid, but the service names one unit more than was asked.',
    steps: [approve],
    alterResult: wrongAmount,
  },
  {
    id: 'wrong-currency',
    phone: practicePhone(12),
    title: 'Wrong currency',
    description: 'Paid, but the service names another currency.',
    steps: [approve],
    alterResult: wrongCurrency,
  },
  {
    id: 'wrong-reference',
    phone: practicePhone(13),
    title: 'Wrong reference',
    description: 'Paid, but the service answers about another reference.',
    steps: [approve],
    alterResult: fields => ({ ...fields, reference: 'PR-ANOTHERSALE1' }),
  },
  {
    id: 'no-status',
    phone: practicePhone(14),
    title: 'No status',
    description: 'The status read succeeds, but no status is in it.',
    steps: [approve],
    alterResult: without('status'),
  },
  {
    id: 'no-expiry',
    phone: practicePhone(15),
    title: 'No expiry time',
    description: 'The answer to the request does not say when it expires.',
    alterCreate: without('expires_at'),
  },
  {
    id: 'no-reference',
    phone: practicePhone(16),
    title: 'No reference',
    description: 'The answer to the request has no reference to ask about.',
    alterCreate: without('reference'),
  },
  {
    id: 'no-checkout',
    phone: practicePhone(17),
    title: 'No checkout address',
    description: 'Card only: the answer to the request has no page to pay on.',
    channels: ['card'],
    alterCreate: without('checkout_url'),
  },
  {
    id: 'provider-disagrees',
    phone: practicePhone(18),
    title: 'Provider disagrees',
    description: 'The status is "completed", but the provider\'s own word is "DECLINED".',
    steps: [{ ...approve, providerStatus: 'DECLINED' }],
    extraFields: ['provider_status'],
  },
]

/** Answers in the forms that real services use; what happens is plain. */
export const answerFormScenarios: readonly Scenario[] = [
  {
    id: 'flat-paid',
    phone: practicePhone(50),
    title: 'Answers in another form, paid',
    description:
      'The service answers in another form, as real services do (flat, in capitals). The customer pays.',
    answers: 'flat',
    steps: [approve],
  },
  {
    id: 'flat-failed',
    phone: practicePhone(51),
    title: 'Answers in another form, failed',
    description:
      'The service answers in another form, as real services do (flat, in capitals). The customer says no.',
    answers: 'flat',
    steps: [{ when: 'approval', status: 'failed', providerStatus: 'DECLINED' }],
  },
  {
    id: 'in-progress-word',
    phone: practicePhone(52),
    title: 'Another word for in progress',
    description: 'The status is "processing" at first, and "completed" 10 seconds later.',
    steps: [
      { when: 'approval', status: 'processing', providerStatus: null },
      { ...approve, when: { secondsAfterApproval: 10 } },
    ],
  },
  {
    id: 'numeric-envelope',
    phone: practicePhone(53),
    title: '201 for success',
    description: 'The answers say 201 where other services say "success". The customer pays.',
    answers: 'numeric',
    steps: [approve],
  },
  {
    id: 'repeat-shows-paid',
    phone: practicePhone(54),
    title: 'Answer lost, already paid',
    description:
      'The customer pays at once, but the answer is lost. The answer to the repeat says "completed".',
    answers: 'created',
    createFault: { when: 'after', effect: { kind: 'drop' } },
    steps: [{ ...approve, when: { seconds: 0 } }],
  },
]

const fourHours = 4 * 3600
const tenMinutes = 10 * 60

/** The UTC time with the label of East Africa: three hours too early. */
const mislabelledExpiry: Change = fields => ({
  ...fields,
  expires_at: String(fields.expires_at).replace('Z', '+03:00'),
})

/** Long lifetimes, and times that cannot be right. */
export const times: readonly Scenario[] = [
  {
    id: 'four-hours-unanswered',
    phone: practicePhone(60),
    title: 'Four hours, no answer',
    description: 'The request expires after 4 hours. The customer does nothing.',
    sessionSeconds: fourHours,
    steps: [],
  },
  {
    id: 'four-hours-paid-late',
    phone: practicePhone(61),
    title: 'Four hours, paid after 4 minutes',
    description: 'The request expires after 4 hours. The customer pays after 4 minutes.',
    sessionSeconds: fourHours,
    steps: [{ ...approve, when: { seconds: 240 } }],
  },
  {
    id: 'expiry-in-the-past',
    phone: practicePhone(62),
    title: 'Expiry time in the past',
    description:
      'The expiry time has the wrong time zone: 3 hours too early. The customer pays after 30 seconds.',
    alterCreate: mislabelledExpiry,
    steps: [{ ...approve, when: { seconds: 30 } }],
  },
  {
    id: 'date-ahead',
    phone: practicePhone(63),
    title: 'Service clock is fast',
    description: 'The clock of the service is 10 minutes fast. The customer pays after 30 seconds.',
    dateAheadSeconds: tenMinutes,
    steps: [{ ...approve, when: { seconds: 30 } }],
  },
]

const textAmount = withAmount(({ currency, value }) => ({ currency, value: decimalText(value) }))

const oddCreate: Change = fields => ({
  ...withTimes(epochSeconds)(textAmount(fields)),
  object: 'collection',
  api_version: 20250101,
})

const smallCurrency = withAmount(({ currency, value }) => ({
  currency: currency.toLowerCase(),
  value: decimalText(value),
}))

const oddRead: Change = fields => withTimes(withoutZone)(smallCurrency(fields))

/** Longer than any address bar takes; the page opens all the same. */
const longCheckout: Change = fields => ({
  ...fields,
  checkout_url: `${fields.checkout_url}?session=${'x'.repeat(4000)}`,
})

const unsafeCheckout: Change = fields => ({
  ...fields,
  checkout_url: 'http://checkout.example/pay',
})

/** Answers whose reference and status are usual, and other fields are not. */
export const oddFields: readonly Scenario[] = [
  {
    id: 'odd-create',
    phone: practicePhone(70),
    title: 'Odd fields in the first answer',
    description:
      'Expiry time, version, amount and object of the first answer are unusual. The customer pays.',
    alterCreate: oddCreate,
    steps: [approve],
  },
  {
    id: 'odd-status',
    phone: practicePhone(71),
    title: 'Odd fields in the status',
    description:
      'Time, amount and currency of each status read are written unusually. The customer pays.',
    extraFields: ['created_at'],
    alterRead: oddRead,
    steps: [approve],
  },
  {
    id: 'checkout-too-long',
    phone: practicePhone(72),
    title: 'Checkout address too long',
    description: 'Card only: the address of the page to pay on has more than 4,000 characters.',
    channels: ['card'],
    alterCreate: longCheckout,
  },
  {
    id: 'checkout-not-safe',
    phone: practicePhone(73),
    title: 'Checkout address not safe',
    description: 'Card only: the address of the page to pay on is not encrypted (http).',
    channels: ['card'],
    alterCreate: unsafeCheckout,
  },
]
