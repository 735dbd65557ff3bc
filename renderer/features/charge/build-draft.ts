import { cardCurrency } from '../../../shared/money'
import type { Channel } from '../../../shared/payment/channel'
import { type CustomerOf, forEachField } from '../../../shared/payment/customer-fields'
import type { Draft } from '../../../shared/payment/draft'
import { type SaleLine, sumOfLines } from '../../../shared/payment/lines'
import type { ShopSettings } from '../../../shared/settings'
import type { ChargeFields, ChargeForm } from '../../stores/charge-form'
import { readTotal } from '../../typing/amount-typing'

type DraftForm = Pick<ChargeForm, 'channel' | 'fields' | 'lines' | 'draftId' | 'replaces'>

/** The form as main takes it, or null while its amount is none. Main checks all of it again. */
export function buildDraft(form: DraftForm): Draft | null {
  const { channel, fields, lines, draftId, replaces } = form
  const amount = readTotal(fields.amount, lines)
  if ('problem' in amount) return null
  const common = {
    draftId,
    replaces,
    customerSeesNoPrompt: false,
    value: amount.value,
    lines: withTyped(lines, amount.value),
    phone: fields.phone.trim(),
    note: fields.note.trim(),
  }
  const given = trimmed(fields)
  if (channel === 'card') return { channel, ...common, customer: forEachField(name => given[name]) }
  return { channel, ...common, customer: mobileCustomer(given) }
}

/** An amount that is typed with items is a line of its own, without a name. */
function withTyped(lines: readonly SaleLine[], total: number): SaleLine[] {
  const typed = total - sumOfLines(lines)
  if (lines.length === 0 || typed === 0) return [...lines]
  return [...lines, { name: '', quantity: 1, price: typed }]
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

/** What a payment is made in: the shop's currency, and always TZS by card (§2.2). */
export function currencyOf(channel: Channel, { currency }: Pick<ShopSettings, 'currency'>): string {
  return channel === 'card' ? cardCurrency : currency
}
