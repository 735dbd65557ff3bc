import { describe, expect, it } from 'vitest'
import { adviceFor } from '../../../renderer/sale-status/advice'
import {
  displayStatusAt,
  displayStatusOf,
  exceptionWordOf,
  toneAndIcon,
} from '../../../renderer/sale-status/display-status'
import { type Moment, meaningOfSale } from '../../../renderer/sale-status/meaning'
import { asksForItsEnd, endToName } from '../../../renderer/sale-status/wait-end'
import type { Sale } from '../../../shared/payment/sale'
import {
  accepted,
  expired,
  failed,
  lost,
  mismatched,
  notSent,
  paid,
  providerDisagreed,
  refused,
  repeatRefused,
  reversed,
  saleAfter,
  started,
  unrecognised,
} from './a-sale'

const fresh: Moment = {
  timeUp: false,
  promptGone: false,
  isLate: false,
  freshness: 'fresh',
  why: 'queue',
  elsewhere: false,
  overdue: false,
  tooLate: false,
}
const ask: Moment = { ...fresh, freshness: 'ask' }
const old: Moment = { ...fresh, freshness: 'too-old' }
const timeUp: Moment = { ...fresh, timeUp: true }
const elsewhere: Moment = { ...fresh, elsewhere: true }

const at = 1_002_000
const other = '0192f000-0000-7000-8000-000000000002'
const pending = saleAfter(started, accepted)
const cash = { type: 'cash-taken', person: null, at, note: '' } as const

const failedButTaken = saleAfter(started, accepted, failed, {
  ...providerDisagreed,
  providerStatus: 'COMPLETED',
})
const refusedRepeat = saleAfter(started, lost, { ...started, attempt: 2 }, repeatRefused)

const faces: [string, Sale, ReturnType<typeof displayStatusOf>, string][] = [
  ['recorded', saleAfter(), 'waitingToSend', 'waiting'],
  ['held', saleAfter({ type: 'held', at }), 'askCustomer', 'unknown'],
  ['sending', saleAfter(started), 'sending', 'waiting'],
  ['lost', saleAfter(started, lost), 'unknown', 'unknown'],
  ['accepted', pending, 'waitingForCustomer', 'pending'],
  ['paid', saleAfter(started, accepted, paid), 'paid', 'paid'],
  ['paid late', saleAfter(started, accepted, expired, paid), 'paidLate', 'unknown'],
  [
    'paid twice',
    saleAfter(started, accepted, paid, { type: 'paid-twice', at, other }),
    'paidTwice',
    'unknown',
  ],
  ['contradicted', saleAfter(started, accepted, paid, reversed), 'manager', 'unknown'],
  [
    'failed, then contradicted',
    saleAfter(started, accepted, failed, reversed),
    'manager',
    'unknown',
  ],
  ['in cash, and still open', saleAfter(started, accepted, cash), 'paidInCash', 'expired'],
  ['in cash, then failed', saleAfter(started, accepted, cash, failed), 'paidInCash', 'expired'],
  ['tried again', saleAfter(started, notSent, started), 'waitingToSend', 'waiting'],
  ['tried again after no answer', saleAfter(started, lost, started), 'unknown', 'unknown'],
  ['failed', saleAfter(started, accepted, failed), 'failed', 'bad'],
  [
    'paid, and the provider says declined',
    saleAfter(started, accepted, paid, providerDisagreed),
    'paid',
    'paid',
  ],
  ['failed, and the provider says paid', failedButTaken, 'manager', 'unknown'],
  ['a repeat that was refused', refusedRepeat, 'unknown', 'unknown'],
  ['unrecognised', saleAfter(started, accepted, unrecognised), 'manager', 'unknown'],
  ['mismatched after paid', saleAfter(started, accepted, paid, mismatched), 'manager', 'unknown'],
  ['expired', saleAfter(started, accepted, expired), 'expired', 'expired'],
  ['refused', saleAfter(started, refused), 'refused', 'bad'],
  ['withdrawn', saleAfter({ type: 'withdrawn', person: null, at }), 'withdrawn', 'waiting'],
  [
    'abandoned',
    saleAfter(started, lost, { type: 'abandoned', person: null, at }),
    'stopped',
    'expired',
  ],
]

