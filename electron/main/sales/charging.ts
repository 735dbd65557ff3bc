import { isDeepStrictEqual } from 'node:util'
import { type Failure, failure, type Result, success } from '../../../shared/ipc/result'
import type { Amount } from '../../../shared/money'
import { isOpen, isPaidInCash } from '../../../shared/payment/actions'
import { removedCustomer } from '../../../shared/payment/customer'
import type { CashDraft, Draft } from '../../../shared/payment/draft'
import type { EventOf } from '../../../shared/payment/event'
import type { Payment } from '../../../shared/payment/payment'
import { type Prompt, promptOf } from '../../../shared/payment/prompt'
import { type PaymentStatus, statusOf } from '../../../shared/payment/status'
import { meaningOf } from '../../../shared/payment/status-words'
import type { Person } from '../../../shared/person'
import { readPhoneNumber } from '../../../shared/phone'
import { waitedFor } from '../../../shared/sale/cover'
import { mostToTake } from '../../../shared/sale/movements'
import { buildRequest, webhookFault } from '../payments/build-request'
import type { ElapsedTime } from '../payments/clocks/elapsed-time'
import type { EngineSettings } from '../payments/engine-settings'
import type { PaymentActions } from '../payments/payment-actions'
import { isOver } from '../payments/polling/also-paid'
import { queueHasRoom } from '../payments/sending/decide-send'
import type { SendQueue } from '../payments/sending/send-queue'
import type { Clock } from '../platform/clock'
import type { Random } from '../platform/random'
import type { Ledger } from '../store/ledger/ledger'
import { idTimeAfter } from '../store/ledger/rows/payment-id-time'
import { Discounts } from './discounts'

/** A payment that is no longer open is among the last of its phone while its prompt can be live. */
export const lastOfPhone = 50
/** So long a payment may turn out paid after all, ms: a new one of the same phone is linked to it (money rule 9). */
const linkedFor = 24 * 3_600_000

/** The service accepted it, and has not said yet how it ended. */
const withoutResult: readonly PaymentStatus[] = ['waitingForCustomer', 'expired']

const phoneBusy = failure('phone-number-busy', 'A payment request is still open on this phone')
export const draftUsed = failure('draft-used', 'This draft asked for another amount before')
const promptMayBeGone = failure(
  'prompt-may-be-gone',
  'The prompt of an earlier request is probably gone',
)
const promptAnswered = failure('prompt-answered', 'The earlier payment is no longer pending')

/** The sale of a payment, as its first event says it: without an id it begins one. */
type SaleFound = Pick<EventOf<'recorded'>, 'sale' | 'total'>

type SaleDraft = Pick<Draft, 'draftId' | 'sale' | 'replaces' | 'lines' | 'total'>

/**
 * Turns drafts into recorded payments; a second press with the same draft answers the first payment (money rule 3). Each
 * method throws what the ledger throws. `by`: who pressed, where the other tills were asked since.
 */
export class Charging {
  readonly discounts = new Discounts(() => this.deps.settings().discountLimit)

  constructor(
    private readonly deps: {
      ledger: Pick<
        Ledger,
        'find' | 'findByDraft' | 'lastId' | 'ofPhone' | 'open' | 'record' | 'linkedTo' | 'sales'
      >
      clock: Pick<Clock, 'wall'>
      random: Pick<Random, 'paymentId' | 'idempotencyKey'>
      settings: () => EngineSettings
      person: () => Person | null
      elapsed: Pick<ElapsedTime, 'promptFacts'>
      actions: Pick<PaymentActions, 'allows' | 'checkNow'>
      sendQueue: Pick<SendQueue, 'record'>
      /** The payment as it is by now, or as committed where it cannot be read again. */
      reread: (committed: Payment) => Payment
    },
  ) {}

