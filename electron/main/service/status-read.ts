import { createFieldReader, readReferences, shortText, statusText, theWord } from './field-reader'
import { readMoment } from './moment'
import { type MoneyRead, readMoney } from './money-read'
import type { PaymentReader } from './payment-body'

/** What a status read said (§4.2, §4.4). Nothing in it is judged yet. */
export interface StatusRead {
  /** The payment's own status, raw: not the envelope's (money rule 5). */
  status: string
  /** The reference that the answer names: the one that was asked for where it is among several. */
  reference: string | null
  money: MoneyRead
  /** The card processor's own word; null until it reports one (§3.3). */
  providerStatus: string | null
  /** ms since the epoch, on the service's clock. */
  createdAt: number | null
  updatedAt: number | null
  /** The names of the fields that could not be read (money rule 14). */
  unread: readonly string[]
}

/**
 * Reads a status answer to a question about `asked` (§4.2, §4.4; mobile and card alike). Only the `status`
 * decides. A flat body is believed only with the reference that was asked for: any other JSON with a
 * `status` is not this payment's (money rule 5).
 */
export function readStatus(asked: string): PaymentReader<StatusRead> {
  return ({ form, payment }) => {
    const fields = createFieldReader(payment)
    const references = readReferences(fields)
    const status = fields.optional('status', statusText)
    const isAsked = references.includes(asked)
    if (form === 'flat' && (status === null || !isAsked))
      return { ok: false, reason: status === null ? 'not-the-envelope' : 'other-payment' }
    if (status === null) return { ok: false, reason: 'no-payment-status' }
    fields.optional('object', theWord('payment'))
    const value = {
      status,
      reference: isAsked ? asked : (references[0] ?? null),
      money: readMoney(payment, fields),
      providerStatus: fields.optional('provider_status', shortText),
      createdAt: fields.optional('created_at', readMoment),
      updatedAt: fields.optional('updated_at', readMoment),
    }
    return { ok: true, value: { ...value, unread: fields.unread() } }
  }
}
