import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isOpen, isUnclear, needsResolving } from '../../../shared/payment/actions'
import { freshnessOf } from '../../../shared/payment/freshness'
import {
  type Payment,
  type Phase,
  paymentSchema,
  phaseSchema,
} from '../../../shared/payment/payment'
import { applyEvent, beginPayment, ImpossibleTransition } from '../../../shared/payment/reducer'
import { mayFollow } from '../../../shared/payment/transitions'
import {
  agesAt,
  disagreeing,
  failedOutcome,
  type LaterEvent,
  notSent,
  paymentIn,
  recorded,
  samples,
  unrecognised,
} from '../../support/payments/payments'

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
  // The plain settled payment is a paid one: paid needs no meaning, and is not in progress again.
  'status-classified': [],
  'objection-answered': [],
  reopened: [],
  'goods-handed-over': ['settled'],
  // Of the plain ones money came for these alone.
  'given-back': ['settled', 'cash'],
  undone: ['cash'],
  'also-paid': ['pending', 'expired', 'settled'],
  'receipt-printed': ['settled', 'cash'],
  'receipt-failed': ['settled', 'cash'],
  resolved: ['unknown', 'pending', 'expired', 'settled', 'abandoned'],
  // Expired and abandoned ones are still to be resolved (money rule 8).
  'customer-removed': ['settled', 'expired', 'refused', 'withdrawn', 'abandoned', 'cash'],
}

const { settled, resolved, contradicted, 'status-classified': meaning } = samples
const { 'answer-mismatched': mismatch, 'goods-handed-over': handedOver } = samples
const inCash = { ...resolved, how: 'paid-in-cash' } as const
const paidAfterAll = { ...contradicted, status: 'completed', meaning: 'paid' } as const

/** Freezes a payment and all that is in it: a reducer that changes it throws. */
function frozen(payment: Payment): Payment {
  for (const value of Object.values(payment))
    if (typeof value === 'object' && value !== null) Object.freeze(value)
  return Object.freeze(payment)
}

const pairs = Object.values(samples).flatMap(event =>
  phaseSchema.options.map(phase => [event.type, phase, event] as const),
)

describe('every event in every phase', () => {
  it.each(pairs)('%s while %s', (type, phase, event) => {
    const before = frozen(paymentIn(phase))
    const copy = structuredClone(before)
    if (table[type].includes(phase))
      expect(paymentSchema.safeParse(applyEvent(before, event)).success).toBe(true)
    else expect(() => applyEvent(before, event)).toThrow(ImpossibleTransition)
    expect(before).toEqual(copy)
  })

  it('a payment is recorded once', () => {
    for (const phase of phaseSchema.options)
      expect(() => applyEvent(paymentIn(phase), recorded())).toThrow(ImpossibleTransition)
  })

  it('says in the error where the payment stood and what came', () => {
    expect(() => applyEvent(paymentIn('refused'), samples.settled)).toThrow('refused')
    expect(() => applyEvent(paymentIn('refused'), samples.settled)).toThrow('settled')
  })
})

