import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isOpen, isUnclear, needsResolving } from '../../../shared/payment/actions'
import { freshnessOf } from '../../../shared/payment/freshness'
import { type Phase, phaseSchema, type Sale, saleSchema } from '../../../shared/payment/sale'
import { applyEvent, beginSale, ImpossibleTransition } from '../../../shared/payment/sale-reducer'
import { mayFollow } from '../../../shared/payment/sale-transitions'
import {
  agesAt,
  disagreeing,
  failedOutcome,
  type LaterEvent,
  notSent,
  recorded,
  saleAfter,
  saleIn,
  samples,
  unrecognised,
} from '../../support/payments/sales'

/** From which phases each event may follow, written down a second time by hand. */
const table: Record<LaterEvent['type'], readonly Phase[]> = {
  'attempt-started': ['ready', 'unknown'],
  'attempt-failed': ['sending'],
  refused: ['sending'],
  accepted: ['sending'],
  held: ['ready'],
  restored: ['ready', 'held', 'sending', 'unknown'],
  released: ['held', 'unknown'],
  withdrawn: ['ready', 'held'],
  abandoned: ['unknown'],
  'stopped-waiting': ['pending'],
  'cash-taken': ['pending'],
  'status-read': ['pending', 'expired', 'settled'],
  'answer-mismatched': ['pending', 'expired', 'settled'],
  settled: ['pending', 'expired'],
  'provider-disagreed': ['settled'],
  contradicted: ['settled'],
  expired: ['pending'],
  // The plain settled sale is a paid one: paid needs no meaning, and is not in progress again.
  'status-classified': [],
  reopened: [],
  'goods-handed-over': ['settled'],
  refunded: ['settled', 'cash'],
  'paid-twice': ['settled'],
  'receipt-printed': ['settled', 'cash'],
  'receipt-failed': ['settled', 'cash'],
  resolved: ['unknown', 'pending', 'expired', 'settled', 'abandoned'],
  // Expired and abandoned ones are still to be resolved (money rule 8).
  'customer-removed': ['settled', 'refused', 'withdrawn', 'cash'],
}

/** Freezes a sale and all that is in it: a reducer that changes it throws. */
function frozen(sale: Sale): Sale {
  for (const value of Object.values(sale))
    if (typeof value === 'object' && value !== null) Object.freeze(value)
  return Object.freeze(sale)
}

const pairs = Object.values(samples).flatMap(event =>
  phaseSchema.options.map(phase => [event.type, phase, event] as const),
)

describe('every event in every phase', () => {
  it.each(pairs)('%s while %s', (type, phase, event) => {
    const before = frozen(saleIn(phase))
    const copy = structuredClone(before)
    if (table[type].includes(phase))
      expect(saleSchema.safeParse(applyEvent(before, event)).success).toBe(true)
    else expect(() => applyEvent(before, event)).toThrow(ImpossibleTransition)
    expect(before).toEqual(copy)
  })

  it('a sale is recorded once', () => {
    for (const phase of phaseSchema.options)
      expect(() => applyEvent(saleIn(phase), recorded())).toThrow(ImpossibleTransition)
  })

  it('says in the error where the sale stood and what came', () => {
    expect(() => applyEvent(saleIn('refused'), samples.settled)).toThrow('refused')
    expect(() => applyEvent(saleIn('refused'), samples.settled)).toThrow('settled')
  })
})

