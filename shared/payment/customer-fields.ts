import type { Channel } from './channel'

/** What the till knows of one of the customer's fields. */
interface CustomerField {
  /** Its name in a create request (§4.1, §4.3). */
  sentAs: string
  /** Fields of one group belong together: half a name of one payment is never joined to another's. */
  group: 'name' | 'email' | 'address'
  /** Its place among the fields of a form. */
  place: number
  /** The channels that require it (§2.2). The first name and the last name are required by both. */
  requiredBy: readonly Channel[]
}

/** The customer's fields, in the order in which they are sent: the forms, the defaults, what is sent and what is kept. */
export const customerFields = {
  firstName: { sentAs: 'firstname', group: 'name', place: 1, requiredBy: ['mobile', 'card'] },
  lastName: { sentAs: 'lastname', group: 'name', place: 2, requiredBy: ['mobile', 'card'] },
  email: { sentAs: 'email', group: 'email', place: 3, requiredBy: ['card'] },
  country: { sentAs: 'country', group: 'address', place: 5, requiredBy: ['card'] },
  city: { sentAs: 'city', group: 'address', place: 4, requiredBy: ['card'] },
  address: { sentAs: 'address', group: 'address', place: 6, requiredBy: ['card'] },
} as const satisfies Record<string, CustomerField>

/** Whether it is an e-mail address; any other field is plain text. */
export function isEmailField(name: CustomerFieldName): boolean {
  return customerFields[name].group === 'email'
}

/** The most characters of a field. */
export function fieldLength(name: CustomerFieldName): number {
  return isEmailField(name) ? 254 : 120
}

export type CustomerFieldName = keyof typeof customerFields

type NamesRequiredBy<By extends Channel> = {
  [Name in CustomerFieldName]: By extends (typeof customerFields)[Name]['requiredBy'][number]
    ? Name
    : never
}[CustomerFieldName]

/** The text of each field as a channel's customer has it: null where nothing has to be given. */
export type CustomerOf<By extends Channel> = Record<NamesRequiredBy<By>, string> &
  Record<Exclude<CustomerFieldName, NamesRequiredBy<By>>, string | null>

/** Every field's name, in the order in which they are sent and kept. */
export const customerFieldNames = Object.keys(customerFields) as readonly CustomerFieldName[]

/** Every field's name, in the order of a form. */
export const customerFieldsInForm: readonly CustomerFieldName[] = [...customerFieldNames].sort(
  (one, other) => customerFields[one].place - customerFields[other].place,
)

/** Does this channel's customer have to give it? */
export function isRequired(name: CustomerFieldName, channel: Channel): boolean {
  const { requiredBy }: CustomerField = customerFields[name]
  return requiredBy.includes(channel)
}

/** One value for each field. */
export function forEachField<Value>(
  make: (name: CustomerFieldName) => Value,
): Record<CustomerFieldName, Value> {
  const entries = customerFieldNames.map(name => [name, make(name)])
  return Object.fromEntries(entries) as Record<CustomerFieldName, Value>
}
