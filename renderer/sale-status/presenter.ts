import {
  type Action,
  allowedActions,
  isOpen,
  isPaidInCash,
  isUnclear,
  mayClassify,
  needsResolving,
} from '../../shared/payment/actions'
import type { Freshness } from '../../shared/payment/freshness'
import type { Sale } from '../../shared/payment/sale'
import {
  answerExceptionOf,
  beforeRetry,
  isTriedAgain,
  type SaleException,
  statusOf,
} from '../../shared/payment/status'
import type { IconName } from '../ui/icons/shapes'
import type { Tone } from '../ui/tone'
import { type DisplayStatus, displayStatusOf } from './display-status'
import type { AdviceTextKey, MeaningKey, SentenceKey, StepKey } from './text-keys'
import type { WaitReason } from './waiting'

/** What the moment adds to a sale. */
export interface Moment {
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
  key: Exclude<AdviceTextKey, AdviceKind | 'say'>
}

/** What a button of the Live screen does: one of main's actions, or a step of this window's own. */
export type LiveAction =
  | Exclude<Action, 'classify-status' | 'record-refund'>
  | 'newSale'
  | 'chargeAgain'

/** Everything that the screen of a sale says and offers at a moment. */
export interface Shown {
  name: DisplayStatus
  tone: Tone
  icon: IconName
  /** What it means for the money (`live.meaning.<key>`). */
  meaning: MeaningKey
  advice: Advice | null
  /** What to say aloud now (`live.say.<key>`), or null where there is nothing to say. */
  say: SentenceKey | null
  /** The button to press next, the others, and those that give up, which are kept apart. */
  primary: LiveAction
  others: readonly LiveAction[]
  apart: readonly LiveAction[]
  /** What happens now (`history.step.<key>`); null where nothing does any more. */
  step: StepKey | null
  /** What is still to come (`history.step.<key>`). */
  toCome: StepKey | null
  /** When a pending payment ends, ms on the service's clock, while the customer may still be asked. */
  endsAt: number | null
  /** It has been open for long, or cannot be asked about: the screen says when a person may end it. */
  saysWhenItEnds: boolean
}

/** From how many seconds on, and what then: a customer does not hear the same words for two minutes. */
type Speech = readonly (readonly [from: number, key: SentenceKey])[]

interface Said {
  /** Where the moment changes what it is called. */
  name?: DisplayStatus
  meaning: MeaningKey
  advice?: Advice
  say?: Speech
  /** Said once near the end of a wait that has already been long. */
  ending?: SentenceKey
  /** The first of these that is possible is the primary button; New sale where none is. */
  first?: readonly LiveAction[]
  step?: StepKey
}

interface Row {
  tone: Tone
  icon: IconName
  at: (sale: Sale, now: Moment) => Said
}