describe('a sale', () => {
  it('begins ready, with everything that was recorded', () => {
    const { type: _type, at, ...facts } = recorded({ note: 'shoes' })
    const sale = beginSale(saleIn('ready').id, { type: 'recorded', at, ...facts })
    expect(saleSchema.parse(sale)).toMatchObject({ ...facts, recordedAt: at, phase: 'ready' })
  })

  it('that once may have arrived stays so, whatever later attempts say (money rule 4)', () => {
    const sale = saleAfter(
      samples['attempt-started'],
      samples['attempt-failed'],
      samples['attempt-started'],
      notSent,
    )
    expect(sale).toMatchObject({ phase: 'unknown', maybeSent: true, lastFailure: { sent: 'no' } })
  })

  it('that never left is ready again, and can be withdrawn', () => {
    const sale = saleAfter(samples['attempt-started'], notSent)
    expect(sale).toMatchObject({ phase: 'ready', maybeSent: false })
    expect(applyEvent(sale, samples.withdrawn).phase).toBe('withdrawn')
  })

  it('is not paid by an answer to its creation (money rule 5)', () => {
    const sale = saleAfter(samples['attempt-started'], { ...samples.accepted, status: 'completed' })
    expect(sale).toMatchObject({ phase: 'pending', outcome: null, rawStatus: 'completed' })
  })

  it('is not paid by a status-read event alone', () => {
    expect(applyEvent(saleIn('pending'), samples['status-read'])).toMatchObject({
      phase: 'pending',
      outcome: null,
    })
  })

  it('with a mismatch can neither be settled as paid nor be given a meaning (money rule 12)', () => {
    const mismatched = applyEvent(saleIn('pending'), samples['answer-mismatched'])
    expect(() => applyEvent(mismatched, samples.settled)).toThrow(ImpossibleTransition)
    const settled = applyEvent(mismatched, unrecognised)
    expect(() => applyEvent(settled, samples['status-classified'])).toThrow(ImpossibleTransition)
  })

  it('keeps its first mismatch', () => {
    const first = applyEvent(saleIn('pending'), samples['answer-mismatched'])
    const { mismatch } = samples['answer-mismatched']
    const second = applyEvent(first, {
      ...samples['answer-mismatched'],
      mismatch: { ...mismatch, answered: '1' },
    })
    expect(second.mismatch).toEqual(mismatch)
  })

  it('with an unrecognised status becomes what a manager says, once', () => {
    const settled = applyEvent(saleIn('pending'), unrecognised)
    const meant = applyEvent(settled, { ...samples['status-classified'], meaning: 'failed' })
    expect(meant).toMatchObject({ outcome: 'failed', rawStatus: 'processed_ok' })
    expect(() => applyEvent(meant, samples['status-classified'])).toThrow(ImpossibleTransition)
  })

  it('keeps the raw status that its result was read from (money rule 6)', () => {
    const later = { ...samples['status-read'], status: 'failed', providerStatus: 'REVERSED' }
    const sale = [later, samples.contradicted].reduce<Sale>(
      (before, event) => applyEvent(before, event),
      saleIn('settled'),
    )
    expect(sale).toMatchObject({
      outcome: 'paid',
      rawStatus: 'completed',
      providerStatus: 'APPROVED',
      contradiction: 'failed',
    })
  })

  it('is handed over once, and only when paid (money rule 11)', () => {
    const handed = applyEvent(saleIn('settled'), samples['goods-handed-over'])
    expect(() => applyEvent(handed, samples['goods-handed-over'])).toThrow(ImpossibleTransition)
    const declined = applyEvent(saleIn('pending'), failedOutcome)
    expect(() => applyEvent(declined, samples['goods-handed-over'])).toThrow(ImpossibleTransition)
  })

  it('released while held is ready again; released while unknown stays unknown', () => {
    const at = samples.released.at + 50_000
    const release = { ...samples.released, at }
    expect(applyEvent(saleIn('held'), release)).toMatchObject({ phase: 'ready', freshSince: at })
    expect(applyEvent(saleIn('unknown'), release)).toMatchObject({
      phase: 'unknown',
      freshSince: at,
    })
  })
})