describe('the status of a sale', () => {
  it.each(faces)('%s', (_name, sale, status, tone) => {
    expect(displayStatusOf(sale)).toBe(status)
    expect(toneAndIcon(displayStatusOf(sale)).tone).toBe(tone)
  })

  it('is green for nothing but a status that means paid, and that the service has not taken back', () => {
    const green = faces.filter(([, sale]) => toneAndIcon(displayStatusOf(sale)).tone === 'paid')
    expect(green.map(([name]) => name)).toEqual(['paid', 'paid, and the provider says declined'])
  })

  it('is plain again once a person has settled it', () => {
    const resolved = { type: 'resolved', person: null, at, reason: 'kept', how: 'other' } as const
    const late = saleAfter(started, accepted, expired, paid, resolved)
    expect([displayStatusOf(late), exceptionWordOf(late)]).toEqual(['paid', 'paidLateWord'])
    expect(displayStatusOf(saleAfter(started, accepted, paid, reversed, resolved))).toBe('paid')
  })

  it('does not wait for a customer of whom this till cannot hear', () => {
    expect(displayStatusAt(pending, elsewhere)).toBe('manager')
    expect(displayStatusAt(pending, fresh)).toBe('waitingForCustomer')
  })

  it('never gives an unknown outcome the colour of a failure', () => {
    expect(toneAndIcon('unknown').tone).not.toBe('bad')
    expect(toneAndIcon('manager').tone).not.toBe('bad')
  })
})

describe('the sentence under the word', () => {
  it('says why a sale waits', () => {
    const offline: Moment = { ...fresh, why: 'no-internet' }
    expect(meaningOfSale(saleAfter(started, notSent), offline)).toBe('readyAfterFailure')
    // Also one that was never tried, because no call may go out at all.
    expect(meaningOfSale(saleAfter(), offline)).toBe('readyAfterFailure')
    expect(meaningOfSale(saleAfter(), fresh)).toBe('ready')
    const rejected = saleAfter(started, { ...notSent, reason: 'keys-rejected' })
    expect(meaningOfSale(rejected, { ...fresh, why: 'keys-rejected' })).toBe('readyRejected')
  })

  it('does not say of a retry that nothing has left the till', () => {
    const retried = saleAfter(started, notSent, started)
    expect(meaningOfSale(retried, { ...fresh, why: 'no-internet' })).toBe('sendingAgain')
    expect(meaningOfSale(saleAfter(started), fresh)).toBe('sending')
  })

  it('says that cash was taken, until only a person can end the request', () => {
    const inCash = saleAfter(started, accepted, cash)
    expect(meaningOfSale(inCash, fresh)).toBe('waitingCash')
    expect(meaningOfSale(inCash, { ...fresh, overdue: true })).toBe('waitingOverdue')
    expect(meaningOfSale(saleAfter(started, accepted, cash, failed), fresh)).toBe('paidInCash')
  })

  it('promises a harmless second try only while one is allowed', () => {
    expect(meaningOfSale(saleAfter(started, lost), fresh)).toBe('unknownAfterFailure')
    expect(meaningOfSale(saleAfter(started, lost), old)).toBe('unknownTooOld')
  })

  it('promises nothing of what another account alone can know', () => {
    expect(meaningOfSale(saleAfter(started, lost), elsewhere)).toBe('unknownElsewhere')
    expect(meaningOfSale(pending, elsewhere)).toBe('waitingElsewhere')
  })

  it('says that the till asks a last time once the time is up, but not for ever', () => {
    expect(meaningOfSale(pending, timeUp)).toBe('lastAsk')
    expect(meaningOfSale(pending, { ...timeUp, overdue: true })).toBe('waitingOverdue')
  })

  it('says that the prompt is gone before the payment’s own end, and not after it', () => {
    const gone: Moment = { ...fresh, promptGone: true }
    expect(meaningOfSale(pending, gone)).toBe('waitingPromptGone')
    expect(meaningOfSale(pending, { ...gone, timeUp: true })).toBe('lastAsk')
    expect(meaningOfSale(pending, { ...gone, overdue: true })).toBe('waitingOverdue')
    expect(meaningOfSale(saleAfter(started, accepted, cash), gone)).toBe('waitingCash')
  })

  it('says that only the repeat was refused', () => {
    expect(meaningOfSale(refusedRepeat, fresh)).toBe('unknownRepeatRefused')
  })

  it('tells the provider’s word against a failure from an unknown word', () => {
    expect(meaningOfSale(failedButTaken, fresh)).toBe('providerDisagrees')
  })

  it('tells a mismatch from an unknown word', () => {
    expect(meaningOfSale(saleAfter(started, accepted, unrecognised), fresh)).toBe('unrecognised')
    const differs = saleAfter(started, accepted, mismatched, unrecognised)
    expect(meaningOfSale(differs, fresh)).toBe('mismatch')
  })
})

