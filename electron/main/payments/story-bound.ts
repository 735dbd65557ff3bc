import type { PaymentEvent } from '../../../shared/payment/event'

/** A story as long as this takes no more events that say nothing new. */
export const longStory = 100

/** A story as long as this takes no further contradiction either: the sale is with the manager already. */
const tooLong = 1_000

/**
 * Which events of an append a long story still takes. What moves the sale, money or goods is always
 * kept, in full. Left out are status reads that come alone, and words that have contradicted the result
 * before: a person who presses "Check now" all day, or a service whose answers flap, would otherwise
 * bury the story, and grow the ledger, without end. Pure.
 */
export function boundStory(
  story: readonly PaymentEvent[],
  events: readonly PaymentEvent[],
): readonly PaymentEvent[] {
  if (story.length < longStory) return events
  const said = new Set(story.map(event => (event.type === 'contradicted' ? event.status : null)))
  const isNews = (event: PaymentEvent) =>
    event.type === 'contradicted'
      ? !said.has(event.status) && story.length < tooLong
      : event.type !== 'status-read'
  // A read is kept with what followed from it: it is the evidence.
  return events.some(isNews) ? events : []
}