describe('a result after the till had given up (money rules 8, 9)', () => {
  const resolved = applyEvent(saleIn('expired'), samples.resolved)

  it('is late when paid, and on the to-do list although it had been resolved', () => {
    const late = applyEvent(resolved, samples.settled)
    expect(late).toMatchObject({ outcome: 'paid', late: true, resolution: null })
    expect(needsResolving(late)).toBe(true)
  })

  it('is late when the cashier had stopped waiting', () => {
    const sale = applyEvent(saleIn('pending'), samples['stopped-waiting'])
    expect(applyEvent(sale, samples.settled).late).toBe(true)
    expect(applyEvent(sale, failedOutcome).late).toBe(false)
  })

  it('is so too when a person had ended a wait that the service never ended', () => {
    const ended = applyEvent(saleIn('pending'), samples.resolved)
    expect(ended).toMatchObject({ phase: 'expired', expiredAt: samples.resolved.at })
    expect(needsResolving(ended)).toBe(false)
    const late = applyEvent(ended, samples.settled)
    expect(late).toMatchObject({ late: true, paidTwice: null, resolution: null })
    const inCash = { ...samples.resolved, how: 'paid-in-cash' } as const
    const twice = applyEvent(applyEvent(saleIn('pending'), inCash), samples.settled)
    expect(twice).toMatchObject({ late: true, paidTwice: 'cash', resolution: null })
  })

  it('that says failed changes nothing that was resolved', () => {
    expect(applyEvent(resolved, failedOutcome)).toMatchObject({
      late: false,
      resolution: { reason: 'paid in cash' },
    })
  })

  it('without a meaning is on the list again: it may be money', () => {
    expect(needsResolving(applyEvent(resolved, unrecognised))).toBe(true)
  })

  it('that does not match the sale is on the list again: it may be money', () => {
    const settled = applyEvent(applyEvent(resolved, samples['answer-mismatched']), unrecognised)
    expect(needsResolving(settled)).toBe(true)
    const paid = applyEvent(applyEvent(saleIn('settled'), samples.contradicted), samples.resolved)
    expect(needsResolving(applyEvent(paid, samples['answer-mismatched']))).toBe(true)
  })

  it('that contradicts is on the list again', () => {
    const settled = applyEvent(
      applyEvent(saleIn('settled'), samples.contradicted),
      samples.resolved,
    )
    expect(needsResolving(settled)).toBe(false)
    expect(needsResolving(applyEvent(settled, samples.contradicted))).toBe(true)
  })
})

describe('a word without a meaning (money rule 6)', () => {
  const unclear = applyEvent(saleIn('pending'), unrecognised)
  const meaning = samples['status-classified']

  it('is no result: a later clear word settles the sale, and what it says is kept', () => {
    for (const [event, outcome] of [
      [samples.settled, 'paid'],
      [failedOutcome, 'failed'],
    ] as const) {
      const settled = applyEvent(unclear, { ...event, at: event.at + 5_000 })
      expect(settled).toMatchObject({
        outcome,
        rawStatus: event.status,
        settledAt: event.at + 5_000,
        contradiction: null,
        late: false,
      })
      expect(needsResolving(settled)).toBe(false)
    }
  })

  it.each(['paid', 'failed', 'pending'] as const)(
    'that stood among others is read again when a person says that it means %s: all words have to agree (money rule 5)',
    said => {
      const among = applyEvent(saleIn('pending'), { ...unrecognised, doubt: 'among-others' })
      expect(among).toMatchObject({ outcome: 'unrecognised', doubt: 'among-others' })
      expect(applyEvent(among, { ...meaning, meaning: said })).toMatchObject({
        phase: 'pending',
        outcome: null,
        doubt: null,
      })
    },
  )

  it.each(['disagree', 'no-amount'] as const)(
    'is not what a doubt of known words is: no person gives them a meaning (%s)',
    doubt => {
      const doubtful = applyEvent(saleIn('pending'), { ...unrecognised, doubt })
      expect(() => applyEvent(doubtful, meaning)).toThrow(ImpossibleTransition)
      expect(needsResolving(doubtful)).toBe(true)
      expect(applyEvent(doubtful, samples.settled)).toMatchObject({ outcome: 'paid', doubt: null })
    },
  )

  it('follows the words that are read, until one is clear', () => {
    const read = { ...samples['status-read'], status: 'verifying', providerStatus: 'HELD' }
    expect(applyEvent(unclear, read)).toMatchObject({
      rawStatus: 'verifying',
      providerStatus: 'HELD',
      outcome: 'unrecognised',
    })
  })

  it.each([
    ['a later read says so', samples.reopened],
    ['a manager says so', { ...meaning, meaning: 'pending' }],
  ] as const)('is in progress again where %s', (_how, event) => {
    for (const [before, late] of [
      [unclear, false],
      // Paid after a person had said how it ended is late (money rule 9).
      [applyEvent(unclear, samples.resolved), true],
    ] as const) {
      const again = applyEvent(before, event)
      expect(again).toMatchObject({
        phase: 'pending',
        outcome: null,
        settledAt: null,
        resolution: null,
      })
      expect(applyEvent(again, samples.settled)).toMatchObject({ outcome: 'paid', late })
    }
    expect(() => applyEvent(saleIn('settled'), event)).toThrow(ImpossibleTransition)
  })

  it('in progress again after the till had given up stays late when it is paid', () => {
    const expired = applyEvent(saleIn('expired'), unrecognised)
    const again = applyEvent(expired, samples.reopened)
    expect(applyEvent(again, samples.settled)).toMatchObject({ late: true, outcome: 'paid' })
  })

  it('that a person had resolved is late when it turns out paid, and is a to-do again', () => {
    const resolved = applyEvent(unclear, samples.resolved)
    for (const event of [samples.settled, meaning]) {
      const late = applyEvent(resolved, event)
      expect(late).toMatchObject({ outcome: 'paid', late: true, resolution: null })
      expect(needsResolving(late)).toBe(true)
    }
    const failed = applyEvent(resolved, { ...meaning, meaning: 'failed' })
    expect(failed).toMatchObject({ late: false, resolution: { reason: 'paid in cash' } })
  })
})

