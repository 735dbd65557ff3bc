import { describe, expect, it } from 'vitest'
import { freedBy, newestWithPrompt } from '../../../renderer/sale-status/number-holder'
import type { Payment } from '../../../shared/payment/payment'
import { type PromptFacts, promptLeft } from '../../../shared/payment/prompt'
import { events, onceAccepted, paymentAfter } from './a-payment'

const { abandoned, lost, paid, started } = events

const phone = '255754001212'
const facts: PromptFacts = {
  serviceNow: null,
  seen: 60_000,
  sinceLastAttempt: 60_000,
  promptLifetime: 180_000,
  assumedLifetime: 900_000,
}
const factsAfter = (ms: number) => () => ({ ...facts, seen: ms, sinceLastAttempt: ms })
const live = (payments: Payment[], factsOf = factsAfter(60_000), msisdn = phone) =>
  newestWithPrompt('live', payments, msisdn, factsOf)

const pending = onceAccepted()
const stopped = paymentAfter(started, lost, abandoned)

describe('the payment that holds a number', () => {
  it('is one whose prompt may still be on that phone', () => {
    expect(live([onceAccepted(paid), pending])).toBe(pending)
    expect(live([pending], factsAfter(60_000), '255754001213')).toBeNull()
    expect(live([{ ...pending, channel: 'card' }])).toBeNull()
  })

  it('is also one that was stopped, until it must be over', () => {
    expect(live([stopped])).toBe(stopped)
    expect(live([stopped], factsAfter(900_000))).toBeNull()
  })

  it('is no pending one any more once its prompt is gone, though it may be paid for hours', () => {
    const older = { ...pending, id: '0192f000-0000-7000-8000-000000000000' }
    expect(live([pending], factsAfter(180_000))).toBeNull()
    expect(newestWithPrompt('gone', [pending, older], phone, factsAfter(180_000))).toBe(pending)
    expect(newestWithPrompt('gone', [older, pending], phone, factsAfter(179_999))).toBeNull()
  })
})

describe('the time until the number is free', () => {
  it('is not known before the service has accepted it: then an answer frees the number, or a person', () => {
    expect(promptLeft(paymentAfter(), facts)).toBeNull()
    expect(freedBy(paymentAfter())).toBe('byWithdrawing')
    expect(freedBy(paymentAfter(started, lost))).toBe('byItsOutcome')
    expect(freedBy(paymentAfter(started))).toBe('byItsOutcome')
  })
})
