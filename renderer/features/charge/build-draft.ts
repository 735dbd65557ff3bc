import { readAmount } from '../../../shared/amount'
import { type CustomerOf, forEachField } from '../../../shared/payment/customer-fields'
import type { CashDraft, Draft } from '../../../shared/payment/draft'
import { type SaleLine, sumOfLines } from '../../../shared/payment/lines'
import {
  type ChargeFields,
  type ChargeForm,
  currencyOf,
  paidNow,
  totalOf,
} from '../../stores/charge-form'
import { typedDiscount } from '../../typing/amount-typing'

type DraftForm = Pick<
  ChargeForm,
  'channel' | 'currency' | 'fields' | 'lines' | 'rest' | 'draftId' | 'replaces'
>

/** The form as main takes it, or null while its amount is none. Main checks all of it again. */
export function buildDraft(form: DraftForm): Draft | null {
  const { channel, fields, rest, draftId, replaces } = form
  const total = totalOf(form)
  const now = paidNow(form)
  if ('problem' in total || 'problem' in now || channel === 'cash') return null
  const common = {
    draftId,
    replaces,
    customerSeesNoPrompt: false,
    value: now.value,
    lines: linesOf(form, total.value),
    total: rest?.total ?? total.value,
    sale: rest?.sale ?? null,
    phone: fields.phone.trim(),
    note: fields.note.trim(),
  }
  const given = trimmed(fields)
  if (channel === 'card') return { channel, ...common, customer: forEachField(name => given[name]) }
  return { channel, ...common, customer: mobileCustomer(given) }
}

/**
 * Cash as main records it, or null while the amount is none. Less than the amount is a part of the sale.
 */
export function buildCashDraft(form: DraftForm): CashDraft | null {
  const { currency, fields, rest, draftId, replaces } = form
  const total = totalOf(form)
  const given = fields.received.trim() === '' ? total : readAmount(fields.received, currency)
  if ('problem' in total || 'problem' in given) return null
  return {
    draftId,
    replaces,
    value: Math.min(given.value, total.value),
    received: given.value,
    note: fields.note.trim(),
    lines: linesOf(form, total.value),
    total: rest?.total ?? total.value,
    sale: rest?.sale ?? null,
  }
}

/**
 * An amount that is typed with items or a discount is a line of its own, without a name; so is the discount. Those of a
 * rest are the whole's.
 */
function linesOf({ channel, currency, fields, lines, rest }: DraftForm, total: number): SaleLine[] {
  const discount = typedDiscount(fields.amount, currencyOf(channel, { currency }))
  if (rest !== null || (lines.length === 0 && discount === 0)) return [...lines]
  const typed = [total - sumOfLines(lines) + discount, -discount].filter(price => price !== 0)
  return [...lines, ...typed.map(price => ({ name: '', quantity: 1, price }))]
}

/** What a mobile customer need not give is sent only where the shop has a default (§2.2). */
function mobileCustomer(given: ChargeFields): CustomerOf<'mobile'> {
  const { firstName, lastName } = given
  return { ...forEachField(name => given[name] || null), firstName, lastName }
}

function trimmed(fields: ChargeFields): ChargeFields {
  const entries = Object.entries(fields).map(([name, text]) => [name, text.trim()])
  return { ...fields, ...Object.fromEntries(entries) }
}
