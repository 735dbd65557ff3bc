import {
  type Action,
  allowedActions,
  isOpen,
  isPaidInCash,
  isUnpaid,
  needsResolving,
} from '../../shared/payment/actions'
import type { Payment } from '../../shared/payment/payment'
import { isConfirmed, isTakenBack, moreWentBack } from '../../shared/payment/payment-money'
import { beforeRetry, isTriedAgain, statusOf } from '../../shared/payment/status'
import {
  type DisplayStatus,
  displayStatusOf,
  isTooMuch,
  statusInSale,
  toneAndIcon,
} from './display-status'
import type { SentenceKey, StepKey } from './screen-content'
import {
  type Advice,
  alreadyResolved,
  askedBeforeSentAgain,
  hasGoodsToHandOver,
  type LiveAction,
  type Moment,
  notSent,
  type PaymentScreen,
  paid,
  paidResolved,
  restOfSale,
  type ScreenContent,
  stillOpen,
  unclearMeaning,
  unknown,
  type WaitStage,
  waitingAt,
  waitSentences,
  waitStage,
} from './screen-content'

/** What is said and offered at each status. */
const table: Record<DisplayStatus, (payment: Payment, now: Moment) => ScreenContent> = {
  waitingToSend: (_, now) => ({
    meaning: now.why === 'queue' ? 'ready' : 'readyAfterFailure',
    ...notSent(now),
  }),
  askCustomer: (_, { freshness }) =>
    freshness === 'too-old'
      ? { meaning: 'held', advice: { kind: 'before', key: 'heldTooOld' }, first: ['chargeAgain'] }
      : { meaning: 'held', advice: { kind: 'question', key: 'held' }, first: ['send-now'] },
  sending: () => ({ meaning: 'sending', ...waitSentences('ready', 10) }),
  unknown: (payment, now) => ({ first: ['try-again'], ...unknown(payment, now) }),
  waitingForCustomer: (payment, now) => ({
    first: ['resolve', ...askedBeforeSentAgain(now)],
    ...waitingAt[waitStage(payment, now)](payment, now),
    ...(payment.resolution && alreadyResolved),
  }),
  paid: (payment, now) => ({
    meaning: payment.handedOverAt === null ? 'paid' : 'paidHandedOver',
    first: resolveBefore(payment, 'hand-over'),
    ...paid(payment, now),
  }),
  partPaid: () => ({ meaning: 'partPaid' }),
  paidLate: ({ alsoPaid }) => ({
    meaning: alsoPaid === null ? 'paidLate' : 'paid',
    advice: { kind: 'before', key: 'paidLate' },
    ...(alsoPaid === null
      ? { first: ['hand-over'], beside: ['give-back'] }
      : { first: ['give-back'], beside: ['hand-over'] }),
  }),
  tooMuch: () => ({
    meaning: 'tooMuch',
    advice: { kind: 'before', key: 'tooMuch' },
    first: ['give-back'],
  }),
  givenBack: payment => {
    const isHere = payment.handedOverAt === null
    if (isTakenBack(payment)) return { meaning: isHere ? 'takenBack' : 'takenBackHandedOver' }
    return { meaning: isHere ? 'givenBack' : 'givenBackHandedOver' }
  },
  paidInCash: (payment, now) =>
    statusOf(payment) === 'waitingForCustomer'
      ? { first: ['resolve'], ...stillOpen(now), ...(now.sale.rest > 0 && { name: 'partPaid' }) }
      : inCash(payment, now),
  resolved: (payment, now) => ({
    meaning: unclearMeaning(payment),
    first: ['hand-over'],
    ...(canTakeRest(payment, now) && { meaning: 'paidInCash', ...restOfSale }),
  }),
  failed: payment => ({
    meaning: 'failed',
    speech: [[0, 'failed']],
    first: resolveBefore(payment, 'chargeAgain'),
  }),
  manager: payment => ({
    meaning: unclearMeaning(payment),
    advice: { kind: 'before', key: 'manager' },
    first: ['resolve'],
  }),
  expired: ({ resolution }) => ({
    meaning: 'expired',
    advice: { kind: 'before', key: 'expired' },
    speech: [[0, 'asking']],
    first: resolution === null ? ['check-now', 'resolve'] : [],
  }),
  refused: () => ({
    meaning: 'refused',
    advice: { kind: 'next', key: 'refused' },
    speech: [[0, 'refused']],
    first: ['chargeAgain'],
  }),
  withdrawn: () => ({
    meaning: 'withdrawn',
    advice: { kind: 'next', key: 'withdrawn' },
    first: ['chargeAgain'],
  }),
  undone: () => ({ meaning: 'undone', first: ['chargeAgain'] }),
  stopped: () => ({ meaning: 'stopped', advice: { kind: 'before', key: 'stopped' } }),
}

