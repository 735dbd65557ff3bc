import { describe, expect, it } from 'vitest'
import { decideRead } from '../../../../../electron/main/payments/polling/decide-read'
import type { StatusRead } from '../../../../../electron/main/service'
import type { ObjectionMeaning } from '../../../../../shared/payment/objections'
import type { Payment } from '../../../../../shared/payment/payment'
import { applyEvent, ImpossibleTransition } from '../../../../../shared/payment/reducer'
import { noWords } from '../../../../../shared/payment/status-words'
import { shippedWords as shipped } from '../../../../support/parts'
import { statusRead } from '../../../../support/payments/answers'
import { morning } from '../../../../support/payments/clock'
import {
  failedOutcome,
  paymentAfter,
  paymentIn,
  samples,
  unrecognised,
} from '../../../../support/payments/payments'

const facts = {
  by: 'poller',
  words: shipped,
  rulings: [],
  now: morning + 7_000,
  alsoPaid: () => null,
} as const
const byPerson = { ...facts, by: 'person' } as const
const toPending = [samples['attempt-started'], samples.accepted] as const
const pending = paymentIn('pending')
const paid = paymentIn('settled')

type Changes = NonNullable<Parameters<typeof statusRead>[1]>

/** A read whose payment has these words, and no amount. */
const saying = (...said: string[]): StatusRead => {
  return statusRead('', { facts: { ...statusRead('').facts, amounts: [], words: said } })
}

type How = Parameters<typeof decideRead>[2]
const types = (payment: Payment, read: StatusRead, how: How = facts) =>
  decideRead(payment, read, how).map(event => event.type)
const stateAfter = (payment: Payment, read: StatusRead, how: How = facts) =>
  decideRead(payment, read, how).reduce(applyEvent, payment)

describe('a read of a pending payment', () => {
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

  it('that says paid settles it, and says nothing more than that', () => {
    const status = 'completed'
    expect(decideRead(pending, statusRead(status), facts)).toEqual([
      expect.objectContaining({ type: 'status-read', status }),
      { type: 'settled', at: facts.now, status, outcome: 'paid' },
    ])
  })

  it('settles an expired one too, as late', () => {
    const after = stateAfter(paymentIn('expired'), statusRead('completed'))
    expect(after).toMatchObject({ outcome: 'paid', late: true })
  })
})

describe('a read that does not match the payment (money rule 12)', () => {
  it.each<[string, Changes, string, string]>([
    ['amount', { money: { currency: 'TZS', value: 15_001 } }, '15000', '15001'],
    ['amount', { money: { currency: null, value: 150 } }, '15000', '150'],
    ['amount', { money: { currency: 'KES', value: 1 } }, '15000', '1'],
    ['currency', { money: { currency: 'KES', value: null } }, 'TZS', 'KES'],
    ['currency', { money: { currency: 'KES', value: 15_000 } }, 'TZS', 'KES'],
    ['reference', { reference: 'R-2' }, 'R-1', 'R-2'],
  ])('in its %s is never paid: %j', (field, changes, asked, answered) => {
    const read = statusRead('completed', changes)
    expect(types(pending, read)).toEqual(['status-read', 'answer-mismatched', 'settled'])
    const mismatch = { field, asked, answered }
    expect(stateAfter(pending, read)).toMatchObject({ outcome: 'unrecognised', mismatch })
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
    const mismatch = { field: 'reference' }
    expect(stateAfter(paid, other)).toMatchObject({ outcome: 'paid', mismatch })
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
    const payment = paymentAfter(...toPending, samples['answer-mismatched'], unrecognised)
    expect(types(payment, statusRead('processed_ok'), byPerson)).toEqual(['status-read'])
    expect(stateAfter(payment, statusRead('verifying'))).toMatchObject({
      contradiction: 'verifying',
    })
    expect(stateAfter(payment, statusRead('completed'))).toMatchObject({
      outcome: 'unrecognised',
      rawStatus: 'processed_ok',
      contradiction: 'completed',
    })
  })
})

