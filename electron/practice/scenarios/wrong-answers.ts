import { z } from 'zod'
import { type Alter, approve, practicePhone, type Scenario } from './scenario'

const without =
  (field: string): Alter =>
  data =>
    Object.fromEntries(Object.entries(data).filter(([name]) => name !== field))

const amountSchema = z.object({ currency: z.string(), value: z.number() })

/** One unit more than was asked. */
const wrongAmount: Alter = data => {
  const { currency, value } = amountSchema.parse(data.amount)
  return { ...data, amount: { currency, value: value + 1 } }
}

/** The same number in another money. */
const wrongCurrency: Alter = data => {
  const { currency, value } = amountSchema.parse(data.amount)
  return { ...data, amount: { currency: currency === 'KES' ? 'TZS' : 'KES', value } }
}

/** Answers that must not be believed: the result itself is always that the customer paid. */
export const wrongAnswers: readonly Scenario[] = [
  {
    id: 'unknown-word',
    phone: practicePhone(10),
    title: 'Unknown status word',
    description: 'The result is "processed_ok", a word that nobody has explained.',
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
    alterResult: data => ({ ...data, reference: 'PR-SOMEBODYELSE' }),
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
]
