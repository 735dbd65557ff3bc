import { describe, expect, it } from 'vitest'
import { decideRead } from '../../../../../electron/main/payments/polling/decide-read'
import type { StatusRead } from '../../../../../electron/main/service'
import type { Sale } from '../../../../../shared/payment/sale'
import { applyEvent } from '../../../../../shared/payment/sale-reducer'
import { noWords } from '../../../../../shared/payment/status-words'
import { shippedWords as shipped } from '../../../../support/parts'
import { statusRead } from '../../../../support/payments/answers'
import { morning } from '../../../../support/payments/clock'
import {
  failedOutcome,
  saleAfter,
  saleIn,
  samples,
  unrecognised,
} from '../../../../support/payments/sales'

const facts = { by: 'poller', words: shipped, now: morning + 7_000, alsoPaid: () => null } as const
const byPerson = { ...facts, by: 'person' } as const
const toPending = [samples['attempt-started'], samples.accepted] as const
const pending = saleIn('pending')
const paid = saleIn('settled')

type Changes = NonNullable<Parameters<typeof statusRead>[1]>

/** A read whose payment has these words, and no amount. */
const saying = (...words: string[]): StatusRead => {
  const read = statusRead('')
  const facts = {
    ...read.facts,
    amounts: [],
    words: words.map(word => ({ word, of: 'payment' as const })),
  }
  return { ...read, facts }
}

const types = (sale: Sale, read: StatusRead, how: Parameters<typeof decideRead>[2] = facts) =>
  decideRead(sale, read, how).map(event => event.type)
const stateAfter = (sale: Sale, read: StatusRead, how: Parameters<typeof decideRead>[2] = facts) =>
  decideRead(sale, read, how).reduce<Sale>((before, event) => applyEvent(before, event), sale)

describe('a read of a pending sale', () => {
  it('that says pending adds nothing, however often', () => {
    expect(decideRead(pending, statusRead('pending'), facts)).toEqual([])
  })

  it('that says pending is kept when a person asked', () => {
    expect(types(pending, statusRead('pending'), byPerson)).toEqual(['status-read'])
  })

  it('that brings another provider status is kept, once', () => {
    const read = statusRead('pending', { providerStatus: 'PROMPTED' })
    expect(types(pending, read)).toEqual(['status-read'])
    expect(types(stateAfter(pending, read), read)).toEqual([])
  })

  it('settles an expired one too, as late', () => {
    expect(stateAfter(saleIn('expired'), statusRead('completed'))).toMatchObject({
      outcome: 'paid',
      late: true,
    })
  })
})