describe('the provider’s own word against the result (money rule 5)', () => {
  const disagreed = samples['provider-disagreed']

  it('leaves the result, and puts the sale on the to-do list', () => {
    const paid = applyEvent(applyEvent(saleIn('settled'), samples['goods-handed-over']), disagreed)
    expect(paid).toMatchObject({ outcome: 'paid', providerContradiction: 'DECLINED' })
    expect(needsResolving(paid)).toBe(true)
  })

  it('is news to a person who had resolved the sale before', () => {
    const resolved = applyEvent(applyEvent(saleIn('settled'), disagreed), samples.resolved)
    const again = applyEvent(resolved, { ...disagreed, providerStatus: 'REVERSED' })
    expect(again).toMatchObject({ providerContradiction: 'REVERSED', resolution: null })
  })

  it('means nothing where there is no result to speak against', () => {
    const unclear = applyEvent(saleIn('pending'), unrecognised)
    expect(() => applyEvent(unclear, disagreed)).toThrow(ImpossibleTransition)
  })
})

describe('failed, and then money came (money rule 9)', () => {
  const failed = applyEvent(saleIn('pending'), failedOutcome)
  const paidAfterAll = { ...samples.contradicted, status: 'completed', meaning: 'paid' } as const

  it('is remembered whatever contradicts it later, and can be paid twice', () => {
    const came = applyEvent(failed, paidAfterAll)
    expect(came).toMatchObject({ outcome: 'failed', contradictedByPaid: true, resolution: null })
    const later = applyEvent(came, { ...samples.contradicted, meaning: 'unrecognised' })
    expect(later.contradictedByPaid).toBe(true)
    const { other } = samples['paid-twice']
    expect(applyEvent(later, samples['paid-twice'])).toMatchObject({ paidTwice: other })
  })

  it('is not paid twice where no money came', () => {
    const contradicted = applyEvent(failed, { ...samples.contradicted, meaning: 'pending' })
    expect(contradicted.contradictedByPaid).toBe(false)
    for (const sale of [failed, contradicted])
      expect(() => applyEvent(sale, samples['paid-twice'])).toThrow(ImpossibleTransition)
  })
})

