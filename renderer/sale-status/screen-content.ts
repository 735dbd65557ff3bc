import type en from '../../resources/languages/en.json'
import { type Action, isUnclear, mayClassify } from '../../shared/payment/actions'
import type { Freshness } from '../../shared/payment/freshness'
import type { Payment } from '../../shared/payment/payment'
import { isConfirmed, isDoubted, isPaidAfterAll } from '../../shared/payment/payment-money'
import {
  answerExceptionOf,
  isSaidFailed,
  isSettled,
  type PaymentException,
} from '../../shared/payment/status'
import type { SaleView } from '../../shared/sale/sale-view'
import type { IconName } from '../ui/icons/shapes'
import type { Tone } from '../ui/tone'
import type { DisplayStatus } from './display-status'
import { needsNewKeys, type WaitReason } from './waiting'

/** What the moment adds to a payment. */
export interface Moment {
  sale: Omit<SaleView, 'id' | 'payments' | 'total' | 'has' | 'lead'>
  /** The payment's own time is over. */
  timeUp: boolean
  /** The customer probably sees no prompt any more, though the payment goes on. */
  promptGone: boolean
  freshness: Freshness
  /** Recorded so long ago that asking again takes a manager. */
  isLate: boolean
  /** Why it has not gone out, if it has not. */
  why: WaitReason
  /** It went with another account's keys: it can be neither retried nor read with these. */
  elsewhere: boolean
  /** The service should have said by now how it ended: a person may. */
  overdue: boolean
  /** The next try is due only when the till already asks first: it does not go out by itself. */
  tooLate: boolean
  /** How long the customer has waited for what is said now, ms. */
  waited: number
  /** What is left of the customer's time; null where nothing counts down. */
  secondsLeft: number | null
}

/** `before`: a warning; `next`: the next step; `question`: the cashier has to answer it; `answer`: what follows. */
export type AdviceKind = 'before' | 'next' | 'question' | 'answer'

/** What the cashier does or heeds (`live.advice.<key>`), under its heading (`live.advice.<kind>`). */
export interface Advice {
  kind: AdviceKind
  key: Exclude<AdviceTextKey, AdviceKind | 'sentence'>
}

/** What a button of the Live screen does: one of main's actions, or a step of this window's own. */
export type LiveAction =
  | Exclude<Action, 'classify-status' | 'answer-objection'>
  | 'newSale'
  | 'chargeAgain'
  | 'takeRest'
  | 'sellAgain'

/** Everything that the screen of a payment says and offers at a moment. */
export interface PaymentScreen {
  name: DisplayStatus
  tone: Tone
  icon: IconName
  /** What it means for the money (`live.meaning.<key>`). */
  meaning: MeaningKey
  advice: Advice | null
  /** What to say aloud now (`live.sentence.<key>`), or null where there is nothing to say. */
  sentence: SentenceKey | null
  /** The button to press next, the others, and those that give up, which are kept apart. */
  primary: LiveAction
  others: readonly LiveAction[]
  apart: readonly LiveAction[]
  /** Those of them that stay in sight where the rest is folded: what a person owes. */
  beside: readonly LiveAction[]
  /** What happens now (`status.<key>`); null where nothing does any more. */
  step: DisplayStatus | null
  /** What is still to come (`history.step.<key>`). */
  toCome: StepKey | null
  /** When a pending payment ends, ms on the service's clock, while the customer may still be asked. */
  endsAt: number | null
  /** It has been open for long, or cannot be asked about: the screen says when a person may end it. */
  saysWhenItEnds: boolean
}

/** From how many seconds on, and what then: a customer does not hear the same words for two minutes. */
type Speech = readonly (readonly [from: number, key: SentenceKey])[]

/** What a row of the table says and offers. */
export interface ScreenContent {
  /** Where the moment changes what it is called. */
  name?: DisplayStatus
  meaning: MeaningKey
  advice?: Advice
  speech?: Speech
  /** Said once near the end of a wait that has already been long. */
  ending?: SentenceKey
  /** The first of these that is possible is the primary button; New sale where none is. */
  first?: readonly LiveAction[]
  /** What stays in sight beside it; *Resolve* where nothing is named. */
  beside?: readonly LiveAction[]
}