/** Each status once: its colour, its icon, and what is said and offered. */
const table: Record<DisplayStatus, Row> = {
  waitingToSend: {
    tone: 'waiting',
    icon: 'queue',
    at: (sale, now) => ({ meaning: whyNotSent(sale, now), step: 'toSend', ...notSent(now) }),
  },
  askCustomer: {
    tone: 'unknown',
    icon: 'person',
    at: (_, { freshness }) =>
      freshness === 'too-old'
        ? {
            meaning: 'heldTooOld',
            advice: { kind: 'before', key: 'heldTooOld' },
            first: ['chargeAgain'],
            step: 'askCustomer',
          }
        : {
            meaning: 'held',
            advice: { kind: 'question', key: 'held' },
            first: ['send-now'],
            step: 'askCustomer',
          },
  },
  sending: {
    tone: 'waiting',
    icon: 'up',
    at: ({ channel }) => ({
      meaning: 'sending',
      say: [
        [0, channel === 'mobile' ? 'sendingMobile' : 'sendingCard'],
        [10, 'stillWaiting'],
      ],
      step: 'sending',
    }),
  },
  unknown: {
    tone: 'unknown',
    icon: 'question',
    at: (sale, now) => ({ step: 'unknown', first: ['try-again'], ...unknown(sale, now) }),
  },
  waitingForCustomer: {
    tone: 'pending',
    icon: 'clock',
    at: (sale, now) => ({
      step: 'customer',
      first: ['resolve', ...askedBeforeSentAgain(now)],
      ...waitingAt[waitStage(sale, now)](sale, now),
      ...(sale.resolution && alreadyResolved),
    }),
  },
  paid: {
    tone: 'paid',
    icon: 'check',
    at: sale => ({
      meaning: sale.handedOverAt === null ? 'paid' : 'paidHandedOver',
      first: unlessNews(sale, 'hand-over'),
      ...paid(sale),
    }),
  },
  paidLate: {
    tone: 'unknown',
    icon: 'alert',
    at: () => ({
      meaning: 'paidLate',
      advice: { kind: 'before', key: 'paidLate' },
      first: ['resolve'],
    }),
  },
  paidTwice: {
    tone: 'unknown',
    icon: 'alert',
    at: () => ({
      meaning: 'paidTwice',
      advice: { kind: 'before', key: 'paidTwice' },
      first: ['resolve'],
    }),
  },
  refunded: {
    tone: 'waiting',
    icon: 'refund',
    at: sale => ({
      meaning: sale.handedOverAt === null ? 'refunded' : 'refundedHandedOver',
      first: ['resolve'],
      ...(needsResolving(sale) && { advice: { kind: 'before', key: 'refundedToResolve' } }),
    }),
  },
  paidInCash: {
    tone: 'expired',
    icon: 'person',
    at: (sale, now) =>
      statusOf(sale) === 'waitingForCustomer'
        ? { step: 'stillOpen', first: ['resolve'], ...stillOpen(now) }
        : { meaning: 'paidInCash', first: unlessNews(sale, 'hand-over') },
  },
  resolved: {
    tone: 'expired',
    icon: 'person',
    at: sale => ({
      meaning: unclearMeaning(sale),
      first: unlessNews(sale, 'hand-over'),
    }),
  },
  failed: {
    tone: 'bad',
    icon: 'cross',
    at: sale => ({
      meaning: 'failed',
      say: [[0, 'failed']],
      first: unlessNews(sale, 'chargeAgain'),
    }),
  },
  manager: {
    tone: 'unknown',
    icon: 'alert',
    at: sale => ({
      meaning: unclearMeaning(sale),
      advice: { kind: 'before', key: 'manager' },
      first: ['resolve'],
    }),
  },
  expired: {
    tone: 'expired',
    icon: 'hourglass',
    at: ({ resolution }) => ({
      meaning: 'expired',
      advice: { kind: 'before', key: 'expired' },
      say: [[0, 'expired']],
      first: resolution === null ? ['check-now', 'resolve'] : [],
    }),
  },
  refused: {
    tone: 'bad',
    icon: 'barred',
    at: () => ({
      meaning: 'refused',
      advice: { kind: 'next', key: 'refused' },
      say: [[0, 'refused']],
      first: ['chargeAgain'],
    }),
  },
  withdrawn: {
    tone: 'waiting',
    icon: 'undo',
    at: () => ({
      meaning: 'withdrawn',
      advice: { kind: 'next', key: 'withdrawn' },
      first: ['chargeAgain'],
    }),
  },
  stopped: {
    tone: 'expired',
    icon: 'square',
    at: () => ({ meaning: 'stopped', advice: { kind: 'before', key: 'stopped' } }),
  },
}

/** How far the wait for a customer has come: each moment is one of these, the first that holds. */
type WaitStage = 'elsewhere' | 'overdue' | 'timeUp' | 'stopped' | 'promptGone' | 'asked'

function waitStage(sale: Sale, now: Moment): WaitStage {
  if (now.elsewhere) return 'elsewhere'
  if (now.overdue) return 'overdue'
  if (now.timeUp) return 'timeUp'
  if (sale.stoppedWaitingAt !== null) return 'stopped'
  return now.promptGone ? 'promptGone' : 'asked'
}

