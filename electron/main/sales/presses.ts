import type { Acted } from '../../../shared/ipc/calls/payments'
import type { ParsedOf } from '../../../shared/ipc/contract'
import { type Failure, failure, type Result, success } from '../../../shared/ipc/result'
import type { Action } from '../../../shared/payment/actions'
import type { Draft } from '../../../shared/payment/draft'
import type { EventOf, PaymentEvent } from '../../../shared/payment/event'
import type { Payment } from '../../../shared/payment/payment'
import type { WordMeaning } from '../../../shared/payment/status-words'
import type { Person } from '../../../shared/person'
import type { PaymentActions } from '../payments/payment-actions'
import type { Ledger } from '../store/ledger/ledger'
import type { AcrossTills, MaybeAsync } from './across-tills'
import type { Charging } from './charging'
import type { SaleActions } from './sale-actions'

type ActionCall = ParsedOf<'payments', 'act'> | ParsedOf<'payments', 'decide'>
type CallOf<Name extends Action> = Extract<ActionCall, { action: Name }>
type Presser = 'cashier' | 'manager'

export interface PressesDeps {
  ledger: Pick<Ledger, 'find' | 'history'>
  actions: PaymentActions
  sales: SaleActions
  charging: Charging
  acrossTills: AcrossTills
  /** Who is signed in. */
  person: () => Person | null
  /** Keeps for the connection what a manager said of a status word (money rule 5). */
  keepMeaning: (status: string | null, meaning: WordMeaning) => void
  /** The same of a field that speaks against PAID. */
  keepRuling: (said: EventOf<'objection-answered'>) => void
}

/**
 * What a person presses. What can ring on a phone or give goods away asks the other tills first. `by`: who pressed.
 * Each method throws what the ledger throws.
 */
export class Presses {
  constructor(private readonly deps: PressesDeps) {}

  request(draft: Draft, by = this.deps.person()): MaybeAsync<Payment> {
    return this.deps.acrossTills.push(draft, () => this.deps.charging.request(draft, by))
  }

  requestAfterPrompt(draft: Draft, by = this.deps.person()): MaybeAsync<Payment> {
    return this.deps.acrossTills.push(draft, () => this.deps.charging.requestAfterPrompt(draft, by))
  }

  sendAgain(paymentId: string, draftId: string, by = this.deps.person()): MaybeAsync<Payment> {
    const press = () => this.deps.charging.sendAgain(paymentId, draftId, by)
    return this.deps.acrossTills.pushAgain(paymentId, press, draftId)
  }

  sendNow(paymentId: string, by = this.deps.person()): MaybeAsync<Payment> {
    const { acrossTills, actions } = this.deps
    return acrossTills.pushAgain(paymentId, () => actions.sendNow(paymentId, by))
  }

  tryAgain(paymentId: string, as: Presser, by = this.deps.person()): MaybeAsync<Payment> {
    const { acrossTills, actions } = this.deps
    return acrossTills.pushAgain(paymentId, () => actions.tryAgain(paymentId, as, by))
  }

  handOver(paymentId: string, by = this.deps.person()): MaybeAsync<Required<Acted>> {
    const { acrossTills, sales } = this.deps
    return acrossTills.handOver(paymentId, by, others => sales.handOver(paymentId, by, others))
  }

  /** An action on a recorded payment, as a window names it. */
  async act(asked: ActionCall, as: Presser): Promise<Result<Acted>> {
    if (asked.action === 'hand-over') return this.handOver(asked.paymentId)
    // Sound: under each action is what takes the arguments of that action.
    const press = this.table[asked.action] as (
      asked: ActionCall,
      as: Presser,
    ) => MaybeAsync<Payment>
    const done = await press(asked, as)
    return done.ok ? success({ payment: done.value }) : done
  }

  private readonly table: {
    [Name in Exclude<Action, 'hand-over'>]: (
      asked: CallOf<Name>,
      as: Presser,
    ) => MaybeAsync<Payment>
  } = {
    withdraw: ({ paymentId }) => this.deps.actions.withdraw(paymentId),
    'send-now': ({ paymentId }) => this.sendNow(paymentId),
    'try-again': ({ paymentId }, as) => this.tryAgain(paymentId, as),
    'send-again': ({ paymentId, draftId }) => this.sendAgain(paymentId, draftId),
    stop: ({ paymentId }) => this.deps.actions.abandon(paymentId),
    'check-now': ({ paymentId }) => this.deps.actions.checkNow(paymentId),
    'stop-waiting': ({ paymentId }) => this.deps.actions.stopWaiting(paymentId),
    'take-cash': ({ paymentId, note }) => this.deps.sales.takeCash(paymentId, note),
    'give-back': ({ action: _action, paymentId, ...giving }) =>
      this.deps.sales.giveBack(paymentId, giving),
    resolve: ({ paymentId, status, reason, how, value }) =>
      this.otherWord(paymentId, status) ?? this.deps.sales.resolve(paymentId, reason, how, value),
    'classify-status': ({ paymentId, status, meaning }) =>
      this.otherWord(paymentId, status) ?? this.classify(paymentId, meaning),
    'answer-objection': asked => this.answer(asked),
  }

  private classify(paymentId: string, meaning: WordMeaning): Result<Payment> {
    const { actions, keepMeaning } = this.deps
    const given = actions.classifyStatus(paymentId, meaning)
    if (given.ok) keepMeaning(given.value.rawStatus, meaning)
    return given
  }

  private answer({ paymentId, name, value, meaning }: CallOf<'answer-objection'>): Result<Payment> {
    const { actions, ledger, keepRuling } = this.deps
    const given = actions.answerObjection(paymentId, { name, value }, meaning)
    const said = given.ok ? ledger.history(paymentId).findLast(isAnswer) : undefined
    if (said) keepRuling(said)
    return given
  }

  /** What a person says of a payment is kept for good: it must only be said of the word that they have seen. */
  private otherWord(paymentId: string, seen: string): Failure | null {
    const payment = this.deps.ledger.find(paymentId)
    const word = payment?.rawStatus ?? ''
    if (payment === null || word === seen) return null
    return failure('action-not-possible', `The word is now ${word}, not ${seen}`)
  }
}

function isAnswer(event: PaymentEvent): event is EventOf<'objection-answered'> {
  return event.type === 'objection-answered'
}
