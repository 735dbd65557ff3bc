import { describe, expect, it } from 'vitest'
import {
  displayStatusOf,
  exceptionNameOf,
  toneAndIcon,
} from '../../../renderer/sale-status/display-status'
import { paymentScreenOf } from '../../../renderer/sale-status/presenter'
import type { Moment } from '../../../renderer/sale-status/screen-content'
import type { Payment } from '../../../shared/payment/payment'
import { calm, events, onceAccepted, paymentAfter, refusedRepeat } from './a-payment'

const { abandoned, accepted, cashTaken, expired, failed, handedOver, held } = events
const { alsoPaid, lost, mismatched, notSent, paid, providerDisagreed } = events
const givenBack = events['given-back']
const seen = { ...events.resolved, how: 'seen-in-dashboard' } as const
const { refused, resolved, reversed, started, unrecognised, withdrawn } = events

const shown = (payment: Payment, more: Partial<Moment> = {}) =>
  paymentScreenOf(payment, { ...calm, ...more })

const ask: Partial<Moment> = { freshness: 'ask' }
const old: Partial<Moment> = { freshness: 'too-old' }
const offline: Partial<Moment> = { why: 'no-internet' }
const noKeys: Partial<Moment> = { why: 'keys-rejected' }
const busy: Partial<Moment> = { why: 'asked-to-wait' }
const timeUp = { timeUp: true }
const gone = { promptGone: true }
const late = { isLate: true }
const overdue = { overdue: true }
const elsewhere = { elsewhere: true }

const queued = paymentAfter()
const waiting = paymentAfter(held)
const sending = paymentAfter(started)
const retried = paymentAfter(started, notSent, started)
const unknown = paymentAfter(started, lost)
const pending = onceAccepted()
const inCash = onceAccepted(cashTaken)
const inCashAlone = onceAccepted(cashTaken, failed)
const failedButTaken = onceAccepted(failed, { ...providerDisagreed, providerStatus: 'COMPLETED' })
const contradicted = onceAccepted(paid, reversed)
const alsoPaidFor = onceAccepted(paid, alsoPaid)
const inCashAndPaid = onceAccepted(cashTaken, paid)

/** The payment's sale has more than is due, and a person is asked by this payment. */
function tooMuchOf({ id, channel }: Payment): Partial<Moment> {
  const paidBy = [{ paymentId: id, channel, value: 30_000 }]
  const sale = { ...calm.sale, toDos: ['too-much'], asks: [id], paidBy } as const
  return { sale: { ...sale, cover: 'too-much' } }
}
const over = onceAccepted(expired)
const paidLate = onceAccepted(expired, paid)

