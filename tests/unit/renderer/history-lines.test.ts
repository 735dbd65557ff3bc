import { describe, expect, it } from 'vitest'
import { recentOrder } from '../../../renderer/layout/recent-order'
import { briefLines, historyLines } from '../../../renderer/sale-status/history-lines'
import type { PaymentEvent } from '../../../shared/payment/event'
import {
  accepted,
  expired,
  lost,
  notSent,
  paid,
  providerDisagreed,
  recorded,
  repeatRefused,
  saleAfter,
  started,
  unrecognised,
} from './a-sale'

const read = (at: number, status = 'pending'): PaymentEvent => ({
  type: 'status-read',
  at,
  by: 'poller',
  status,
  providerStatus: null,
  unread: [],
})

describe('a sale’s history', () => {
  it('joins an attempt with how it failed, and reads that said the same', () => {
    const events: PaymentEvent[] = [
      recorded,
      started,
      lost,
      { ...started, attempt: 2 },
      accepted,
      read(1),
      read(2),
      read(3),
      read(4, 'paid'),
      paid,
    ]
    expect(historyLines(events).map(line => line.key)).toEqual([
      'recorded',
      'failedMaybeSent',
      'attemptAgain',
      'accepted',
      'read',
      'read',
      'paid',
    ])
    expect(historyLines(events)).toContainEqual({
      at: 3,
      key: 'read',
      status: 'pending',
      times: 3,
    })
  })

  it('says on the Live screen once what failed the same way again and again', () => {
    const again = { ...started, attempt: 2 }
    const events = [
      recorded,
      started,
      notSent,
      again,
      notSent,
      again,
      { ...notSent, at: 7 },
      again,
      lost,
    ]
    expect(briefLines(events, 9).lines).toMatchObject([
      { key: 'recorded' },
      { key: 'failedNotSent', times: 3, at: 7 },
      { key: 'failedMaybeSent' },
    ])
    // The whole history keeps every attempt.
    expect(historyLines(events)).toHaveLength(5)
  })

  it('is cut at its beginning on the Live screen', () => {
    const events: PaymentEvent[] = [recorded, started, accepted, read(1), paid]
    const { lines, earlier } = briefLines(events, 2)
    expect(lines.map(line => line.key)).toEqual(['accepted', 'paid'])
    expect(earlier).toBe(2)
    // One line takes no more space than to say that it is there.
    expect(briefLines(events, 3)).toMatchObject({ lines: { length: 4 }, earlier: 0 })
  })
})

