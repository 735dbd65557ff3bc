import type { Draft } from '../../../shared/payment/draft'
import { allDetails, noDetails } from '../../support/conformance/contract'
import type { SeededRandom } from '../../support/seeded-random'

/** Few numbers, so that payments meet on one phone (money rule 10). */
const phones = ['0754001212', '+255754001213', '255754001214']

export function drawPhone(random: SeededRandom): string {
  return random.pick(phones)
}

interface DraftFrame {
  /** The customer's last name tells the payment apart, also at the service. */
  name: string
  phone: string
  replaces: string | null
}

/** What a cashier types. */
export function drawDraft(random: SeededRandom, { name, phone, replaces }: DraftFrame): Draft {
  const common = {
    draftId: random.idempotencyKey(),
    value: random.int(1, 9) * 1_000 + drawErrorCode(random),
    phone,
    note: '',
    lines: [],
    total: null,
    sale: null,
    replaces,
    customerSeesNoPrompt: random.chance(0.1),
  }
  const names = { firstName: 'Asha', lastName: name }
  if (random.chance(0.2))
    return { ...common, channel: 'card', customer: { ...allDetails, ...names } }
  return { ...common, channel: 'mobile', customer: { ...noDetails, ...names } }
}

/** Some sales have items and a discount, by what they come to: every further payment of a sale has its lines. */
export function drawnLines(total: number): Draft['lines'] {
  if (total % 3_000 !== 0) return []
  return [
    { name: 'Rice', quantity: 1, price: total + 500 },
    { name: '', quantity: 1, price: -500 },
  ]
}

/** Some amounts are bytes that the service never takes (simulated-service/service.ts). */
function drawErrorCode(random: SeededRandom): number {
  if (random.chance(0.03)) return 13
  if (random.chance(0.02)) return 17
  return random.chance(0.02) ? 19 : 0
}