/** What staff took, for the whole or for a part of it. */
function inCash(payment: Payment, now: Moment): ScreenContent {
  if (now.sale.rest > 0) return { meaning: 'paidInCash', ...restOfSale }
  if (payment.channel === 'cash') return { meaning: 'paidInCash' }
  return { meaning: 'paidInCash', first: resolveBefore(payment, 'hand-over') }
}

/** Unexpected money is resolved before anything else, above all before charging again or handing over. */
function resolveBefore(payment: Payment, action: LiveAction): LiveAction[] {
  return [payment.contradiction !== null || payment.late ? 'resolve' : action]
}

/** What the screen of a payment says and offers now. */
export function paymentScreenOf(payment: Payment, now: Moment): PaymentScreen {
  const status = statusInSale(payment, now.sale)
  const content = { ...table[status](payment, now), ...overruled(payment, status, now) }
  const name = content.name ?? status
  const { tone, icon } = toneAndIcon(name)
  return {
    name,
    tone,
    icon,
    // Through a retry the rest stays as it is: most often it ends where it began.
    meaning: isTriedAgain(payment) ? 'sendingAgain' : content.meaning,
    advice: content.advice ?? null,
    sentence: sentenceOf(content, now),
    ...buttonsOf(payment, content.first ?? [], now),
    beside: content.beside ?? ['resolve'],
    step: stepOf(payment, name, now),
    toCome: toComeOf(payment, status, now),
    ...endOf(payment, now),
  }
}

/** What a person said, or a later answer, comes before what the status says. */
function overruled(payment: Payment, status: DisplayStatus, now: Moment): Partial<ScreenContent> {
  if (status === 'tooMuch') return {}
  const isMoneyGone = isTakenBack(payment) || moreWentBack(payment)
  if (isMoneyGone && isUnpaid(payment, now.sale))
    return { first: ['takeRest'], advice: { kind: 'before', key: 'unpaid' }, speech: [] }
  if (statusOf(payment) === 'waitingForCustomer' || canTakeRest(payment, now)) return {}
  const only = (advice: Advice): Partial<ScreenContent> => ({ advice, speech: [] })
  if (!needsResolving(payment)) {
    if (!payment.resolution || status === 'paid' || status === 'givenBack') return {}
    const mayGo = isConfirmed(payment) && hasGoodsToHandOver(payment, now)
    return only(mayGo ? paidResolved : { kind: 'next', key: 'resolved' })
  }
  if (payment.contradiction !== null) return only({ kind: 'before', key: 'manager' })
  return now.elsewhere ? only({ kind: 'before', key: 'elsewhere' }) : {}
}

const nearEnd = 20
const longEnough = 20

function sentenceOf({ speech = [], ending }: ScreenContent, now: Moment): SentenceKey | null {
  const seconds = now.waited / 1000
  const ends = now.secondsLeft !== null && now.secondsLeft <= nearEnd
  const sentence = speech.findLast(([from]) => seconds >= from)?.[1] ?? null
  return sentence && ending && ends && seconds >= longEnough ? ending : sentence
}

/** The name of what happens now; only a person can end what this till cannot ask about. */
function stepOf(
  payment: Payment,
  name: DisplayStatus,
  { elsewhere }: Moment,
): PaymentScreen['step'] {
  if (!isOpen(payment)) return null
  if (elsewhere || payment.repeatRefused) return 'manager'
  return isTriedAgain(payment) ? 'sending' : name
}

