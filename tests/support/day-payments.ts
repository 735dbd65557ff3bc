import { randomUUID } from 'node:crypto'
import { systemRandom } from '../../electron/main/platform/random'
import type { Ledger } from '../../electron/main/store/ledger/ledger'
import type {
  Closing,
  ClosingScene,
} from '../../electron/main/store/ledger/projections/cash-up/closing'
import { idTimeAfter } from '../../electron/main/store/ledger/rows/payment-id-time'
import type { CashUp } from '../../shared/day/cash-up'
import type { Payment } from '../../shared/payment/payment'
import { morning } from './payments/clock'
import { type LaterEvent, recorded, samples, unrecognised } from './payments/payments'

export const asha = { id: '0192f000-0000-7000-8000-00000000000a', name: 'Asha' }
export const juma = { id: '0192f000-0000-7000-8000-00000000000b', name: 'Juma' }

const accepted = [samples['attempt-started'], samples.accepted]

/** The states that a payment can have at the end of a day. */
export const ways = {
  paid: [...accepted, samples.settled],
  failed: [...accepted, { ...samples.settled, status: 'declined', outcome: 'failed' }],
  pending: accepted,
  expired: [...accepted, samples.expired],
  paidLate: [...accepted, samples.expired, samples.settled],
  refused: [samples['attempt-started'], samples.refused],
  withdrawn: [samples.withdrawn],
  unknown: [samples['attempt-started'], samples['attempt-failed']],
  repeatRefused: [
    ...[samples['attempt-started'], samples['attempt-failed']],
    { ...samples['attempt-started'], attempt: 2 },
    { ...samples['attempt-failed'], attempt: 2, reason: 'repeat-refused' },
  ],
  unclear: [...accepted, unrecognised],
  mismatched: [
    ...accepted,
    samples['answer-mismatched'],
    { ...samples.settled, status: 'completed', outcome: 'unrecognised' },
  ],
  handedOver: [...accepted, samples.settled, samples['goods-handed-over']],
  inCash: [...accepted, samples.expired, { ...samples.resolved, how: 'paid-in-cash' }],
  seen: [...accepted, samples.expired, { ...samples.resolved, how: 'seen-in-dashboard' }],
  notPaid: [...accepted, samples.expired, { ...samples.resolved, how: 'not-paid' }],
  resolved: [...accepted, samples.expired, samples.resolved],
} satisfies Record<string, readonly LaterEvent[]>

/** Takes a payment as far as one of the ways goes. */
export function take(
  ledger: Ledger,
  way: keyof typeof ways,
  changes: Parameters<typeof recorded>[0] = {},
): Payment {
  const id = systemRandom.paymentId(idTimeAfter(ledger.lastId(), changes.at ?? morning))
  ledger.record(id, recorded({ draftId: randomUUID(), ...changes }), { body: '{}' })
  return ledger.append(id, ...ways[way])
}

export const scene: ClosingScene = {
  at: morning + 3_600_000,
  person: asha,
  connection: 'practice',
  shop: { name: 'Duka la Asha', till: 'Till 1' },
  ledgerCheck: { changes: 0, links: 7, seal: '00c0ffee00c0ffee' },
}

/** Closes the running period, everything open signed off. */
export function closeDay(ledger: Ledger, changes: Partial<Closing> = {}, at = scene.at): CashUp {
  const { period, open } = ledger.day.report(at)
  const signOffs = open.map(({ paymentId }) => ({ paymentId, reason: 'customer rings tomorrow' }))
  const closed = ledger.day.close({ period, signOffs, counted: [], ...changes }, { ...scene, at })
  if (!closed.ok) throw new Error(`Not closed: ${closed.code} ${closed.message}`)
  return closed.value
}
