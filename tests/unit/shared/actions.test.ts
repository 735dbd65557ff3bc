import { describe, expect, it } from 'vitest'
import {
  type Action,
  allowedActions,
  isOpen,
  needsManager,
  needsResolving,
} from '../../../shared/payment/actions'
import { agesAt, defaultFreshness } from '../../../shared/payment/freshness'
import { applyEvent } from '../../../shared/payment/life'
import { type Phase, phaseSchema, type Sale } from '../../../shared/payment/sale'
import { morning } from '../../support/payments-clock'
import {
  failedOutcome,
  type LaterEvent,
  saleAfter,
  saleIn,
  samples,
  unrecognised,
} from '../../support/payments-sales'

const now = morning + 5_000
const tooLate = morning + defaultFreshness.renewMs
const actions = (sale: Sale, time = now, overdue = false) =>
  allowedActions(sale, agesAt(sale, time), defaultFreshness, overdue)
const toSettled = [samples['attempt-started'], samples.accepted] as const

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
    expect(actions(saleIn('held'), tooLate)).toEqual(['withdraw'])
    expect(actions(saleIn('unknown'), tooLate)).toEqual(['stop'])
  })

  it('with a result depends on the result', () => {
    expect(actions(saleAfter(...toSettled, failedOutcome))).toEqual(['check-now'])
    expect(actions(saleAfter(...toSettled, unrecognised))).toEqual([
      'give-meaning',
      'check-now',
      'resolve',
    ])
    expect(actions(saleAfter(...toSettled, samples.mismatched, unrecognised))).toEqual([
      'check-now',
      'resolve',
    ])
  })

  it('is to hand over once, and only after PAID (money rule 11)', () => {
    const handed = applyEvent(saleIn('settled'), samples['handed-over'])
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
      'hand-over': samples['handed-over'],
      'record-refund': samples.refunded,
      'give-meaning': samples['meaning-given'],
      resolve: samples.resolved,
    }
    const sales = [...phaseSchema.options.map(saleIn), saleAfter(...toSettled, unrecognised)]
    for (const sale of sales)
      for (const action of actions(sale)) {
        const event = eventOf[action]
        if (event) expect(() => applyEvent(sale, event)).not.toThrow()
      }
  })

  it('is to resolve what is overdue, as nothing else that is pending (money rule 8)', () => {
    const overdue = actions(saleIn('pending'), now, true)
    expect(overdue).toEqual(['check-now', 'resolve'])
    expect(() => applyEvent(saleIn('pending'), samples.resolved)).not.toThrow()
  })

  it('is not to hand over while it is unclear whose the goods are (money rules 6, 9, 11, 12)', () => {
    for (const type of ['contradicted', 'mismatched', 'paid-twice'] as const) {
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
      applyEvent(paid, samples.mismatched),
      late,
    ]) {
      expect(needsManager(sale)).toBe(true)
      expect(needsResolving(sale)).toBe(true)
    }
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
