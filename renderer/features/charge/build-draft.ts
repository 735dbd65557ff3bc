import type { Draft } from '../../../shared/payment/draft'
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
  const { firstName, lastName, email, country, city, address } = trimmed(fields)
  if (channel === 'card')
    return { channel, ...common, customer: { firstName, lastName, email, country, city, address } }
  // What a mobile customer need not give is sent only where the shop has a default (§2.2).
  return {
    channel,
    ...common,
    customer: {
      firstName,
      lastName,
      email: email || null,
      country: country || null,
      city: city || null,
      address: address || null,
    },
  }
}

function trimmed(fields: ChargeFields): ChargeFields {
  const entries = Object.entries(fields).map(([name, text]) => [name, text.trim()])
  return { ...fields, ...Object.fromEntries(entries) }
}
