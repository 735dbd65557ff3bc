import { describe, expect, it } from 'vitest'
import { openTill } from '../support/conformance/till'
import { cardDraft, mobileDraft } from '../support/payments/payments'

/* Late is said (money rule 9), and payments keep the order in which they were recorded. */

const minute = 60_000
const hour = 60 * minute

/** A payment that came to nothing and was charged again; the second one is paid. */
async function chargedAgain(end: 'failed' | 'expired') {
  const till = await openTill({ approvalSeconds: 3_600 })
  const first = await till.sell(mobileDraft())
  if (end === 'failed') till.service.control.decide(first.reference ?? '', 'failed')
  await till.clock.pass(5 * minute)
  expect(till.payment(first.id)).toMatchObject(
    end === 'failed' ? { outcome: 'failed' } : { phase: 'expired' },
  )
  const second = await till.sell(mobileDraft({ replaces: first.id }))
  till.service.control.decide(second.reference ?? '', 'completed')
  await till.clock.pass(minute)
  expect(till.payment(second.id).outcome).toBe('paid')
  const payFirst = () => till.service.control.decide(first.reference ?? '', 'completed')
  return { ...till, first: first.id, second: second.id, payFirst }
}

describe('A payment that was charged again', () => {
  // Proves field: A payment that is paid after it failed or expired
  it('after it failed, and becomes paid itself, is paid twice at check all', async () => {
    const till = await chargedAgain('failed')
    till.payFirst()
    await till.clock.pass(3 * hour)
    expect(await till.engine.openPayments.checkAll()).toMatchObject({
      ok: true,
      value: { unanswered: 0 },
    })
    expect(till.payment(till.first)).toMatchObject({
      outcome: 'failed',
      contradiction: 'completed',
      contradictedByPaid: true,
      alsoPaid: till.second,
    })
    expect(till.ledger.toDos().map(({ id }) => id)).toEqual([till.first])
  })

  // Proves field: A payment that is paid after it failed or expired
  it('after it expired, and becomes paid itself, is paid twice at check all', async () => {
    const till = await chargedAgain('expired')
    till.payFirst()
    await till.engine.openPayments.checkAll()
    expect(till.payment(till.first)).toMatchObject({
      outcome: 'paid',
      late: true,
      alsoPaid: till.second,
    })
  })

  // Proves field: A payment that is paid after it failed or expired
  it('is read at check all also where a person has resolved it', async () => {
    const till = await chargedAgain('expired')
    expect(till.engine.sales.resolve(till.first, 'The customer left', 'other').ok).toBe(true)
    till.payFirst()
    await till.engine.openPayments.checkAll()
    expect(till.payment(till.first)).toMatchObject({ outcome: 'paid', alsoPaid: till.second })
  })

  // Proves field: A payment that is paid after it failed or expired
  it('and stays as it was is read, and nothing is said of it', async () => {
    const till = await chargedAgain('failed')
    const before = till.ledger.history(till.first)
    const requests = till.service.control.requests().length
    await till.engine.openPayments.checkAll()
    expect(till.service.control.requests().length).toBe(requests + 1)
    expect(till.ledger.history(till.first)).toEqual(before)
  })
})

describe('A payment that a person resolved, or that failed', () => {
  /** A first payment that ends so, and a new one that the cashier types by hand for the same phone; the second is paid. */
  async function typedAgain(end: 'word in progress' | 'failed', how: 'not-paid' | 'paid-in-cash') {
    const till = await openTill({ approvalSeconds: 3_600 })
    const first = await till.sell(mobileDraft())
    const word = end === 'failed' ? 'failed' : 'under_review'
    till.service.control.decide(first.reference ?? '', word)
    await till.clock.pass(5 * minute)
    if (end === 'word in progress')
      expect(till.engine.sales.resolve(first.id, 'The customer says no', how).ok).toBe(true)
    const second = await till.sell(mobileDraft())
    till.service.control.decide(second.reference ?? '', 'completed')
    await till.clock.pass(minute)
    expect(till.payment(second.id).outcome).toBe('paid')
    till.service.control.decide(first.reference ?? '', 'completed')
    return { ...till, first: first.id, second: second.id }
  }

  // Proves field: A payment that is paid after it failed or expired
  it.each([
    ['word in progress', 'not-paid'],
    ['failed', 'not-paid'],
  ] as const)('(%s) and was typed again is paid twice when it is paid too', async (end, how) => {
    const till = await typedAgain(end, how)
    expect(till.payment(till.second).linked).toEqual([till.first])
    await till.engine.openPayments.checkAll()
    expect(till.payment(till.first)).toMatchObject({ alsoPaid: till.second, resolution: null })
    expect(till.ledger.toDos().map(({ id }) => id)).toEqual([till.first])
  })

  // Proves field: A payment that is paid after it failed or expired
  it('in cash is paid twice when the service has it paid too; the next purchase is not', async () => {
    const till = await typedAgain('word in progress', 'paid-in-cash')
    expect(till.payment(till.second)).toMatchObject({ linked: [], alsoPaid: null })
    await till.engine.openPayments.checkClosed()
    expect(till.payment(till.first)).toMatchObject({ outcome: 'paid', late: true })
    expect(till.ledger.toDos().map(({ id }) => id)).toEqual([till.first])
  })

  // Proves field: A payment that is paid after it failed or expired
  it('is not linked to a purchase after the one that was paid, nor after a day', async () => {
    const till = await typedAgain('failed', 'not-paid')
    const third = await till.sell(mobileDraft())
    expect(third.linked).toEqual([])
    till.service.control.decide(third.reference ?? '', 'failed')
    await till.clock.pass(25 * hour)
    expect((await till.sell(mobileDraft())).linked).toEqual([])
  })
})

describe('The order of payments', () => {
  // Proves field: A computer’s clock that is set back
  it('is the ledger’s own: a clock that was set back changes nothing', async () => {
    const till = await openTill()
    const ids: string[] = []
    for (const back of [0, hour, hour, 0]) {
      till.clock.setBack(back)
      ids.push((await till.sell(cardDraft())).id)
      await till.clock.pass(minute)
    }
    expect(till.ledger.recent(10).map(({ id }) => id)).toEqual([...ids].reverse())
  })
})
