import type { CheckoutFault } from '../../../shared/payment/event'
import {
  createFieldReader,
  type FieldReader,
  readReferences,
  shortText,
  statusText,
  theWord,
} from './field-reader'
import { readMoment } from './moment'
import { type MoneyRead, readMoney } from './money-read'
import type { PaymentBody, PaymentRead } from './payment-body'
import { isSecureUrl } from './secure-url'

/** The service has taken a payment (§2.1, create responses). */
export interface Accepted {
  /** The payment's key for status reads. */
  reference: string
  /** Raw; `pending` on creation (§3.1) or where none is named, and never a proof of payment. */
  status: string
  /** As the service wrote it: whether it is the sale's is the caller's to judge (money rule 12). */
  money: MoneyRead
  /** ms since the epoch, on the service's clock; null when the answer names no such moment. */
  expiresAt: number | null
  /** Where the customer enters card details; https, or http on this computer. */
  checkoutUrl: string | null
  /** Why there is no `checkoutUrl`; null where there is one. */
  checkoutFault: CheckoutFault | null
  apiVersion: string | null
  /** The names of the fields that could not be read (money rule 14). */
  unread: readonly string[]
}

/**
 * Reads a create answer (§4.1, §4.3; mobile and card alike). Only the `reference` decides: a payment that
 * the customer already sees must not be lost for any other field. A flat body needs a `status` as well,
 * because any JSON may have a field that is called reference.
 */
export function readAccepted({ form, payment }: PaymentBody): PaymentRead<Accepted> {
  const fields = createFieldReader(payment)
  const [reference] = readReferences(fields)
  const status = fields.optional('status', statusText)
  if (form === 'flat' && status === null) return { ok: false, reason: 'not-the-envelope' }
  if (reference === undefined) return { ok: false, reason: 'no-reference' }
  fields.optional('object', theWord('payment'))
  const money = readMoney(payment, fields)
  const value = {
    reference,
    status: status ?? 'pending',
    money,
    expiresAt: fields.optional('expires_at', readMoment),
    ...readCheckout(payment.checkout_url, fields),
    apiVersion: fields.optional('api_version', shortText),
  }
  return { ok: true, value: { ...value, unread: fields.unread() } }
}

/** As long as a QR code that a phone's camera still reads off a screen. */
const longestCheckoutUrl = 2_048

function readCheckout(
  url: unknown,
  fields: FieldReader,
): Pick<Accepted, 'checkoutUrl' | 'checkoutFault'> {
  const fault = checkoutFaultOf(url)
  if (fault === null) return { checkoutUrl: String(url), checkoutFault: null }
  if (fault !== 'missing') fields.note('checkout_url')
  return { checkoutUrl: null, checkoutFault: fault }
}

function checkoutFaultOf(url: unknown): CheckoutFault | null {
  if (url === undefined || url === null || url === '') return 'missing'
  if (typeof url !== 'string') return 'not-safe'
  // HAZARD: a host name of many kilobytes takes the URL parser seconds; a too long text is not parsed.
  if (url.length > longestCheckoutUrl) return 'too-long'
  return isSecureUrl(url) ? null : 'not-safe'
}
