import { z } from 'zod'
import {
  amount,
  cardCurrency,
  currency,
  email,
  filledText,
  msisdn,
  msisdnDigits,
  paymentType,
  record,
  webhookHttps,
  webhookUri,
} from './fields'

/*
 * The bodies of §4. The contract does not say how a field that it does not name is treated. The
 * practice service refuses it, so that a mistake of the till is found here.
 */

const optionalText = z.string().nullish()

/** §4.1 with the mobile customer of §2.2. */
export const mobileCreateSchema = record({
  payment_type: paymentType('mobile'),
  details: record({ amount, currency }),
  phone_number: msisdn,
  customer: record({
    firstname: filledText,
    lastname: filledText,
    email: email.nullish(),
    country: optionalText,
    city: optionalText,
    address: optionalText,
  }),
  webhook_url: webhookUri.optional(),
})

/** §4.3 with the card customer of §2.2, all of whose fields are required. */
export const cardCreateSchema = record({
  payment_type: paymentType('card'),
  details: record({ amount, currency: cardCurrency }),
  customer: record({
    firstname: filledText,
    lastname: filledText,
    phone_number: msisdnDigits,
    email,
    country: filledText,
    city: filledText,
    address: filledText,
  }),
  webhook_url: webhookHttps,
})

/** §4.2: here the reference goes by another name than in §4.4. */
export const mobileStatusSchema = record({ referenceId: filledText })

/** §4.4. */
export const cardStatusSchema = record({ reference: filledText })
