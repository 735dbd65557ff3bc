import { describe, expect, it } from 'vitest'
import { type Payment, type Phase, phaseSchema } from '../../../shared/payment/payment'
import {
  defaultPromptLifetimeMs,
  type Prompt,
  type PromptFacts,
  promptLeft,
  promptOf,
} from '../../../shared/payment/prompt'
import { promptLifetimeMsSchema } from '../../../shared/settings/timeouts'
import {
  failedOutcome,
  onceAccepted,
  paymentIn,
  samples,
  unrecognised,
} from '../../support/payments/payments'

const promptLifetime = 180_000
const hour = 3_600_000

/** Seen by the till for so long; the service has not said its time. */
const seenFor = (seen: number, changes: Partial<PromptFacts> = {}): PromptFacts => ({
  serviceNow: null,
  seen,
  promptLifetime,
  assumedLifetime: 900_000,
  sinceLastAttempt: seen,
  ...changes,
})

const unclear = onceAccepted(unrecognised)
const resolved = onceAccepted(unrecognised, samples.resolved)
const mismatched = onceAccepted(samples['answer-mismatched'], unrecognised)
const takenInCash = onceAccepted(samples['cash-taken'])
const lastsHours = { ...paymentIn('pending'), expiresAt: Date.UTC(2026, 0, 5, 13) }

/** What the prompt is within its lifetime, and from its end on. */
const byPhase: Record<Phase, readonly [Prompt, Prompt]> = {
  ready: ['live', 'live'],
  held: ['live', 'live'],
  sending: ['live', 'live'],
  unknown: ['live', 'live'],
  pending: ['live', 'gone'],
  settled: ['none', 'none'],
  // An `expires_at` on a wrong clock ends a payment while its prompt is still there.
  expired: ['live', 'none'],
  refused: ['none', 'none'],
  withdrawn: ['none', 'none'],
  abandoned: ['live', 'live'],
  cash: ['none', 'none'],
}

describe('the prompt on the customer’s phone (money rule 10)', () => {
  it.each(phaseSchema.options)('of a payment that is %s', phase => {
    const [before, after] = byPhase[phase]
    const payment = paymentIn(phase)
    for (const seen of [0, promptLifetime - 1])
      expect(promptOf(payment, seenFor(seen)), `after ${seen} ms`).toBe(before)
    for (const seen of [promptLifetime, 4 * hour])
      expect(promptOf(payment, seenFor(seen, { sinceLastAttempt: 0 })), `after ${seen} ms`).toBe(
        after,
      )
  })

  it.each<[string, Payment, Prompt, Prompt]>([
    ['a word without a meaning', unclear, 'live', 'gone'],
    ['a word without a meaning, resolved by a manager', resolved, 'live', 'none'],
    ['a word without a meaning for another amount', mismatched, 'live', 'none'],
    ['failed', onceAccepted(failedOutcome), 'none', 'none'],
    ['cash taken, and watched on', takenInCash, 'live', 'gone'],
    ['four hours to live', lastsHours, 'live', 'gone'],
  ])('of a payment with %s', (_name, payment, before, after) => {
    expect(promptOf(payment, seenFor(promptLifetime - 1))).toBe(before)
    expect(promptOf(payment, seenFor(promptLifetime))).toBe(after)
  })

  it('of a payment that a person stopped counts for as long as a payment may live', () => {
    const facts = (sinceLastAttempt: number) => seenFor(0, { sinceLastAttempt })
    expect(promptOf(paymentIn('abandoned'), facts(899_999))).toBe('live')
    expect(promptOf(paymentIn('abandoned'), facts(900_000))).toBe('none')
  })

  it('of a card payment is none, in every phase', () => {
    for (const phase of phaseSchema.options)
      expect(promptOf({ ...paymentIn(phase), channel: 'card' }, seenFor(0))).toBe('none')
  })

  it('is timed by the service’s clock from the acceptance on, also over a restart', () => {
    const acceptedServiceAt = Date.UTC(2026, 0, 5, 9, 0, 2)
    const payment = { ...paymentIn('pending'), acceptedServiceAt }
    const facts = (passed: number) => seenFor(0, { serviceNow: acceptedServiceAt + passed })
    expect(promptOf(payment, facts(promptLifetime - 1))).toBe('live')
    expect(promptOf(payment, facts(promptLifetime))).toBe('gone')
  })
})

describe('how long a prompt still holds its number', () => {
  it('is what is left of its lifetime', () => {
    expect(promptLeft(paymentIn('pending'), seenFor(60_000))).toBe(120_000)
    expect(promptLeft(unclear, seenFor(179_000))).toBe(1_000)
  })

  it('hangs on an answer while the push is not accepted', () => {
    for (const phase of ['ready', 'held', 'sending', 'unknown'] as const)
      expect(promptLeft(paymentIn(phase), seenFor(60_000))).toBeNull()
  })

  it('is the whole life of a payment where a person stopped trying', () => {
    const facts = seenFor(0, { sinceLastAttempt: 60_000 })
    expect(promptLeft(paymentIn('abandoned'), facts)).toBe(840_000)
  })
})

it('its lifetime is a setting within reason', () => {
  expect(defaultPromptLifetimeMs).toBe(180_000)
  for (const [ms, fits] of [
    [9_999, false],
    [10_000, true],
    [3_600_000, true],
    [3_600_001, false],
    [180_000.5, false],
  ] as const)
    expect(promptLifetimeMsSchema.safeParse(ms).success).toBe(fits)
})
