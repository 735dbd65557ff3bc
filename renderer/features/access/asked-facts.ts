import type { TFunction } from 'i18next'
import { amountText } from '../../sale-status/sale-text'

/** One field of a call that waits to be allowed. */
export interface AskedFact {
  label: string
  value: string
}

interface Field {
  path: string
  value: unknown
}

/** Typed by the person who asks, and nobody else's to read. */
const secrets: ReadonlySet<string> = new Set(['apiKey', 'apiSecret', 'passphrase', 'pin'])

/**
 * Every field of a call's argument, as the person reads it whose PIN allows the call: nothing that the PIN
 * allows is left out. `saleText` names a sale that this window knows.
 */
export function askedFacts(
  argument: string,
  t: TFunction,
  saleText: (id: string) => string | null,
): AskedFact[] {
  const whole: unknown = argument === '' ? null : JSON.parse(argument)
  return fieldsOf('', whole).map(({ path, value }) => ({
    label: labelOf(path, t),
    value: valueText(path, value, t, saleText),
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

/** A field without words of its own keeps its name: better that than a field that nobody sees. */
function labelOf(path: string, t: TFunction): string {
  const key = `staff.approval.fields.${path.replaceAll('.', '-')}` as 'staff.approval.fields.reason'
  return t(key, { defaultValue: path })
}

function valueText(
  path: string,
  value: unknown,
  t: TFunction,
  saleText: (id: string) => string | null,
): string {
  if (value === '' || value === null || value === undefined) return t('staff.approval.empty')
  const name = path.split('.').at(-1) ?? ''
  if (secrets.has(name)) return t('staff.approval.notShown')
  if (typeof value === 'boolean') return value ? t('staff.approval.yes') : t('staff.approval.no')
  if (typeof value === 'object' && isAmount(value))
    return amountText({ currency: value.currency, value: value.amount })
  if (Array.isArray(value)) return value.join(' · ')
  const text = String(value)
  return name === 'saleId' ? (saleText(text) ?? text) : text
}