describe('a read that does not match the sale (money rule 12)', () => {
  it.each<[string, Changes, object]>([
    [
      'amount',
      { money: { currency: 'TZS', value: 15_001 } },
      { asked: '15000', answered: '15001' },
    ],
    ['amount', { money: { currency: null, value: 150 } }, { asked: '15000', answered: '150' }],
    ['amount', { money: { currency: 'KES', value: 1 } }, { asked: '15000', answered: '1' }],
    ['currency', { money: { currency: 'KES', value: null } }, { asked: 'TZS', answered: 'KES' }],
    ['currency', { money: { currency: 'KES', value: 15_000 } }, { asked: 'TZS', answered: 'KES' }],
    ['reference', { reference: 'R-2' }, { asked: 'R-1', answered: 'R-2' }],
  ])('in its %s is never paid: %j', (field, changes, facts) => {
    const read = statusRead('completed', changes)
    expect(types(pending, read)).toEqual(['status-read', 'answer-mismatched', 'settled'])
    expect(stateAfter(pending, read)).toMatchObject({
      outcome: 'unrecognised',
      mismatch: { field, ...facts },
    })
  })

  it('while pending is marked at once and once, and holds for the result', () => {
    const other = { money: { currency: 'TZS', value: 1 } }
    const marked = stateAfter(pending, statusRead('pending', other))
    expect(marked).toMatchObject({ phase: 'pending', mismatch: { field: 'amount' } })
    expect(types(marked, statusRead('pending', other))).toEqual([])
    expect(stateAfter(marked, statusRead('completed')).outcome).toBe('unrecognised')
    expect(stateAfter(marked, statusRead('declined')).outcome).toBe('unrecognised')
  })

  it.each<Changes>([
    { reference: null, money: { currency: null, value: null } },
    { money: { currency: 'tzs', value: 15_000 } },
    { money: { currency: 'TZS', value: null }, unread: ['amount'] },
  ])('claims nothing by what it does not name, nor by small letters: %j', changes => {
    const read = statusRead('completed', changes)
    expect(stateAfter(pending, read)).toMatchObject({ outcome: 'paid', mismatch: null })
  })

  it('after the result raises it and changes no result', () => {
    const other = statusRead('completed', { reference: 'R-2' })
    expect(types(paid, other)).toEqual(['status-read', 'answer-mismatched'])
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

  it('that contradicts again is a contradiction once', () => {
    const contradicted = stateAfter(paid, statusRead('failed'))
    expect(types(contradicted, statusRead('failed'), byPerson)).toEqual(['status-read'])
    expect(types(contradicted, statusRead('reversed'), byPerson)).toContain('contradicted')
  })

  it('does not contradict itself because the lists of words have changed', () => {
    const words = { ...noWords, paid: ['done'], failed: ['completed'] }
    const read = statusRead('completed', { providerStatus: 'APPROVED' })
    expect(types(paid, read, { ...byPerson, words })).toEqual(['status-read'])
  })

  it('of one that is unrecognised for another amount contradicts it: it is about another payment', () => {
    const sale = saleAfter(...toPending, samples['answer-mismatched'], unrecognised)
    expect(types(sale, statusRead('processed_ok'), byPerson)).toEqual(['status-read'])
    expect(stateAfter(sale, statusRead('completed'))).toMatchObject({
      outcome: 'unrecognised',
      rawStatus: 'processed_ok',
      contradiction: 'completed',
    })
  })
})

describe('a read after a word without a meaning (money rule 6)', () => {
  const unclear = saleAfter(...toPending, unrecognised)

  it('that says the same word adds nothing, and another one is what a person reads next', () => {
    const same = statusRead('processed_ok')
    expect(types(stateAfter(unclear, same), same)).toEqual([])
    expect(types(unclear, same, byPerson)).toEqual(['status-read'])
    const other = stateAfter(unclear, statusRead('verifying'))
    expect(other).toMatchObject({ outcome: 'unrecognised', rawStatus: 'verifying' })
  })

  it('about another amount neither settles it nor makes it pending again (money rule 12)', () => {
    const other = { money: { currency: 'TZS', value: 1 } }
    for (const status of ['completed', 'declined', 'pending', 'verifying']) {
      const read = statusRead(status, other)
      expect(types(unclear, read)).toEqual(['status-read', 'answer-mismatched'])
      expect(stateAfter(unclear, read)).toMatchObject({
        outcome: 'unrecognised',
        mismatch: { field: 'amount' },
      })
    }
  })

  it('that means paid by now, though the word is the same, settles it', () => {
    const words = { ...shipped, paid: ['processed_ok'] }
    expect(stateAfter(unclear, statusRead('processed_ok'), { ...facts, words })).toMatchObject({
      outcome: 'paid',
      contradiction: null,
    })
  })

  it('that means paid is late after a person had resolved it', () => {
    const resolved = applyEvent(unclear, samples.resolved)
    expect(stateAfter(resolved, statusRead('completed'))).toMatchObject({ late: true })
  })
})

describe('a read whose words leave a doubt (money rule 5)', () => {
  it.each<[string[], object]>([
    [['COMPLETED', 'FAILED'], { rawStatus: 'COMPLETED, FAILED', doubt: 'disagree' }],
    [['COMPLETED', 'processing'], { rawStatus: 'processing', doubt: 'among-others' }],
    [['success'], { rawStatus: 'success', doubt: 'no-amount' }],
    [['processing'], { rawStatus: 'processing', doubt: null }],
    [['success', 'processing'], { rawStatus: 'processing', doubt: null }],
  ])('%j is for a person, who learns why', (words, said) => {
    expect(stateAfter(pending, saying(...words))).toMatchObject({
      phase: 'settled',
      outcome: 'unrecognised',
      mismatch: null,
      ...said,
    })
  })

  it.each(['COMPLETED', 'failed'])('may be settled by a later read that is clear: %s', word => {
    const unclear = stateAfter(pending, saying('COMPLETED', 'FAILED'))
    const after = stateAfter(unclear, saying(word))
    expect(after).toMatchObject({ rawStatus: word, doubt: null, contradiction: null })
    expect(after.outcome).not.toBe('unrecognised')
  })

  it('is said again where the doubt is another one, and once where it is the same', () => {
    const unclear = stateAfter(pending, saying('success'))
    expect(types(unclear, saying('success'))).toEqual([])
    expect(types(unclear, saying('COMPLETED', 'FAILED'))).toEqual(['status-read', 'settled'])
    const other = stateAfter(unclear, saying('COMPLETED', 'FAILED'))
    expect(other).toMatchObject({ outcome: 'unrecognised', doubt: 'disagree' })
  })

  it('is pending again by a later word in progress', () => {
    const unclear = stateAfter(pending, saying('COMPLETED', 'FAILED'))
    expect(stateAfter(unclear, saying('COMPLETED', 'pending'))).toMatchObject({
      phase: 'pending',
      outcome: null,
      doubt: null,
    })
  })

  it('contradicts a result that is there, and changes none (money rule 6)', () => {
    expect(stateAfter(paid, saying('COMPLETED', 'FAILED'))).toMatchObject({
      outcome: 'paid',
      doubt: null,
      contradiction: 'COMPLETED, FAILED',
    })
  })
})

describe('an amount with digits that cannot be read (money rule 12)', () => {
  const unreadable = (status: string) => {
    const read = statusRead(status)
    return { ...read, facts: { ...read.facts, amounts: [{ value: null, text: '15.000' }] } }
  }

  it('is never paid: a person sees it as it was written', () => {
    expect(stateAfter(pending, unreadable('completed'))).toMatchObject({
      outcome: 'unrecognised',
      mismatch: { field: 'amount', asked: '15000', answered: '15.000' },
    })
  })

  it.each(['pending', 'declined'])('costs nothing where the payment is %s', status => {
    expect(stateAfter(pending, unreadable(status)).mismatch).toBeNull()
  })

  it('is not paid either where a person says later what its word means', () => {
    const unclear = stateAfter(pending, unreadable('processed_ok'))
    expect(unclear).toMatchObject({ outcome: 'unrecognised', doubt: 'among-others' })
    const meaning = {
      type: 'status-classified',
      at: facts.now,
      meaning: 'paid',
      person: null,
    } as const
    // The service is asked once more, and the amount is compared then.
    expect(applyEvent(unclear, meaning)).toMatchObject({ phase: 'pending', outcome: null })
  })
})

describe('money that came twice (money rule 9)', () => {
  const other = samples['paid-twice'].other
  const twice = { ...facts, alsoPaid: () => other }
  const unclear = saleAfter(...toPending, unrecognised)

  it.each([
    ['a pending', pending],
    ['an expired', saleIn('expired')],
    ['an unclear', unclear],
  ])('is said when %s sale turns out paid, and the one charged in its place was', (_name, sale) => {
    const events = decideRead(sale, statusRead('completed'), twice)
    expect(events.slice(1)).toMatchObject([{ type: 'settled' }, { type: 'paid-twice', other }])
  })

  it('is said when a failed sale turns out paid: the result stays, the money is known', () => {
    const failed = saleAfter(...toPending, failedOutcome)
    const events = decideRead(failed, statusRead('completed'), twice)
    expect(events).toMatchObject([
      { type: 'status-read' },
      { type: 'contradicted', status: 'completed', meaning: 'paid' },
      { type: 'paid-twice', other },
    ])
    const after = stateAfter(failed, statusRead('completed'), twice)
    expect(after).toMatchObject({ outcome: 'failed', paidTwice: other, contradictedByPaid: true })
    expect(types(after, statusRead('completed'), twice)).toEqual(['status-read'])
    expect(types(after, statusRead('successful'), twice)).toEqual(['status-read', 'contradicted'])
  })

  it('is said when the word that contradicted a failed sale means paid only now', () => {
    const failed = saleAfter(...toPending, failedOutcome)
    // `success` alone says too little; with the amount it is a payment.
    const bare = stateAfter(failed, saying('success'), twice)
    expect(bare).toMatchObject({ contradiction: 'success', contradictedByPaid: false })
    const after = stateAfter(bare, statusRead('success'), twice)
    expect(after).toMatchObject({ paidTwice: other, contradictedByPaid: true })
    expect(types(after, statusRead('success'), twice)).toEqual(['status-read'])
  })

  it('is said when the other sale was paid after this one turned out paid', () => {
    const failed = saleAfter(...toPending, failedOutcome)
    const paidLate = stateAfter(failed, statusRead('completed'), facts)
    expect(paidLate).toMatchObject({ paidTwice: null, contradictedByPaid: true })
    expect(stateAfter(paidLate, statusRead('completed'), twice)).toMatchObject({ paidTwice: other })
  })

  it('is not asked about for money that did not come', () => {
    const never = {
      ...facts,
      alsoPaid: () => {
        throw new Error('asked')
      },
    }
    const failed = saleAfter(...toPending, failedOutcome)
    expect(types(pending, statusRead('declined'), never)).toContain('settled')
    expect(types(pending, statusRead('processed_ok'), never)).toContain('settled')
    expect(types(failed, statusRead('pending'), never)).toContain('contradicted')
  })
})

describe('the provider’s own word (money rule 5)', () => {
  const said = (providerStatus: string, status = 'completed') =>
    statusRead(status, { providerStatus })

  it.each([
    ['completed', 'DECLINED', true],
    ['completed', 'Reversed', true],
    ['declined', 'SUCCESS', true],
    ['completed', 'APPROVED', false],
    ['completed', 'SUCCESS', false],
    ['declined', 'FAILED', false],
    ['completed', 'PENDING', false],
    ['processed_ok', 'DECLINED', false],
    ['pending', 'DECLINED', false],
  ])('with the status %s, %s speaks against it: %s', (status, word, disagrees) => {
    expect(types(pending, said(word, status)).includes('provider-disagreed')).toBe(disagrees)
  })

  it('that comes after the result is noticed as well', () => {
    expect(types(paid, said('REVERSED'))).toEqual(['status-read', 'provider-disagreed'])
    expect(stateAfter(paid, said('REVERSED'))).toMatchObject({
      outcome: 'paid',
      providerContradiction: 'REVERSED',
    })
  })
})

describe('fields that could not be read (money rule 14)', () => {
  it('are kept by name, once, also where the status says nothing new', () => {
    const odd = statusRead('pending', { unread: ['created_at', 'amount'] })
    const after = stateAfter(pending, odd)
    expect(after).toMatchObject({ phase: 'pending', unreadFields: ['created_at', 'amount'] })
    expect(types(after, odd)).toEqual([])
  })

  it('cost a paid sale nothing', () => {
    const odd = statusRead('completed', { unread: ['created_at'] })
    expect(stateAfter(pending, odd)).toMatchObject({
      outcome: 'paid',
      unreadFields: ['created_at'],
    })
  })
})