/** How far the wait for a customer has come: each moment is one of these, the first that holds. */
export type WaitStage = 'elsewhere' | 'overdue' | 'timeUp' | 'stopped' | 'promptGone' | 'asked'

/** The first of these that holds now. */
export function waitStage(payment: Payment, now: Moment): WaitStage {
  if (now.elsewhere) return 'elsewhere'
  if (now.overdue) return 'overdue'
  if (now.timeUp) return 'timeUp'
  if (payment.stoppedWaitingAt !== null) return 'stopped'
  return now.promptGone ? 'promptGone' : 'asked'
}

export const waitingAt: Record<WaitStage, (payment: Payment, now: Moment) => ScreenContent> = {
  elsewhere: () => ({
    name: 'manager',
    meaning: 'elsewhere',
    advice: { kind: 'before', key: 'elsewhere' },
  }),
  overdue: () => ({ meaning: 'waitingOverdue', advice: { kind: 'before', key: 'dashboard' } }),
  timeUp: () => ({ meaning: 'lastAsk', speech: [[0, 'asking']] }),
  stopped: () => ({ meaning: 'waitingStopped', advice: { kind: 'next', key: 'waitingStopped' } }),
  promptGone: () => ({
    meaning: 'waitingPromptGone',
    advice: { kind: 'answer', key: 'waitingPromptGone' },
    speech: [[0, 'promptGone']],
  }),
  asked: payment => (payment.channel === 'mobile' ? askedOnPhone : askedForCard(payment)),
}

const askedOnPhone: ScreenContent = {
  meaning: 'waitingMobile',
  speech: [
    [0, 'waitingMobile'],
    [20, 'mobileCame'],
    [60, 'mobileTrouble'],
  ],
  ending: 'ending',
}

function askedForCard({ checkoutUrl }: Payment): ScreenContent {
  if (checkoutUrl === null)
    return { meaning: 'waitingCard', advice: { kind: 'next', key: 'waitingCardNoCode' } }
  return {
    meaning: 'waitingCard',
    speech: [
      [0, 'waitingCard'],
      [30, 'cardOpened'],
      [90, 'cardTrouble'],
    ],
    ending: 'ending',
  }
}

/** The push may still ring: the customer is asked to leave it, until only a person can end it. */
export function stillOpen({ elsewhere, overdue }: Moment): ScreenContent {
  const meaning = overdue ? 'waitingOverdue' : 'waitingCash'
  return {
    meaning: elsewhere ? 'elsewhere' : meaning,
    ...(overdue
      ? { advice: { kind: 'before', key: 'dashboard' } }
      : { speech: [[0, 'waitingCash']] }),
  }
}

/** A person has said how it ended, and the till still asks whether the money comes after all. */
export const alreadyResolved: Partial<ScreenContent> = {
  advice: { kind: 'next', key: 'resolved' },
  speech: [],
  first: [],
}

/** The customer may have paid meanwhile: the service is asked before a second request is sent. */
export function askedBeforeSentAgain({ promptGone, elsewhere }: Moment): LiveAction[] {
  return promptGone && !elsewhere ? ['check-now'] : []
}

/** A customer is not told of a network that is fine, nor asked to wait for new keys. */
export function notSent({ why, tooLate }: Moment): Partial<ScreenContent> {
  if (why === 'queue') return waitSentences('ready', 20)
  if (needsNewKeys(why)) return { advice: { kind: 'before', key: 'readyNoKeys' } }
  if (why === 'portal') return { advice: { kind: 'before', key: 'readyPortal' } }
  if (tooLate) return { advice: { kind: 'next', key: 'readyTooLate' }, speech: [[0, 'tooLate']] }
  if (why === 'no-internet') return waitSentences('readyNoNetwork', 30, 'noNetworkLong')
  return waitSentences(why === 'asked-to-wait' ? 'readyServiceTrouble' : 'readyNoService', 30)
}

/** One moment, and more than one once it takes longer. */
export function waitSentences(
  first: SentenceKey,
  from: number,
  then: SentenceKey = 'stillWaiting',
): { speech: Speech } {
  return {
    speech: [
      [0, first],
      [from, then],
    ],
  }
}

