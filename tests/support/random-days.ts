import * as fc from 'fast-check'
import { systemRandom } from '../../electron/main/platform/random'
import type { Ledger } from '../../electron/main/store/ledger/ledger'
import type { PaymentEvent } from '../../shared/payment/event'
import type { Payment } from '../../shared/payment/payment'
import { ImpossibleTransition } from '../../shared/payment/reducer'
import { asha, juma, ways } from './day-payments'
import { morning } from './payments/clock'
import { type LaterEvent, recorded, samples } from './payments/payments'

/* Random days of random tills: what is sold, what happens to it, cash-ups, and a clock that is set. */

const said = (['paid-in-cash', 'seen-in-dashboard', 'not-paid', 'other'] as const).map(how => ({
  ...samples.resolved,
  how,
}))
const later: LaterEvent[] = [
  ...Object.values(samples),
  { ...samples.settled, status: 'declined', outcome: 'failed' },
  { ...samples.settled, status: 'odd', outcome: 'unrecognised' },
  { ...samples['attempt-failed'], sent: 'no', reason: 'no-network' },
  { ...samples.contradicted, status: 'completed', meaning: 'paid' },
]

/** What moves money is drawn more often than the rest. */
const event = fc.oneof(
  fc.constantFrom(...later),
  fc.constantFrom(samples.settled, samples['answer-mismatched'], samples.contradicted, ...said),
)

const sell = fc.record({
  do: fc.constant('sell' as const),
  value: fc.integer({ min: 1, max: 90_000 }),
  currency: fc.constantFrom('TZS', 'KES'),
  cashier: fc.nat(2),
  channel: fc.constantFrom('mobile' as const, 'card' as const),
  way: fc.constantFrom(...(Object.keys(ways) as (keyof typeof ways)[])),
})
const happen = fc.record({ do: fc.constant('happen' as const), payment: fc.nat(1_000), event })
const close = fc.record({ do: fc.constant('close' as const) })
const by = fc.integer({ min: -200_000_000, max: 200_000_000 })
const setClock = fc.record({ do: fc.constant('set-clock' as const), by })

export const step = fc.oneof(
  { weight: 5, arbitrary: sell },
  { weight: 10, arbitrary: happen },
  { weight: 2, arbitrary: close },
  { weight: 1, arbitrary: setClock },
)
export type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

const people = [null, asha, juma]

/** Records the payment of a step, and what happened to it at once; `see` gets each event with the payment after it. */
export function sellAs(
  ledger: Ledger,
  { value, currency, channel, cashier, way }: Extract<Step, { do: 'sell' }>,
  at: number,
  see: (payment: Payment, event: PaymentEvent) => void,
): void {
  const id = systemRandom.paymentId(morning)
  const person = people[cashier] ?? null
  const fact = recorded({ at, amount: { currency, value }, channel, person })
  see(ledger.record(id, fact, { body: '{}' }), fact)
  for (const happened of ways[way]) {
    const event = { ...happened, at }
    const payment = tryAppend(ledger, id, event)
    if (payment) see(payment, event)
  }
}

/** The service gives each payment a reference of its own: goods go out once for each. */
function ofItsOwn(id: string, happened: LaterEvent): LaterEvent {
  return happened.type === 'accepted' ? { ...happened, reference: `R-${id}` } : happened
}

/** The payment after an event; null where the event cannot follow. */
export function tryAppend(ledger: Ledger, id: string, happened: LaterEvent): Payment | null {
  try {
    return ledger.append(id, ofItsOwn(id, happened))
  } catch (error) {
    if (!(error instanceof ImpossibleTransition)) throw error
    return null
  }
}
