import { describe, expect, it } from 'vitest'
import { adviceFor } from '../../../renderer/words/advice'
import { faceOf, lookOf } from '../../../renderer/words/face'
import { type Moment, meaningOfSale } from '../../../renderer/words/meaning'
import type { Sale } from '../../../shared/payment/sale'
import {
  accepted,
  failed,
  lost,
  mismatched,
  notSent,
  paid,
  refused,
  saleAfter,
  started,
  unrecognised,
} from './a-sale'

const fresh: Moment = { timeUp: false, freshness: 'fresh' }
const old: Moment = { timeUp: false, freshness: 'too-old' }
const timeUp: Moment = { timeUp: true, freshness: 'fresh' }

const at = 1_002_000
const pending = saleAfter(started, accepted)

const faces: [string, Sale, ReturnType<typeof faceOf>, string][] = [
  ['recorded', saleAfter(), 'waitingToSend', 'waiting'],
  ['held', saleAfter({ type: 'held', at }), 'askCustomer', 'unknown'],
  ['sending', saleAfter(started), 'sending', 'waiting'],
  ['lost', saleAfter(started, lost), 'unknown', 'unknown'],
  ['accepted', pending, 'waitingForCustomer', 'pending'],
  ['paid', saleAfter(started, accepted, paid), 'paid', 'paid'],
  ['failed', saleAfter(started, accepted, failed), 'failed', 'bad'],
  ['unrecognised', saleAfter(started, accepted, unrecognised), 'manager', 'unknown'],
  ['mismatched after paid', saleAfter(started, accepted, paid, mismatched), 'manager', 'unknown'],
  ['expired', saleAfter(started, accepted, { type: 'expired', at }), 'expired', 'expired'],
  ['refused', saleAfter(started, refused), 'refused', 'bad'],
  ['withdrawn', saleAfter({ type: 'withdrawn', at }), 'withdrawn', 'waiting'],
  ['abandoned', saleAfter(started, lost, { type: 'abandoned', at }), 'stopped', 'expired'],
]

describe('the face of a sale', () => {
  it.each(faces)('%s', (_name, sale, face, tone) => {
    expect(faceOf(sale)).toBe(face)
    expect(lookOf(faceOf(sale)).tone).toBe(tone)
  })

  it('is green for nothing but a paid outcome that nothing speaks against', () => {
    const green = faces.filter(([, sale]) => lookOf(faceOf(sale)).tone === 'paid')
    expect(green.map(([name]) => name)).toEqual(['paid'])
  })

  it('never gives an unknown outcome the colour of a failure', () => {
    expect(lookOf('unknown').tone).not.toBe('bad')
    expect(lookOf('manager').tone).not.toBe('bad')
  })
})

describe('the sentence under the word', () => {
  it('says why a sale waits', () => {
    expect(meaningOfSale(saleAfter(started, notSent), fresh)).toBe('readyAfterFailure')
  })

  it('promises a harmless second try only while one is allowed', () => {
    expect(meaningOfSale(saleAfter(started, lost), fresh)).toBe('unknownAfterFailure')
    expect(meaningOfSale(saleAfter(started, lost), old)).toBe('unknownTooOld')
  })

  it('says that the till asks a last time once the time is up', () => {
    expect(meaningOfSale(pending, timeUp)).toBe('lastAsk')
  })

  it('tells a mismatch from an unknown word', () => {
    expect(meaningOfSale(saleAfter(started, accepted, unrecognised), fresh)).toBe('unrecognised')
    const differs = saleAfter(started, accepted, mismatched, unrecognised)
    expect(meaningOfSale(differs, fresh)).toBe('mismatch')
  })
})

describe('the advice', () => {
  it('hands over goods only for a payment that nothing speaks against', () => {
    const good = saleAfter(started, accepted, paid)
    expect(adviceFor(good, fresh)).toEqual({ kind: 'next', key: 'paid' })
    const contradicted = saleAfter(started, accepted, paid, {
      type: 'contradicted',
      at,
      status: 'reversed',
    })
    expect(adviceFor(contradicted, fresh).key).toBe('manager')
    const late = saleAfter(started, accepted, { type: 'expired', at }, paid)
    expect(adviceFor(late, fresh).key).toBe('paidLate')
  })

  it('asks for the customer before anything else where the outcome is unknown', () => {
    expect(adviceFor(saleAfter(started, lost), fresh)).toEqual({ kind: 'before', key: 'unknown' })
  })

  it('says so when a card payment has no page to show', () => {
    expect(adviceFor({ ...pending, channel: 'card' }, fresh).key).toBe('waitingCardNoCode')
  })
})