describe('what a person did, and with which keys', () => {
  it('says when an attempt went with another account’s keys', () => {
    const again = { ...started, attempt: 2, account: 'another' }
    const unkept = { ...started, attempt: 3, account: null }
    const keys = historyLines([recorded, started, notSent, again, notSent, unkept]).map(
      line => line.key,
    )
    expect(keys).toEqual([
      'recorded',
      'failedNotSent',
      'otherAccount',
      'failedNotSent',
      'attemptAgain',
    ])
  })

  it('tells each ending apart', () => {
    const resolved = { type: 'resolved', person: null, at: 9, reason: 'receipt 12' } as const
    const lines = historyLines([
      { ...resolved, how: 'paid-in-cash' },
      { ...resolved, how: 'seen-in-dashboard' },
      { ...resolved, how: 'not-paid' },
      { ...resolved, how: 'other' },
      { ...resolved, how: 'not-paid', reason: '' },
    ])
    const line = { at: 9, key: 'resolved' } as const
    expect(lines).toEqual([
      { ...line, how: 'paid-in-cash', note: 'receipt 12' },
      { ...line, how: 'seen-in-dashboard', note: 'receipt 12' },
      { ...line, how: 'not-paid', note: 'receipt 12' },
      { ...line, how: 'other', note: 'receipt 12' },
      { ...line, how: 'not-paid', note: '' },
    ])
  })

  it('says of cash what was noted, and nothing where nothing was', () => {
    const cash = { type: 'cash-taken', at: 1, person: null } as const
    const lines = historyLines([
      { ...cash, note: '' },
      { ...cash, note: 'two notes' },
      { type: 'resolved', at: 2, person: null, reason: '', how: 'paid-in-cash' },
    ])
    expect(lines).toEqual([
      { at: 1, key: 'cashTaken', note: '' },
      { at: 1, key: 'cashTaken', note: 'two notes' },
      { at: 2, key: 'resolved', how: 'paid-in-cash', note: '' },
    ])
  })

  it('says how the money went back and why, and who recorded it', () => {
    const person = { id: '0192f000-0000-4000-8000-00000000000a', name: 'Neema' }
    const refund = { type: 'refunded', at: 3, person } as const
    const lines = historyLines([
      { ...refund, how: 'cash', reason: 'torn' },
      { ...refund, how: 'dashboard', reason: '' },
    ])
    expect(lines).toEqual([
      { at: 3, key: 'refunded', how: 'cash', note: 'torn', by: 'Neema' },
      { at: 3, key: 'refunded', how: 'dashboard', note: '', by: 'Neema' },
    ])
  })

  it('tells another sale’s reference from a wrong one', () => {
    const mismatch = { field: 'reference', asked: '', answered: 'R1' } as const
    const unknown = { type: 'settled', at: 9, status: 'paid', outcome: 'unrecognised' } as const
    const lines = historyLines([{ type: 'answer-mismatched', at: 8, mismatch }, unknown])
    expect(lines.map(line => line.key)).toEqual(['sharedReference'])
  })
})

describe('answers in the forms of real services', () => {
  it('keep the words with which the service refused a repeat', () => {
    const again = { ...started, attempt: 2 }
    expect(historyLines([recorded, started, lost, again, repeatRefused]).at(-1)).toEqual({
      at: started.at,
      key: 'repeatRefused',
      note: repeatRefused.detail,
    })
    // The Live screen has them in a notice.
    expect(briefLines([recorded, started, lost, again, repeatRefused], 9).lines.at(-1)).toEqual({
      at: started.at,
      key: 'repeatRefused',
    })
  })

  it('tell a word without a meaning that turned out to be in progress', () => {
    const given = { type: 'status-classified', at: 9, meaning: 'pending', person: null } as const
    const reopened = { type: 'reopened', at: 9, status: 'pending' } as const
    const keys = (last: PaymentEvent) => historyLines([accepted, unrecognised, last]).at(-1)?.key
    expect(keys(given)).toBe('meaning')
    expect(keys(reopened)).toBe('reopened')
  })

  it('name the provider’s own word next to the result', () => {
    expect(historyLines([accepted, paid, providerDisagreed]).at(-1)).toMatchObject({
      key: 'providerDisagreed',
      status: 'DECLINED',
    })
  })

  it('tell an end without any answer from one that the service still called pending', () => {
    const silent = { ...expired, answered: false }
    expect(historyLines([expired, silent]).map(line => line.key)).toEqual([
      'expired',
      'expiredUnanswered',
    ])
  })
})

describe('the rail', () => {
  it('shows open sales first, then what must be resolved, then the rest', () => {
    const named = (id: string, sale = saleAfter()) => ({ ...sale, id })
    const done = saleAfter(started, accepted, paid)
    const over = saleAfter(started, accepted, expired)
    const sales = [
      named('4-paid', done),
      named('1-expired', over),
      named('2-open'),
      named('3-newer'),
    ]
    expect(recentOrder(sales, []).map(sale => sale.id)).toEqual([
      '3-newer',
      '2-open',
      '1-expired',
      '4-paid',
    ])
  })

  it('keeps the ledger’s order when the computer’s clock was set back', () => {
    const first = { ...saleAfter(), id: '1', recordedAt: 9_000 }
    const second = { ...saleAfter(), id: '2', recordedAt: 1_000 }
    expect(recentOrder([first, second], [])).toEqual([second, first])
  })
})