const waitingAt: Record<WaitStage, (sale: Sale, now: Moment) => Said> = {
  elsewhere: (_, { overdue }) => ({
    name: 'manager',
    meaning: 'waitingElsewhere',
    advice: { kind: 'before', key: overdue ? 'elsewhere' : 'waitingElsewhere' },
  }),
  overdue: () => ({
    meaning: 'waitingOverdue',
    advice: { kind: 'before', key: 'waitingOverdue' },
  }),
  timeUp: () => ({ meaning: 'lastAsk', say: [[0, 'lastAsk']] }),
  stopped: () => ({ meaning: 'waitingStopped', advice: { kind: 'next', key: 'waitingStopped' } }),
  promptGone: () => ({
    meaning: 'waitingPromptGone',
    advice: { kind: 'answer', key: 'waitingPromptGone' },
    say: [[0, 'promptGone']],
  }),
  asked: sale => (sale.channel === 'mobile' ? askedOnPhone : askedForCard(sale)),
}

const askedOnPhone: Said = {
  meaning: 'waitingMobile',
  say: [
    [0, 'waitingMobile'],
    [20, 'mobileCame'],
    [60, 'mobileTrouble'],
  ],
  ending: 'mobileEnding',
}

function askedForCard({ checkoutUrl }: Sale): Said {
  if (checkoutUrl === null)
    return { meaning: 'waitingCard', advice: { kind: 'next', key: 'waitingCardNoCode' } }
  return {
    meaning: 'waitingCard',
    say: [
      [0, 'waitingCard'],
      [30, 'cardOpened'],
      [90, 'cardTrouble'],
    ],
    ending: 'cardEnding',
  }
}

/** The push may still ring: the customer is asked to leave it, until only a person can end it. */
function stillOpen({ elsewhere, overdue }: Moment): Said {
  const meaning = overdue ? 'waitingOverdue' : 'waitingCash'
  return {
    meaning: elsewhere ? 'waitingElsewhere' : meaning,
    ...(overdue
      ? { advice: { kind: 'before', key: 'waitingOverdue' } }
      : { say: [[0, 'waitingCash']] }),
  }
}

/** A person has said how it ended, and the till still asks whether the money comes after all. */
const alreadyResolved: Partial<Said> = {
  advice: { kind: 'next', key: 'resolved' },
  say: [],
  first: [],
}

/** The customer may have paid meanwhile: the service is asked before a second request is sent. */
function askedBeforeSentAgain({ promptGone, elsewhere }: Moment): LiveAction[] {
  return promptGone && !elsewhere ? ['check-now'] : []
}

/** A request that the service turned away did leave the till, and still nothing came of it. */
function whyNotSent({ lastFailure }: Sale, { why }: Moment): MeaningKey {
  if (why === 'queue') return 'ready'
  const wasRejected = lastFailure?.reason === 'keys-rejected' || lastFailure?.reason === 'throttled'
  return wasRejected ? 'readyRejected' : 'readyAfterFailure'
}

/** A customer is not told of a network that is fine, nor asked to wait for new keys. */
function notSent({ why, tooLate }: Moment): Partial<Said> {
  if (why === 'queue') return patience('ready', 20)
  if (why === 'keys-rejected') return { advice: { kind: 'before', key: 'readyNoKeys' } }
  if (why === 'portal') return { advice: { kind: 'before', key: 'readyPortal' } }
  if (tooLate) return { advice: { kind: 'next', key: 'readyTooLate' }, say: [[0, 'tooLate']] }
  if (why === 'no-internet') return patience('readyNoNetwork', 30, 'noNetworkLong')
  return patience('readyServiceTrouble', 30)
}

function patience(
  first: SentenceKey,
  from: number,
  then: SentenceKey = 'stillWaiting',
): { say: Speech } {
  return {
    say: [
      [0, first],
      [from, then],
    ],
  }
}

