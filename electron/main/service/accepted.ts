import type { CheckoutFault } from '../../../shared/payment/event'
import { trimmedEnds } from '../../../shared/plain-text'
import type { AnswerFacts } from './answer-facts'
import type { AnswerReader, FieldReader } from './answer-reader'
import { shortText } from './field-text'
import { readMoment } from './moment'
import { isSecureUrl } from './secure-url'

/** The service has taken a payment (§2.1, create responses). */
export interface Accepted {
  /** The payment's key for status reads. */
  reference: string
  /** Raw; `pending` on creation (§3.1) or where none is named, and never a proof of payment. */
  status: string
  /** What the answer says: whether it is the payment's is the caller's to judge (money rule 12). */
  facts: AnswerFacts
  /** ms since the epoch, on the service's clock; null when the answer names no such moment. */
  expiresAt: number | null
  /** Where the customer enters card details; https, or http on this computer where the service is there too. */
  checkoutUrl: string | null
  /** Why there is no `checkoutUrl`; null where there is one. */
  checkoutFault: CheckoutFault | null
  apiVersion: string | null
  /** The names of the fields that could not be read (money rule 14). */
  unread: readonly string[]
}

/**
 * Reads a create answer (§4.1, §4.3; mobile and card alike). Only the `reference` decides: a payment that
 * the customer already sees must not be lost for any other field. Without an envelope it needs a status word as
 * well, because any JSON may have a field that is called reference. `isLocal`: the service is on this computer.
 */
export const readAccepted = (isLocal: boolean): AnswerReader<Accepted> => ({
  asked: null,
  read(facts, fields) {
    const [reference] = facts.references
    if (!facts.isEnvelope && !facts.hasStatus) return { ok: false, reason: 'not-the-envelope' }
    if (reference === undefined)
      return { ok: false, reason: facts.isEnvelope ? 'no-reference' : 'not-the-envelope' }
    const value = {
      reference,
      status: facts.words[0] ?? 'pending',
      facts,
      expiresAt: fields.optional('expires_at', readMoment),
      ...readCheckout(fields, isLocal),
      apiVersion: fields.optional('api_version', shortText),
    }
    return { ok: true, value: { ...value, unread: fields.unread() } }
  },
})

/** As long as a QR code that a phone's camera still reads off a screen. */
const longestCheckoutUrl = 2_048
/** Blanks at the ends of a longer text are not looked for. */
const longestText = 2 * longestCheckoutUrl

function readCheckout(
  fields: FieldReader,
  isLocal: boolean,
): Pick<Accepted, 'checkoutUrl' | 'checkoutFault'> {
  let checkoutFault: CheckoutFault | null = 'missing'
  const checkoutUrl = fields.optional('checkout_url', value => {
    const url = typeof value === 'string' ? trimmedEnds(value.slice(0, longestText)) : value
    // An empty text counts as missing, not as unreadable.
    if (url === '') return ''
    checkoutFault = checkoutFaultOf(url, isLocal)
    return checkoutFault === null ? String(url) : null
  })
  return { checkoutUrl: checkoutUrl || null, checkoutFault }
}

function checkoutFaultOf(url: unknown, isLocal: boolean): CheckoutFault | null {
  if (typeof url !== 'string') return 'not-safe'
  // HAZARD: a host name of many kilobytes takes the URL parser seconds; a too long text is not parsed.
  if (url.length > longestCheckoutUrl) return 'too-long'
  // On this computer only a service of this computer has a page.
  const isOwn = isLocal || /^https:/i.test(url)
  return isOwn && isSecureUrl(url) ? null : 'not-safe'
}