describe('the status of a payment', () => {
  it.each<[string, Payment, ReturnType<typeof displayStatusOf>, string]>([
    ['recorded', queued, 'waitingToSend', 'waiting'],
    ['held', waiting, 'askCustomer', 'unknown'],
    ['sending', sending, 'sending', 'waiting'],
    ['lost', unknown, 'unknown', 'unknown'],
    ['accepted', pending, 'waitingForCustomer', 'pending'],
    ['paid', onceAccepted(paid), 'paid', 'paid'],
    ['paid late', paidLate, 'paidLate', 'unknown'],
    ['paid, and so was another payment for it', alsoPaidFor, 'paidLate', 'unknown'],
    ['contradicted', contradicted, 'manager', 'unknown'],
    ['failed, then contradicted', onceAccepted(failed, reversed), 'manager', 'unknown'],
    ['in cash, and still open', inCash, 'paidInCash', 'expired'],
    ['in cash, then failed', onceAccepted(cashTaken, failed), 'paidInCash', 'expired'],
    ['tried again', retried, 'waitingToSend', 'waiting'],
    ['tried again after no answer', paymentAfter(started, lost, started), 'unknown', 'unknown'],
    ['failed', onceAccepted(failed), 'failed', 'bad'],
    ['paid, against the provider', onceAccepted(paid, providerDisagreed), 'paid', 'paid'],
    ['failed, and the provider says paid', failedButTaken, 'manager', 'unknown'],
    ['a repeat that was refused', refusedRepeat, 'unknown', 'unknown'],
    ['unrecognised', onceAccepted(unrecognised), 'manager', 'unknown'],
    ['mismatched after paid', onceAccepted(paid, mismatched), 'manager', 'unknown'],
    ['expired', over, 'expired', 'expired'],
    ['expired, and seen paid by staff', onceAccepted(expired, seen), 'resolved', 'expired'],
    ['refused', paymentAfter(started, refused), 'refused', 'bad'],
    ['withdrawn', paymentAfter(withdrawn), 'withdrawn', 'waiting'],
    ['abandoned', paymentAfter(started, lost, abandoned), 'stopped', 'expired'],
  ])('%s', (_name, payment, status, tone) => {
    expect(displayStatusOf(payment)).toBe(status)
    expect(toneAndIcon(displayStatusOf(payment)).tone).toBe(tone)
  })

  it('is plain again once a person has settled it', () => {
    const settled = onceAccepted(expired, paid, resolved)
    expect([displayStatusOf(settled), exceptionNameOf(settled)]).toEqual(['paid', 'paidLate'])
    expect(displayStatusOf(onceAccepted(paid, reversed, resolved))).toBe('paid')
  })

  it('is Part paid while the sale lacks the rest: for money of the service, cash, and money that staff saw', () => {
    const lacks: Partial<Moment> = { sale: { ...calm.sale, rest: 5_000, toDos: ['lacks'] } }
    const brought = ({ id, channel }: Payment) => [{ paymentId: id, channel, value: 10_000 }]
    for (const payment of [onceAccepted(paid), inCashAlone, onceAccepted(expired, seen)]) {
      const sale = { ...calm.sale, ...lacks.sale, paidBy: brought(payment) }
      expect(shown(payment, { sale }).name).toBe('partPaid')
    }
  })

  it('does not wait for a customer whose answer this till cannot get', () => {
    expect(shown(pending, elsewhere).name).toBe('manager')
    expect(shown(pending).name).toBe('waitingForCustomer')
  })
})

describe('the sentence under the word', () => {
  const rejected = paymentAfter(started, { ...notSent, reason: 'keys-rejected' })
  const differs = onceAccepted(mismatched, unrecognised)

  it.each<[string, Payment, Partial<Moment>, string]>([
    [
      'why a payment waits: no network',
      paymentAfter(started, notSent),
      offline,
      'readyAfterFailure',
    ],
    ['why one waits that no call may send at all', queued, offline, 'readyAfterFailure'],
    ['why a payment waits: its turn', queued, {}, 'ready'],
    ['why a payment waits: its keys', rejected, noKeys, 'readyAfterFailure'],
    ['not of a retry that nothing has left the till', retried, offline, 'sendingAgain'],
    ['of a first attempt that it is sent', sending, {}, 'sending'],
    ['that cash was taken', inCash, {}, 'waitingCash'],
    ['that only a person can end the request after cash', inCash, overdue, 'waitingOverdue'],
    ['that cash was taken after a failure', onceAccepted(cashTaken, failed), {}, 'paidInCash'],
    ['that staff saw it paid', onceAccepted(expired, seen), {}, 'paidInCash'],
    ['that a second try does no harm while one is allowed', unknown, {}, 'unknown'],
    ['no such thing once none is allowed', unknown, old, 'unknownTooOld'],
    ['nothing that another account alone can know', unknown, elsewhere, 'elsewhere'],
    ['nothing of a wait that another account alone can know', pending, elsewhere, 'elsewhere'],
    ['that the till asks a last time once the time is up', pending, timeUp, 'lastAsk'],
    ['not for ever that it asks', pending, { ...timeUp, ...overdue }, 'waitingOverdue'],
    ['that the prompt is gone before the payment’s own end', pending, gone, 'waitingPromptGone'],
    ['no more of the prompt after that end', pending, { ...gone, ...timeUp }, 'lastAsk'],
    ['no more of the prompt of one overdue', pending, { ...gone, ...overdue }, 'waitingOverdue'],
    ['nothing of the prompt to one who paid in cash', inCash, gone, 'waitingCash'],
    ['that only the repeat was refused', refusedRepeat, {}, 'unknownRepeatRefused'],
    ['the provider’s word against a failure', failedButTaken, {}, 'providerDisagrees'],
    ['that a word is unknown', onceAccepted(unrecognised), {}, 'unrecognised'],
    ['that the answer is for another amount', differs, {}, 'mismatch'],
  ])('says %s', (_what, payment, moment, meaning) => {
    expect(shown(payment, moment).meaning).toBe(meaning)
  })
})

