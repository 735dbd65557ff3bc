import type { PaymentEvent } from '../../../../../shared/payment/event'

/** A history as long as this takes no more events that say nothing new. */
export const longHistory = 100

/** A history as long as this takes no further doubt either: the payment is with the manager already. */
const tooLong = 1_000

/**
 * Which events of an append a long history still takes. What moves the payment, money or goods is kept, in full.
 * Left out are status reads that come alone, words that have spoken against the result before, and in the end
 * words that make a payment pending again: a person who presses "Check now" all day, or a service whose answers
 * flap, would otherwise bury the history, and grow the ledger, without end. Pure.
 */
export function boundHistory(
  history: readonly PaymentEvent[],
  events: readonly PaymentEvent[],
): readonly PaymentEvent[] {
  if (history.length < longHistory) return events
  const said = new Set(history.map(doubtIn))
  const isNews = (event: PaymentEvent) => {
    if (event.type === 'status-read') return false
    if (event.type === 'reopened') return history.length < tooLong
    const doubt = doubtIn(event)
    return doubt === null || (!said.has(doubt) && history.length < tooLong)
  }
  // A read is kept with what followed from it: it is the evidence.
  return events.some(isNews) ? events : []
}

/** By what an event speaks against the result: a word, and what it means, which a person may say later; or null. */
function doubtIn(event: PaymentEvent): string | null {
  if (event.type === 'contradicted') return `${event.meaning} status ${event.status}`
  return event.type === 'provider-disagreed' ? `provider ${event.providerStatus}` : null
}