describe('a refused repeat (money rule 4)', () => {
  const second = { ...samples['attempt-started'], attempt: 2 }
  const refusedRepeat = {
    ...samples['attempt-failed'],
    attempt: 2,
    reason: 'repeat-refused',
    detail: '400 duplicate_transaction: Duplicate',
  } as const
  const refused = [second, refusedRepeat].reduce<Sale>(
    (sale, event) => applyEvent(sale, event),
    saleIn('unknown'),
  )

  it('leaves the sale unknown, with the service’s words', () => {
    expect(refused).toMatchObject({
      phase: 'unknown',
      maybeSent: true,
      repeatRefused: true,
      lastFailure: { reason: 'repeat-refused', detail: '400 duplicate_transaction: Duplicate' },
    })
  })

  it('is over when a person asks again, when the service accepts, or when another attempt fails', () => {
    const third = { ...samples['attempt-started'], attempt: 3 }
    const sending = applyEvent(applyEvent(refused, samples.released), third)
    expect(sending.repeatRefused).toBe(false)
    expect(applyEvent(sending, samples.accepted)).toMatchObject({ repeatRefused: false })
    expect(applyEvent(sending, { ...samples['attempt-failed'], attempt: 3 })).toMatchObject({
      phase: 'unknown',
      repeatRefused: false,
    })
  })

  it('resolved by a person is stopped: its push may still ring', () => {
    for (const sale of [refused, saleIn('unknown')]) {
      const resolved = applyEvent(sale, { ...samples.resolved, how: 'paid-in-cash' })
      expect(resolved).toMatchObject({ phase: 'abandoned', cashTakenAt: samples.resolved.at })
      expect(isOpen(resolved)).toBe(false)
      expect(needsResolving(resolved)).toBe(false)
    }
  })
})

describe('fields of the answers that could not be read (money rule 14)', () => {
  it('are kept by name, each once, and no more than forty', () => {
    const accepted = { ...samples.accepted, unread: ['expires_at', 'object'] }
    const read = (...unread: string[]) => ({ ...samples['status-read'], unread })
    const names = Array.from({ length: 50 }, (_, number) => `field_${number}`)
    const sale = [accepted, read('object', 'created_at')].reduce<Sale>(
      (before, event) => applyEvent(before, event),
      saleIn('sending'),
    )
    expect(sale.unreadFields).toEqual(['expires_at', 'object', 'created_at'])
    const settled = applyEvent(applyEvent(sale, samples.settled), read('amount'))
    expect(settled.unreadFields).toContain('amount')
    expect(applyEvent(settled, read(...names)).unreadFields).toHaveLength(40)
  })
})

