import type { Channel } from '../../shared/payment/sale'
import { readPhoneNumber } from '../../shared/phone'
import type { AmountProblem } from '../typing/amount-sum'
import { readAmount } from '../typing/amount-typing'
import type { ChargeFields, FieldName } from './charge-form'

/** What is wrong with a field, and in words what to do (`charge.problems.<key>`). */
export type Problem =
  | AmountProblem
  | 'phone-missing'
  | 'phone-unreadable'
  | 'first-name-missing'
  | 'last-name-missing'
  | 'email-missing'
  | 'email-unreadable'
  | 'country-missing'
  | 'city-missing'
  | 'address-missing'

export type Problems = Partial<Record<FieldName, Problem>>

/** As strict as main, which has the last word, so that a wrong email is told where it is typed. */
const emailForm =
  /^(?!\.)(?!.*\.\.)[A-Za-z0-9_'+\-.]*[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/

/** True for a complete email. */
export function isEmail(text: string): boolean {
  return text.length <= 254 && emailForm.test(text)
}

const missing = {
  firstName: 'first-name-missing',
  lastName: 'last-name-missing',
  country: 'country-missing',
  city: 'city-missing',
  address: 'address-missing',
} as const

const needed: Record<Channel, readonly (keyof typeof missing)[]> = {
  mobile: ['firstName', 'lastName'],
  card: ['firstName', 'lastName', 'country', 'city', 'address'],
}

/** The order of the fields on the screen: the focus goes to the first wrong one. */
export const fieldOrder: readonly FieldName[] = [
  'amount',
  'phone',
  'email',
  'firstName',
  'lastName',
  'city',
  'country',
  'address',
  'note',
]

/** Everything that keeps the form from being a sale (§2.2: which fields each channel requires). */
export function findProblems(channel: Channel, fields: ChargeFields, country: string): Problems {
  const problems: Problems = {}
  const amount = readAmount(fields.amount)
  if ('problem' in amount) problems.amount = amount.problem
  if (fields.phone.trim() === '') problems.phone = 'phone-missing'
  else if (!readPhoneNumber(fields.phone, country)) problems.phone = 'phone-unreadable'
  for (const name of needed[channel]) if (fields[name].trim() === '') problems[name] = missing[name]
  const email = channel === 'card' ? emailProblem(fields.email.trim()) : null
  if (email) problems.email = email
  return problems
}

function emailProblem(email: string): Problem | null {
  if (email === '') return 'email-missing'
  return isEmail(email) ? null : 'email-unreadable'
}