describe('when a person may end a wait', () => {
  it.each<[string, Payment, Partial<Moment>, boolean]>([
    ['not said of one that is new', pending, {}, false],
    ['said of one that is open for long', pending, late, true],
    ['said of one that this till cannot ask about', pending, elsewhere, true],
    ['not said once they may', pending, { ...elsewhere, ...late, ...overdue }, false],
    ['not said of what waits for no service', unknown, { ...elsewhere, ...late }, false],
  ])('is %s', (_which, payment, moment, isSaid) => {
    expect(shown(payment, moment).saysWhenItEnds).toBe(isSaid)
  })
})

describe('the end of a payment', () => {
  it('is named while the customer may still be asked', () => {
    for (const moment of [{}, gone]) expect(shown(pending, moment).endsAt).toBe(accepted.expiresAt)
  })

  it('is not named where it says nothing any more', () => {
    for (const moment of [timeUp, overdue, elsewhere])
      expect(shown(pending, moment).endsAt).toBeNull()
    expect(shown(over).endsAt).toBeNull()
  })
})

describe('a changed answer', () => {
  it('never says that money does not count which the day counts', () => {
    const paidFirst = onceAccepted(paid, reversed)
    expect(shown(paidFirst).meaning).toBe('paidThenOther')
    expect(shown(onceAccepted(paid, mismatched)).meaning).toBe('paidThenOther')
    const paidAfterAll = { ...reversed, status: 'completed', meaning: 'paid' } as const
    expect(shown(onceAccepted(failed, paidAfterAll)).meaning).toBe('failedThenPaid')
    expect(shown(onceAccepted(failed, mismatched)).meaning).toBe('mismatch')
  })
})