describe('a payment', () => {
  it('begins ready, with everything that was recorded', () => {
    const { type, at, ...facts } = recorded({ note: 'shoes' })
    const payment = beginPayment(paymentIn('ready').id, { type, at, ...facts })
    expect(paymentSchema.parse(payment)).toMatchObject({ ...facts, recordedAt: at, phase: 'ready' })
  })

  it('that once may have arrived stays so, whatever later attempts say (money rule 4)', () => {
    const payment = paymentIn('unknown', samples['attempt-started'], notSent)
    expect(payment).toMatchObject({
      phase: 'unknown',
      maybeSent: true,
      lastFailure: { sent: 'no' },
    })
  })

  it('that never left is ready again, and can be withdrawn', () => {
    const payment = paymentIn('sending', notSent)
    expect(payment).toMatchObject({ phase: 'ready', maybeSent: false })
    expect(applyEvent(payment, samples.withdrawn).phase).toBe('withdrawn')
  })

  it('is not paid by an answer to its creation, nor by a read alone (money rule 5)', () => {
    const payment = paymentIn('sending', { ...samples.accepted, status: 'completed' })
    const isOpen = { phase: 'pending', outcome: null, rawStatus: 'completed' }
    expect(payment).toMatchObject(isOpen)
    expect(paymentIn('pending', samples['status-read'])).toMatchObject(isOpen)
  })

  it('with a mismatch can neither be settled as paid nor be given a meaning (money rule 12)', () => {
    const mismatched = paymentIn('pending', samples['answer-mismatched'])
    expect(() => applyEvent(mismatched, samples.settled)).toThrow(ImpossibleTransition)
    const settled = applyEvent(mismatched, unrecognised)
    expect(() => applyEvent(settled, samples['status-classified'])).toThrow(ImpossibleTransition)
  })

  it('keeps its first mismatch', () => {
    const first = samples['answer-mismatched']
    const second = { ...first, mismatch: { ...first.mismatch, answered: '1' } }
    expect(paymentIn('pending', first, second).mismatch).toEqual(first.mismatch)
  })

  it('with an unrecognised status becomes what a manager says, once', () => {
    const meant = paymentIn('pending', unrecognised, { ...meaning, meaning: 'failed' })
    expect(meant).toMatchObject({ outcome: 'failed', rawStatus: 'processed_ok' })
    expect(() => applyEvent(meant, meaning)).toThrow(ImpossibleTransition)
  })

  it('keeps the raw status that its result was read from (money rule 6)', () => {
    const later = { ...samples['status-read'], status: 'failed', providerStatus: 'REVERSED' }
    expect(paymentIn('settled', later, samples.contradicted)).toMatchObject({
      outcome: 'paid',
      rawStatus: 'completed',
      providerStatus: 'APPROVED',
      contradiction: 'failed',
    })
  })

  it('is handed over once, and only when paid (money rule 11)', () => {
    for (const payment of [paymentIn('settled', handedOver), paymentIn('pending', failedOutcome)])
      expect(() => applyEvent(payment, handedOver)).toThrow(ImpossibleTransition)
  })

  it('released while held is ready again; released while unknown stays unknown', () => {
    const at = samples.released.at + 50_000
    const release = { ...samples.released, at }
    expect(paymentIn('held', release)).toMatchObject({ phase: 'ready', freshSince: at })
    expect(paymentIn('unknown', release)).toMatchObject({ phase: 'unknown', freshSince: at })
  })
})

describe('a result after the till had given up (money rules 8, 9)', () => {
  const toDo = { late: true, resolution: null }

  it.each<[string, Payment, object]>([
    ['resolved', paymentIn('expired', resolved, settled), toDo],
    ['stopped', paymentIn('pending', samples['stopped-waiting'], settled), toDo],
    ['ended by a person', paymentIn('pending', resolved, settled), toDo],
    ['ended in cash', paymentIn('pending', inCash, settled), toDo],
  ])('is late when paid, and on the to-do list: %s', (_how, payment, facts) => {
    expect(payment).toMatchObject({ outcome: 'paid', ...facts })
    expect(needsResolving(payment)).toBe(true)
  })

  it('ends where a person ends a wait that the service never ended', () => {
    const ended = paymentIn('pending', resolved)
    expect(ended).toMatchObject({ phase: 'expired', expiredAt: resolved.at })
    expect(needsResolving(ended)).toBe(false)
  })

  it('that says failed is not late, and changes nothing that was resolved', () => {
    expect(paymentIn('pending', samples['stopped-waiting'], failedOutcome).late).toBe(false)
    const failed = paymentIn('expired', resolved, failedOutcome)
    expect(failed).toMatchObject({ late: false, resolution: { reason: 'paid in cash' } })
  })

  it.each<[string, Payment, boolean]>([
    ['a word without a meaning', paymentIn('expired', resolved, unrecognised), true],
    ['another amount', paymentIn('expired', resolved, mismatch, unrecognised), true],
    ['another amount, paid', paymentIn('settled', contradicted, resolved, mismatch), true],
    ['a contradiction, resolved', paymentIn('settled', contradicted, resolved), false],
    ['a second contradiction', paymentIn('settled', contradicted, resolved, contradicted), true],
  ])('may be money, so it is on the list again: %s', (_what, payment, isToDo) => {
    expect(needsResolving(payment)).toBe(isToDo)
  })
})