/** What the screen says and offers while the till does not know whether the request arrived. */
export function unknown(payment: Payment, { freshness, elsewhere, isLate }: Moment): ScreenContent {
  const heed = (key: Advice['key']): Advice => ({ kind: 'before', key })
  if (elsewhere)
    return { meaning: 'elsewhere', advice: heed('elsewhere'), ...managersFirst(payment) }
  if (payment.repeatRefused)
    return {
      meaning: 'unknownRepeatRefused',
      advice: heed('dashboard'),
      speech: [[0, 'unknownLong']],
      ...managersFirst(payment),
    }
  if (freshness === 'too-old') return { meaning: 'unknownTooOld', advice: heed('unknownTooOld') }
  if (isLate) return { meaning: 'unknown', advice: { kind: 'question', key: 'unknownAskManager' } }
  if (freshness === 'ask')
    return { meaning: 'unknown', advice: { kind: 'question', key: 'unknownAsk' } }
  return {
    meaning: 'unknown',
    advice: heed('unknown'),
    ...waitSentences('asking', 20, 'unknownLong'),
  }
}

/** Asking for the same again is refused again: how it ended is in the service's dashboard. */
function managersFirst({ repeatRefused }: Payment): Partial<ScreenContent> {
  return repeatRefused ? { first: ['resolve'] } : {}
}

/** A manager resolved the payment, and may have paid the money back: the cashier asks before the goods go. */
export const paidResolved: Advice = { kind: 'before', key: 'paidResolved' }

/** Are its goods here, to be handed over now? They may have gone with another payment of its sale. */
export function hasGoodsToHandOver({ handedOverAt }: Payment, { sale }: Moment): boolean {
  return handedOverAt === null && sale.mayHandOver
}

/** What the screen of a paid payment says and offers, by its sale and its goods. */
export function paid(payment: Payment, now: Moment): Partial<ScreenContent> {
  if (now.sale.rest > 0) return restOfSale
  if (!hasGoodsToHandOver(payment, now)) return { advice: { kind: 'next', key: 'paidHandedOver' } }
  if (payment.resolution !== null) return { advice: paidResolved, beside: ['hand-over'] }
  return { speech: [[0, 'thanks']] }
}

/** A part of the sale's money is here, which is never called Paid. The rest is taken, or the customer gets the part back. */
export const restOfSale: Pick<ScreenContent, 'name' | 'first' | 'advice'> = {
  name: 'partPaid',
  first: ['takeRest'],
  advice: { kind: 'before', key: 'partTaken' },
}

/** What a manager has to find out about a payment that is settled, but neither plainly paid nor failed. */
const unclear: Record<PaymentException, MeaningKey> = {
  none: 'unrecognised',
  cash: 'unrecognised',
  late: 'paidLate',
  contradicted: 'contradicted',
  mismatched: 'mismatch',
  providerDisagrees: 'providerDisagrees',
}

/**
 * What a settled payment means where it is neither plainly paid nor failed. Known words that contradict each other are not
 * called an unknown word. Money that came counts, whatever the service said later.
 */
export function unclearMeaning(payment: Payment): MeaningKey {
  if (isConfirmed(payment) && isDoubted(payment)) return 'paidThenOther'
  if (isPaidAfterAll(payment)) return 'failedThenPaid'
  const exception = answerExceptionOf(payment)
  if (isConfirmed(payment) && exception === 'none') return 'paid'
  if (isSaidFailed(payment) && payment.resolution?.how === 'seen-in-dashboard')
    return 'seenThenFailed'
  if (!isSettled(payment)) return 'paidInCash'
  return isUnclear(payment) && !mayClassify(payment) ? 'doubtful' : unclear[exception]
}

type Live = (typeof en)['live']
type History = (typeof en)['history']

/** The names of texts, as the language file has them: a text that is not there does not compile. */
type MeaningKey = keyof Live['meaning']
type AdviceTextKey = keyof Live['advice']
export type SentenceKey = keyof Live['sentence']
export type HistoryEventKey = keyof History['event']
export type StepKey = Exclude<keyof History['step'], 'until'>
