import { describe, expect, it } from 'vitest'
import { promptFacts, type WindowTime } from '../../../renderer/stores/prompt-facts'
import { promptOf } from '../../../shared/payment/prompt'
import { events, onceAccepted, paymentAfter } from './a-payment'

const { started, lost, abandoned } = events

const payment = onceAccepted()
const time: WindowTime = {
  now: started.at + 5_000,
  serviceNow: null,
  seen: { each: { [payment.id]: 170_000 }, others: 9_000_000 },
  sinceSaid: 0,
  promptLifetime: 180_000,
  assumedLifetime: 900_000,
}
const facts = (more: Partial<WindowTime> = {}) => promptFacts(payment, { ...time, ...more })

describe('what the window knows of a prompt', () => {
  it('counts on from what main has seen', () => {
    expect(facts({ sinceSaid: 9_999 }).seen).toBe(179_999)
    expect(promptOf(payment, facts({ sinceSaid: 9_999 }))).toBe('live')
    expect(promptOf(payment, facts({ sinceSaid: 10_000 }))).toBe('gone')
  })

  it('takes what main names no time of for as old as its run', () => {
    const unsaid = facts({ seen: { each: {}, others: 170_000 }, sinceSaid: 9_999 })
    expect(unsaid.seen).toBe(179_999)
    expect(promptOf(payment, unsaid)).toBe('live')
  })

  it('never counts backwards with a clock that was set back, nor on with one that was set ahead', () => {
    expect(facts({ now: 0 }).sinceLastAttempt).toBe(170_000)
    expect(facts().sinceLastAttempt).toBe(5_000)
    expect(facts({ now: started.at + 3_600_000 }).sinceLastAttempt).toBe(170_000)
    expect(promptFacts(paymentAfter(), time).sinceLastAttempt).toBe(0)
  })

  it('holds the phone of a payment that a person stopped for as long as main does, whatever the clock says', () => {
    const stopped = paymentAfter(started, lost, abandoned)
    const at = (sinceSaid: number) =>
      promptOf(
        stopped,
        promptFacts(stopped, {
          ...time,
          now: started.at + 86_400_000,
          seen: { each: {}, others: 60_000 },
          sinceSaid,
        }),
      )
    expect(at(839_999)).toBe('live')
    expect(at(840_000)).toBe('none')
  })
})
