import { describe, expect, it } from 'vitest'
import { attentionReasons, needingAttention } from '../../../renderer/sale-status/needs-attention'
import { newsAmong, newsKey } from '../../../renderer/stores/news-store'
import type { Sale } from '../../../shared/payment/sale'
import {
  accepted,
  expired as expiredNow,
  failed,
  lost,
  mismatched,
  paid,
  providerDisagreed,
  repeatRefused,
  reversed,
  saleAfter,
  started,
  unrecognised,
} from './a-sale'

const at = 1_002_000
const other = '0192f000-0000-7000-8000-000000000002'
const cash = { type: 'resolved', person: null, at, reason: 'cash', how: 'paid-in-cash' } as const

const late = saleAfter(started, accepted, expiredNow, paid)
const twice = saleAfter(started, accepted, paid, { type: 'paid-twice', at, other })
const afterCash = saleAfter(started, accepted, expiredNow, cash, paid)
const stopped = saleAfter(started, lost, { type: 'abandoned', person: null, at })
const expired = saleAfter(started, accepted, expiredNow)
const shared = {
  type: 'answer-mismatched',
  at,
  mismatch: { field: 'reference', asked: '', answered: 'R1' },
} as const

describe('why a sale is still to do', () => {
  const keys = (sale: Sale) => attentionReasons(sale, 'practice').map(({ key }) => key)

  it.each<[string, Sale, string[]]>([
    ['expired', expired, ['expired']],
    ['stopped', stopped, ['stopped']],
    ['an unknown word', saleAfter(started, accepted, unrecognised), ['unrecognised']],
    ['another amount', saleAfter(started, accepted, mismatched, unrecognised), ['mismatched']],
    ['one reference', saleAfter(started, accepted, shared, unrecognised), ['sharedReference']],
    ['contradicted', saleAfter(started, accepted, paid, reversed), ['contradicted']],
    [
      'paid against the provider’s word',
      saleAfter(started, accepted, paid, providerDisagreed),
      ['providerDisagreed'],
    ],
    [
      'a repeat that was refused',
      saleAfter(started, lost, { ...started, attempt: 2 }, repeatRefused),
      ['repeatRefused'],
    ],
    ['late', late, ['paidLate']],
    ['twice', twice, ['paidTwice']],
    ['cash, then here', afterCash, ['paidTwiceCash', 'paidLate']],
  ])('%s', (_name, sale, reasons) => {
    expect(keys(sale)).toEqual(reasons)
  })

  it('is nothing once it is resolved, or where nothing was unclear', () => {
    expect(keys(saleAfter(started, accepted, paid))).toEqual([])
    expect(keys(saleAfter(started, accepted, failed))).toEqual([])
    expect(keys(saleAfter(started, accepted, expiredNow, cash))).toEqual([])
  })

  it('says when only another account can tell', () => {
    expect(attentionReasons(expired, 'someone else').map(({ key }) => key)).toEqual([
      'expired',
      'elsewhere',
    ])
  })

  it('lists unexpected money first, and of each kind the oldest by the ledger’s order', () => {
    const named = (id: string, sale: Sale, recordedAt: number) => ({ ...sale, id, recordedAt })
    // The computer's clock was set back between the two of one kind.
    const list = [
      named('5-young', expired, 1),
      named('1-old', stopped, 9),
      named('3-late', late, 5),
      named('4-twice', twice, 7),
      named('0-done', saleAfter(started, accepted, paid), 0),
      named('2-part', saleAfter(started, accepted, paid), 10),
    ]
    const order = needingAttention(list, ['2-part']).map(({ id }) => id)
    expect(order).toEqual(['4-twice', '3-late', '2-part', '1-old', '5-young'])
  })
})

describe('news', () => {
  it('is money that came late or twice, until it is looked at', () => {
    expect(newsAmong([late, expired, saleAfter(started, accepted, paid)], [])).toEqual([late])
    expect(newsAmong([late], [newsKey(late) ?? ''])).toEqual([])
  })

  it('is news again when what was late turns out paid twice', () => {
    expect(newsAmong([{ ...late, paidTwice: other }], [newsKey(late) ?? ''])).toHaveLength(1)
  })

  it('is none once it is resolved', () => {
    const resolution = { at, reason: 'given back', how: 'other' as const, person: null }
    expect(newsAmong([{ ...late, resolution }], [])).toEqual([])
  })
})
