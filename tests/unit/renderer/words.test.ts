import { describe, expect, it } from 'vitest'
import { displayStatusOf, exceptionNameOf } from '../../../renderer/sale-status/display-status'
import { shownOf, toneAndIcon } from '../../../renderer/sale-status/presenter'
import type { Moment } from '../../../renderer/sale-status/said'
import type { Sale } from '../../../shared/payment/sale'
import {
  accepted,
  calm,
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

const fresh = calm
const ask: Moment = { ...fresh, freshness: 'ask' }
const old: Moment = { ...fresh, freshness: 'too-old' }
const timeUp: Moment = { ...fresh, timeUp: true }
const elsewhere: Moment = { ...fresh, elsewhere: true }

const meaningOf = (sale: Sale, moment: Moment) => shownOf(sale, moment).meaning
const adviceOf = (sale: Sale, moment: Moment) => shownOf(sale, moment).advice

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

  it('is plain again once a person has settled it', () => {
    const resolved = { type: 'resolved', person: null, at, reason: 'kept', how: 'other' } as const
    const late = saleAfter(started, accepted, expired, paid, resolved)
    expect([displayStatusOf(late), exceptionNameOf(late)]).toEqual(['paid', 'paidLate'])
    expect(displayStatusOf(saleAfter(started, accepted, paid, reversed, resolved))).toBe('paid')
  })

  it('does not wait for a customer whose answer this till cannot get', () => {
    expect(shownOf(pending, elsewhere).name).toBe('manager')
    expect(shownOf(pending, fresh).name).toBe('waitingForCustomer')
  })

  it('never gives an unknown outcome the colour of a failure', () => {
    expect(toneAndIcon('unknown').tone).not.toBe('bad')
    expect(toneAndIcon('manager').tone).not.toBe('bad')
  })
})

describe('the sentence under the word', () => {
  it('says why a sale waits', () => {
    const offline: Moment = { ...fresh, why: 'no-internet' }
    expect(meaningOf(saleAfter(started, notSent), offline)).toBe('readyAfterFailure')
    // Also one that was never tried, because no call may go out at all.
    expect(meaningOf(saleAfter(), offline)).toBe('readyAfterFailure')
    expect(meaningOf(saleAfter(), fresh)).toBe('ready')
    const rejected = saleAfter(started, { ...notSent, reason: 'keys-rejected' })
    expect(meaningOf(rejected, { ...fresh, why: 'keys-rejected' })).toBe('readyAfterFailure')
  })

  it('does not say of a retry that nothing has left the till', () => {
    const retried = saleAfter(started, notSent, started)
    expect(meaningOf(retried, { ...fresh, why: 'no-internet' })).toBe('sendingAgain')
    expect(meaningOf(saleAfter(started), fresh)).toBe('sending')
  })

  it('says that cash was taken, until only a person can end the request', () => {
    const inCash = saleAfter(started, accepted, cash)
    expect(meaningOf(inCash, fresh)).toBe('waitingCash')
    expect(meaningOf(inCash, { ...fresh, overdue: true })).toBe('waitingOverdue')
    expect(meaningOf(saleAfter(started, accepted, cash, failed), fresh)).toBe('paidInCash')
  })

  it('promises a harmless second try only while one is allowed', () => {
    expect(meaningOf(saleAfter(started, lost), fresh)).toBe('unknown')
    expect(meaningOf(saleAfter(started, lost), old)).toBe('unknownTooOld')
  })

  it('promises nothing of what another account alone can know', () => {
    expect(meaningOf(saleAfter(started, lost), elsewhere)).toBe('elsewhere')
    expect(meaningOf(pending, elsewhere)).toBe('elsewhere')
  })

  it('says that the till asks a last time once the time is up, but not for ever', () => {
    expect(meaningOf(pending, timeUp)).toBe('lastAsk')
    expect(meaningOf(pending, { ...timeUp, overdue: true })).toBe('waitingOverdue')
  })

  it('says that the prompt is gone before the payment’s own end, and not after it', () => {
    const gone: Moment = { ...fresh, promptGone: true }
    expect(meaningOf(pending, gone)).toBe('waitingPromptGone')
    expect(meaningOf(pending, { ...gone, timeUp: true })).toBe('lastAsk')
    expect(meaningOf(pending, { ...gone, overdue: true })).toBe('waitingOverdue')
    expect(meaningOf(saleAfter(started, accepted, cash), gone)).toBe('waitingCash')
  })

  it('says that only the repeat was refused', () => {
    expect(meaningOf(refusedRepeat, fresh)).toBe('unknownRepeatRefused')
  })

  it('tells the provider’s word against a failure from an unknown word', () => {
    expect(meaningOf(failedButTaken, fresh)).toBe('providerDisagrees')
  })

  it('tells a mismatch from an unknown word', () => {
    expect(meaningOf(saleAfter(started, accepted, unrecognised), fresh)).toBe('unrecognised')
    const differs = saleAfter(started, accepted, mismatched, unrecognised)
    expect(meaningOf(differs, fresh)).toBe('mismatch')
  })
})

describe('when a person may end a wait', () => {
  const said = (moment: Moment, sale = pending) => shownOf(sale, moment).saysWhenItEnds

  it('is said of one that is open for long, or that this till cannot ask about', () => {
    expect([false, true].map(isLate => said({ ...fresh, isLate }))).toEqual([false, true])
    expect(said(elsewhere)).toBe(true)
  })

  it('is not said once they may, nor of what does not wait for the service', () => {
    expect(said({ ...elsewhere, isLate: true, overdue: true })).toBe(false)
    expect(said({ ...elsewhere, isLate: true }, saleAfter(started, lost))).toBe(false)
  })
})

