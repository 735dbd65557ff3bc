import { describe, expect, it } from 'vitest'
import {
  type Action,
  allowedActions,
  isOpen,
  isUnclear,
  mayClassify,
  needsManager,
  needsResolving,
  type PaymentMoment,
} from '../../../shared/payment/actions'
import { type Payment, phaseSchema } from '../../../shared/payment/payment'
import { cameFor } from '../../../shared/payment/payment-money'
import { applyEvent } from '../../../shared/payment/reducer'
import type { Doubt } from '../../../shared/payment/status-words'
import {
  disagreeing,
  failedOutcome,
  type LaterEvent,
  onceAccepted,
  paymentIn,
  samples,
  unrecognised,
} from '../../support/payments/payments'

const plain = {
  freshness: 'fresh',
  overdue: false,
  promptGone: false,
  toDos: [],
  mayHandOver: true,
} as const
const actions = (payment: Payment, moment: Partial<PaymentMoment> = {}) => {
  const rest = Math.max(0, payment.amount.value - cameFor(payment))
  return allowedActions(payment, { ...plain, rest, ...moment })
}
const { 'answer-mismatched': mismatch, 'attempt-failed': lost, contradicted, released } = samples
const { 'attempt-started': started, 'cash-taken': cashTaken } = samples
const { 'stopped-waiting': stoppedWaiting, 'provider-disagreed': disagreed, resolved } = samples
/** A first attempt may have arrived, and the service refused the second. */
const repeatRefused = paymentIn(
  'unknown',
  ...[{ ...started, attempt: 2 }, { ...lost, attempt: 2, reason: 'repeat-refused' } as const],
)
const held = paymentIn('held')
const unknown = paymentIn('unknown')
const pending = paymentIn('pending')
const paid = paymentIn('settled')
const unclear = onceAccepted(unrecognised)
const mismatched = onceAccepted(mismatch, unrecognised)
const handed = paymentIn('settled', samples['goods-handed-over'])

const old: Partial<PaymentMoment> = { freshness: 'too-old' }
const ask: Partial<PaymentMoment> = { freshness: 'ask' }
const overdue = { overdue: true }
const gone = { promptGone: true }

describe('what a person may do with a payment', () => {
  it.each<[string, Payment, Partial<PaymentMoment>, readonly Action[]]>([
    ['ready', paymentIn('ready'), {}, ['withdraw']],
    ['held', held, {}, ['send-now', 'withdraw']],
    ['sending', paymentIn('sending'), {}, []],
    ['pending', pending, {}, ['check-now', 'stop-waiting', 'take-cash']],
    ['settled', paid, {}, ['hand-over', 'check-now', 'give-back']],
    ['expired', paymentIn('expired'), {}, ['check-now', 'take-cash', 'resolve']],
    ['refused', paymentIn('refused'), {}, []],
    ['withdrawn', paymentIn('withdrawn'), {}, []],
    ['abandoned', paymentIn('abandoned'), {}, ['take-cash', 'resolve']],
    // Money rule 7: what is too old is never sent; the same key is asked for again.
    ['held, and too old', held, old, ['withdraw']],
    ['unknown, and too old', unknown, old, ['stop']],
    ['unknown', unknown, {}, ['try-again', 'stop']],
    ['unknown, and not fresh', unknown, ask, ['try-again', 'stop']],
    ['a refused repeat', repeatRefused, {}, ['try-again', 'stop', 'resolve']],
    ['a refused repeat, not fresh', repeatRefused, ask, ['try-again', 'stop', 'resolve']],
    ['a refused repeat, its key not trusted', repeatRefused, old, ['stop', 'resolve']],
    [
      'a refused repeat, asked again',
      applyEvent(repeatRefused, released),
      {},
      ['try-again', 'stop'],
    ],
    // Money rule 10.
    ['its prompt gone', pending, gone, ['send-again', 'check-now', 'stop-waiting', 'take-cash']],
    [
      'its prompt gone, stopped',
      paymentIn('pending', stoppedWaiting),
      gone,
      ['send-again', 'check-now', 'take-cash'],
    ],
    [
      'its prompt gone, paid in cash',
      paymentIn('pending', cashTaken),
      gone,
      ['check-now', 'give-back'],
    ],
    [
      'its prompt gone, overdue',
      pending,
      { ...gone, ...overdue },
      ['send-again', 'check-now', 'resolve'],
    ],
    // Money rule 8.
    ['overdue', pending, overdue, ['check-now', 'resolve']],
    ['failed', onceAccepted(failedOutcome), {}, ['check-now']],
    ['an unknown word', unclear, {}, ['classify-status', 'check-now', 'resolve']],
    ['words that disagree', onceAccepted(disagreeing), {}, ['check-now', 'resolve']],
    ['another amount', mismatched, {}, ['check-now', 'resolve']],
    // Money rule 11.
    ['handed over', handed, {}, ['check-now', 'give-back']],
  ])('that is %s', (_name, payment, moment, expected) => {
    expect(actions(payment, moment)).toEqual(expected)
  })

  it('is to hand over only after PAID, and to send a new prompt only while pending (money rules 10, 11)', () => {
    for (const phase of phaseSchema.options) {
      const all = actions(paymentIn(phase), gone)
      if (phase !== 'settled') expect(all, phase).not.toContain('hand-over')
      if (phase !== 'pending') expect(all, phase).not.toContain('send-again')
    }
  })

  it('is something that the life of the payment then allows', () => {
    const eventOf: Partial<Record<Action, LaterEvent>> = {
      withdraw: samples.withdrawn,
      'send-now': released,
      'try-again': released,
      stop: samples.abandoned,
      'stop-waiting': stoppedWaiting,
      'hand-over': samples['goods-handed-over'],
      'give-back': samples['given-back'],
      'classify-status': samples['status-classified'],
      resolve: resolved,
    }
    const plainPayments = phaseSchema.options.map(phase => paymentIn(phase))
    for (const payment of [...plainPayments, unclear, onceAccepted(disagreeing), repeatRefused])
      for (const action of [...actions(payment), ...actions(payment, overdue)]) {
        const event = eventOf[action]
        if (event) expect(() => applyEvent(payment, event)).not.toThrow()
      }
  })

  it('is not to hand over while it is unclear whose the goods are (money rules 6, 9, 11, 12)', () => {
    for (const event of [contradicted, mismatch]) {
      const doubtful = actions(paymentIn('settled', event))
      expect(doubtful).not.toContain('hand-over')
      expect(doubtful).toContain('resolve')
      expect(actions(paymentIn('settled', event, resolved))).toContain('hand-over')
    }
  })
})

