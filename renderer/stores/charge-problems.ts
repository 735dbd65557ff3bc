import { type AmountProblem, plainAmount, readAmount } from '../../shared/amount'
import { type ChargingSettings, type Item, itemOfCode } from '../../shared/charging'
import {
  type CustomerFieldName,
  customerFieldNames,
  customerFields,
  customerFieldsInForm,
  fieldLength,
  isEmailField,
  isRequired,
} from '../../shared/payment/customer-fields'
import { readPhoneNumber } from '../../shared/phone'
import { typedDiscount } from '../typing/amount-typing'
import { type ChargeForm, currencyOf, type FieldName, paidNow, totalOf } from './charge-form'

/** What is wrong with a field, and in words what to do (`charge.problems.<key>`). */
export type Problem =
  | AmountProblem
  | 'amount-is-code'
  | 'part-too-large'
  | 'missing'
  | 'phone-unreadable'
  | 'name-without-letter'
  | 'email-unreadable'

export type Problems = Partial<Record<FieldName, Problem>>

/** As strict as main, which has the last word, so that a wrong email is reported where it is typed. */
const emailForm =
  /^(?!\.)(?!.*\.\.)[A-Za-z0-9_'+\-.]*[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/

/** True for a complete email. */
export function isEmail(text: string): boolean {
  return text.length <= fieldLength('email') && emailForm.test(text)
}

/** The order of the fields on the screen: the focus goes to the first wrong one. */
export const fieldOrder: readonly FieldName[] = [
  'amount',
  'received',
  'phone',
  'email',
  ...customerFieldsInForm.filter(name => name !== 'email'),
  'note',
  'part',
]

/** Everything that keeps the form from being a payment (§2.2: which fields each channel requires). */
export function findProblems(
  form: Pick<ChargeForm, 'channel' | 'currency' | 'fields' | 'lines' | 'rest'>,
  country: string,
  { items, discountLimit }: Pick<ChargingSettings, 'items' | 'discountLimit'>,
): Problems {
  const problems: Problems = {}
  const { channel, fields, rest } = form
  const currency = currencyOf(channel, form)
  const amount = totalOf(form)
  if ('problem' in amount) problems.amount = amount.problem
  else if (rest === null && discountLimit === null && typedDiscount(fields.amount, currency) > 0)
    problems.amount = 'sum-unreadable'
  else if (rest === null && isCode(fields.amount, currency, items)) problems.amount = codeProblem
  if (channel === 'cash') return { ...problems, ...receivedProblem(form, items) }
  if (fields.phone.trim() === '') problems.phone = 'missing'
  else if (!readPhoneNumber(fields.phone, country)) problems.phone = 'phone-unreadable'
  if (!problems.amount) Object.assign(problems, partProblem(form, items))
  for (const name of customerFieldNames) {
    const problem = isRequired(name, channel) ? problemOf(name, fields[name].trim()) : null
    if (problem) problems[name] = problem
  }
  return problems
}

function partProblem(form: Parameters<typeof paidNow>[0], items: readonly Item[]): Problems {
  const now = paidNow(form)
  if ('problem' in now) return { part: now.problem }
  return isCode(form.fields.part, currencyOf(form.channel, form), items)
    ? { part: codeProblem }
    : {}
}

function receivedProblem(
  { currency, fields: { received } }: Pick<ChargeForm, 'currency' | 'fields'>,
  items: readonly Item[],
): Problems {
  if (received.trim() === '') return {}
  const read = readAmount(received, currency)
  if ('problem' in read) return { received: read.problem }
  return isCode(received, currency, items) ? { received: codeProblem } : {}
}

const codeProblem = 'amount-is-code'

/** A slow scanner types an item's code into the amount. Who means the amount adds a zero: a sum is no code. */
function isCode(amount: string, currency: string, items: readonly Item[]): boolean {
  const digits = plainAmount(amount, currency)?.replaceAll(',', '')
  return digits !== undefined && itemOfCode(digits, items) !== null
}

/** Digits alone are an amount or a number that was typed into the wrong field. */
function hasLetter(text: string): boolean {
  return /\p{L}/u.test(text)
}

function problemOf(name: CustomerFieldName, text: string): Problem | null {
  if (text === '') return 'missing'
  if (customerFields[name].group === 'name' && !hasLetter(text)) return 'name-without-letter'
  return isEmailField(name) && !isEmail(text) ? 'email-unreadable' : null
}
