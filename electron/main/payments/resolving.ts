import { type Result, success } from '../../../shared/ipc/result'
import { isSaidPaidByPerson } from '../../../shared/payment/actions'
import type { PaymentEvent, ResolutionHow } from '../../../shared/payment/event'
import type { Sale } from '../../../shared/payment/sale'
import {
  isOpposite,
  meaningOf,
  type StatusWords,
  type WordMeaning,
} from '../../../shared/payment/status-words'
import type { Clock } from '../platform/clock'
import type { Ledger } from '../store/ledger/ledger'
import { paidForTheSame } from './polling/paid-twice'
import type { StatusPoller } from './polling/status-poller'
import type { SaleActions } from './sale-actions'

/** How a person settles what the service has left open. */
export interface Resolving {
  resolve(saleId: string, reason: string, how: ResolutionHow): Result<Sale>
  /** The customer paid in cash instead. A push that may still be paid is watched on (money rule 9). */
  takeCash(saleId: string, note: string): Result<Sale>
  /** Says once what a status word means: for this sale and every other that was settled with it. */
  classifyStatus(saleId: string, meaning: WordMeaning): Result<Sale>
}

export interface ResolvingDeps {
  ledger: Pick<
    Ledger,
    'find' | 'append' | 'appendToAll' | 'open' | 'partsOf' | 'replacing' | 'unclear'
  >
  clock: Pick<Clock, 'wall'>
  poller: Pick<StatusPoller, 'watch'>
  words: () => StatusWords
  /** The sale as it is now, or as given when it cannot be read again. */
  reread: (committed: Sale) => Sale
}

/** They throw what the ledger throws. */
export function createResolving(
  deps: ResolvingDeps,
  { perform, allowed, now }: SaleActions,
): Resolving {
  const { ledger, clock, poller, reread } = deps

  function resolve(saleId: string, reason: string, how: ResolutionHow): Result<Sale> {
    const resolved = perform(saleId, 'resolve', { type: 'resolved', ...now(), reason, how })
    // It may have been pending a moment ago: it is no longer followed.
    if (resolved.ok) poller.watch(resolved.value)
    if (resolved.ok && isSaidPaidByPerson(resolved.value)) recordPaidTwice(resolved.value)
    return resolved
  }

  function takeCash(saleId: string, note: string): Result<Sale> {
    const taken = perform(saleId, 'take-cash', sale => [
      sale.phase === 'pending'
        ? { type: 'cash-taken', ...now(), note }
        : { type: 'resolved', ...now(), reason: note, how: 'paid-in-cash' },
    ])
    if (taken.ok) recordPaidTwice(taken.value)
    return taken
  }

  /** Money for what a sale of the same chain was paid for already: that one says so (money rule 9). */
  function recordPaidTwice(said: Sale): void {
    const id = paidForTheSame(ledger, said)
    const paid = id === null ? null : ledger.find(id)
    if (paid?.outcome !== 'paid' || paid.paidTwice !== null) return
    ledger.append(paid.id, { type: 'paid-twice', at: clock.wall(), other: said.id })
  }

  /**
   * The word's meaning is kept for the connection, so no sale stays unclear for that word's sake: not
   * one that was resolved either, for what was settled in cash may just have turned out paid (money
   * rule 9). All in one transaction: a disk that failed half-way would leave some for another meaning.
   */
  function classifyStatus(saleId: string, meaning: WordMeaning): Result<Sale> {
    const eventsOf = (sale: Sale) => statusClassified(sale, meaning)
    const given = perform(saleId, 'classify-status', eventsOf, (sale, events) =>
      ledger.appendToAll(sale.id, events, alikeTo(sale), eventsOf),
    )
    if (!given.ok) return given
    // What is in progress, or has more words than this one, is read again.
    for (const sale of ledger.open()) if (sale.phase === 'pending') poller.watch(sale)
    return success(reread(given.value))
  }

  /** The other sales that are unclear for the same word. */
  function alikeTo({ id, rawStatus }: Sale): string[] {
    return ledger
      .unclear()
      .filter(sale => sale.id !== id && sale.rawStatus === rawStatus)
      .filter(sale => allowed(sale).includes('classify-status'))
      .map(sale => sale.id)
  }

  function statusClassified(sale: Sale, meaning: WordMeaning): PaymentEvent[] {
    const { at, person } = now()
    const events: PaymentEvent[] = [{ type: 'status-classified', at, meaning, person }]
    if (sale.doubt !== null) return events
    const other = meaning === 'paid' ? paidForTheSame(ledger, sale) : null
    if (other !== null) events.push({ type: 'paid-twice', at, other })
    const { providerStatus } = sale
    if (providerStatus !== null && isOpposite(meaning, meaningOf(providerStatus, deps.words())))
      events.push({ type: 'provider-disagreed', at, providerStatus })
    return events
  }

  return { resolve, takeCash, classifyStatus }
}
