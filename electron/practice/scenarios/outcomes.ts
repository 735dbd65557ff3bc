import { approve, practicePhone, type Scenario } from './scenario'

/** Short, so that expiry can be practised soon, and long enough to be believed (30 s at least). */
const shortSessionSeconds = 40

/** How payments end. On a card these numbers decide by themselves, without the checkout page. */
export const outcomes: readonly Scenario[] = [
  {
    id: 'approves',
    phone: practicePhone(1),
    title: 'Approves',
    description: 'The customer pays after a few seconds.',
    steps: [approve],
  },
  {
    id: 'declines',
    phone: practicePhone(2),
    title: 'Declines',
    description: 'The customer says no after a few seconds.',
    steps: [{ when: 'approval', status: 'failed', providerStatus: 'DECLINED' }],
  },
  {
    id: 'wrong-pin',
    phone: practicePhone(3),
    title: 'Wrong PIN',
    description: 'The customer types a wrong PIN, and the payment fails.',
    steps: [{ when: 'approval', status: 'failed', providerStatus: 'INCORRECT_PIN' }],
  },
  {
    id: 'approves-slowly',
    phone: practicePhone(4),
    title: 'Approves slowly',
    description: 'The customer needs 45 seconds to pay.',
    steps: [{ ...approve, when: { seconds: 45 } }],
  },
  {
    id: 'never-answers',
    phone: practicePhone(5),
    title: 'Never answers',
    description: 'The customer does nothing. The request expires after 40 seconds, still pending.',
    sessionSeconds: shortSessionSeconds,
    steps: [],
  },
  {
    id: 'says-expired',
    phone: practicePhone(6),
    title: 'Expires, and the service says so',
    description: 'The customer does nothing. After 40 seconds the status becomes "expired".',
    sessionSeconds: shortSessionSeconds,
    steps: [{ when: { secondsPastExpiry: 0 }, status: 'expired', providerStatus: 'TIMEOUT' }],
  },
  {
    id: 'paid-late',
    phone: practicePhone(7),
    title: 'Paid late',
    description: 'The request expires after 40 seconds, and the customer pays 15 seconds later.',
    sessionSeconds: shortSessionSeconds,
    steps: [{ ...approve, when: { secondsPastExpiry: 15 } }],
  },
  {
    id: 'contradicts-itself',
    phone: practicePhone(8),
    title: 'Contradicts itself',
    description: 'The first result read is "completed", every later one "failed".',
    steps: [approve, { when: 'next-read', status: 'failed', providerStatus: 'REVERSED' }],
  },
]
