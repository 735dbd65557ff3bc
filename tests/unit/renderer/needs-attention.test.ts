import { describe, expect, it } from 'vitest'
import { attentionReasons } from '../../../renderer/sale-status/attention-reasons'
import { needingAttention } from '../../../renderer/sale-status/to-dos'
import { newsAmong, newsKey } from '../../../renderer/stores/news-store'
import type { Payment } from '../../../shared/payment/payment'
import { events, noSale, onceAccepted, paymentAfter, refusedRepeat } from './a-payment'

const { abandoned, expired: expiredNow, failed, lost, mismatched, paid, alsoPaid } = events
const { providerDisagreed, resolved, reversed, started, unrecognised } = events

const cash = { ...resolved, how: 'paid-in-cash' } as const
const seen = { ...resolved, how: 'seen-in-dashboard' } as const
const late = onceAccepted(expiredNow, paid)
const twice = onceAccepted(paid, alsoPaid)
const afterCash = onceAccepted(expiredNow, cash, paid)
const stopped = paymentAfter(started, lost, abandoned)
const expired = onceAccepted(expiredNow)
const good = onceAccepted(paid)
const shared = {
  ...mismatched,
  mismatch: { field: 'reference', asked: '', answered: 'R1' },
} as const

describe('why a payment is still to do', () => {
  const keys = (payment: Payment) => attentionReasons(payment, 'practice').map(({ key }) => key)

  it.each<[string, Payment, string[]]>([
    ['expired', expired, ['expired']],
    ['stopped', stopped, ['stopped']],
    ['an unknown word', onceAccepted(unrecognised), ['unrecognised']],
    ['another amount', onceAccepted(mismatched, unrecognised), ['mismatched']],
    ['one reference', onceAccepted(shared, unrecognised), ['sharedReference']],
    ['contradicted', onceAccepted(paid, reversed), ['contradicted']],
    [
      'paid against the provider’s word',
      onceAccepted(paid, providerDisagreed),
      ['providerDisagreed'],
    ],
    ['a repeat that was refused', refusedRepeat, ['repeatRefused']],
    ['late', late, ['paidLate']],
    ['seen by staff, then failed', onceAccepted(expiredNow, seen, failed), ['failed']],
    ['paid by another payment too', twice, ['alsoPaid']],
    ['cash, then here', afterCash, ['paidLate']],
    ['nothing: paid', good, []],
    ['nothing: failed', onceAccepted(failed), []],
    ['nothing: resolved', onceAccepted(expiredNow, cash), []],
  ])('%s', (_name, payment, reasons) => {
    expect(keys(payment)).toEqual(reasons)
  })

  it('says when only another account can tell', () => {
    const reasons = attentionReasons(expired, 'someone else')
    expect(reasons.map(({ key }) => key)).toEqual(['expired', 'elsewhere'])
  })

  it('lists unexpected money first, and of each kind the oldest by the ledger’s order', () => {
    const named = (id: string, payment: Payment, recordedAt: number) => ({
      ...payment,
      id,
      recordedAt,
    })
    // The computer's clock was set back between the two of one kind.
    const list = [
      named('5-young', expired, 1),
      named('1-old', stopped, 9),
      named('3-late', late, 5),
      named('4-much', good, 7),
      named('0-done', good, 0),
      named('2-part', good, 10),
    ]
    const part = { ...noSale, id: '2-part', asks: ['2-part'] }
    const much = { ...noSale, id: '4-much', asks: ['4-much'], cover: 'too-much' } as const
    const each = list.map(payment => ({ ...payment, sale: payment.id }))
    const order = needingAttention(each, { '2-part': part, '4-much': much }).map(ids)
    expect(order).toEqual([['4-much'], ['3-late'], ['2-part'], ['1-old'], ['5-young']])
  })

  it('names a sale once, at its most urgent payment, with all of them that ask', () => {
    const of = (sale: string, id: string, payment: Payment) => ({ ...payment, id, sale })
    const list = [
      of('1-sale', '1-expired', expired),
      of('2-other', '2-stopped', stopped),
      of('1-sale', '3-late', late),
    ]
    const sales = { '1-sale': { ...noSale, asks: ['1-expired', '3-late'] } }
    expect(needingAttention(list, sales).map(ids)).toEqual([['3-late', '1-expired'], ['2-stopped']])
  })

  it('leaves out what its sale does not ask about, because it has what is due', () => {
    expect(needingAttention([expired], {})).toEqual([[expired]])
    expect(needingAttention([expired], { [expired.sale]: noSale })).toEqual([])
  })
})

const ids = (payments: readonly Payment[]) => payments.map(({ id }) => id)

describe('news', () => {
  it('is money that came late, until it is looked at', () => {
    expect(newsAmong([late, expired, good], [])).toEqual([late])
    expect(newsAmong([late], [newsKey(late) ?? ''])).toEqual([])
    const later = { ...late, id: 'later', settledAt: (late.settledAt ?? 0) + 1 }
    expect(newsAmong([late, later], [])).toEqual([later, late])
  })

  it('is news again when for what was late another payment was paid too', () => {
    const lateAndTwice = { ...late, alsoPaid: alsoPaid.other }
    expect(newsAmong([lateAndTwice], [newsKey(late) ?? ''])).toHaveLength(1)
    const third = { ...late, alsoPaid: 'third' }
    expect(newsAmong([third], [newsKey(lateAndTwice) ?? ''])).toHaveLength(1)
  })

  it('is none once it is resolved', () => {
    expect(newsAmong([onceAccepted(expiredNow, paid, resolved)], [])).toEqual([])
  })
})
