import { describe, expect, it } from 'vitest'
import {
  type Action,
  allowedActions,
  isOpen,
  isUnclear,
  mayClassify,
  needsManager,
  needsResolving,
  type SaleMoment,
} from '../../../shared/payment/actions'
import type { Freshness } from '../../../shared/payment/freshness'
import { type Phase, phaseSchema, type Sale } from '../../../shared/payment/sale'
import { applyEvent } from '../../../shared/payment/sale-reducer'
import type { Doubt } from '../../../shared/payment/status-words'
import {
  disagreeing,
  failedOutcome,
  type LaterEvent,
  saleAfter,
  saleIn,
  samples,
  unrecognised,
} from '../../support/payments/sales'

const actions = (sale: Sale, moment: Partial<SaleMoment> = {}) =>
  allowedActions(sale, {
    freshness: 'fresh',
    overdue: false,
    promptGone: false,
    rest: 0,
    ...moment,
  })
const toSettled = [samples['attempt-started'], samples.accepted] as const
/** A first attempt may have arrived, and the service refused the second. */
const repeatRefused = saleAfter(
  ...[samples['attempt-started'], samples['attempt-failed']],
  ...[{ ...samples['attempt-started'], attempt: 2 }],
  { ...samples['attempt-failed'], attempt: 2, reason: 'repeat-refused' },
)

describe('what a person may do', () => {
  it.each<[Phase, readonly Action[]]>([
    ['ready', ['withdraw']],
    ['held', ['send-now', 'withdraw']],
    ['sending', []],
    ['unknown', ['try-again', 'stop']],
    ['pending', ['check-now', 'stop-waiting', 'take-cash']],
    ['settled', ['hand-over', 'check-now', 'record-refund']],
    ['expired', ['check-now', 'take-cash', 'resolve']],
    ['refused', []],
    ['withdrawn', []],
    ['abandoned', ['take-cash', 'resolve']],
  ])('with a sale that is %s: %j', (phase, expected) => {
    expect(actions(saleIn(phase))).toEqual(expected)
  })

  it('with one that is too old is never to send it (money rule 7)', () => {
    expect(actions(saleIn('held'), { freshness: 'too-old' })).toEqual(['withdraw'])
    expect(actions(saleIn('unknown'), { freshness: 'too-old' })).toEqual(['stop'])
  })

  it.each<Freshness>(['fresh', 'ask'])(
    'with one that may have been sent is to ask again with the same key (money rule 7): %s',
    freshness => {
      expect(actions(saleIn('unknown'), { freshness })).toEqual(['try-again', 'stop'])
      expect(actions(repeatRefused, { freshness })).toEqual(['try-again', 'stop', 'resolve'])
    },
  )

  it('with one whose repeat was refused is to resolve it, also once its key is no longer trusted', () => {
    expect(actions(repeatRefused, { freshness: 'too-old' })).toEqual(['stop', 'resolve'])
    const again = applyEvent(repeatRefused, samples.released)
    expect(actions(again)).toEqual(['try-again', 'stop'])
  })

  it('with one whose prompt is gone is to send a new one (money rule 10)', () => {
    const promptGone = true
    const pending = saleIn('pending')
    const stopped = applyEvent(pending, samples['stopped-waiting'])
    for (const [sale, moment, expected] of [
      [pending, { promptGone }, ['send-again', 'check-now', 'stop-waiting', 'take-cash']],
      [stopped, { promptGone }, ['send-again', 'check-now', 'take-cash']],
      [pending, { promptGone, overdue: true }, ['send-again', 'check-now', 'resolve']],
      [applyEvent(pending, samples['cash-taken']), { promptGone }, ['check-now']],
    ] as const)
      expect(actions(sale, moment)).toEqual(expected)
    for (const phase of phaseSchema.options.filter(each => each !== 'pending'))
      expect(actions(saleIn(phase), { promptGone })).not.toContain('send-again')
  })

  it('with a result depends on the result', () => {
    expect(actions(saleAfter(...toSettled, failedOutcome))).toEqual(['check-now'])
    expect(actions(saleAfter(...toSettled, unrecognised))).toEqual([
      'classify-status',
      'check-now',
      'resolve',
    ])
    expect(actions(saleAfter(...toSettled, disagreeing))).toEqual(['check-now', 'resolve'])
    expect(actions(saleAfter(...toSettled, samples['answer-mismatched'], unrecognised))).toEqual([
      'check-now',
      'resolve',
    ])
  })

  it('is to hand over once, and only after PAID (money rule 11)', () => {
    const handed = applyEvent(saleIn('settled'), samples['goods-handed-over'])
    expect(actions(handed)).toEqual(['check-now', 'record-refund'])
    for (const phase of phaseSchema.options.filter(each => each !== 'settled'))
      expect(actions(saleIn(phase))).not.toContain('hand-over')
  })

  it('is something that the life of the sale then allows', () => {
    const eventOf: Partial<Record<Action, LaterEvent>> = {
      withdraw: samples.withdrawn,
      'send-now': samples.released,
      'try-again': samples.released,
      stop: samples.abandoned,
      'stop-waiting': samples['stopped-waiting'],
      'hand-over': samples['goods-handed-over'],
      'record-refund': samples.refunded,
      'classify-status': samples['status-classified'],
      resolve: samples.resolved,
    }
    const unclear = saleAfter(...toSettled, unrecognised)
    const doubtful = saleAfter(...toSettled, disagreeing)
    const sales = [...phaseSchema.options.map(saleIn), unclear, doubtful, repeatRefused]
    for (const sale of sales)
      for (const action of actions(sale)) {
        const event = eventOf[action]
        if (event) expect(() => applyEvent(sale, event)).not.toThrow()
      }
  })

  it('is to resolve what is overdue, as nothing else that is pending (money rule 8)', () => {
    const overdue = actions(saleIn('pending'), { overdue: true })
    expect(overdue).toEqual(['check-now', 'resolve'])
    expect(() => applyEvent(saleIn('pending'), samples.resolved)).not.toThrow()
  })

  it('is not to hand over while it is unclear whose the goods are (money rules 6, 9, 11, 12)', () => {
    for (const type of ['contradicted', 'answer-mismatched', 'paid-twice'] as const) {
      const doubtful = applyEvent(saleIn('settled'), samples[type])
      expect(actions(doubtful)).not.toContain('hand-over')
      expect(actions(doubtful)).toContain('resolve')
      expect(actions(applyEvent(doubtful, samples.resolved))).toContain('hand-over')
    }
  })
})

