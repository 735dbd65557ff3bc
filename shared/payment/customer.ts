import { z } from 'zod'
import { msisdnPattern } from './msisdn'

const text = z.string().trim().min(1).max(120)
const email = z.email().max(254)

export const msisdnSchema = z.string().regex(msisdnPattern)

/** Who pays by mobile money: the contract requires a first and a last name (§2.2, §4.1). */
export const mobileCustomerSchema = z.strictObject({
  firstName: text,
  lastName: text,
  email: email.nullable(),
  country: text.nullable(),
  city: text.nullable(),
  address: text.nullable(),
})

const none = z.literal('')

/** What is left of who paid once the customer's data was removed: `Sale.customerRemoved` says when. */
export const removedCustomer = {
  firstName: '',
  lastName: '',
  email: null,
  country: null,
  city: null,
  address: null,
} as const

/** A customer as a sale keeps one, and what is left of them. */
export const keptCustomerSchema = z.union([
  mobileCustomerSchema,
  z.strictObject({
    ...{ firstName: none, lastName: none },
    ...{ email: z.null(), country: z.null(), city: z.null(), address: z.null() },
  }),
])

/** A number as a sale keeps one; '' once the customer's data was removed. */
export const keptMsisdnSchema = z.union([msisdnSchema, none])

/** Who pays by card: the hosted checkout requires every field (§2.2, §4.3). */
export const cardCustomerSchema = z.strictObject({
  firstName: text,
  lastName: text,
  email,
  country: text,
  city: text,
  address: text,
})

/** A customer as any sale keeps one; which fields must be there depends on its channel. */
export type Customer = z.infer<typeof mobileCustomerSchema>