describe('when a person may end a wait', () => {
  const said = (sinceRecorded: number, moment = fresh, sale = pending) =>
    asksForItsEnd(sale, { ...moment, ages: { sinceRecorded, sinceFresh: 0 } })

  it('is said of one that is open for long, or that this till cannot ask about', () => {
    expect([3_599_999, 3_600_000].map(age => said(age))).toEqual([false, true])
    expect(said(0, elsewhere)).toBe(true)
  })

  it('is not said once they may, nor of what does not wait for the service', () => {
    expect(said(3_600_000, { ...elsewhere, overdue: true })).toBe(false)
    expect(said(3_600_000, elsewhere, saleAfter(started, lost))).toBe(false)
  })
})

describe('the end of a payment', () => {
  const named = (more = {}) => endToName(pending, { ...fresh, countdown: null, ...more })

  it('is named where nothing counts it down', () => {
    expect(named()).toBe(accepted.expiresAt)
    expect(named({ countdown: { secondsLeft: 9, share: 0.1 } })).toBeNull()
  })

  it('is not named where it says nothing any more', () => {
    for (const more of [{ timeUp: true }, { overdue: true }, { elsewhere: true }])
      expect(named(more)).toBeNull()
    const over = saleAfter(started, accepted, expired)
    expect(endToName(over, { ...fresh, countdown: null })).toBeNull()
  })
})

