import { type Change, withAmount } from '../answers/changes'
import { omit } from '../answers/payment-fields'
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
    title: 'Unknown status word',
    description: 'The result is "processed_ok", a word without a known meaning.',
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