describe('a read after a word without a meaning (money rule 6)', () => {
  const unclear = paymentAfter(...toPending, unrecognised)

  it('that says the same word adds nothing, and another one is what a person reads next', () => {
    const same = statusRead('processed_ok')
    expect(types(stateAfter(unclear, same), same)).toEqual([])
    expect(types(unclear, same, byPerson)).toEqual(['status-read'])
    const other = stateAfter(unclear, statusRead('verifying'))
    expect(other).toMatchObject({ outcome: 'unrecognised', rawStatus: 'verifying' })
  })

  it('about another amount neither settles it nor makes it pending again (money rule 12)', () => {
    for (const status of ['completed', 'declined', 'pending', 'verifying', 'success']) {
      const read = statusRead(status, { money: { currency: 'TZS', value: 1 } })
      expect(types(unclear, read)).toEqual(['status-read', 'answer-mismatched'])
      const mismatch = { field: 'amount' }
      expect(stateAfter(unclear, read)).toMatchObject({ outcome: 'unrecognised', mismatch })
    }
  })

  it('that means paid by now, though the word is the same, settles it', () => {
    const words = { ...shipped, paid: ['processed_ok'] }
    const after = stateAfter(unclear, statusRead('processed_ok'), { ...facts, words })
    expect(after).toMatchObject({ outcome: 'paid', contradiction: null })
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
    [['success', 'processing'], { rawStatus: 'processing', doubt: 'among-others' }],
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
    const after = stateAfter(unclear, saying('COMPLETED', 'pending'))
    expect(after).toMatchObject({ phase: 'pending', outcome: null, doubt: null })
    expect(after.rawStatus).toBe('pending, COMPLETED')
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
  const amounts = [{ value: null, text: '15.000' }]
  const unreadable = (status: string) =>
    statusRead(status, { facts: { ...statusRead(status).facts, amounts } })

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
    // The service is asked once more, and the amount is compared then.
    const explained = applyEvent(unclear, samples['status-classified'])
    expect(explained).toMatchObject({ phase: 'pending', outcome: null })
  })
})

describe('money that came twice (money rule 9)', () => {
  const other = samples['also-paid'].other
  const twice = { ...facts, alsoPaid: () => other }
  const failed = paymentAfter(...toPending, failedOutcome)

  it.each([
    ['a pending', pending],
    ['an expired', paymentIn('expired')],
    ['an unclear', paymentAfter(...toPending, unrecognised)],
  ])(
    'is said when %s payment turns out paid, and the one charged in its place was',
    (_name, payment) => {
      const events = decideRead(payment, statusRead('completed'), twice)
      expect(events.slice(1)).toMatchObject([{ type: 'also-paid', other }, { type: 'settled' }])
    },
  )

  it('is said when a failed payment turns out paid: the result stays, the money is known', () => {
    const events = decideRead(failed, statusRead('completed'), twice)
    expect(events).toMatchObject([
      { type: 'status-read' },
      { type: 'also-paid', other },
      { type: 'contradicted', status: 'completed', meaning: 'paid' },
    ])
    const after = stateAfter(failed, statusRead('completed'), twice)
    expect(after).toMatchObject({ outcome: 'failed', alsoPaid: other, contradictedByPaid: true })
    expect(types(after, statusRead('completed'), twice)).toEqual(['status-read'])
    expect(types(after, statusRead('successful'), twice)).not.toContain('also-paid')
  })

  it('is said when the word that contradicted a failed payment means paid only now', () => {
    // `success` alone says too little; with the amount it is a payment.
    const bare = stateAfter(failed, saying('success'), twice)
    expect(bare).toMatchObject({ contradiction: 'success', contradictedByPaid: false })
    const after = stateAfter(bare, statusRead('success'), twice)
    expect(after).toMatchObject({ alsoPaid: other, contradictedByPaid: true })
    expect(types(after, statusRead('success'), twice)).toEqual(['status-read'])
  })

  it('is said when the other payment was paid after this one turned out paid', () => {
    const paidLate = stateAfter(failed, statusRead('completed'), facts)
    expect(paidLate).toMatchObject({ alsoPaid: null, contradictedByPaid: true })
    expect(stateAfter(paidLate, statusRead('completed'), twice)).toMatchObject({ alsoPaid: other })
  })

  it('is not asked about for money that did not come', () => {
    const never = { ...facts, alsoPaid: () => expect.fail('asked') }
    expect(types(pending, statusRead('declined'), never)).toContain('settled')
    expect(types(pending, statusRead('processed_ok'), never)).toContain('settled')
    expect(types(failed, statusRead('pending'), never)).toContain('contradicted')
  })
})

