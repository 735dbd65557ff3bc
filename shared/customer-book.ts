import type { Customer } from './payment/customer'
import {
  type CustomerFieldName,
  customerFieldNames,
  customerFields,
  forEachField,
} from './payment/customer-fields'
import type { ShopSettings } from './settings'

/** What the shop knows of a customer by their number; null is not known. */
export type CustomerDetails = Record<CustomerFieldName, string | null>
export type DetailName = CustomerFieldName

/** An entry of the customer book. */
export interface KnownCustomer {
  msisdn: string
  /** Wall clock, ms. */
  lastPaymentAt: number
  /** Null where the entry is damaged and cannot be read. */
  details: CustomerDetails | null
}

/** Where a list of customers goes on: the last one already shown. */
export type CustomerPlace = Pick<KnownCustomer, 'lastPaymentAt' | 'msisdn'>

/** What the form has for a customer who gives no name. */
export type WalkIn = ShopSettings['customer']

/** What belongs together: half a name or half an address of one payment is never joined to another's. */
export const detailGroups: readonly (readonly DetailName[])[] = (
  ['name', 'email', 'address'] as const
).map(group => customerFieldNames.filter(name => customerFields[name].group === group))

const noDetails: CustomerDetails = forEachField(() => null)

/** A customer's own details: the shop's default for walk-ins is no customer's name and address. */
export function ownDetails(given: Customer | CustomerDetails, walkIn: WalkIn): CustomerDetails {
  const own = { ...noDetails }
  for (const name of detailNames) {
    const text = given[name]?.trim() ?? ''
    own[name] = text === '' || isSame(text, walkIn[name]) ? null : text
  }
  return own
}

/** The newer details; what they say nothing about is kept from the older ones. */
export function mergeDetails(
  newer: CustomerDetails,
  older: CustomerDetails | null,
): CustomerDetails {
  const merged = { ...newer }
  for (const group of detailGroups)
    if (older && group.every(name => newer[name] === null))
      for (const name of group) merged[name] = older[name]
  return merged
}

/** The details' names, in the order in which forms ask for them. */
export const detailNames: readonly DetailName[] = detailGroups.flat()

function isSame(text: string, other: string): boolean {
  return text.toLowerCase() === other.trim().toLowerCase()
}