describe('a to-do (money rules 8, 9)', () => {
  it('is an expired or abandoned sale until it is resolved', () => {
    for (const phase of ['expired', 'abandoned'] as const) {
      expect(needsResolving(saleIn(phase))).toBe(true)
      expect(needsResolving(applyEvent(saleIn(phase), samples.resolved))).toBe(false)
    }
  })

  it('is what cannot be taken as it is', () => {
    const paid = saleIn('settled')
    const late = saleAfter(...toSettled, samples.expired, samples.settled)
    expect(needsManager(paid)).toBe(false)
    for (const sale of [
      saleAfter(...toSettled, unrecognised),
      applyEvent(paid, samples.contradicted),
      applyEvent(paid, samples['answer-mismatched']),
      late,
    ]) {
      expect(needsManager(sale)).toBe(true)
      expect(needsResolving(sale)).toBe(true)
    }
  })

  it('is an unknown sale whose repeat was refused, and no other unknown one (money rule 4)', () => {
    expect(needsResolving(saleIn('unknown'))).toBe(false)
    expect(needsResolving(repeatRefused)).toBe(true)
    expect(needsResolving(applyEvent(repeatRefused, samples.released))).toBe(false)
    expect(needsResolving(applyEvent(repeatRefused, samples.resolved))).toBe(false)
  })

  it('is a result that the provider’s own word contradicts; it stays paid and hand-over stays possible', () => {
    const paid = applyEvent(saleIn('settled'), samples['provider-disagreed'])
    expect(needsManager(paid)).toBe(false)
    expect(needsResolving(paid)).toBe(true)
    expect(actions(paid)).toEqual(expect.arrayContaining(['hand-over', 'check-now', 'resolve']))
    expect(needsResolving(applyEvent(paid, samples.resolved))).toBe(false)
  })

  it('is nothing plain', () => {
    for (const phase of ['ready', 'pending', 'settled', 'refused', 'withdrawn'] as const)
      expect(needsResolving(saleIn(phase))).toBe(false)
  })
})

it('open is what is still on its way to a result', () => {
  const open = phaseSchema.options.filter(phase => isOpen({ phase }))
  expect(open).toEqual(['ready', 'held', 'sending', 'unknown', 'pending'])
})

describe('unclear (money rule 6)', () => {
  const unclear = saleAfter(...toSettled, unrecognised)
  const mismatched = saleAfter(...toSettled, samples['answer-mismatched'], unrecognised)

  it.each<[string, Sale, boolean]>([
    ['a word without a meaning', unclear, true],
    ['the same, resolved by a person', applyEvent(unclear, samples.resolved), true],
    ['words that disagree', saleAfter(...toSettled, disagreeing), true],
    ['a word for another amount', mismatched, false],
    ['paid', saleIn('settled'), false],
    ['failed', saleAfter(...toSettled, failedOutcome), false],
    ['pending', saleIn('pending'), false],
  ])('is %s: %#', (_name, sale, expected) => {
    expect(isUnclear(sale)).toBe(expected)
  })

  it.each<[string, Doubt | undefined, boolean]>([
    ['one unknown word', undefined, true],
    ['an unknown word among others', 'among-others', true],
    ['known words that disagree', 'disagree', false],
    ['success alone', 'no-amount', false],
  ])('by %s, may be given a meaning or not (money rule 5)', (_name, doubt, expected) => {
    const sale = saleAfter(...toSettled, { ...unrecognised, ...(doubt && { doubt }) })
    expect(mayClassify(sale)).toBe(expected)
    expect(actions(sale).includes('classify-status')).toBe(expected)
    const classify = () => applyEvent(sale, samples['status-classified'])
    if (expected) expect(classify).not.toThrow()
    else expect(classify).toThrow()
  })
})
