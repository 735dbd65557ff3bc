import { describe, expect, it } from 'vitest'
import { freeIn, holderOf } from '../../../renderer/words/number-holder'
import { accepted, lost, paid, saleAfter, started } from './a-sale'

const at = started.at
const lifetime = 900_000
const facts = { msisdn: '255754001212', now: at + 60_000, lifetime }
const serviceNow = facts.now
const stopped = saleAfter(started, lost, { type: 'abandoned', person: null, at })
const pending = saleAfter(started, accepted)

describe('the sale that holds a number', () => {
  it('is one whose push can still ring on that phone', () => {
    expect(holderOf([saleAfter(started, accepted, paid), pending], facts)).toBe(pending)
    expect(holderOf([pending], { ...facts, msisdn: '255754001213' })).toBeNull()
    expect(holderOf([{ ...pending, channel: 'card' }], facts)).toBeNull()
  })

  it('is also one that was stopped, until it must be over', () => {
    expect(holderOf([stopped], facts)).toBe(stopped)
    expect(holderOf([stopped], { ...facts, now: at + lifetime })).toBeNull()
  })
})

describe('the time until the number is free', () => {
  it('is the customer’s, on the service’s clock', () => {
    expect(freeIn(pending, { ...facts, serviceNow })).toBe(60_000)
    expect(freeIn(pending, { ...facts, serviceNow: serviceNow + 3_600_000 })).toBe(0)
    expect(freeIn(pending, { ...facts, serviceNow: null })).toBeNull()
  })

  it('is the longest that a stopped one can take, also under a clock set back', () => {
    expect(freeIn(stopped, { ...facts, serviceNow })).toBe(840_000)
    expect(freeIn(stopped, { ...facts, now: 0, serviceNow })).toBe(lifetime)
  })

  it('is not known for one that waits for people or the network', () => {
    expect(freeIn(saleAfter(), { ...facts, serviceNow })).toBeNull()
  })
})
