import { describe, expect, it } from 'vitest'
import { isSaleOf } from '../../../../shared/payment/lines'
import type { SaleMoney, SalePayment } from '../../../../shared/sale/cover'
import type { NumberedMovement } from '../../../../shared/sale/entry'
import { discountOf, isDiscountAbove } from '../../../../shared/sale/lines'
import { askService, giveBack, mostToAsk, takeCash, undo } from '../../../../shared/sale/movements'

const open: SalePayment = {
  id: 'a',
  value: 6_000,
  state: 'open',
  stopped: false,
  contradicted: false,
}

const cash: NumberedMovement = {
  number: 1,
  direction: 'in',
  way: 'cash',
  value: 4_000,
  received: 5_000,
}

const sale = (change: Partial<SaleMoney> = {}): SaleMoney => ({
  total: 10_000,
  payments: [],
  entries: [],
  handedOverAfter: null,
  lateEndedAfter: null,
  borneAfter: null,
  ...change,
})

describe('what may be asked for', () => {
  const withPush = sale({ payments: [open] })

  it('is what lacks, less what is waited for', () => {
    expect(mostToAsk(withPush)).toBe(4_000)
    expect(mostToAsk(sale({ payments: [{ ...open, stopped: true }] }))).toBe(10_000)
    expect(mostToAsk(sale({ payments: [{ ...open, state: 'unknown' }] }))).toBe(10_000)
    const tooMuch = { value: 4_001, instead: false }
    expect(askService(withPush, tooMuch)).toEqual({ refused: 'more-than-lacks' })
  })

  it('is all of it where the payments before are stopped', () => {
    const all = { value: 10_000, instead: true }
    expect(askService(withPush, all)).toEqual({ moved: [], stopped: ['a'] })
    expect(askService(withPush, { ...all, value: 10_001 })).toEqual({ refused: 'more-than-lacks' })
  })

  it('in cash stops waiting for what does not fit beside it', () => {
    const taken = (value: number) => takeCash(withPush, { value, received: value })
    expect(taken(4_000)).toMatchObject({ stopped: [] })
    expect(taken(4_001)).toMatchObject({ stopped: ['a'] })
    expect(taken(10_001)).toEqual({ refused: 'more-than-lacks' })
    expect(takeCash(sale(), { value: 2, received: 1 })).toEqual({ refused: 'not-enough' })
  })
})

describe('giving back', () => {
  it('is refused where so much is not there, or did not come in this way', () => {
    const withCash = sale({ entries: [cash] })
    const goods = { value: 4_001, way: 'cash', why: 'goods' } as const
    expect(giveBack(withCash, goods)).toEqual({ refused: 'more-than-there' })
    const inDashboard = { value: 1, way: 'service', why: 'goods' } as const
    expect(giveBack(withCash, inDashboard)).toEqual({ refused: 'more-than-there' })
    const tooMuch = { value: 1, way: 'cash', why: 'too-much' } as const
    expect(giveBack(withCash, tooMuch)).toEqual({ refused: 'more-than-there' })
  })

  it('of goods that are gone lowers what is due by the value alone, unless all came back', () => {
    const gone = sale({ entries: [cash], handedOverAfter: 1 })
    const goods = { value: 4_000, way: 'cash', why: 'goods' } as const
    expect(giveBack(gone, goods)).toMatchObject({ moved: [{ worth: 4_000 }] })
    expect(giveBack(gone, { ...goods, allGoods: true })).toMatchObject({
      moved: [{ worth: 10_000 }],
    })
  })
})

describe('undo', () => {
  const now = { elapsed: 60_000, cashedUp: false }
  const withCash = sale({ entries: [cash] })

  it('moves the opposite, and both stay', () => {
    expect(undo(withCash, 1, now)).toEqual({
      moved: [{ direction: 'out', way: 'cash', value: 4_000, undoes: 1 }],
      stopped: [],
    })
  })

  const undoneAlready = sale({
    entries: [cash, { number: 2, direction: 'out', way: 'cash', value: 4_000, undoes: 1 }],
  })
  const said: NumberedMovement = {
    number: 1,
    direction: 'in',
    way: 'said',
    value: 4_000,
    payment: 'a',
  }

  const goodsBack: NumberedMovement = {
    number: 2,
    direction: 'out',
    way: 'cash',
    value: 1_000,
    why: 'goods',
    worth: 1_000,
  }
  const tookBack: NumberedMovement = {
    number: 3,
    direction: 'out',
    way: 'service',
    value: 3_000,
    why: 'taken-back',
    payment: 'a',
    worth: 9_000,
  }

  it('of goods that came back is refused after the service took money back', () => {
    const over = sale({ entries: [cash, goodsBack, tookBack] })
    expect(undo(over, 2, now)).toEqual({ refused: 'not-the-newest' })
    expect(undo(sale({ entries: [cash, goodsBack] }), 2, now)).toHaveProperty('moved')
  })

  it.each([
    ['after a minute', withCash, { ...now, elapsed: 60_001 }, 'too-late'],
    ['after the cash-up', withCash, { ...now, cashedUp: true }, 'too-late'],
    ['after the goods went', sale({ entries: [cash], handedOverAfter: 1 }), now, 'goods-gone'],
    ['twice', undoneAlready, now, 'not-the-newest'],
    ['of what staff said', sale({ entries: [said] }), now, 'not-the-newest'],
    ['of an older one', sale({ entries: [cash, { ...cash, number: 2 }] }), now, 'not-the-newest'],
  ])('is refused %s', (_, of, since, refused) => {
    expect(undo(of, 1, since)).toEqual({ refused })
  })

  it('is possible for what was done after the goods went', () => {
    const gone = sale({ entries: [cash], handedOverAfter: 0 })
    expect(undo(gone, 1, now)).toHaveProperty('moved')
  })
})

describe('lines', () => {
  const lines = [
    { name: 'Rice', quantity: 3, price: 3_500 },
    { name: '', quantity: 1, price: -500 },
  ]

  it('come to the total with their discount', () => {
    expect(isSaleOf(lines, 10_000, 10_000)).toBe(true)
    expect(isSaleOf(lines, 10_500, 10_500)).toBe(false)
    expect(discountOf(lines)).toBe(500)
    expect(discountOf([])).toBe(0)
  })

  it('take a manager for a discount above the limit, in percent of what it is taken off', () => {
    const off = (price: number) => [
      { name: 'Rice', quantity: 2, price: 5_000 },
      { name: '', quantity: 1, price },
    ]
    expect([-1_000, -1_001].map(price => isDiscountAbove(off(price), 10))).toEqual([false, true])
    expect([0, null].map(limit => isDiscountAbove(off(-1), limit))).toEqual([true, true])
    expect(isDiscountAbove(off(-9_999), 100)).toBe(false)
    expect(isDiscountAbove(lines.slice(0, 1), null)).toBe(false)
  })
})
