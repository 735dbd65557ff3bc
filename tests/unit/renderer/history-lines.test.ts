import { describe, expect, it } from 'vitest'
import { briefLines, historyLines } from '../../../renderer/sale-status/history-lines'
import type { PaymentEvent } from '../../../shared/payment/event'
import { samples } from '../../support/payments/payments'
import { events } from './a-payment'

const { accepted, expired, lost, notSent, paid, providerDisagreed } = events
const { recorded, repeatRefused, resolved, started, unrecognised } = events

const read = (at: number, status = 'pending') => ({ ...samples['status-read'], at, status })
const again = { ...started, attempt: 2 }
const keys = (...events: PaymentEvent[]) =>
  historyLines(events)
    .map(({ key }) => key)
    .join(' ')

describe('a payment’s history', () => {
  it('joins an attempt with how it failed, and reads that said the same', () => {
    const reads = [read(1), read(2), read(3), read(4, 'paid')]
    const events = [recorded, started, lost, again, accepted, ...reads, paid]
    const expected = 'recorded failedMaybeSent attemptAgain accepted read read paid'
    expect(keys(...events)).toBe(expected)
    const line = { at: 3, key: 'read', status: 'pending', times: 3 }
    expect(historyLines(events)).toContainEqual(line)
  })

  it('says on the Live screen once what failed the same way again and again', () => {
    const notSentLast = { ...notSent, at: 7 }
    const events = [recorded, started, notSent, again, notSent, again, notSentLast, again, lost]
    expect(briefLines(events, 9).lines).toMatchObject([
      { key: 'recorded' },
      { key: 'failedNotSent', times: 3, at: 7 },
      { key: 'failedMaybeSent' },
    ])
    // The whole history keeps every attempt.
    expect(historyLines(events)).toHaveLength(5)
  })

  it('is cut at its beginning on the Live screen', () => {
    const events = [recorded, started, accepted, read(1), paid]
    expect(briefLines(events, 2)).toMatchObject({
      lines: [{ key: 'accepted' }, { key: 'paid' }],
      earlier: 2,
    })
    // One line takes no more space than to say that it is there.
    expect(briefLines(events, 3)).toMatchObject({ lines: { length: 4 }, earlier: 0 })
  })
})

describe('what a person did, and with which keys', () => {
  it('says when an attempt went with another account’s keys', () => {
    const other = { ...again, account: 'another' }
    const unkept = { ...started, attempt: 3, account: null }
    expect(keys(recorded, started, notSent, other, notSent, unkept)).toBe(
      'recorded failedNotSent otherAccount failedNotSent attemptAgain',
    )
  })

  it.each([
    ['paid-in-cash', 'receipt 12'],
    ['seen-in-dashboard', 'receipt 12'],
    ['not-paid', 'receipt 12'],
    ['other', 'receipt 12'],
    ['not-paid', ''],
    ['paid-in-cash', ''],
  ] as const)('tells an ending as it was: %s, noted “%s”', (how, note) => {
    expect(historyLines([{ ...resolved, at: 9, how, reason: note }])).toEqual([
      { at: 9, key: 'resolved', how, note },
    ])
  })

  it.each(['', 'two notes'])('says of cash what was noted: “%s”', note => {
    expect(historyLines([{ ...samples['cash-taken'], at: 1, note }])).toEqual([
      { at: 1, key: 'cashTaken', note },
    ])
  })

  it.each([
    ['cash', 'torn'],
    ['service', ''],
  ] as const)('says that money went back by %s, why, and who recorded it: “%s”', (way, note) => {
    const person = { id: '0192f000-0000-4000-8000-00000000000a', name: 'Neema' }
    expect(historyLines([{ ...events['given-back'], at: 3, person, way, reason: note }])).toEqual([
      { at: 3, key: 'givenBack', way, value: 15_000, why: 'goods', note, by: 'Neema' },
    ])
  })

  it('tells another payment’s reference from a wrong one', () => {
    const mismatch = { field: 'reference', asked: '', answered: 'R1' } as const
    const shared = { ...samples['answer-mismatched'], mismatch }
    expect(keys(shared, { ...unrecognised, status: 'paid' })).toBe('sharedReference')
  })
})

describe('answers in the forms of real services', () => {
  it('keep the words with which the service refused', () => {
    const { refused } = samples
    const line = { at: refused.at, key: 'refused' }
    expect(historyLines([recorded, started, refused]).at(-1)).toEqual({
      ...line,
      note: refused.message,
    })
    // The Live screen has them in a notice.
    expect(briefLines([recorded, started, refused], 9).lines.at(-1)).toEqual(line)
  })

  it('keep the words with which the service refused a repeat', () => {
    const events = [recorded, started, lost, again, repeatRefused]
    const line = { at: started.at, key: 'repeatRefused' }
    expect(historyLines(events).at(-1)).toEqual({ ...line, note: repeatRefused.detail })
    // The Live screen has them in a notice.
    expect(briefLines(events, 9).lines.at(-1)).toEqual(line)
  })

  it('tell a word without a meaning that turned out to be in progress', () => {
    const given = { ...samples['status-classified'], meaning: 'pending' } as const
    expect(keys(accepted, unrecognised, given)).toMatch(/ meaning$/)
    expect(keys(accepted, unrecognised, samples.reopened)).toMatch(/ reopened$/)
  })

  it('name the provider’s own word next to the result', () => {
    const line = { key: 'providerDisagreed', status: 'DECLINED' }
    expect(historyLines([accepted, paid, providerDisagreed]).at(-1)).toMatchObject(line)
  })

  it('tell an end without any answer from one that the service still called pending', () => {
    expect(keys(expired, { ...expired, answered: false })).toBe('expired expiredUnanswered')
  })
})