describe('the advice', () => {
  it('hands over goods for a payment that nothing speaks against', () => {
    expect(shown(onceAccepted(paid))).toMatchObject({ advice: null, sentence: 'thanks' })
  })

  it('hands over nothing once the money went back, and nothing is left to do', () => {
    const none = { advice: null, sentence: null, toCome: null }
    expect(shown(onceAccepted(paid, givenBack))).toMatchObject({
      ...none,
      name: 'givenBack',
      meaning: 'givenBack',
    })
    expect(shown(onceAccepted(paid, handedOver, givenBack)).meaning).toBe('givenBackHandedOver')
    expect(shown(onceAccepted(expired, paid, givenBack))).toMatchObject({
      ...none,
      name: 'givenBack',
    })
    const tooMuch = { ...givenBack, why: 'too-much', worth: 0 } as const
    expect(shown(onceAccepted(paid, alsoPaid, tooMuch))).toMatchObject({
      name: 'paid',
      primary: 'hand-over',
    })
  })

  it.each<[string, Payment]>([
    ['in cash, then by phone', inCashAndPaid],
    ['again, after it had failed', onceAccepted(failed, { ...reversed, meaning: 'paid' })],
    ['plainly, when the sale had its money', onceAccepted(paid)],
  ])('says too much of what was paid %s, and giving back alone ends it', (_how, payment) => {
    const screen = shown(payment, tooMuchOf(payment))
    expect(screen).toMatchObject({ name: 'tooMuch', meaning: 'tooMuch', primary: 'give-back' })
    expect([...screen.others, ...screen.apart]).not.toContain('resolve')
  })

  const paidAfterAll = { ...reversed, meaning: 'paid' } as const
  const seen = { ...resolved, how: 'seen-in-dashboard' } as const

  it.each<[string, Payment]>([
    ['staff saw elsewhere and the service calls failed', onceAccepted(expired, seen, failed)],
    ['the service took as paid and now says otherwise', contradicted],
    [
      'was paid after it had failed, and is in doubt',
      onceAccepted(failed, paidAfterAll, mismatched),
    ],
  ])('asks first about what %s, though the sale has too much', (_how, payment) => {
    const screen = shown(payment, tooMuchOf(payment))
    expect(screen).toMatchObject({ name: 'manager', primary: 'resolve' })
  })

  const lateResolved = onceAccepted(expired, paid, resolved)
  const lateHandedOver = onceAccepted(expired, paid, handedOver, resolved)

  it.each<[string, Payment, Partial<Moment>, string]>([
    ['hands over nothing that is contradicted', contradicted, {}, 'before manager'],
    ['hands over nothing that was paid late', paidLate, {}, 'before paidLate'],
    ['asks for the customer where the outcome is unknown', unknown, {}, 'before unknown'],
    ['asks about what waited too long to be sent', waiting, ask, 'question held'],
    ['asks nothing about what is too old to be sent', waiting, old, 'before heldTooOld'],
    ['asks about what may have been sent', unknown, ask, 'question unknownAsk'],
    ['asks a manager about it later', unknown, { ...ask, ...late }, 'question unknownAskManager'],
    ['asks nobody about one too old', unknown, { ...old, ...late }, 'before unknownTooOld'],
    ['asks about a prompt that is gone', pending, gone, 'answer waitingPromptGone'],
    ['sends a refused repeat to a manager', refusedRepeat, ask, 'before dashboard'],
    ['names another way to pay', queued, { ...busy, tooLate: true }, 'next readyTooLate'],
    ['sends another account’s to its dashboard', unknown, elsewhere, 'before elsewhere'],
    ['sends another account’s wait to its dashboard', pending, elsewhere, 'before elsewhere'],
    ['sends one that is over to its dashboard', over, elsewhere, 'before elsewhere'],
    ['sends a manager to what is overdue', pending, { ...timeUp, ...overdue }, 'before dashboard'],
    ['in whose dashboard it is', pending, { ...overdue, ...elsewhere }, 'before elsewhere'],
    ['hands over nothing resolved in another way', lateResolved, {}, 'before paidResolved'],
    ['says that it was handed over', lateHandedOver, {}, 'next paidHandedOver'],
    ['hands over nothing that two sales were paid for', alsoPaidFor, {}, 'before paidLate'],
    ['gives back what is too much', inCashAndPaid, tooMuchOf(inCashAndPaid), 'before tooMuch'],
    ['says that a card has no page', { ...pending, channel: 'card' }, {}, 'next waitingCardNoCode'],
  ])('%s', (_what, payment, moment, advice) => {
    const { kind, key } = shown(payment, moment).advice ?? {}
    expect(`${kind} ${key}`).toBe(advice)
  })

  it('never asks to wait for a network that only a person can open', () => {
    const keys = (['queue', 'no-internet', 'portal', 'keys-rejected'] as const).map(why => {
      const { advice, sentence } = shown(queued, { why })
      return advice?.key ?? sentence
    })
    expect(keys).toEqual(['ready', 'readyNoNetwork', 'readyPortal', 'readyNoKeys'])
    expect(shown(queued, busy).sentence).toBe('readyServiceTrouble')
  })
})
