import { z } from 'zod'
import type { Channel } from './channel'
import { type Customer, msisdnPattern } from './customer'
import {
  type CustomerFieldName,
  type CustomerOf,
  fieldLength,
  forEachField,
  isEmailField,
  isRequired,
} from './customer-fields'

export const msisdnSchema = z.string().regex(msisdnPattern)

/** What a field takes once it is given. */
function givenSchema(name: CustomerFieldName): z.ZodType<string, string> {
  const most = fieldLength(name)
  return isEmailField(name) ? z.email().max(most) : z.string().trim().min(1).max(most)
}

/** A channel's customer: required fields are texts, the others may be null. */
function customerSchemaOf<By extends Channel>(
  channel: By,
): z.ZodType<CustomerOf<By>, CustomerOf<By>> {
  const shape = forEachField(name =>
    isRequired(name, channel) ? givenSchema(name) : givenSchema(name).nullable(),
  )
  return z.strictObject(shape) as unknown as z.ZodType<CustomerOf<By>, CustomerOf<By>>
}

/** Who pays by mobile money: the contract requires a first and a last name (§2.2, §4.1). */
export const mobileCustomerSchema = customerSchemaOf('mobile')

/** Who pays by card: the hosted checkout requires every field (§2.2, §4.3). */
export const cardCustomerSchema = customerSchemaOf('card')

const none = z.literal('')

const removedSchema = z.strictObject(
  forEachField(name => (isRequired(name, 'mobile') ? none : z.null())),
) as unknown as z.ZodType<Customer, Customer>

/** A customer as a payment keeps one, and what is left of them. */
export const keptCustomerSchema = z.union([mobileCustomerSchema, removedSchema])

/** A number as a payment keeps one; '' once the customer's data was removed. */
export const keptMsisdnSchema = z.union([msisdnSchema, none])

/** What the shop knows of a customer by their number; null is not known. */
export const customerDetailsSchema = z.strictObject(
  forEachField(name => givenSchema(name).nullable()),
)

/** Where a list of customers goes on: the last one already shown. */
export const customerPlaceSchema = z.strictObject({
  lastPaymentAt: z.int().nonnegative(),
  msisdn: msisdnSchema,
})
