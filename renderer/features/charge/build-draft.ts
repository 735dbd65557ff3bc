import { cardCurrency } from '../../../shared/money'
import type { Channel } from '../../../shared/payment/channel'
import { type CustomerOf, forEachField } from '../../../shared/payment/customer-fields'
import type { Draft } from '../../../shared/payment/draft'
import type { ShopSettings } from '../../../shared/settings'
import type { ChargeFields, ChargeForm } from '../../stores/charge-form'
import { readAmount } from '../../typing/amount-typing'

type DraftForm = Pick<ChargeForm, 'channel' | 'fields' | 'draftId' | 'replaces'>

/** The form as main takes it, or null while its amount is none. Main checks all of it again. */
export function buildDraft(form: DraftForm): Draft | null {
  const { channel, fields, draftId, replaces } = form
  const amount = readAmount(fields.amount)
  if ('problem' in amount) return null
  const common = {
    draftId,
    replaces,
    customerSeesNoPrompt: false,
    value: amount.value,
    phone: fields.phone.trim(),
    note: fields.note.trim(),
  }
  const given = trimmed(fields)
  if (channel === 'card') return { channel, ...common, customer: forEachField(name => given[name]) }
  return { channel, ...common, customer: mobileCustomer(given) }
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