describe('the provider’s own word (money rule 5)', () => {
  const said = (providerStatus: string, status = 'completed') =>
    statusRead(status, { providerStatus })

  it.each([
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
    const failed = paymentAfter(...toPending, failedOutcome)
    const read = said('COMPLETED', failedOutcome.status)
    expect(types(failed, read)).toEqual(['status-read', 'provider-disagreed'])
    const after = stateAfter(failed, read)
    expect(after).toMatchObject({ outcome: 'failed', providerContradiction: 'COMPLETED' })
    // Said once.
    expect(types(after, read, byPerson)).toEqual(['status-read'])
    const without = statusRead(failedOutcome.status, { providerStatus: null })
    expect(types(after, without, byPerson)).toEqual(['status-read'])
  })

  it('is noticed too where the status contradicts the result as well', () => {
    const failed = paymentAfter(...toPending, failedOutcome)
    expect(types(failed, said('COMPLETED', 'pending'))).toEqual([
      'status-read',
      'contradicted',
      'provider-disagreed',
    ])
  })
})

describe('a field that speaks against a paid word (money rule 5)', () => {
  const field = { name: 'result_code', value: '1032' }
  const other = { name: 'reversed', value: 'true' }
  const wordsAnd = (words: string[], ...fields: (typeof field)[]): StatusRead => {
    const mentions = fields.map(each => ({ ...each, kind: 'certain' as const }))
    return statusRead('', { facts: { ...statusRead('').facts, words, mentions } })
  }
  const objecting = (...fields: (typeof field)[]) => wordsAnd(['COMPLETED'], ...fields)
  const objected = stateAfter(pending, objecting(field))
  const answered = (payment: Payment, meaning: ObjectionMeaning, of = field) =>
    applyEvent(payment, { ...samples['objection-answered'], ...of, meaning })
  /** What the same answer makes of the payment that a person has spoken of. */
  const readAgain = (meaning: ObjectionMeaning, ...fields: (typeof field)[]) =>
    stateAfter(answered(objected, meaning), objecting(...fields))

  it('is for a person, by name and value', () => {
    expect(objected).toMatchObject({
      ...{ phase: 'settled', outcome: 'unrecognised', doubt: 'objection', objections: [field] },
      rawStatus: 'COMPLETED, result_code: 1032',
    })
  })

  it.each([
    ['an unknown word, which is judged again', ['processing'], 'among-others'],
    ['words that disagree', ['COMPLETED', 'FAILED'], 'disagree'],
  ])('is for a person next to %s', (_, words, doubt) => {
    const after = stateAfter(pending, wordsAnd(words, field))
    expect(after).toMatchObject({ outcome: 'unrecognised', doubt, objections: [field] })
  })

  it('is asked about again, and its answer judged, once a person has spoken', () => {
    const after = answered(objected, 'nothing')
    expect(after).toMatchObject({ phase: 'pending', outcome: null, doubt: null, objections: [] })
    expect(after.rulings).toEqual([{ ...field, meaning: 'nothing' }])
  })

  it.each([
    ['paid', { outcome: 'paid' }],
    ['nothing', { outcome: 'paid' }],
    ['failed', { outcome: 'failed' }],
    ['pending', { phase: 'pending', outcome: null, rawStatus: 'COMPLETED' }],
  ] as const)('means %s for this payment from then on', (meaning, said) => {
    expect(readAgain(meaning, field)).toMatchObject({ ...said, objections: [] })
  })

  it('that was cleared clears no other value, and no other field', () => {
    for (const fields of [[{ ...field, value: '1037' }], [field, other]])
      expect(readAgain('nothing', ...fields)).toMatchObject({ outcome: 'unrecognised' })
    expect(readAgain('nothing', field, other)).toMatchObject({ objections: [other] })
  })

  it('is said what it means for the connection, by its value or by its name alone', () => {
    const judged = (value: string | null, read = objecting(field)) =>
      stateAfter(pending, read, { ...facts, rulings: [{ ...field, value, meaning: 'nothing' }] })
    const cleared = [{ ...field, value: null, meaning: 'nothing' }]
    expect(judged('1032')).toMatchObject({ outcome: 'paid' })
    expect(judged(null)).toMatchObject({ outcome: 'paid', cleared })
    expect(judged('1037')).toMatchObject({ outcome: 'unrecognised' })
    // A failed word speaks under a cleared name too.
    const failed = objecting({ ...field, value: 'It was CANCELLED' })
    expect(judged(null, failed)).toMatchObject({ outcome: 'unrecognised' })
    // What was cut may be another value.
    const cut = objecting({ ...field, value: '1032…' })
    expect(judged('1032…', cut)).toMatchObject({ outcome: 'unrecognised' })
    const ofOther = objecting({ ...other, value: '1032' })
    for (const value of ['1032', null])
      expect(judged(value, ofOther)).toMatchObject({ outcome: 'unrecognised' })
  })

  it('that is a part of the sum is never cleared by its name alone', () => {
    const part = { name: 'amount_paid', value: '500', kind: 'amount', amount: 500 } as const
    const read = statusRead('', {
      facts: { ...statusRead('').facts, words: ['PAID'], mentions: [part] },
    })
    const judged = (value: string | null) => {
      const ruling = { name: 'amount_paid', value, meaning: 'nothing' } as const
      return stateAfter(pending, read, { ...facts, rulings: [ruling] }).outcome
    }
    expect(judged(null)).toBe('unrecognised')
    expect(judged('500')).toBe('paid')
  })

  it('is shown with seven others at most, and so is what made the payment paid', () => {
    const nine = Array.from({ length: 9 }, (_, at) => ({ name: `code_${at}`, value: 'x' }))
    const rulings = nine.map(each => ({ ...each, meaning: 'nothing' as const }))
    expect(stateAfter(pending, objecting(...nine)).objections).toEqual(nine.slice(0, 8))
    const settled = decideRead(pending, objecting(...nine), { ...facts, rulings }).at(-1)
    expect(settled).toMatchObject({ outcome: 'paid', cleared: rulings.slice(0, 8) })
  })

  it('that was cleared is not named where another amount keeps it from being paid', () => {
    const amounts = [{ value: 1, text: '1' }]
    const { facts: said, ...read } = objecting(field)
    const rulings = [{ ...field, meaning: 'nothing' as const }]
    const other = { ...read, facts: { ...said, amounts } }
    const settled = decideRead(pending, other, { ...facts, rulings }).at(-1)
    expect(settled).toMatchObject({ type: 'settled', outcome: 'unrecognised' })
    expect(settled).not.toHaveProperty('cleared')
  })

  it('contradicts a payment that was green before', () => {
    const after = stateAfter(paid, objecting(field))
    expect(after).toMatchObject({ outcome: 'paid', contradiction: 'COMPLETED, result_code: 1032' })
  })

  it('cannot be spoken of where it is not there', () => {
    expect(() => answered(objected, 'nothing', other)).toThrow(ImpossibleTransition)
    expect(() => answered(pending, 'nothing')).toThrow(ImpossibleTransition)
  })
})

describe('fields that could not be read (money rule 14)', () => {
  it('are kept by name, once, also where the status says nothing new', () => {
    const odd = statusRead('pending', { unread: ['created_at', 'amount'] })
    const after = stateAfter(pending, odd)
    expect(after).toMatchObject({ phase: 'pending', unreadFields: ['created_at', 'amount'] })
    expect(types(after, odd)).toEqual([])
  })

  it('cost a paid payment nothing', () => {
    const unread = ['created_at']
    const after = stateAfter(pending, statusRead('completed', { unread }))
    expect(after).toMatchObject({ outcome: 'paid', unreadFields: unread })
  })
})
