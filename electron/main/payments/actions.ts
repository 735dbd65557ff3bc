import { type Failure, failure, type Result, success } from '../../../shared/ipc/result'
import { isOfOtherAccount } from '../../../shared/payment/account'
import { type Action, allowedActions } from '../../../shared/payment/actions'
import type { Channel } from '../../../shared/payment/channel'
import type { PaymentEvent, RefundHow, ResolutionHow } from '../../../shared/payment/event'
import {
  freshnessOf,
  isLateToTryAgain,
  type SendingLimits,
} from '../../../shared/payment/freshness'
import { isOverdue, type OverdueFacts } from '../../../shared/payment/overdue'
import { type PromptFacts, promptOf } from '../../../shared/payment/prompt'
import type { Sale } from '../../../shared/payment/sale'
import {
  isOpposite,
  meaningOf,
  type StatusWords,
  type WordMeaning,
} from '../../../shared/payment/status-words'
import type { Person } from '../../../shared/person'
import type { Clock } from '../clock'
import { AlreadyHandedOver } from '../ledger/already-handed-over'
import type { Ledger } from '../ledger/ledger'
import type { SaleAge } from './clocks/sale-age'
import { paidForTheSame } from './polling/paid-twice'
import type { StatusPoller } from './polling/status-poller'
import type { Rejected } from './request-gate/request-gate'
import type { SendQueue } from './sending/send-queue'

/** What a person may do with a sale that is on record. Main judges each press by the sale of that moment. */
export interface PaymentActions {
  withdraw(saleId: string): Result<Sale>
  sendNow(saleId: string): Result<Sale>
  /** Asks again with the same key; after an hour only where a manager allows it (money rule 7). */
  tryAgain(saleId: string, by: 'cashier' | 'manager'): Result<Sale>
  abandon(saleId: string): Result<Sale>
  stopWaiting(saleId: string): Result<Sale>
  handOver(saleId: string): Result<Sale>
  /** Writes down that the money was given back. PAID and all its facts stay what they were. */
  recordRefund(saleId: string, how: RefundHow, reason: string): Result<Sale>
  resolve(saleId: string, reason: string, how: ResolutionHow): Result<Sale>
  /** The customer paid in cash instead. A push that may still be paid is watched on (money rule 9). */
  takeCash(saleId: string, note: string): Result<Sale>
  /** Says once what a status word means: for this sale and every other that was settled with it. */
  classifyStatus(saleId: string, meaning: WordMeaning): Result<Sale>
  checkNow(saleId: string): Promise<Result<Sale>>
  /** Does the sale allow this at this moment? */
  allows(sale: Sale, action: Action): boolean
}

interface CashierActionsDeps {
  ledger: Pick<Ledger, 'find' | 'append' | 'appendToAll' | 'open' | 'replacing' | 'unclear'>
  clock: Pick<Clock, 'wall'>
  saleAge: Pick<SaleAge, 'agesOf'>
  sendQueue: Pick<SendQueue, 'consider' | 'hurry'>
  poller: Pick<StatusPoller, 'watch' | 'checkNow'>
  /** The merchant account behind the keys in use. */
  account: () => string
  /** Who stands at the till, for the record; null where it keeps no people. */
  person: () => Person | null
  limits: (channel: Channel) => SendingLimits
  acceptanceFacts: (sale: Sale) => OverdueFacts
  promptFacts: (sale: Sale) => PromptFacts
  words: () => StatusWords
  /** The sale as it is by now, or as given where it cannot be read again. */
  asItStands: (committed: Sale) => Sale
}