  /** Records a payment and starts sending it. */
  request(draft: Draft, by = this.deps.person()): Result<Payment> {
    const { settings } = this.deps
    const first = this.joined(draft)
    if (first) return first
    const msisdn = readPhoneNumber(draft.phone, settings().country)?.msisdn
    if (!msisdn) return failure('phone-number-unreadable', 'The phone number could not be read')
    return this.busyPhone(draft, msisdn) ?? this.record(draft, msisdn, by)
  }

  /**
   * The same, where the cashier says that the customer sees no prompt of an earlier request: each earlier
   * payment on that phone must still say pending in a read made just now (money rule 10). Reading takes seconds,
   * and another person may sign in meanwhile.
   */
  async requestAfterPrompt(draft: Draft, by = this.deps.person()): Promise<Result<Payment>> {
    const { settings, actions } = this.deps
    const asked = this.request(draft, by)
    if (asked.ok || asked.code !== 'prompt-may-be-gone') return asked
    const msisdn = readPhoneNumber(draft.phone, settings().country)?.msisdn ?? ''
    const before = this.withPrompt(msisdn, 'gone')
    for (const payment of before) {
      const read = await actions.checkNow(payment.id)
      if (!read.ok) return read
      if (!this.stillSaysPending(payment)) return about(promptAnswered, payment)
    }
    // While the service was asked another press may have joined this draft, or sent another push.
    const joined = this.joined(draft)
    if (joined) return joined
    // Reading one takes seconds, in which the till may hear that another one is paid.
    const answered = before.find(payment => !this.stillSaysPending(payment))
    if (answered) return about(promptAnswered, answered)
    if (before.some(payment => payment.id === draft.replaces && this.isInCashSince(payment)))
      return failure('action-not-possible', 'Cash was taken for it meanwhile')
    const ofPhone = this.promptOfPhone(draft, before)
    // Undefined: it may still be for what another payment of this phone asked.
    return this.livePrompt(msisdn) ?? this.record(draft, msisdn, by, ofPhone ?? undefined)
  }

  /** A new push for what an accepted payment asked, once its prompt is gone; the same conditions hold. */
  async sendAgain(
    paymentId: string,
    draftId: string,
    by = this.deps.person(),
  ): Promise<Result<Payment>> {
    const { ledger, settings, actions } = this.deps
    const payment = ledger.find(paymentId)
    if (!payment) return failure('no-such-payment', `There is no payment ${paymentId}`)
    const joined = this.joined({ draftId, channel: 'mobile', value: payment.amount.value })
    if (joined) return joined
    if (!actions.allows(payment, 'send-again'))
      return failure(
        'action-not-possible',
        `A payment that is ${statusOf(payment)} cannot be sent again`,
      )
    const { amount, msisdn, note, customer, lines } = payment
    // The form's currency is the shop's; a payment from before it was changed has to be entered again.
    if (amount.currency !== settings().currency)
      return failure('action-not-possible', `The shop no longer charges in ${amount.currency}`)
    const draft: Draft = {
      ...{ draftId, note, lines, customer, channel: 'mobile', replaces: paymentId },
      value: amount.value,
      total: payment.total,
      sale: payment.sale,
      phone: `+${msisdn}`,
      customerSeesNoPrompt: true,
    }
    return this.requestAfterPrompt(draft, by)
  }

  /** Records cash that staff took: a payment of its own, of which the service gets nothing. */
  recordCash(draft: CashDraft): Result<Payment> {
    const { ledger, clock, random, settings, person } = this.deps
    const first = this.joined({ ...draft, channel: 'cash' })
    if (first) return first
    if (!settings().cash) return failure('action-not-possible', 'This till takes no cash')
    const { value, received, lines, note, draftId, replaces } = draft
    const { currency } = settings()
    const earlier = [replaces].filter(id => id !== null)
    const sale = this.saleFor(draft, { value, currency }, earlier)
    if ('ok' in sale) return sale
    const now = clock.wall()
    const event = {
      ...({ type: 'recorded', at: now, draftId, channel: 'cash', received, note } as const),
      ...{ amount: { value, currency }, msisdn: '', customer: removedCustomer },
      idempotencyKey: random.idempotencyKey(),
      ...(lines.length > 0 && { lines }),
      ...sale,
      ...linkedIn(ledger, earlier, sale),
      person: person(),
    }
    const id = random.paymentId(idTimeAfter(ledger.lastId(), now))
    // Nothing is ever sent for it: its request is empty.
    return success(ledger.record(id, event, { body: '' }))
  }

