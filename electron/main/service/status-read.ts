import type { AnswerFacts } from './answer-facts'
import type { AnswerReader } from './answer-reader'
import { shortText } from './field-text'
import { readMoment } from './moment'

/** What a status read said (§4.2, §4.4). Nothing in it is judged yet. */
export interface StatusRead {
  facts: AnswerFacts
  /** The card processor's own word; null until it reports one (§3.3). */
  providerStatus: string | null
  /** ms since the epoch, on the service's clock. */
  createdAt: number | null
  updatedAt: number | null
  /** The names of the fields that could not be read (money rule 14). */
  unread: readonly string[]
}

/**
 * Reads a status answer to a question about `asked` (§4.2, §4.4; mobile and card alike). Only the payment's
 * status word decides. It is this payment's where an envelope answers the call, or our reference is in it: any
 * other JSON with a `status` is not (money rule 5).
 */
export function readStatus(asked: string): AnswerReader<StatusRead> {
  return {
    asked,
    read(facts, fields) {
      const hasStatus = facts.words.length > 0
      if (!facts.isEnvelope && !facts.references.includes(asked))
        return { ok: false, reason: hasStatus ? 'other-payment' : 'not-the-envelope' }
      if (!hasStatus) return { ok: false, reason: 'no-payment-status' }
      const value = {
        facts,
        providerStatus: fields.optional('provider_status', shortText),
        createdAt: fields.optional('created_at', readMoment),
        updatedAt: fields.optional('updated_at', readMoment),
      }
      return { ok: true, value: { ...value, unread: fields.unread() } }
    },
  }
}