describe('the advice', () => {
  it('hands over goods only for a payment that nothing speaks against', () => {
    const good = saleAfter(started, accepted, paid)
    expect(adviceFor(good, fresh)).toEqual({ kind: 'say', key: 'paid' })
    const contradicted = saleAfter(started, accepted, paid, reversed)
    expect(adviceFor(contradicted, fresh).key).toBe('manager')
    const late = saleAfter(started, accepted, expired, paid)
    expect(adviceFor(late, fresh).key).toBe('paidLate')
  })

  it('hands over nothing after a refund, and says what is left to do', () => {
    const refund = { type: 'refunded', at, how: 'cash', reason: 'torn', person: null } as const
    const refunded = saleAfter(started, accepted, paid, refund)
    expect(adviceFor(refunded, fresh)).toEqual({ kind: 'before', key: 'refunded' })
    expect(meaningOfSale(refunded, fresh)).toBe('paid')
    const handedOver = { type: 'goods-handed-over', at, person: null } as const
    const after = saleAfter(started, accepted, paid, handedOver, refund)
    expect(adviceFor(after, fresh)).toEqual({ kind: 'next', key: 'refundedHandedOver' })
    const expired = { type: 'expired', at, answered: true } as const
    const late = saleAfter(started, accepted, expired, paid, refund)
    expect(adviceFor(late, fresh)).toEqual({ kind: 'before', key: 'refundedToResolve' })
  })

  it('asks for the customer before anything else where the outcome is unknown', () => {
    expect(adviceFor(saleAfter(started, lost), fresh)).toEqual({ kind: 'before', key: 'unknown' })
  })

  it('asks the one question for what waited too long to be sent automatically, and for no other', () => {
    const held = saleAfter({ type: 'held', at })
    expect(adviceFor(held, ask)).toEqual({ kind: 'question', key: 'held' })
    expect(adviceFor(held, old)).toEqual({ kind: 'before', key: 'heldTooOld' })
    const unknown = saleAfter(started, lost)
    expect(adviceFor(unknown, ask)).toEqual({ kind: 'question', key: 'unknownAsk' })
    const late = { ...ask, isLate: true }
    expect(adviceFor(unknown, late)).toEqual({ kind: 'question', key: 'unknownAskManager' })
    expect(adviceFor(unknown, { ...old, isLate: true }).key).toBe('unknownTooOld')
  })

  it('asks about the prompt once it is gone, and sends a refused repeat to a manager', () => {
    const gone = { ...fresh, promptGone: true }
    expect(adviceFor(pending, gone)).toEqual({ kind: 'answer', key: 'waitingPromptGone' })
    expect(adviceFor(refusedRepeat, ask).key).toBe('unknownRepeatRefused')
  })

  it('asks nobody to wait for a network that only a person can open', () => {
    const keys = (['queue', 'no-internet', 'portal', 'keys-rejected'] as const).map(
      why => adviceFor(saleAfter(), { ...fresh, why }).key,
    )
    expect(keys).toEqual(['ready', 'readyNoNetwork', 'readyPortal', 'readyNoKeys'])
  })

  it('names another way to pay where the next try comes too late', () => {
    const busy = { ...fresh, why: 'asked-to-wait' } as const
    expect(adviceFor(saleAfter(), busy).key).toBe('readyServiceTrouble')
    expect(adviceFor(saleAfter(), { ...busy, tooLate: true })).toEqual({
      kind: 'next',
      key: 'readyTooLate',
    })
  })

  it('sends a sale of another account to its own dashboard', () => {
    expect(adviceFor(saleAfter(started, lost), elsewhere).key).toBe('unknownElsewhere')
    expect(adviceFor(pending, elsewhere).key).toBe('waitingElsewhere')
    const over = saleAfter(started, accepted, expired)
    expect(adviceFor(over, elsewhere).key).toBe('elsewhere')
  })

  it('sends a manager to what is overdue, in whose dashboard it is', () => {
    const overdue = { ...timeUp, overdue: true }
    expect(adviceFor(pending, overdue)).toEqual({ kind: 'before', key: 'waitingOverdue' })
    const theirs = { ...overdue, elsewhere: true }
    expect(adviceFor(pending, theirs)).toEqual({ kind: 'before', key: 'elsewhere' })
  })

  it('does not simply hand over what was resolved in another way', () => {
    const late = [started, accepted, expired, paid] as const
    const resolved = {
      type: 'resolved',
      person: null,
      at,
      reason: 'paid back',
      how: 'other',
    } as const
    expect(adviceFor(saleAfter(...late, resolved), fresh).key).toBe('paidResolved')
    const handed = saleAfter(...late, { type: 'goods-handed-over', person: null, at }, resolved)
    expect(adviceFor(handed, fresh).key).toBe('paidHandedOver')
  })

  it('gives back before it hands over when the customer paid twice', () => {
    const twice = saleAfter(started, accepted, paid, { type: 'paid-twice', at, other })
    expect(adviceFor(twice, fresh).key).toBe('paidTwice')
  })

  it('says so when a card payment has no page to show', () => {
    expect(adviceFor({ ...pending, channel: 'card' }, fresh).key).toBe('waitingCardNoCode')
  })
})