describe('a word without a meaning (money rule 6)', () => {
  const unclear = paymentIn('pending', unrecognised)

  it.each([
    [settled, 'paid'],
    [failedOutcome, 'failed'],
  ] as const)(
    'is no result: a later clear word settles the payment, and is kept: %o',
    (event, outcome) => {
      const payment = applyEvent(unclear, { ...event, at: event.at + 5_000 })
      expect(payment).toMatchObject({
        outcome,
        rawStatus: event.status,
        settledAt: event.at + 5_000,
        contradiction: null,
        late: false,
      })
      expect(needsResolving(payment)).toBe(false)
    },
  )

  it.each(['paid', 'failed', 'pending'] as const)(
    'that stood among others is read again when a person says that it means %s: all words have to agree (money rule 5)',
    said => {
      const among = paymentIn('pending', { ...unrecognised, doubt: 'among-others' })
      expect(among).toMatchObject({ outcome: 'unrecognised', doubt: 'among-others' })
      const again = { phase: 'pending', outcome: null, doubt: null }
      expect(applyEvent(among, { ...meaning, meaning: said })).toMatchObject(again)
    },
  )

  it.each(['disagree', 'no-amount'] as const)(
    'is not what a doubt of known words is: no person gives them a meaning (%s)',
    doubt => {
      const doubtful = paymentIn('pending', { ...unrecognised, doubt })
      expect(() => applyEvent(doubtful, meaning)).toThrow(ImpossibleTransition)
      expect(needsResolving(doubtful)).toBe(true)
      expect(applyEvent(doubtful, settled)).toMatchObject({ outcome: 'paid', doubt: null })
    },
  )

  it('follows the words that are read, until one is clear', () => {
    const words = { status: 'verifying', providerStatus: 'HELD' }
    const read = applyEvent(unclear, { ...samples['status-read'], ...words })
    const { status: rawStatus, providerStatus } = words
    expect(read).toMatchObject({ rawStatus, providerStatus, outcome: 'unrecognised' })
  })

  it.each([
    ['a later read says so', samples.reopened],
    ['a manager says so', { ...meaning, meaning: 'pending' }],
  ] as const)('is in progress again where %s', (_how, event) => {
    for (const [before, late] of [
      [unclear, false],
      // Paid after a person had said how it ended is late (money rule 9).
      [applyEvent(unclear, resolved), true],
      // As is one that the till had given up.
      [paymentIn('expired', unrecognised), true],
    ] as const) {
      const again = applyEvent(before, event)
      const open = { phase: 'pending', outcome: null, settledAt: null, resolution: null }
      expect(again).toMatchObject(open)
      expect(applyEvent(again, settled)).toMatchObject({ outcome: 'paid', late })
    }
    expect(() => applyEvent(paymentIn('settled'), event)).toThrow(ImpossibleTransition)
  })

  it('that a person had resolved is late when it turns out paid, and is a to-do again', () => {
    for (const event of [settled, meaning]) {
      const late = paymentIn('pending', unrecognised, resolved, event)
      expect(late).toMatchObject({ outcome: 'paid', late: true, resolution: null })
      expect(needsResolving(late)).toBe(true)
    }
    const failed = paymentIn('pending', unrecognised, resolved, { ...meaning, meaning: 'failed' })
    expect(failed).toMatchObject({ late: false, resolution: { reason: 'paid in cash' } })
  })
})