function unknown(sale: Sale, { freshness, elsewhere, isLate }: Moment): Said {
  const onlyManager = (meaning: MeaningKey & Advice['key']): Said => ({
    meaning,
    advice: { kind: 'before', key: meaning },
  })
  if (elsewhere) return { ...onlyManager('unknownElsewhere'), ...managersFirst(sale) }
  if (sale.repeatRefused)
    return {
      ...onlyManager('unknownRepeatRefused'),
      say: [[0, 'unknownLong']],
      ...managersFirst(sale),
    }
  if (freshness === 'too-old') return onlyManager('unknownTooOld')
  const meaning = sale.lastFailure ? 'unknownAfterFailure' : 'unknown'
  if (isLate) return { meaning, advice: { kind: 'question', key: 'unknownAskManager' } }
  if (freshness === 'ask') return { meaning, advice: { kind: 'question', key: 'unknownAsk' } }
  return {
    meaning,
    advice: { kind: 'before', key: 'unknown' },
    ...patience('unknown', 20, 'unknownLong'),
  }
}

/** Asking for the same again is refused again: how it ended is in the service's dashboard. */
function managersFirst({ repeatRefused }: Sale): Partial<Said> {
  return repeatRefused ? { first: ['resolve'] } : {}
}

/** A sale that was resolved may have been paid back: its goods are not simply handed over. */
function paid({ handedOverAt, resolution }: Sale): Partial<Said> {
  if (handedOverAt !== null) return { advice: { kind: 'next', key: 'paidHandedOver' } }
  if (resolution !== null) return { advice: { kind: 'before', key: 'paidResolved' } }
  return { say: [[0, 'thanks']] }
}

/** Known words that contradict each other are no unknown word. */
function unclearMeaning(sale: Sale): MeaningKey {
  return isUnclear(sale) && !mayClassify(sale) ? 'doubtful' : unclear[answerExceptionOf(sale)]
}

/** What a manager has to find out about a sale that is settled, but neither plainly paid nor failed. */
const unclear: Record<SaleException, MeaningKey> = {
  none: 'unrecognised',
  cash: 'unrecognised',
  late: 'paidLate',
  twice: 'paidTwice',
  twiceAfterFailure: 'contradicted',
  contradicted: 'contradicted',
  mismatched: 'mismatch',
  providerDisagrees: 'providerDisagrees',
}

/** Unexpected money is resolved before anything else, above all before charging again or handing over. */
function unlessNews(sale: Sale, action: LiveAction): LiveAction[] {
  const isNews = sale.contradiction !== null || sale.late || sale.paidTwice !== null
  return [isNews ? 'resolve' : action]
}

/** The colour and the icon of a status, where the moment does not matter: in lists. */
export function toneAndIcon(status: DisplayStatus): { tone: Tone; icon: IconName } {
  return table[status]
}

/** Every name, in the order of a sale's life. */
export const displayStatuses = Object.keys(table) as readonly DisplayStatus[]

/** What the screen of a sale says and offers now. */
export function shownOf(sale: Sale, now: Moment): Shown {
  const status = displayStatusOf(sale)
  const said = { ...table[status].at(sale, now), ...overruled(sale, status, now) }
  const name = said.name ?? status
  const { tone, icon } = table[name]
  return {
    name,
    tone,
    icon,
    // Through a retry the rest stays as it is: most often it ends where it began.
    meaning: isTriedAgain(sale) ? 'sendingAgain' : said.meaning,
    advice: said.advice ?? null,
    say: sentenceOf(said, now),
    ...buttonsOf(sale, said.first ?? [], now),
    step: stepOf(sale, said, now),
    toCome: toComeOf(sale, status),
    ...endOf(sale, now),
  }
}