function toComeOf(payment: Payment, status: DisplayStatus, now: Moment): StepKey | null {
  const isPaid = status === 'paid' || status === 'paidLate'
  if (isPaid && hasGoodsToHandOver(payment, now)) return 'goods'
  if (needsResolving(payment)) return 'resolve'
  return isOpen(payment) ? 'result' : null
}

const stillAsked: readonly WaitStage[] = ['stopped', 'promptGone', 'asked']

function endOf(payment: Payment, now: Moment): Pick<PaymentScreen, 'endsAt' | 'saysWhenItEnds'> {
  if (statusOf(payment) !== 'waitingForCustomer') return { endsAt: null, saysWhenItEnds: false }
  return {
    endsAt: stillAsked.includes(waitStage(payment, now)) ? payment.expiresAt : null,
    saysWhenItEnds: !now.overdue && (now.elsewhere || now.isLate),
  }
}

/** What gives up on something that may still happen is kept apart, so that it is not pressed in passing. */
const ends: readonly LiveAction[] = ['stop', 'stop-waiting', 'take-cash', 'give-back']
/** What needs the keys that the payment was sent with; cash too, because this till cannot tell whether it is paid. */
const needsItsAccount: readonly LiveAction[] = ['try-again', 'send-again', 'check-now', 'take-cash']

function buttonsOf(
  payment: Payment,
  first: readonly LiveAction[],
  now: Moment,
): Pick<PaymentScreen, 'primary' | 'others' | 'apart'> {
  const possible = possibleActions(payment, now)
  const primary = first.find(action => possible.includes(action)) ?? 'newSale'
  const rest = possible.filter(action => action !== primary)
  return {
    primary,
    others: rest.filter(action => !ends.includes(action)),
    apart: rest.filter(action => ends.includes(action)),
  }
}

/** The others are asked beside their notice, or on another screen. */
function isLiveAction(action: Action): action is Extract<Action, LiveAction> {
  return !['classify-status', 'answer-objection'].includes(action)
}

function possibleActions(payment: Payment, now: Moment): LiveAction[] {
  // Through a retry the buttons stay where they are: they wait for its end (live-actions.tsx).
  const allowed = allowedActions(beforeRetry(payment), { ...now, ...now.sale })
    .filter(isLiveAction)
    .filter(action => !(now.elsewhere && needsItsAccount.includes(action)))
    // Only giving it back ends that.
    .filter(action => action !== 'resolve' || !isTooMuch(payment, now.sale))
  const rest: LiveAction[] = canTakeRest(payment, now) ? ['takeRest'] : []
  const again: LiveAction[] =
    rest.length === 0 && canChargeAgain(payment, now) ? ['chargeAgain'] : []
  const same: LiveAction[] = now.sale.cover === 'given-back' ? ['sellAgain'] : []
  return [...allowed, ...rest, ...again, ...same, 'newSale']
}

const cameToNothing: readonly DisplayStatus[] = [
  'failed',
  'refused',
  'expired',
  'withdrawn',
  'undone',
]

/** It brought money, and what else is due is neither here nor on its way. */
function canTakeRest(payment: Payment, now: Moment): boolean {
  if (isUnpaid(payment, now.sale)) return true
  const { toDos, paidBy } = now.sale
  return toDos.includes('lacks') && paidBy.some(({ paymentId }) => paymentId === payment.id)
}

/** A further payment for what came to nothing, and for what was never sent and is too old to be sent. */
function canChargeAgain(payment: Payment, { freshness, sale }: Moment): boolean {
  const isElsewhere =
    sale.waitsFor.some(id => id !== payment.id) ||
    ['covered', 'too-much', 'given-back'].includes(sale.cover)
  if (isPaidInCash(payment) || isElsewhere) return false
  const status = displayStatusOf(payment)
  return status === 'askCustomer' ? freshness === 'too-old' : cameToNothing.includes(status)
}
