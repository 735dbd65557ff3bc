import { z } from 'zod'
import { customerFields, forEachField } from '../../../shared/payment/customer-fields'

/*
 * The service's contract written down once more, on its own: what either end is judged by here must
 * not come from the code of the till or of the practice service.
 */

/** The paths of §4 under the first segment of its conventions. */
export const paths = {
  mobileCreate: '/service/merchant/payments/create',
  mobileStatus: '/service/merchant/payments/status',
  cardCreate: '/service/merchant/card/pay',
  cardStatus: '/service/merchant/card/status',
} as const

/** Every field of §4.1 and the mobile customer of §2.2. */
export const mobileRequest = {
  payment_type: 'mobile',
  details: { amount: 15_000, currency: 'TZS' },
  phone_number: '255754001212',
  customer: {
    firstname: 'Asha',
    lastname: 'Mushi',
    email: 'asha@example.com',
    country: 'TZ',
    city: 'Dar es Salaam',
    address: 'Samora Avenue 1',
  },
  webhook_url: 'https://shop.example/hook',
}

/** Every field of §4.3 and the card customer of §2.2. */
export const cardRequest = {
  payment_type: 'card',
  details: { amount: 15_000, currency: 'TZS' },
  customer: { ...mobileRequest.customer, phone_number: '255754001212' },
  webhook_url: 'https://shop.example/hook',
}

const amount = z.strictObject({ currency: z.string(), value: z.int() })
const moment = z.iso.datetime({ offset: true })

/** §2.1, mobile create response: no field is optional. */
export const mobileCreated = z.strictObject({
  amount,
  api_version: z.string().regex(/^\d{4}-\d\d-\d\d$/),
  expires_at: moment,
  object: z.literal('payment'),
  payment_type: z.literal('mobile'),
  reference: z.string().min(1),
  status: z.literal('pending'),
})

/** §2.1, card create response: every field is optional. */
export const cardCreated = z
  .strictObject({
    amount,
    expires_at: moment,
    object: z.literal('payment'),
    payment_type: z.literal('card'),
    reference: z.string().min(1),
    status: z.literal('pending'),
    checkout_url: z.url(),
  })
  .partial()

/** §2.1, card status response: every field is optional. */
export const cardStatus = z
  .strictObject({
    object: z.literal('payment'),
    payment_type: z.literal('card'),
    reference: z.string().min(1),
    status: z.string().min(1),
    amount,
    provider_status: z.string().nullable(),
    created_at: moment,
    updated_at: moment,
  })
  .partial()

/** §2.1: of the mobile status response only the payment record is known. */
export const mobileStatus = z.looseObject({
  object: z.literal('payment'),
  payment_type: z.literal('mobile'),
  reference: z.string().min(1),
  status: z.string().min(1),
})

/** §1, §4: the envelope of a success. */
export const success = z.strictObject({
  status: z.string().min(1),
  code: z.int(),
  data: z.record(z.string(), z.unknown()),
})

/** §7: the error body. */
export const failure = z.strictObject({
  status: z.literal('error'),
  code: z.int(),
  error_code: z.string().min(1),
  message: z.string(),
})

/** A customer without any details. */
export const noDetails = forEachField(() => null)

/** A customer with all details: the one of the contract's example. */
export const allDetails = forEachField(name => mobileRequest.customer[customerFields[name].sentAs])

/** The texts of a form in which nothing is filled in. */
export const noTexts = forEachField(() => '')
