import {
  type Change,
  decimalText,
  epochSeconds,
  withAmount,
  withoutZone,
  withTimes,
} from '../answers/changes'
import { approve, practicePhone, type Scenario } from './scenario'

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
