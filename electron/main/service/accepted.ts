import { z } from 'zod'
import type { Amount } from '../../../shared/money'
import { amount, dataReader, dateTime, reference, statusWord } from './data-reader'
import { isSecureUrl } from './secure-url'
import { exactText } from './text'

/** The service has taken a payment (§2.1, create responses). */
export interface Accepted {
  /** The payment's key for status reads. */
  reference: string
  /** Raw; `pending` on creation (§3.1), and never a proof of payment. */
  status: string
  /** As the service wrote it: whether it is the sale's is the caller's to judge (money rule 12). */
  amount: Amount | null
  /** ms since the epoch, on the service's clock; null when the answer names no such moment. */
  expiresAt: number | null
  /** Where the customer enters card details; https, or http on this computer. */
  checkoutUrl: string | null
  apiVersion: string | null
}

/** Optional: absent, or null, which claims nothing either. Any other value must be of the contract's type. */
const common = {
  object: z.literal('payment').nullish(),
  amount: amount.nullish(),
  /**
   * A text that is no moment with its zone names no time. That is no reason to lose a payment which
   * the customer already sees: it has a reference, and the caller's own limit stands in (§8).
   */
  expires_at: z.union([dateTime, z.string().transform(() => null)]).nullish(),
}

const mobileSchema = z
  .object({
    ...common,
    payment_type: z.literal('mobile').nullish(),
    reference,
    status: statusWord,
    api_version: exactText(64).nullish(),
  })
  .transform(
    (data): Accepted => ({
      reference: data.reference,
      status: data.status,
      amount: data.amount ?? null,
      expiresAt: data.expires_at ?? null,
      checkoutUrl: null,
      apiVersion: data.api_version ?? null,
    }),
  )

/**
 * Every field is optional in the contract, yet a payment without a `reference` cannot be followed.
 * A missing `status` is `pending`: §4.3, "the payment starts as pending".
 */
const cardSchema = z
  .object({
    ...common,
    payment_type: z.literal('card').nullish(),
    reference,
    status: statusWord.nullish(),
    // HAZARD: a host name of many kilobytes takes the URL parser seconds; a too long text is not parsed.
    checkout_url: z.string().max(2048, { abort: true }).refine(isSecureUrl).nullish(),
  })
  .transform(
    (data): Accepted => ({
      reference: data.reference,
      status: data.status ?? 'pending',
      amount: data.amount ?? null,
      expiresAt: data.expires_at ?? null,
      checkoutUrl: data.checkout_url ?? null,
      apiVersion: null,
    }),
  )

/** Reads the `data` of a mobile create response (§4.1). */
export const readMobileAccepted = dataReader(mobileSchema)
/** Reads the `data` of a card create response (§4.3). */
export const readCardAccepted = dataReader(cardSchema)
