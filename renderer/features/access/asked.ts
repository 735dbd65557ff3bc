import type { TFunction } from 'i18next'
import { nameOfCall } from '../../../shared/ipc/call-name'
import { groupDigits } from '../../../shared/money'
import { objectionMeaningSchema } from '../../../shared/payment/objections'
import { isolated } from '../../../shared/plain-text'
import { callText, factLabel, factText, yesNo } from '../../i18n/audit-facts'
import { amountText } from '../../sale-status/payment-text'

/** What a call that waits to be allowed would do, in words; null for a call that has no words yet. */
export function askedAction(channel: string, argument: string, t: TFunction): string | null {
  const asked: unknown = argument === '' ? null : JSON.parse(argument)
  const meaning: unknown = Reflect.get(Object(asked), 'meaning')
  if (typeof meaning === 'string') return meaningText(meaning, t)
  const name = nameOfCall(channel, asked)
  const action = callText(name, t)
  return action === name ? null : action
}

/** Null for an unknown meaning: main refuses such a call. */
function meaningText(meaning: string, t: TFunction): string | null {
  const known = objectionMeaningSchema.safeParse(meaning)
  return known.success ? t(`staff.approval.means.${known.data}`) : null
}

export interface AskedFact {
  label: string
  value: string
}

const amounts: ReadonlySet<string> = new Set(['value', 'discount', 'total'])

interface Field {
  path: string
  value: unknown
}

/** Typed by the person who asks, and never shown to another person. */
const secrets: ReadonlySet<string> = new Set(['apiKey', 'apiSecret', 'passphrase', 'pin'])

/**
 * Every field of a call's argument, as the person reads it whose PIN allows the call: nothing that the PIN
 * allows is left out. `saleText` names a payment that this window knows.
 */
export function askedFacts(
  argument: string,
  t: TFunction,
  paymentText: (id: string) => string | null,
): AskedFact[] {
  const whole: unknown = argument === '' ? null : JSON.parse(argument)
  // The action is what the question says, and the draft's id tells two presses apart.
  const fields = fieldsOf('', whole).filter(({ path }) => path !== 'action' && path !== 'draftId')
  return fields.map(({ path, value }) => ({
    label: labelOf(path, t),
    value: valueText(path, value, t, paymentText),
  }))
}

/** An amount and a list of texts are one field each; a list of other things has the same name for each. */
function fieldsOf(path: string, value: unknown): Field[] {
  if (typeof value !== 'object' || value === null) return path === '' ? [] : [{ path, value }]
  if (isAmount(value) || isTexts(value)) return [{ path, value }]
  if (Array.isArray(value)) {
    const all: Field[] = value.flatMap(each => fieldsOf(path, each))
    return all.length === 0 ? [{ path, value: '' }] : all
  }
  return Object.entries(value).flatMap(([name, inner]) =>
    fieldsOf(path === '' ? name : `${path}.${name}`, inner),
  )
}

function isAmount(value: object): value is { currency: string; amount: number } {
  return 'currency' in value && 'amount' in value && typeof value.amount === 'number'
}

function isTexts(value: object): value is string[] {
  return Array.isArray(value) && value.length > 0 && value.every(each => typeof each === 'string')
}

/** Of a field in a list of things, such as `signOffs.paymentId`, the list says what it is. */
function labelOf(path: string, t: TFunction): string {
  const [first = '', ...inner] = path.split('.')
  return factLabel(inner[0] === 'paymentId' ? first : (inner.at(-1) ?? first), t)
}

function valueText(
  path: string,
  value: unknown,
  t: TFunction,
  paymentText: (id: string) => string | null,
): string {
  if (value === '' || value === null || value === undefined) return t('staff.approval.empty')
  const name = path.split('.').at(-1) ?? ''
  if (secrets.has(name)) return t('staff.approval.notShown')
  if (typeof value === 'boolean') return yesNo(value, t)
  if (amounts.has(name) && typeof value === 'number') return groupDigits(value)
  if (typeof value === 'object' && isAmount(value))
    return amountText({ currency: value.currency, value: value.amount })
  if (Array.isArray(value)) return value.map(each => isolated(String(each))).join(' · ')
  const text = String(value)
  return name === 'paymentId' ? (paymentText(text) ?? text) : factText(name, { [name]: text }, t)
}
