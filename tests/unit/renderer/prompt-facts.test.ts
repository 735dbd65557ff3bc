import { describe, expect, it } from 'vitest'
import { promptFacts, type WindowTime } from '../../../renderer/stores/prompt-facts'
import { promptOf } from '../../../shared/payment/prompt'
import { events, onceAccepted, saleAfter } from './a-sale'

const { started } = events

const sale = onceAccepted()
const time: WindowTime = {
  now: started.at + 5_000,
  serviceNow: null,
  seenOpen: { [sale.id]: 170_000 },
  sinceSaid: 0,
  promptLifetime: 180_000,
  assumedLifetime: 900_000,
}
const facts = (more: Partial<WindowTime> = {}) => promptFacts(sale, { ...time, ...more })

describe('what the window knows of a prompt', () => {
  it('counts on from what main has seen', () => {
    expect(facts({ sinceSaid: 9_999 }).seen).toBe(179_999)
    expect(promptOf(sale, facts({ sinceSaid: 9_999 }))).toBe('live')
    expect(promptOf(sale, facts({ sinceSaid: 10_000 }))).toBe('gone')
  })

  it('takes a prompt for live where main has said nothing of the sale', () => {
    const unsaid = facts({ seenOpen: {}, sinceSaid: 3_600_000 })
    expect(unsaid.seen).toBe(0)
    expect(promptOf(sale, unsaid)).toBe('live')
  })

  it('never counts backwards with a clock that was set back', () => {
    expect(facts({ now: 0 }).sinceLastAttempt).toBe(170_000)
    expect(facts({ now: 0, seenOpen: {} }).sinceLastAttempt).toBe(0)
    expect(facts().sinceLastAttempt).toBe(5_000)
    expect(promptFacts(saleAfter(), time).sinceLastAttempt).toBe(0)
  })
})