describe('the provider’s own word against the result (money rule 5)', () => {
  const disagreed = samples['provider-disagreed']

  it('leaves the result, and puts the payment on the to-do list', () => {
    const paid = paymentIn('settled', handedOver, disagreed)
    expect(paid).toMatchObject({ outcome: 'paid', providerContradiction: 'DECLINED' })
    expect(needsResolving(paid)).toBe(true)
  })

  it('is news to a person who had resolved the payment before', () => {
    const again = paymentIn('settled', disagreed, resolved, {
      ...disagreed,
      providerStatus: 'REVERSED',
    })
    expect(again).toMatchObject({ providerContradiction: 'REVERSED', resolution: null })
  })

  it('means nothing where there is no result to speak against', () => {
    const unclear = paymentIn('pending', unrecognised)
    expect(() => applyEvent(unclear, disagreed)).toThrow(ImpossibleTransition)
  })
})

describe('failed, and then money came (money rule 9)', () => {
  const failed = paymentIn('pending', failedOutcome)

  it('is remembered whatever contradicts it later, and is late', () => {
    const came = applyEvent(failed, paidAfterAll)
    expect(came).toMatchObject({ outcome: 'failed', contradictedByPaid: true, resolution: null })
    const later = applyEvent(came, { ...contradicted, meaning: 'unrecognised' })
    expect(later.contradictedByPaid).toBe(true)
    expect(later.late).toBe(true)
  })

  it('is not late where no money came', () => {
    const inDoubt = applyEvent(failed, { ...contradicted, meaning: 'pending' })
    expect(inDoubt).toMatchObject({ contradictedByPaid: false, late: false })
  })
})

describe('a refused repeat (money rule 4)', () => {
  const second = { ...samples['attempt-started'], attempt: 2 }
  const words = {
    reason: 'repeat-refused',
    detail: '400 duplicate_transaction: Duplicate',
  } as const
  const refused = paymentIn('unknown', second, {
    ...samples['attempt-failed'],
    attempt: 2,
    ...words,
  })

  it('leaves the payment unknown, with the service’s words', () => {
    const unknown = { phase: 'unknown', maybeSent: true, repeatRefused: true }
    expect(refused).toMatchObject({ ...unknown, lastFailure: words })
  })

  it('is over when a person asks again, when the service accepts, or when another attempt fails', () => {
    const third = { ...samples['attempt-started'], attempt: 3 }
    const sending = applyEvent(applyEvent(refused, samples.released), third)
    expect(sending.repeatRefused).toBe(false)
    expect(applyEvent(sending, samples.accepted)).toMatchObject({ repeatRefused: false })
    const failed = applyEvent(sending, { ...samples['attempt-failed'], attempt: 3 })
    expect(failed).toMatchObject({ phase: 'unknown', repeatRefused: false })
  })

  it('resolved by a person is stopped: its push may still ring', () => {
    for (const payment of [refused, paymentIn('unknown')]) {
      const stopped = applyEvent(payment, inCash)
      expect(stopped).toMatchObject({ phase: 'abandoned', received: 15_000 })
      expect([isOpen(stopped), needsResolving(stopped)]).toEqual([false, false])
    }
  })
})

describe('fields of the answers that could not be read (money rule 14)', () => {
  it('are kept by name, each once, and no more than forty', () => {
    const accepted = { ...samples.accepted, unread: ['expires_at', 'object'] }
    const read = (...unread: string[]) => ({ ...samples['status-read'], unread })
    const names = Array.from({ length: 50 }, (_, number) => `field_${number}`)
    const payment = paymentIn('sending', accepted, read('object', 'created_at'))
    expect(payment.unreadFields).toEqual(['expires_at', 'object', 'created_at'])
    const paid = applyEvent(applyEvent(payment, settled), read('amount'))
    expect(paid.unreadFields).toContain('amount')
    expect(applyEvent(paid, read(...names)).unreadFields).toHaveLength(40)
  })
})