describe('the end of a payment', () => {
  it('is named while the customer may still be asked', () => {
    expect(shownOf(pending, fresh).endsAt).toBe(accepted.expiresAt)
    expect(shownOf(pending, { ...fresh, promptGone: true }).endsAt).toBe(accepted.expiresAt)
  })

  it('is not named where it says nothing any more', () => {
    for (const more of [{ timeUp: true }, { overdue: true }, { elsewhere: true }])
      expect(shownOf(pending, { ...fresh, ...more }).endsAt).toBeNull()
    expect(shownOf(saleAfter(started, accepted, expired), fresh).endsAt).toBeNull()
  })
})

describe('the advice', () => {
  it('hands over goods only for a payment that nothing speaks against', () => {
    const good = saleAfter(started, accepted, paid)
    expect(shownOf(good, fresh)).toMatchObject({ advice: null, say: 'thanks' })
    const contradicted = saleAfter(started, accepted, paid, reversed)
    expect(adviceOf(contradicted, fresh)?.key).toBe('manager')
    const late = saleAfter(started, accepted, expired, paid)
    expect(adviceOf(late, fresh)?.key).toBe('paidLate')
  })

  it('hands over nothing after a refund, and says what is left to do', () => {
    const refund = { type: 'refunded', at, how: 'cash', reason: 'torn', person: null } as const
    const refunded = saleAfter(started, accepted, paid, refund)
    expect(displayStatusOf(refunded)).toBe('refunded')
    expect(shownOf(refunded, fresh)).toMatchObject({ advice: null, say: null, toCome: null })
    expect(meaningOf(refunded, fresh)).toBe('refunded')
    const handedOver = { type: 'goods-handed-over', at, person: null } as const
    const after = saleAfter(started, accepted, paid, handedOver, refund)
    expect(meaningOf(after, fresh)).toBe('refundedHandedOver')
    const expired = { type: 'expired', at, answered: true } as const
    const late = saleAfter(started, accepted, expired, paid, refund)
    expect(shownOf(late, fresh)).toMatchObject({
      name: 'refunded',
      advice: { kind: 'before', key: 'refundedToResolve' },
      primary: 'resolve',
    })
  })

  it('asks for the customer before anything else where the outcome is unknown', () => {
    expect(adviceOf(saleAfter(started, lost), fresh)).toEqual({ kind: 'before', key: 'unknown' })
  })

  it('asks the one question for what waited too long to be sent automatically, and for no other', () => {
    const held = saleAfter({ type: 'held', at })
    expect(adviceOf(held, ask)).toEqual({ kind: 'question', key: 'held' })
    expect(adviceOf(held, old)).toEqual({ kind: 'before', key: 'heldTooOld' })
    const unknown = saleAfter(started, lost)
    expect(adviceOf(unknown, ask)).toEqual({ kind: 'question', key: 'unknownAsk' })
    const late = { ...ask, isLate: true }
    expect(adviceOf(unknown, late)).toEqual({ kind: 'question', key: 'unknownAskManager' })
    expect(adviceOf(unknown, { ...old, isLate: true })?.key).toBe('unknownTooOld')
  })

  it('asks about the prompt once it is gone, and sends a refused repeat to a manager', () => {
    const gone = { ...fresh, promptGone: true }
    expect(adviceOf(pending, gone)).toEqual({ kind: 'answer', key: 'waitingPromptGone' })
    expect(adviceOf(refusedRepeat, ask)?.key).toBe('dashboard')
  })

  it('never asks to wait for a network that only a person can open', () => {
    const keys = (['queue', 'no-internet', 'portal', 'keys-rejected'] as const).map(why => {
      const { advice, say } = shownOf(saleAfter(), { ...fresh, why })
      return advice?.key ?? say
    })
    expect(keys).toEqual(['ready', 'readyNoNetwork', 'readyPortal', 'readyNoKeys'])
  })

  it('names another way to pay where the next try comes too late', () => {
    const busy = { ...fresh, why: 'asked-to-wait' } as const
    expect(shownOf(saleAfter(), busy).say).toBe('readyServiceTrouble')
    expect(adviceOf(saleAfter(), { ...busy, tooLate: true })).toEqual({
      kind: 'next',
      key: 'readyTooLate',
    })
  })

  it('sends a sale of another account to its own dashboard', () => {
    expect(adviceOf(saleAfter(started, lost), elsewhere)?.key).toBe('elsewhere')
    expect(adviceOf(pending, elsewhere)?.key).toBe('elsewhere')
    const over = saleAfter(started, accepted, expired)
    expect(adviceOf(over, elsewhere)?.key).toBe('elsewhere')
  })

  it('sends a manager to what is overdue, in whose dashboard it is', () => {
    const overdue = { ...timeUp, overdue: true }
    expect(adviceOf(pending, overdue)).toEqual({ kind: 'before', key: 'dashboard' })
    const theirs = { ...overdue, elsewhere: true }
    expect(adviceOf(pending, theirs)).toEqual({ kind: 'before', key: 'elsewhere' })
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
    expect(adviceOf(saleAfter(...late, resolved), fresh)?.key).toBe('paidResolved')
    const handed = saleAfter(...late, { type: 'goods-handed-over', person: null, at }, resolved)
    expect(adviceOf(handed, fresh)?.key).toBe('paidHandedOver')
  })

  it('gives back before it hands over when the customer paid twice', () => {
    const twice = saleAfter(started, accepted, paid, { type: 'paid-twice', at, other })
    expect(adviceOf(twice, fresh)?.key).toBe('paidTwice')
  })

  it('says so when a card payment has no page to show', () => {
    expect(adviceOf({ ...pending, channel: 'card' }, fresh)?.key).toBe('waitingCardNoCode')
  })
})