/** What a person said, or a later answer, comes before what the status says. */
function overruled(sale: Sale, status: DisplayStatus, { elsewhere }: Moment): Partial<Said> {
  if (statusOf(sale) === 'waitingForCustomer') return {}
  const only = (advice: Advice): Partial<Said> => ({ advice, say: [] })
  if (sale.resolution && status !== 'paid' && status !== 'refunded')
    return only({ kind: 'next', key: 'resolved' })
  if (!needsResolving(sale)) return {}
  if (sale.contradiction !== null) return only({ kind: 'before', key: 'manager' })
  return elsewhere ? only({ kind: 'before', key: 'elsewhere' }) : {}
}

const nearEnd = 20
const longEnough = 20

function sentenceOf({ say = [], ending }: Said, now: Moment): SentenceKey | null {
  const seconds = now.waited / 1000
  const ends = now.secondsLeft !== null && now.secondsLeft <= nearEnd
  const sentence = say.findLast(([from]) => seconds >= from)?.[1] ?? null
  return sentence && ending && ends && seconds >= longEnough ? ending : sentence
}

function stepOf(sale: Sale, { step }: Said, { elsewhere }: Moment): StepKey | null {
  if (!isOpen(sale)) return null
  if (elsewhere || sale.repeatRefused) return 'manager'
  return isTriedAgain(sale) ? 'sending' : (step ?? null)
}

function toComeOf(sale: Sale, status: DisplayStatus): StepKey | null {
  if (status === 'paid' && sale.handedOverAt === null) return 'goods'
  if (needsResolving(sale)) return 'resolve'
  return isOpen(sale) ? 'result' : null
}

const stillAsked: readonly WaitStage[] = ['stopped', 'promptGone', 'asked']

function endOf(sale: Sale, now: Moment): Pick<Shown, 'endsAt' | 'saysWhenItEnds'> {
  if (statusOf(sale) !== 'waitingForCustomer') return { endsAt: null, saysWhenItEnds: false }
  return {
    endsAt: stillAsked.includes(waitStage(sale, now)) ? sale.expiresAt : null,
    saysWhenItEnds: !now.overdue && (now.elsewhere || now.isLate),
  }
}

/** What gives up on something that may still happen is kept apart, so that it is not pressed in passing. */
const ends: readonly LiveAction[] = ['stop', 'stop-waiting', 'take-cash']
/** What needs the keys that the sale was sent with; cash too, because this till cannot tell whether it is paid. */
const needsItsAccount: readonly LiveAction[] = ['try-again', 'send-again', 'check-now', 'take-cash']

function buttonsOf(
  sale: Sale,
  first: readonly LiveAction[],
  now: Moment,
): Pick<Shown, 'primary' | 'others' | 'apart'> {
  const possible = possibleActions(sale, now)
  const primary = first.find(action => possible.includes(action)) ?? 'newSale'
  const rest = possible.filter(action => action !== primary)
  return {
    primary,
    others: rest.filter(action => !ends.includes(action)),
    apart: rest.filter(action => ends.includes(action)),
  }
}

function possibleActions(sale: Sale, now: Moment): LiveAction[] {
  // Through a retry the buttons stay where they are: they wait for its end (live-actions.tsx).
  const allowed = allowedActions(beforeRetry(sale), now)
    .filter(action => action !== 'classify-status' && action !== 'record-refund')
    .filter(action => !(now.elsewhere && needsItsAccount.includes(action)))
  const again: LiveAction[] = canChargeAgain(sale, now) ? ['chargeAgain'] : []
  return [...allowed, ...again, 'newSale']
}

const cameToNothing: readonly DisplayStatus[] = ['failed', 'refused', 'expired', 'withdrawn']

/** A new sale for what came to nothing, and for what was never sent and is too old to be sent. */
function canChargeAgain(sale: Sale, { freshness }: Moment): boolean {
  if (isPaidInCash(sale)) return false
  const status = displayStatusOf(sale)
  return status === 'askCustomer' ? freshness === 'too-old' : cameToNothing.includes(status)
}