/** The service confirmed its money: at first, or after *failed* while no answer had been about another amount. */
function isConfirmed({ outcome, contradictedByPaid, mismatch }: Payment): boolean {
  const isItsMoney = mismatch === null || mismatch.afterPaid === true
  return outcome === 'paid' || (contradictedByPaid && isItsMoney)
}

describe('any sequence of events', () => {
  const otherReference = { ...samples.accepted, reference: 'R-2' }
  const amongOthers = { ...unrecognised, doubt: 'among-others' } as const
  const inProgress = { ...meaning, meaning: 'pending' } as const
  const anyEvent: fc.Arbitrary<LaterEvent> = fc.constantFrom(
    ...Object.values(samples),
    ...[notSent, failedOutcome, unrecognised, disagreeing, amongOthers],
    ...[otherReference, inProgress, paidAfterAll],
  )

  const begin = fc.constantFrom<Phase>('ready', 'settled')

  /** Applies what can follow and skips the rest; gives every step that was taken. */
  function walk(from: Phase, events: readonly LaterEvent[]) {
    const steps: { before: Payment; event: LaterEvent; after: Payment }[] = []
    let payment = frozen(paymentIn(from))
    for (const event of events) {
      const after = attempt(payment, event)
      if (!after) continue
      steps.push({ before: payment, event, after })
      payment = frozen(after)
    }
    return steps
  }

  function attempt(payment: Payment, event: LaterEvent): Payment | null {
    try {
      return applyEvent(payment, event)
    } catch (error) {
      // `expect` would take half of the walks' time.
      if (error instanceof ImpossibleTransition) return null
      throw error
    }
  }

  const forAnySteps = (check: (steps: ReturnType<typeof walk>) => void) =>
    fc.assert(
      // Half begin paid, and without a size fast-check stops at ten events: few walks would come to a refund.
      fc.property(begin, fc.array(anyEvent, { maxLength: 40, size: 'max' }), (from, events) =>
        check(walk(from, events)),
      ),
      { numRuns: 700 },
    )
  const forAnyStep = (check: (step: ReturnType<typeof walk>[number]) => void) =>
    forAnySteps(steps => {
      for (const step of steps) check(step)
    })

  it('reaches every phase, so the rest proves something', () => {
    const seen = new Set<Phase>()
    forAnyStep(({ after }) => seen.add(after.phase))
    // Cash begins in its phase and stays there.
    expect(seen).toEqual(new Set(phaseSchema.options.filter(phase => phase !== 'cash')))
  })

  it('leaves a payment that can be written down and read back', () => {
    forAnyStep(({ after }) => expect(paymentSchema.parse(after)).toEqual(after))
  })

  it('makes a payment paid only by `settled` or `status-classified`, and never with a mismatch or a doubt', () => {
    forAnyStep(({ before, event, after }) => {
      if (before.outcome === 'paid' || after.outcome !== 'paid') return
      expect(['settled', 'status-classified']).toContain(event.type)
      expect(after).toMatchObject({ mismatch: null, doubt: null })
    })
  })

  it('never takes back that an attempt may have arrived', () => {
    forAnyStep(({ before, after }) => {
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

  it('hands over at most once, only when paid, and nothing that was given back', () => {
    forAnySteps(steps => {
      const handed = steps.filter(({ event }) => event.type === 'goods-handed-over')
      expect(handed.length).toBeLessThanOrEqual(1)
      for (const { before } of handed) {
        expect(isConfirmed(before)).toBe(true)
        const worth = before.givenBack.reduce((sum, each) => sum + each.worth, 0)
        expect(worth).toBeLessThan(before.amount.value)
      }
    })
  })

  it('gives back no more than came, and only its exceptions end by it', () => {
    forAnySteps(steps => {
      for (const { before, after } of steps.filter(({ event }) => event.type === 'given-back')) {
        const back = after.givenBack.reduce((sum, { value }) => sum + value, 0)
        const ways = [
          before.outcome === 'paid' || before.contradictedByPaid,
          before.received !== null,
          before.resolution?.how === 'seen-in-dashboard',
        ]
        expect(back).toBeLessThanOrEqual(ways.filter(Boolean).length * before.amount.value)
        const { givenBack, late, resolution } = before
        expect({ ...after, givenBack, late, resolution }).toEqual(before)
      }
    })
  })

  it('numbers its receipts one by one, and only once it is paid', () => {
    forAnySteps(steps => {
      const printed = steps.filter(({ event }) => event.type === 'receipt-printed')
      for (const [index, { before, after }] of printed.entries()) {
        expect(isConfirmed(before) || before.received !== null).toBe(true)
        expect(after.receiptCopies).toBe(index + 1)
      }
    })
  })

  it('writes a result once: paid and failed never change, nor does what they were read from', () => {
    forAnyStep(({ before, after }) => {
      if (before.outcome === null || isUnclear(before)) return
      const { outcome, rawStatus, settledAt } = before
      expect(after).toMatchObject({ phase: 'settled', outcome, rawStatus, settledAt })
    })
  })

  it('never changes who the payment is: key, amount, draft, reference; and the number only to none', () => {
    forAnyStep(({ before, event, after }) => {
      const { id, draftId, idempotencyKey, amount, channel } = before
      expect(after).toMatchObject({ id, draftId, idempotencyKey, amount, channel })
      expect(after.msisdn).toBe(event.type === 'customer-removed' ? '' : before.msisdn)
      if (before.reference !== null) expect(after.reference).toBe(before.reference)
    })
  })

  it('never opens again what has ended, but for a word that turns out to mean in progress', () => {
    forAnyStep(({ before, event, after }) => {
      if (isOpen(before) || !isOpen(after)) return
      expect(isUnclear(before)).toBe(true)
      expect(['reopened', 'status-classified']).toContain(event.type)
      expect(after.phase).toBe('pending')
    })
  })

  it('puts everything late or contradicted back on the to-do list', () => {
    forAnyStep(({ before, event, after }) => {
      const isDoubt = ['contradicted', 'provider-disagreed'].includes(event.type)
      if (isDoubt || (after.late && !before.late)) expect(needsResolving(after)).toBe(true)
    })
  })
})

it('a payment that is asked about again is late with its next result, where other money came', () => {
  const pending = [
    { ...settled, outcome: 'unrecognised', doubt: 'among-others' },
    paidAfterAll,
    { ...meaning, meaning: 'pending' },
    samples['also-paid'],
  ] as const
  const asked = pending.reduce(applyEvent, paymentIn('pending'))
  expect(asked).toMatchObject({ phase: 'pending', late: false })
  expect(applyEvent(asked, settled)).toMatchObject({ late: true, resolution: null })
})

it('keeps what staff saw of another amount, where other money came for the same thing', () => {
  const events: readonly LaterEvent[] = [
    ...[mismatch, { ...settled, outcome: 'unrecognised' } as const],
    ...[{ ...resolved, how: 'seen-in-dashboard' } as const, paidAfterAll, samples['also-paid']],
  ]
  const { resolution } = events.reduce(applyEvent, paymentIn('pending'))
  expect(resolution).toMatchObject({ how: 'seen-in-dashboard', contradicted: true })
})

describe('a payment in a till that goes on from a copy', () => {
  it.each(['ready', 'held', 'sending', 'unknown'] as const)(
    'that was %s may have been sent since, and is not fresh',
    phase => {
      const payment = paymentIn(phase)
      const after = applyEvent(payment, samples.restored)
      expect(after).toMatchObject({ phase: 'unknown', maybeSent: true })
      const limits = { aloneMs: 60_000, renewMs: 600_000, keyTrustedMs: 86_400_000 }
      expect(freshnessOf(after, agesAt(after, payment.recordedAt + 120_000), limits)).toBe('ask')
      expect(mayFollow(after, samples.withdrawn)).toBe(false)
    },
  )
})
