import { z } from 'zod'
import type { Payment } from './payment'
import type { StatusMeaning } from './status-words'

/** As long as the service client keeps a reference (§2.1 names no limit). */
export const longestReference = 512

/** A reference as a person types or scans it: one printable word, kept exactly. */
export const referenceSchema = z
  .string()
  .trim()
  .max(longestReference)
  .regex(/^[^\s\p{C}]+$/u)

/** What the service says of a payment that this till did not take. It is in no ledger of this till. */
export interface ServicePayment {
  reference: string
  /** As it came, and what it means here (money rule 5). */
  status: string
  meaning: StatusMeaning
  /** In major units and as the service names it; null is what it does not name. */
  value: number | null
  currency: string | null
  /** The provider's own word. */
  providerStatus: string | null
  /** On the service's clock, ms. */
  createdAt: number | null
  updatedAt: number | null
  /** When the service was asked: wall clock, ms. */
  readAt: number
}

/** What a reference leads to: a payment of this till, or a payment of another till. */
export type LookedUp =
  | { kind: 'own'; payment: Payment }
  | { kind: 'other'; payment: ServicePayment }
