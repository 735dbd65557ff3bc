import { type Failure, failure, type Result, success } from '../../../shared/ipc/result'
import { type Action, isSaidPaidByPerson } from '../../../shared/payment/actions'
import type { Draft } from '../../../shared/payment/draft'
import { type Prompt, type PromptFacts, promptOf } from '../../../shared/payment/prompt'
import type { Sale } from '../../../shared/payment/sale'
import { meaningOf } from '../../../shared/payment/status-words'
import type { Person } from '../../../shared/person'
import { readPhoneNumber } from '../../../shared/phone'
import type { Clock } from '../platform/clock'
import type { Random } from '../platform/random'
import type { Ledger } from '../store/ledger/ledger'
import { idTimeAfter } from '../store/ledger/rows/sale-id-time'
import { buildRequest, webhookFault } from './build-request'
import { broughtBefore } from './cash-taking'
import type { EngineSettings } from './engine-settings'
import { queueHasRoom } from './sending/decide-send'

/** Turns drafts into recorded sales. */
export interface Charging {
  /**
   * Records a sale and starts sending it; a second press with the same draft answers the first. `by`, of each of
   * these: who pressed, where the other tills were asked since.
   */
  request(draft: Draft, by?: Person | null): Result<Sale>
  /**
   * The same, where the cashier says that the customer sees no prompt of an earlier request: each earlier
   * payment on that phone must still say pending in a read made just now (money rule 10).
   */
  requestAfterPrompt(draft: Draft, by?: Person | null): Promise<Result<Sale>>
  /** A new push for what an accepted payment asked, once its prompt is gone; the same conditions hold. */
  sendAgain(saleId: string, draftId: string, by?: Person | null): Promise<Result<Sale>>
}

interface ChargingDeps {
  ledger: Pick<
    Ledger,
    'find' | 'findByDraft' | 'lastId' | 'ofPhone' | 'open' | 'partsOf' | 'record'
  >
  clock: Pick<Clock, 'wall'>
  random: Pick<Random, 'saleId' | 'idempotencyKey'>
  settings: () => EngineSettings
  person: () => Person | null
  promptFacts: (sale: Sale) => PromptFacts
  allows: (sale: Sale, action: Action) => boolean
  checkNow: (saleId: string) => Promise<Result<Sale>>
  /** A sale was recorded: it may go. */
  recorded: (sale: Sale) => void
  /** The sale as it is by now, or as committed where it cannot be read again. */
  reread: (committed: Sale) => Sale
}

/** A sale that is no longer open is among the last of its phone while its prompt can be live. */
export const lastOfPhone = 50
/** So long a payment may turn out paid after all, ms: a new one of the same phone is linked to it (money rule 9). */
const linkedFor = 24 * 3_600_000

const phoneBusy = failure('phone-number-busy', 'A payment request is still open on this phone')
const promptMayBeGone = failure(
  'prompt-may-be-gone',
  'The prompt of an earlier request is probably gone',
)
const promptAnswered = failure('prompt-answered', 'The earlier payment is no longer pending')

function about(why: Failure, { id }: Sale): Failure {
  return { ...why, busy: { saleId: id } }
}

