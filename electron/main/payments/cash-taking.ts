import { type Failure, failure, type Result, success } from '../../../shared/ipc/result'
import type { Amount } from '../../../shared/money'
import type { Channel } from '../../../shared/payment/channel'
import { removedCustomer } from '../../../shared/payment/customer'
import type { CashDraft, Draft } from '../../../shared/payment/draft'
import { broughtByParts, isUndecided } from '../../../shared/payment/purchase'
import type { Sale } from '../../../shared/payment/sale'
import type { Person } from '../../../shared/person'
import type { Clock } from '../platform/clock'
import type { Random } from '../platform/random'
import type { Ledger } from '../store/ledger/ledger'
import { idTimeAfter } from '../store/ledger/rows/sale-id-time'
import type { EngineSettings } from './engine-settings'

/** Cash that staff take: a sale of its own, which the service never hears of. */
export interface CashTaking {
  /** Records cash that was taken; a second press with the same draft answers the first sale (money rule 3). */
  recordCash(draft: CashDraft): Result<Sale>
}

interface CashTakingDeps {
  ledger: Pick<Ledger, 'findByDraft' | 'lastId' | 'partsOf' | 'record'>
  clock: Pick<Clock, 'wall'>
  random: Pick<Random, 'saleId' | 'idempotencyKey'>
  settings: () => Pick<EngineSettings, 'currency' | 'cash'>
  person: () => Person | null
}

/** It throws what the ledger throws. */
export function createCashTaking(deps: CashTakingDeps): CashTaking {
  const { ledger, clock, random, settings, person } = deps
  return {
    recordCash(draft) {
      const first = ledger.findByDraft(draft.draftId)
      if (first) return success(first)
      if (!settings().cash) return failure('action-not-possible', 'This till takes no cash')
      const { purchase, value, received, lines, note, draftId, replaces } = draft
      const { currency } = settings()
      const before = broughtBefore(ledger, draft, { value, currency })
      if (typeof before !== 'number') return before
      const now = clock.wall()
      const event = {
        ...({ type: 'recorded', at: now, draftId, channel: 'cash', received, note } as const),
        ...{ amount: { value, currency }, msisdn: '', customer: removedCustomer, replaces },
        idempotencyKey: random.idempotencyKey(),
        ...(lines.length > 0 && { lines }),
        ...(purchase && { purchase: { ...purchase, before } }),
        person: person(),
      }
      const id = random.saleId(idTimeAfter(ledger.lastId(), now))
      // Nothing is ever sent for it: its request is empty.
      return success(ledger.record(id, event, { body: '' }))
    },
  }
}

/**
 * What the parts of a purchase have brought, or why no other part may be asked for: one may still bring money, or
 * the sum would be exceeded. Through the service only all that is left is asked for: it is the last part.
 */
export function broughtBefore(
  ledger: Pick<Ledger, 'partsOf'>,
  { purchase, replaces, ...draft }: Pick<Draft, 'purchase' | 'replaces'> & { channel?: Channel },
  { value, currency }: Amount,
): number | Failure {
  if (purchase === null) return 0
  const parts = ledger.partsOf({ purchase: { ...purchase, before: 0 } })
  // A new push for a part comes in its place (money rule 10).
  const open = parts.find(part => part.id !== replaces && isUndecided(part))
  if (open)
    return { ...failure('part-open', 'Another part may still be paid'), busy: { saleId: open.id } }
  const before = broughtByParts(parts)
  const rest = purchase.total - before
  const isSame = parts.every(
    part => part.purchase?.total === purchase.total && part.amount.currency === currency,
  )
  if (!isSame || (draft.channel === undefined ? value > rest : value !== rest))
    return failure('part-not-the-rest', `What is left to pay is ${rest}`)
  return before
}