describe('any sequence of events', () => {
  const otherReference = { ...samples.accepted, reference: 'R-2' }
  const amongOthers = { ...unrecognised, doubt: 'among-others' } as const
  const inProgress = { ...samples['status-classified'], meaning: 'pending' } as const
  const paidAfterAll = { ...samples.contradicted, status: 'completed', meaning: 'paid' } as const
  const anyEvent: fc.Arbitrary<LaterEvent> = fc.constantFrom(
    ...Object.values(samples),
    ...[notSent, failedOutcome, unrecognised, disagreeing, amongOthers],
    ...[otherReference, inProgress, paidAfterAll],
  )

  /** Applies what can follow and skips the rest; gives every step that was taken. */
  function walk(events: readonly LaterEvent[]) {
    const steps: { before: Sale; event: LaterEvent; after: Sale }[] = []
    let sale = frozen(saleIn('ready'))
    for (const event of events) {
      const after = attempt(sale, event)
      if (!after) continue
      steps.push({ before: sale, event, after })
      sale = frozen(after)
    }
    return steps
  }

  function attempt(sale: Sale, event: LaterEvent): Sale | null {
    try {
      return applyEvent(sale, event)
    } catch (error) {
      expect(error).toBeInstanceOf(ImpossibleTransition)
      return null
    }
  }

  const forAnySteps = (check: (steps: ReturnType<typeof walk>) => void) =>
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 40 }), events => check(walk(events))),
      { numRuns: 6_000 },
    )

  it('reaches every phase, so the rest proves something', () => {
    const seen = new Set<Phase>()
    forAnySteps(steps => {
      for (const { after } of steps) seen.add(after.phase)
    })
    // Cash begins in its phase and stays there.
    expect(seen).toEqual(new Set(phaseSchema.options.filter(phase => phase !== 'cash')))
  })

  it('leaves a sale that can be written down and read back', () => {
    forAnySteps(steps => {
      for (const { after } of steps) expect(saleSchema.parse(after)).toEqual(after)
    })
  })

  it('makes a sale paid only by `settled` or `status-classified`, and never with a mismatch or a doubt', () => {
    forAnySteps(steps => {
      for (const { before, event, after } of steps) {
        if (before.outcome === 'paid' || after.outcome !== 'paid') continue
        expect(['settled', 'status-classified']).toContain(event.type)
        expect(after).toMatchObject({ mismatch: null, doubt: null })
      }
    })
  })

  it('never takes back that an attempt may have arrived', () => {
    forAnySteps(steps => {
      for (const { before, after } of steps)
        if (before.maybeSent) expect(after.maybeSent).toBe(true)
    })
  })

  it('withdraws only what was never maybe sent', () => {
    forAnySteps(steps => {
      const attempts = steps.map(({ event }) => event)
      const maybe = attempts.some(each => each.type === 'attempt-failed' && each.sent === 'maybe')
      if (steps.at(-1)?.after.phase === 'withdrawn') expect(maybe).toBe(false)
    })
  })

  it('hands over at most once, and only when paid', () => {
    forAnySteps(steps => {
      const handed = steps.filter(({ event }) => event.type === 'goods-handed-over')
      expect(handed.length).toBeLessThanOrEqual(1)
      for (const { before } of handed) expect(before.outcome).toBe('paid')
    })
  })

  it('is refunded at most once, only when paid, and nothing else changes by it', () => {
    forAnySteps(steps => {
      const refunds = steps.filter(({ event }) => event.type === 'refunded')
      expect(refunds.length).toBeLessThanOrEqual(1)
      for (const { before, after } of refunds) {
        expect(before.outcome).toBe('paid')
        expect({ ...after, refund: null }).toEqual(before)
      }
      for (const { before, event } of steps)
        if (event.type === 'goods-handed-over') expect(before.refund).toBeNull()
    })
  })

  it('numbers its receipts one by one, and only once it is paid', () => {
    forAnySteps(steps => {
      const printed = steps.filter(({ event }) => event.type === 'receipt-printed')
      for (const [index, { before, after }] of printed.entries()) {
        expect(before.outcome).toBe('paid')
        expect(after.receiptCopies).toBe(index + 1)
      }
    })
  })

  it('writes a result once: paid and failed never change, nor does what they were read from', () => {
    forAnySteps(steps => {
      for (const { before, after } of steps) {
        if (before.outcome === null || isUnclear(before)) continue
        const { outcome, rawStatus, settledAt } = before
        expect(after).toMatchObject({ phase: 'settled', outcome, rawStatus, settledAt })
      }
    })
  })

  it('never changes who the sale is: key, amount, draft, reference; and the number only to none', () => {
    forAnySteps(steps => {
      for (const { before, event, after } of steps) {
        const { id, draftId, idempotencyKey, amount, channel } = before
        expect(after).toMatchObject({ id, draftId, idempotencyKey, amount, channel })
        expect(after.msisdn).toBe(event.type === 'customer-removed' ? '' : before.msisdn)
        if (before.reference !== null) expect(after.reference).toBe(before.reference)
      }
    })
  })

  it('never opens again what has ended, but for a word that turns out to mean in progress', () => {
    forAnySteps(steps => {
      for (const { before, event, after } of steps) {
        if (isOpen(before) || !isOpen(after)) continue
        expect(isUnclear(before)).toBe(true)
        expect(['reopened', 'status-classified']).toContain(event.type)
        expect(after.phase).toBe('pending')
      }
    })
  })

  it('puts everything late or contradicted back on the to-do list', () => {
    forAnySteps(steps => {
      for (const { before, event, after } of steps) {
        const isDoubt = ['contradicted', 'provider-disagreed', 'paid-twice'].includes(event.type)
        const news = isDoubt || (after.late && !before.late)
        if (news) expect(needsResolving(after)).toBe(true)
      }
    })
  })
})

describe('a sale in a till that goes on from a copy', () => {
  it.each(['ready', 'held', 'sending', 'unknown'] as const)(
    'that was %s may have been sent since, and is not fresh',
    phase => {
      const sale = saleIn(phase)
      const after = applyEvent(sale, samples.restored)
      expect(after).toMatchObject({ phase: 'unknown', maybeSent: true })
      const limits = { aloneMs: 60_000, renewMs: 600_000, keyTrustedMs: 86_400_000 }
      expect(freshnessOf(after, agesAt(after, sale.recordedAt + 120_000), limits)).toBe('ask')
      expect(mayFollow(after, samples.withdrawn)).toBe(false)
    },
  )
})