/** Charging on these parts; it throws what the ledger throws. */
export function createCharging(deps: ChargingDeps): Charging {
  const { ledger, clock, random, settings } = deps

  function request(draft: Draft, by = deps.person()): Result<Sale> {
    const first = ledger.findByDraft(draft.draftId)
    if (first) return success(first)
    const msisdn = readPhoneNumber(draft.phone, settings().country)?.msisdn
    if (!msisdn) return failure('phone-number-unreadable', 'The phone number could not be read')
    return busyPhone(draft, msisdn) ?? record(draft, msisdn, by)
  }

  /** Reading takes seconds, and another person may sign in meanwhile. */
  async function requestAfterPrompt(draft: Draft, by = deps.person()): Promise<Result<Sale>> {
    const asked = request(draft, by)
    if (asked.ok || asked.code !== 'prompt-may-be-gone') return asked
    const msisdn = readPhoneNumber(draft.phone, settings().country)?.msisdn ?? ''
    const before = withPrompt(msisdn, 'gone')
    for (const sale of before) {
      const read = await deps.checkNow(sale.id)
      if (!read.ok) return read
      // One that this very read found over still said pending in it.
      if (!stillSaysPending(read.value)) return about(promptAnswered, sale)
    }
    // While the service was asked another press may have joined this draft, or sent another push.
    const joined = ledger.findByDraft(draft.draftId)
    if (joined) return success(joined)
    return livePrompt(msisdn) ?? record({ ...draft, replaces: linked(draft, before) }, msisdn, by)
  }

  /** In all words of its answer: one that says something else may have been paid (money rule 10). */
  function stillSaysPending({ phase, rawStatus }: Sale): boolean {
    const isOpen = phase === 'pending' || phase === 'expired'
    return isOpen && meaningOf(rawStatus ?? '', settings().words) === 'pending'
  }

  async function sendAgain(
    saleId: string,
    draftId: string,
    by = deps.person(),
  ): Promise<Result<Sale>> {
    const joined = ledger.findByDraft(draftId)
    if (joined) return success(joined)
    const sale = ledger.find(saleId)
    if (!sale) return failure('no-such-sale', `There is no sale ${saleId}`)
    if (!deps.allows(sale, 'send-again'))
      return failure('action-not-possible', `A sale that is ${sale.phase} cannot be sent again`)
    const { amount, msisdn, note, customer } = sale
    // The form's currency is the shop's; a sale from before it was changed has to be entered again.
    if (amount.currency !== settings().currency)
      return failure('action-not-possible', `The shop no longer charges in ${amount.currency}`)
    const draft: Draft = {
      draftId,
      channel: 'mobile',
      value: amount.value,
      phone: `+${msisdn}`,
      note,
      lines: sale.lines,
      purchase: sale.purchase && { id: sale.purchase.id, total: sale.purchase.total },
      customer,
      replaces: saleId,
      customerSeesNoPrompt: true,
    }
    return requestAfterPrompt(draft, by)
  }

  /**
   * The sale that a new push replaces: the one that the press named, or else the newest. One that is still pending
   * goes first, since it can still be paid as well (money rule 10).
   */
  function linked({ replaces }: Draft, before: readonly Sale[]): string | null {
    const pending = before.filter(({ id }) => ledger.find(id)?.phase === 'pending')
    const [first] = pending.length > 0 ? pending : before
    return pending.some(({ id }) => id === replaces) ? replaces : (first?.id ?? replaces)
  }

  /**
   * The sale before this one that was asked of the phone, where it may still be paid: were both, the customer paid
   * twice (money rule 9). Not one that was paid, or that a person says was: a customer may buy again.
   */
  function earlierUnpaid(msisdn: string): string | null {
    const [last] = newestFirst(ledger.ofPhone(msisdn, lastOfPhone)).filter(
      sale => sale.channel === 'mobile' && sale.maybeSent,
    )
    if (last === undefined || last.outcome === 'paid' || isSaidPaidByPerson(last)) return null
    return deps.promptFacts(last).sinceLastAttempt < linkedFor ? last.id : null
  }

  function record(draft: Draft, msisdn: string, person: Person | null): Result<Sale> {
    const { currency, tillId, webhookAddress, queue } = settings()
    const fault = webhookFault(draft.channel, webhookAddress)
    if (fault) return fault
    const now = clock.wall()
    const saleId = random.saleId(idTimeAfter(ledger.lastId(), now))
    const replaces = draft.replaces ?? earlierUnpaid(msisdn)
    const prepared = buildRequest(
      { ...draft, replaces },
      {
        saleId,
        tillId,
        msisdn,
        idempotencyKey: random.idempotencyKey(),
        currency,
        webhookAddress,
        now,
        person,
      },
    )
    if (!queueHasRoom(ledger.open(), prepared.event.amount, queue))
      return failure('queue-full', 'As many sales wait for the network as the settings allow')
    const before = broughtBefore(ledger, { ...draft, replaces }, prepared.event.amount)
    if (typeof before !== 'number') return before
    const event = {
      ...prepared.event,
      ...(draft.purchase && { purchase: { ...draft.purchase, before } }),
    }
    const sale = ledger.record(saleId, event, { body: prepared.body })
    deps.recorded(sale)
    return success(deps.reread(sale))
  }

  /** A second push can kill the first one on the customer's phone, or be paid as well (money rule 10). */
  function busyPhone(draft: Draft, msisdn: string): Failure | null {
    if (draft.channel !== 'mobile') return null
    const [gone] = withPrompt(msisdn, 'gone')
    return livePrompt(msisdn) ?? (gone ? about(promptMayBeGone, gone) : null)
  }

  function livePrompt(msisdn: string): Failure | null {
    const [live] = withPrompt(msisdn, 'live')
    return live ? about(phoneBusy, live) : null
  }

  /** The newest first. */
  function withPrompt(msisdn: string, prompt: Prompt): Sale[] {
    return newestFirst(ledger.ofPhone(msisdn, lastOfPhone)).filter(
      sale => promptOf(sale, deps.promptFacts(sale)) === prompt,
    )
  }

  return { request, requestAfterPrompt, sendAgain }
}

function newestFirst(sales: readonly Sale[]): Sale[] {
  return sales.toSorted((one, other) => (one.id < other.id ? 1 : -1))
}