/** The actions on these parts; they throw what the ledger throws. */
export function createPaymentActions(deps: CashierActionsDeps): PaymentActions {
  const { ledger, clock, saleAge, sendQueue, poller, account, asItStands } = deps

  /** When, and by whom. */
  const now = () => ({ at: clock.wall(), person: deps.person() })

  function allowed(sale: Sale): readonly Action[] {
    return allowedActions(sale, {
      freshness: freshnessOf(sale, saleAge.agesOf(sale), deps.limits(sale.channel)),
      overdue: isOverdue(sale, deps.acceptanceFacts(sale)),
      promptGone: promptOf(sale, deps.promptFacts(sale)) === 'gone',
    })
  }

  /** Does what a person asked if the sale allows it at this moment; main decides, not the button. */
  function act(
    saleId: string,
    action: Action,
    events: PaymentEvent | ((sale: Sale) => PaymentEvent[]),
    write = (sale: Sale, added: readonly PaymentEvent[]) => ledger.append(sale.id, ...added),
  ): Result<Sale> {
    const sale = ledger.find(saleId)
    if (!sale) return failure('no-such-sale', `There is no sale ${saleId}`)
    if (!allowed(sale).includes(action))
      return failure('action-not-possible', `A sale that is ${sale.phase} does not allow ${action}`)
    return success(write(sale, typeof events === 'function' ? events(sale) : [events]))
  }

  /** As `act`, for what ends a sale that was waiting for its turn: the queue drops its timer. */
  function end(saleId: string, action: Action, event: PaymentEvent): Result<Sale> {
    const ended = act(saleId, action, event)
    if (ended.ok) sendQueue.consider(saleId)
    return ended
  }

  function resolve(saleId: string, reason: string, how: ResolutionHow): Result<Sale> {
    const resolved = act(saleId, 'resolve', { type: 'resolved', ...now(), reason, how })
    // It may have been pending a moment ago: it is no longer followed.
    if (resolved.ok) poller.watch(resolved.value)
    if (resolved.ok && how === 'paid-in-cash') sayPaidTwice(resolved.value)
    return resolved
  }

  function takeCash(saleId: string, note: string): Result<Sale> {
    const taken = act(saleId, 'take-cash', sale => [
      sale.phase === 'pending'
        ? { type: 'cash-taken', ...now(), note }
        : { type: 'resolved', ...now(), reason: note, how: 'paid-in-cash' },
    ])
    if (taken.ok) sayPaidTwice(taken.value)
    return taken
  }

  /** Cash for what a sale of the same chain was paid for already: that one says so (money rule 9). */
  function sayPaidTwice(inCash: Sale): void {
    const id = paidForTheSame(ledger, inCash)
    const paid = id === null ? null : ledger.find(id)
    if (paid?.outcome !== 'paid' || paid.paidTwice !== null) return
    ledger.append(paid.id, { type: 'paid-twice', at: clock.wall(), other: inCash.id })
  }

  function release(saleId: string, action: 'send-now' | 'try-again'): Result<Sale> {
    if (isElsewhere(saleId))
      return failure('other-account', 'Sent with the keys of another account')
    const released = act(saleId, action, { type: 'released', ...now() })
    if (!released.ok) return released
    sendQueue.hurry(saleId)
    return success(asItStands(released.value))
  }

  function tryAgain(saleId: string, by: 'cashier' | 'manager'): Result<Sale> {
    const sale = ledger.find(saleId)
    if (sale && by === 'cashier' && isLateToTryAgain(saleAge.agesOf(sale)))
      return failure('supervisor-needed', 'Asking again after an hour takes a manager')
    return release(saleId, 'try-again')
  }

  function isElsewhere(saleId: string): boolean {
    const sale = ledger.find(saleId)
    return sale !== null && isOfOtherAccount(sale, account())
  }

  /**
   * The word's meaning is kept for the connection, so no sale stays unclear for that word's sake: not
   * one that was resolved either, for what was settled in cash may just have turned out paid (money
   * rule 9). All in one transaction: a disk that failed half-way would leave some for another meaning.
   */
  function classifyStatus(saleId: string, meaning: WordMeaning): Result<Sale> {
    const eventsOf = (sale: Sale) => meaningGiven(sale, meaning)
    const given = act(saleId, 'give-meaning', eventsOf, (sale, events) =>
      ledger.appendToAll(sale.id, events, alikeTo(sale), eventsOf),
    )
    if (!given.ok) return given
    // In progress: each of them is polled again.
    if (meaning === 'pending')
      for (const sale of ledger.open()) if (sale.phase === 'pending') poller.watch(sale)
    return success(asItStands(given.value))
  }

  /** The other sales that are unclear for the same word. */
  function alikeTo({ id, rawStatus }: Sale): string[] {
    return ledger
      .unclear()
      .filter(sale => sale.id !== id && sale.rawStatus === rawStatus)
      .filter(sale => allowed(sale).includes('give-meaning'))
      .map(sale => sale.id)
  }

  /** Once per reference; a second try learns when it was done and by whom (money rule 11). */
  function handOver(saleId: string): Result<Sale> {
    const sale = ledger.find(saleId)
    if (sale && sale.handedOverAt !== null) return alreadyHandedOver(sale)
    if (sale?.refund) return alreadyRefunded(sale.id, sale.refund)
    try {
      return act(saleId, 'hand-over', { type: 'handed-over', ...now() })
    } catch (error) {
      if (error instanceof AlreadyHandedOver) return alreadyHandedOver(error.sale)
      throw error
    }
  }

  /** Once per sale; a second try learns when it was recorded and by whom. */
  function recordRefund(saleId: string, how: RefundHow, reason: string): Result<Sale> {
    const sale = ledger.find(saleId)
    if (sale?.refund) return alreadyRefunded(sale.id, sale.refund)
    return act(saleId, 'record-refund', { type: 'refunded', ...now(), how, reason })
  }

  function meaningGiven(sale: Sale, meaning: WordMeaning): PaymentEvent[] {
    const { at, person } = now()
    const other = meaning === 'paid' ? paidForTheSame(ledger, sale) : null
    const events: PaymentEvent[] = [{ type: 'meaning-given', at, meaning, person }]
    if (other !== null) events.push({ type: 'paid-twice', at, other })
    const { providerStatus } = sale
    if (providerStatus !== null && isOpposite(meaning, meaningOf(providerStatus, deps.words())))
      events.push({ type: 'provider-disagreed', at, providerStatus })
    return events
  }

  async function checkNow(saleId: string): Promise<Result<Sale>> {
    const sale = ledger.find(saleId)
    if (!sale) return failure('no-such-sale', `There is no sale ${saleId}`)
    if (isElsewhere(saleId))
      return failure('other-account', 'Sent with the keys of another account')
    if (!allowed(sale).includes('check-now'))
      return failure('action-not-possible', `A sale that is ${sale.phase} cannot be read`)
    const read = await poller.checkNow(saleId)
    if (read.class === 'turned-away') return turnedAway(read.why)
    if (read.class === 'refused' && saysUnknown.includes(read.httpStatus))
      return failure('payment-not-known', describeRead(read))
    if (read.class !== 'ok') return failure('read-failed', describeRead(read))
    return success(ledger.find(saleId) ?? sale)
  }

  return {
    withdraw: saleId => end(saleId, 'withdraw', { type: 'withdrawn', ...now() }),
    sendNow: saleId => release(saleId, 'send-now'),
    tryAgain,
    abandon: saleId => end(saleId, 'stop', { type: 'abandoned', ...now() }),
    stopWaiting: saleId => act(saleId, 'stop-waiting', { type: 'stopped-waiting', ...now() }),
    handOver,
    recordRefund,
    resolve,
    takeCash,
    classifyStatus,
    checkNow,
    allows: (sale, action) => allowed(sale).includes(action),
  }
}

function alreadyHandedOver({ id, handedOverAt, handedOverBy }: Sale): Failure {
  const handedOver = { saleId: id, at: handedOverAt ?? 0, by: handedOverBy?.name ?? null }
  return { ...failure('already-handed-over', `Goods were handed over for sale ${id}`), handedOver }
}

/** How services say that they do not know a reference: some only need a moment after the request. */
const saysUnknown: readonly number[] = [400, 404]

function alreadyRefunded(saleId: string, refund: NonNullable<Sale['refund']>): Failure {
  const refunded = { at: refund.at, by: refund.person?.name ?? null, how: refund.how }
  return {
    ...failure('already-refunded', `A refund is recorded for sale ${saleId}`),
    refunded,
  }
}

function describeRead(read: { class: string; reason?: string; message?: string }): string {
  return [read.class, read.reason ?? read.message].filter(Boolean).join(': ')
}

/** Why a person's read was not even tried; each has words of its own. */
function turnedAway(why: Rejected): Failure {
  if (why === 'keys-rejected') return failure(why, 'unauthorized: the keys were rejected')
  if (why === 'asked-to-wait') return failure(why, 'The service asked the till to wait')
  return failure('read-failed', 'The till is stopping')
}
