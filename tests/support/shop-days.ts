import { randomUUID } from 'node:crypto'
import { systemRandom } from '../../electron/main/platform/random'
import { openLedger } from '../../electron/main/store/ledger/open-ledger'
import { idTimeAfter } from '../../electron/main/store/ledger/rows/payment-id-time'
import type { EventOf } from '../../shared/payment/event'
import { closeDay } from './day-payments'
import { inCash, type LaterEvent, recorded, samples } from './payments/payments'
import { practiceKey, practiceLedgerFile } from './window/practice-ledger'

/** What customers took at a moment: `by` phone, by card or in cash. */
export interface Sold {
  at: number
  by: 'mobile' | 'card' | 'cash'
  value: number
  lines?: EventOf<'recorded'>['lines']
}

/** A day of a shop: what was sold, and when it was closed; null where it is still open. */
export interface ShopDay {
  sold: readonly Sold[]
  closedAt: number | null
}

/** Writes days into the practice ledger of a till that was stopped, as if they had been sold there. */
export async function writeShopDays(dataFolder: string, days: readonly ShopDay[]): Promise<void> {
  const key = await practiceKey(dataFolder)
  const opening = openLedger({ file: practiceLedgerFile(dataFolder), key })
  if (!opening.ok) throw new Error(`Not opened: ${opening.reason} (${opening.detail})`)
  const { ledger } = opening
  for (const { sold, closedAt } of days) {
    for (const { at, by, value, lines } of sold) {
      const id = systemRandom.paymentId(idTimeAfter(ledger.lastId(), at))
      const amount = { currency: 'TZS', value }
      const changes = { at, amount, draftId: randomUUID(), ...(lines && { lines }) }
      const event =
        by === 'cash'
          ? inCash({ ...changes, received: value })
          : recorded({ ...changes, channel: by })
      ledger.record(id, event, { body: '{}' })
      if (by !== 'cash') ledger.append(id, ...paid(at))
    }
    if (closedAt !== null) closeDay(ledger, {}, closedAt)
  }
  opening.close()
}

function paid(at: number): LaterEvent[] {
  return [
    { ...samples['attempt-started'], at },
    {
      ...samples.accepted,
      at,
      reference: `R-${randomUUID().slice(0, 8)}`,
      expiresAt: at + 120_000,
    },
    { ...samples.settled, at: at + 5_000 },
    { ...samples['goods-handed-over'], at: at + 9_000 },
  ]
}
