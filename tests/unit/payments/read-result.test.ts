import { describe, expect, it } from 'vitest'
import { readResult } from '../../../electron/main/payments/read-result'
import type { StatusRead } from '../../../electron/main/service'
import shipped from '../../../resources/status-words.json'
import { applyEvent } from '../../../shared/payment/life'
import type { Sale } from '../../../shared/payment/sale'
import { statusRead } from '../../support/payments-answers'
import { morning } from '../../support/payments-clock'
import { saleAfter, saleIn, samples, unrecognised } from '../../support/payments-sales'

const facts = { by: 'watcher', words: shipped, now: morning + 7_000, alsoPaid: () => null } as const
const byPerson = { ...facts, by: 'person' } as const
const pending = saleIn('pending')
const paid = saleIn('settled')

const types = (sale: Sale, read: StatusRead, how: Parameters<typeof readResult>[2] = facts) =>
  readResult(sale, read, how).map(event => event.type)
const stateAfter = (sale: Sale, read: StatusRead, how: Parameters<typeof readResult>[2] = facts) =>
  readResult(sale, read, how).reduce<Sale>((before, event) => applyEvent(before, event), sale)

describe('a read of a pending sale', () => {
  it('that says pending adds nothing, however often', () => {
    expect(readResult(pending, statusRead('pending'), facts)).toEqual([])
  })

  it('that says pending is kept when a person asked', () => {
    expect(types(pending, statusRead('pending'), byPerson)).toEqual(['status-read'])
  })

  it('that brings another provider status is kept, once', () => {
    const read = statusRead('pending', { providerStatus: 'PROMPTED' })
    expect(types(pending, read)).toEqual(['status-read'])
    expect(types(stateAfter(pending, read), read)).toEqual([])
  })

  it.each([
    ['completed', 'paid'],
    [' Paid ', 'paid'],
    ['DECLINED', 'failed'],
    ['processed_ok', 'unrecognised'],
  ])('that says %j settles it as %s, raw status beside', (status, outcome) => {
    expect(types(pending, statusRead(status))).toEqual(['status-read', 'settled'])
    expect(stateAfter(pending, statusRead(status))).toMatchObject({
      phase: 'settled',
      outcome,
      rawStatus: status,
      settledAt: facts.now,
    })
  })

  it('settles an expired one too, as late', () => {
    expect(stateAfter(saleIn('expired'), statusRead('completed'))).toMatchObject({
      outcome: 'paid',
      late: true,
    })
  })
})

describe('a read that does not match the sale (money rule 12)', () => {
  it.each<[string, Partial<StatusRead>, object]>([
    [
      'amount',
      { money: { kind: 'read', amount: { currency: 'TZS', value: 15_001 } } },
      { asked: '15000', answered: '15001' },
    ],
    [
      'amount',
      { money: { kind: 'read', amount: { currency: null, value: 150 } } },
      { asked: '15000', answered: '150' },
    ],
    [
      'currency',
      { money: { kind: 'read', amount: { currency: 'KES', value: null } } },
      { asked: 'TZS', answered: 'KES' },
    ],
    [
      'currency',
      { money: { kind: 'read', amount: { currency: 'TZS\u202e', value: 15_000 } } },
      { asked: 'TZS', answered: 'TZS' },
    ],
    [
      'currency',
      { money: { kind: 'read', amount: { currency: 'KES', value: 15_000 } } },
      { asked: 'TZS', answered: 'KES' },
    ],
    ['reference', { reference: 'R-2' }, { asked: 'R-1', answered: 'R-2' }],
    [
      'amount',
      { money: { kind: 'unreadable', raw: '{"v":1}' } },
      { asked: '15000', answered: '{"v":1}' },
    ],
  ])('in its %s is never paid: %j', (field, changes, facts) => {
    const read = statusRead('completed', changes)
    expect(types(pending, read)).toEqual(['status-read', 'mismatched', 'settled'])
    expect(stateAfter(pending, read)).toMatchObject({
      outcome: 'unrecognised',
      mismatch: { field, ...facts },
    })
  })

  it('while pending is marked at once and once, and holds for the result', () => {
    const other = { money: { kind: 'read', amount: { currency: 'TZS', value: 1 } } } as const
    const marked = stateAfter(pending, statusRead('pending', other))
    expect(marked).toMatchObject({ phase: 'pending', mismatch: { field: 'amount' } })
    expect(types(marked, statusRead('pending', other))).toEqual([])
    expect(stateAfter(marked, statusRead('completed')).outcome).toBe('unrecognised')
    expect(stateAfter(marked, statusRead('declined')).outcome).toBe('unrecognised')
  })

  it('that names neither money nor reference claims nothing', () => {
    const read = statusRead('completed', { reference: null, money: { kind: 'absent' } })
    expect(stateAfter(pending, read)).toMatchObject({ outcome: 'paid', mismatch: null })
  })

  it('after the result raises it and changes no result', () => {
    const other = statusRead('completed', { reference: 'R-2' })
    expect(types(paid, other)).toEqual(['status-read', 'mismatched'])
    expect(stateAfter(paid, other)).toMatchObject({
      outcome: 'paid',
      mismatch: { field: 'reference' },
    })
  })
})

describe('a read after the result (money rule 6)', () => {
  it('that says the same adds nothing', () => {
    const same = statusRead('completed', { providerStatus: 'APPROVED' })
    expect(types(paid, same)).toEqual([])
  })

  it('that says the same in another word of the same meaning is no contradiction', () => {
    expect(types(paid, statusRead('successful'), byPerson)).toEqual(['status-read'])
  })

  it.each(['failed', 'pending', 'processed_ok'])(
    'that says %s is recorded, not applied',
    status => {
      expect(types(paid, statusRead(status))).toEqual(['status-read', 'contradicted'])
      expect(stateAfter(paid, statusRead(status))).toMatchObject({
        outcome: 'paid',
        rawStatus: 'completed',
        contradiction: status,
      })
    },
  )

  it('that contradicts again is a contradiction once', () => {
    const contradicted = stateAfter(paid, statusRead('failed'))
    expect(types(contradicted, statusRead('failed'), byPerson)).toEqual(['status-read'])
    expect(types(contradicted, statusRead('reversed'), byPerson)).toContain('contradicted')
  })

  it('does not contradict itself because the lists of words have changed', () => {
    const words = { paid: ['done'], failed: ['completed'] }
    const read = statusRead('completed', { providerStatus: 'APPROVED' })
    expect(types(paid, read, { ...byPerson, words })).toEqual(['status-read'])
  })

  it('of an unrecognised one: another word contradicts, the same one does not', () => {
    const sale = saleAfter(samples['attempt-started'], samples.accepted, unrecognised)
    expect(types(sale, statusRead('processed_ok'), byPerson)).toEqual(['status-read'])
    expect(stateAfter(sale, statusRead('completed'))).toMatchObject({
      outcome: 'unrecognised',
      rawStatus: 'processed_ok',
      contradiction: 'completed',
    })
  })
})