describe('a to-do (money rules 4, 8, 9)', () => {
  it.each<[string, Payment, boolean]>([
    ['expired', paymentIn('expired'), true],
    ['expired, and resolved', paymentIn('expired', resolved), false],
    ['abandoned', paymentIn('abandoned'), true],
    ['abandoned, and resolved', paymentIn('abandoned', resolved), false],
    ['unknown', unknown, false],
    ['a refused repeat', repeatRefused, true],
    ['a refused repeat, asked again', applyEvent(repeatRefused, released), false],
    ['a refused repeat, resolved', applyEvent(repeatRefused, resolved), false],
    ['an unknown word', unclear, true],
    ['contradicted', paymentIn('settled', contradicted), true],
    ['another amount', paymentIn('settled', mismatch), true],
    ['late', onceAccepted(samples.expired, samples.settled), true],
    ['against the provider’s own word', paymentIn('settled', disagreed), true],
    [
      'against the provider’s own word, and resolved',
      paymentIn('settled', disagreed, resolved),
      false,
    ],
    ...(['ready', 'pending', 'settled', 'refused', 'withdrawn'] as const).map(
      (phase): [string, Payment, boolean] => [phase, paymentIn(phase), false],
    ),
  ])('%s: %#', (_name, payment, expected) => {
    expect(needsResolving(payment)).toBe(expected)
  })

  it('is a manager’s where it cannot be taken as it is', () => {
    for (const payment of [
      ...[unclear, paymentIn('settled', contradicted), paymentIn('settled', mismatch)],
      onceAccepted(samples.expired, samples.settled),
    ])
      expect(needsManager(payment)).toBe(true)
    expect(needsManager(paid)).toBe(false)
  })

  it('that the provider’s own word contradicts stays paid, and hand-over stays possible', () => {
    const odd = paymentIn('settled', disagreed)
    expect(needsManager(odd)).toBe(false)
    expect(actions(odd)).toEqual(expect.arrayContaining(['hand-over', 'check-now', 'resolve']))
  })
})

it('open is what is still on its way to a result', () => {
  const open = phaseSchema.options.filter(phase => isOpen({ phase }))
  expect(open).toEqual(['ready', 'held', 'sending', 'unknown', 'pending'])
})

describe('unclear (money rule 6)', () => {
  it.each<[string, Payment, boolean]>([
    ['a word without a meaning', unclear, true],
    ['the same, resolved by a person', applyEvent(unclear, resolved), true],
    ['words that disagree', onceAccepted(disagreeing), true],
    ['a word for another amount', mismatched, false],
    ['paid', paid, false],
    ['failed', onceAccepted(failedOutcome), false],
    ['pending', pending, false],
  ])('is %s: %#', (_name, payment, expected) => {
    expect(isUnclear(payment)).toBe(expected)
  })

  it.each<[string, Doubt | undefined, boolean]>([
    ['one unknown word', undefined, true],
    ['an unknown word among others', 'among-others', true],
    ['known words that disagree', 'disagree', false],
    ['success alone', 'no-amount', false],
  ])('by %s, may be given a meaning or not (money rule 5)', (_name, doubt, expected) => {
    const payment = onceAccepted({ ...unrecognised, ...(doubt && { doubt }) })
    expect(mayClassify(payment)).toBe(expected)
    expect(actions(payment).includes('classify-status')).toBe(expected)
    const classify = () => applyEvent(payment, samples['status-classified'])
    if (expected) expect(classify).not.toThrow()
    else expect(classify).toThrow()
  })
})