  /**
   * What a draft made already: a second press joins it (money rule 3). A press for another sum or way is no second one: the
   * first is never answered as if it were for this sum.
   */
  private joined({
    draftId,
    channel,
    value,
  }: Pick<Payment, 'draftId' | 'channel'> & Pick<Draft, 'value'>): Result<Payment> | null {
    const first = this.deps.ledger.findByDraft(draftId)
    if (!first) return null
    const isTheSame = first.channel === channel && first.amount.value === value
    return isTheSame ? success(first) : about(draftUsed, first)
  }

  /**
   * By the last read, in all words of its answer: one that says something else may have been paid (money rule 10).
   * A payment whose end that very read found over said pending in it.
   */
  private stillSaysPending({ id }: Payment): boolean {
    const payment = this.deps.ledger.find(id)
    if (payment === null || !withoutResult.includes(statusOf(payment))) return false
    return meaningOf(payment.rawStatus ?? '', this.deps.settings().words) === 'pending'
  }

  /** Was cash taken for a payment since it was as given? */
  private isInCashSince(payment: Payment): boolean {
    const now = this.deps.ledger.find(payment.id)
    return now !== null && isPaidInCash(now) && !isPaidInCash(payment)
  }

  /**
   * The payment whose prompt a new push follows: the newest without money. One that is still pending goes first, since it
   * can still be paid as well (money rule 10), and of these the one that the press named. After one whose money came, cash
   * too, the customer buys again.
   */
  private promptOfPhone({ replaces }: Draft, before: readonly Payment[]): string | null {
    const unpaid = before
      .map(({ id }) => this.deps.ledger.find(id))
      .filter(payment => payment !== null)
      .filter(payment => !isOver(this.deps.ledger, payment))
    const pending = unpaid.filter(payment => statusOf(payment) === 'waitingForCustomer')
    const [first] = pending.length > 0 ? pending : unpaid
    return pending.some(({ id }) => id === replaces) ? replaces : (first?.id ?? null)
  }

  /**
   * The request before this one of the same phone, by any channel, where it may still be paid: were both, the customer
   * paid twice (money rule 9). Not one whose money came, or came as a person says: a customer may buy again.
   */
  private earlierUnpaid(msisdn: string): string | null {
    const last = this.lastOf(msisdn).find(payment => payment.maybeSent || isOpen(payment))
    if (last === undefined || isOver(this.deps.ledger, last)) return null
    return this.deps.elapsed.promptFacts(last).sinceLastAttempt < linkedFor ? last.id : null
  }

  /** `ofPhone`: the payment of the same phone that the customer may mean by it. */
  private record(
    draft: Draft,
    msisdn: string,
    person: Person | null,
    ofPhone = this.earlierUnpaid(msisdn),
  ): Result<Payment> {
    const { ledger, clock, random, settings, sendQueue, reread } = this.deps
    const { currency, tillId, webhookAddress, callbackKey, queue } = settings()
    const fault = webhookFault(draft.channel, webhookAddress)
    if (fault) return fault
    const now = clock.wall()
    const paymentId = random.paymentId(idTimeAfter(ledger.lastId(), now))
    const { event, body } = buildRequest(draft, {
      ...{ paymentId, tillId, msisdn, currency, webhookAddress, callbackKey, now, person },
      idempotencyKey: random.idempotencyKey(),
    })
    if (!queueHasRoom(ledger.open(), event.amount, queue))
      return failure('queue-full', 'As many payments wait for the network as the settings allow')
    const earlier = [draft.replaces, ofPhone].filter(id => id !== null)
    const sale = this.saleFor(draft, event.amount, earlier)
    if ('ok' in sale) return sale
    const linked = linkedIn(ledger, earlier, sale)
    return success(reread(sendQueue.record(paymentId, { ...event, ...sale, ...linked }, { body })))
  }

