import type { Sale } from '../../shared/payment/sale'
import { statusOf } from '../../shared/payment/status'
import { type AdviceKey, adviceFor, type SayKey } from './advice'
import type { Moment } from './meaning'
import type { SentenceKey } from './text-keys'

/** What the passing of time adds. */
export interface SpokenMoment extends Moment {
  /** How long the customer has waited for what is said now, ms. */
  waited: number
  /** What is left of the customer's time; null where nothing counts down. */
  secondsLeft: number | null
}

/** From how many seconds on, and what then. */
type Step = readonly [from: number, key: SentenceKey]

/** What is said first, and what later: a customer does not hear the same words for two minutes. */
const said: Record<SayKey, readonly Step[]> = {
  ready: [
    [0, 'ready'],
    [20, 'stillWaiting'],
  ],
  readyNoNetwork: [
    [0, 'readyNoNetwork'],
    [30, 'noNetworkLong'],
  ],
  readyServiceTrouble: [
    [0, 'readyServiceTrouble'],
    [30, 'stillWaiting'],
  ],
  sendingMobile: [
    [0, 'sendingMobile'],
    [10, 'stillWaiting'],
  ],
  sendingCard: [
    [0, 'sendingCard'],
    [10, 'stillWaiting'],
  ],
  waitingMobile: [
    [0, 'waitingMobile'],
    [20, 'mobileCame'],
    [60, 'mobileTrouble'],
  ],
  waitingCard: [
    [0, 'waitingCard'],
    [30, 'cardOpened'],
    [90, 'cardTrouble'],
  ],
  waitingCash: [[0, 'waitingCash']],
  lastAsk: [[0, 'lastAsk']],
  failed: [[0, 'failed']],
  paid: [[0, 'thanks']],
}

/** What is said next to what the cashier must do or heed. A question to the cashier has nothing next to it. */
const alsoSaid: Partial<Record<AdviceKey, readonly Step[]>> = {
  unknown: [
    [0, 'unknown'],
    [20, 'unknownLong'],
  ],
  unknownRepeatRefused: [[0, 'unknownLong']],
  waitingPromptGone: [[0, 'promptGone']],
  readyTooLate: [[0, 'tooLate']],
  expired: [[0, 'expired']],
  refused: [[0, 'refused']],
}

/** Near its end a wait that has already been long is hurried, once. */
const endings: Partial<Record<AdviceKey, SentenceKey>> = {
  waitingMobile: 'mobileEnding',
  waitingCard: 'cardEnding',
}
const nearEnd = 20
const longEnough = 20

/** What the cashier should say aloud now (`live.say.<key>`), or null where there is nothing to say. */
export function sentenceFor(sale: Sale, moment: SpokenMoment): SentenceKey | null {
  const { kind, key } = adviceFor(sale, moment)
  const seconds = moment.waited / 1000
  const ending = endings[key]
  const ends = moment.secondsLeft !== null && moment.secondsLeft <= nearEnd
  if (ending && ends && seconds >= longEnough) return ending
  const steps = kind === 'say' ? said[key] : (alsoSaid[key] ?? [])
  return steps.findLast(([from]) => seconds >= from)?.[1] ?? null
}

/** Since when the customer waits for what is said now, wall clock, ms. */
export function waitsSince(sale: Sale): number {
  const { acceptedAt, lastAttemptAt, recordedAt } = sale
  const status = statusOf(sale)
  if (status === 'waitingForCustomer') return acceptedAt ?? recordedAt
  return status === 'sending' ? (lastAttemptAt ?? recordedAt) : recordedAt
}