  /** As `saleOf`. A further payment has the discount that its sale began with. */
  private saleFor(
    draft: SaleDraft,
    asked: Amount,
    earlier: readonly string[],
  ): SaleFound | Failure {
    const sale = saleOf(this.deps.ledger, draft, asked, earlier)
    if ('ok' in sale || sale.sale !== undefined) return sale
    return this.discounts.refusal(draft) ?? sale
  }

  /** A second push can kill the first one on the customer's phone, or be paid as well (money rule 10). */
  private busyPhone(draft: Draft, msisdn: string): Failure | null {
    if (draft.channel !== 'mobile') return null
    const [gone] = this.withPrompt(msisdn, 'gone')
    return this.livePrompt(msisdn) ?? (gone ? about(promptMayBeGone, gone) : null)
  }

  private livePrompt(msisdn: string): Failure | null {
    const [live] = this.withPrompt(msisdn, 'live')
    return live ? about(phoneBusy, live) : null
  }

  private withPrompt(msisdn: string, prompt: Prompt): Payment[] {
    const { elapsed } = this.deps
    return this.lastOf(msisdn).filter(
      payment => promptOf(payment, elapsed.promptFacts(payment)) === prompt,
    )
  }

  /** The newest first. */
  private lastOf(msisdn: string): Payment[] {
    const payments = this.deps.ledger.ofPhone(msisdn, lastOfPhone)
    return payments.toSorted((one, other) => (one.id < other.id ? 1 : -1))
  }
}

function about(why: Failure, { id }: Pick<Payment, 'id'>): Failure {
  return { ...why, busy: { paymentId: id } }
}

/**
 * The sale that a draft is a further payment of: the one that it names, or that of the payment that the press named, as
 * long as total and lines are the same and money is missing. Any other draft begins a sale. Never is more asked for than
 * the sale lacks, and not while staff wait for another of its payments. `earlier`: those that it takes the place of.
 */
function saleOf(
  ledger: Pick<Ledger, 'find' | 'sales'>,
  { sale: named, replaces, lines, total: asked }: SaleDraft,
  { value, currency }: Amount,
  earlier: readonly string[],
): SaleFound | Failure {
  const before = ledger.find(named ?? replaces ?? '')
  const sale = before && ledger.sales.find(before.sale)
  const total = asked ?? value
  const whole = total === value ? {} : { total }
  const isOfIt =
    sale?.currency === currency && sale.total === total && isDeepStrictEqual(before?.lines, lines)
  if (!before || !isOfIt || sale.has >= sale.due) return named === null ? whole : notTheRest(0)
  const money = ledger.sales.money(before.sale)
  const waits = waitedFor(money).find(({ id }) => !earlier.includes(id))
  const rest = mostToTake(money)
  if (waits) return about(failure('part-open', 'Another payment may still be paid'), waits)
  return value > rest ? notTheRest(rest) : { sale: before.sale, ...whole }
}

/** Those of another sale: were both paid, it is said (money rule 9). Within its own the sale's money says it. */
function linkedIn(
  ledger: Pick<Ledger, 'find'>,
  earlier: readonly string[],
  { sale }: SaleFound,
): Pick<EventOf<'recorded'>, 'linked'> {
  const linked = [...new Set(earlier)].filter(id => ledger.find(id)?.sale !== sale)
  return linked.length > 0 ? { linked } : {}
}

function notTheRest(rest: number): Failure {
  return failure('part-not-the-rest', `What is left to pay is ${rest}`)
}
