import { beforeEach, describe, expect, it } from 'vitest'
import {
  addPayments,
  addSales,
  applyPayment,
  applySale,
  fillRecent,
  forgetPayments,
  joinRecent,
  usePayments,
} from '../../../renderer/stores/payments-store'
import type { Payment } from '../../../shared/payment/payment'
import { recentLength } from '../../../shared/payment/recent'
import type { SaleView } from '../../../shared/sale/sale-view'
import { events, noSale, onceAccepted } from './a-payment'

const known = () => usePayments.getState()
const named = (id: string, payment: Payment) => ({ ...payment, id, sale: id })
const asked = named('1', onceAccepted())
const paid = named('1', onceAccepted(events.paid))
const saleOf = (id: string, has: number): SaleView => ({
  ...noSale,
  ...{ id, payments: [id], total: 15_000, cover: 'nothing', has, rest: 15_000 - has, lead: id },
})

beforeEach(forgetPayments)

describe('what the window knows of a payment', () => {
  it.each<[string, () => void]>([
    ['the recent payments', () => fillRecent({ payments: [asked], sales: [saleOf('1', 0)] })],
    ['a list', () => addSales({ payments: [asked], sales: [saleOf('1', 0)] })],
    ['its own request', () => joinRecent(asked)],
  ])('is what main pushed, not an answer that comes later: %s', (_, answer) => {
    applyPayment(paid)
    applySale(saleOf('1', 15_000))
    answer()
    expect(known()).toMatchObject({ byId: { '1': paid }, sales: { '1': { has: 15_000 } } })
    expect(known().railIds).toEqual(['1'])
  })

  it('is what main pushed last', () => {
    applyPayment(asked)
    applySale(saleOf('1', 0))
    applyPayment(paid)
    applySale(saleOf('1', 15_000))
    expect(known()).toMatchObject({ byId: { '1': paid }, sales: { '1': { has: 15_000 } } })
  })

  it('is taken from an answer where main has pushed nothing', () => {
    addSales({ payments: [asked], sales: [saleOf('1', 0)] })
    expect(known()).toMatchObject({ byId: { '1': asked }, sales: { '1': saleOf('1', 0) } })
  })

  it('has its sale, whichever of the two came first', () => {
    applySale(saleOf('1', 15_000))
    applyPayment(named('2', asked))
    applyPayment(paid)
    expect(Object.keys(known().sales)).toEqual(['1'])
  })
})

describe('the rail', () => {
  it('has what is new first, then the recent payments, and nothing that was only looked up', () => {
    fillRecent({ payments: [named('2', asked), named('1', asked)], sales: [] })
    joinRecent(named('3', asked))
    applyPayment(named('4', asked))
    applyPayment(paid)
    addPayments([named('0', paid)])
    expect(known().railIds).toEqual(['4', '3', '2', '1'])
    expect(known()).toMatchObject({ loaded: true, failure: null })
  })

  it('has no old payment whose customer’s data was removed just now', () => {
    const removed = named('1', onceAccepted(events.paid, events['customer-removed']))
    applyPayment(removed)
    expect(known().byId).toEqual({})
    applyPayment(paid)
    applyPayment(removed)
    expect(known().byId['1']).toEqual(removed)
  })

  it('has no payment that the window knows no more of, however long the day, and no sale of one', () => {
    const day = Array.from({ length: 12 * recentLength }, (_, n) => `${10_000 + n}`)
    for (const id of day) {
      applySale(saleOf(id, 15_000))
      applyPayment(named(id, paid))
    }
    const { byId, railIds, sales } = known()
    expect(Object.keys(byId)).toHaveLength(11 * recentLength)
    expect(new Set(railIds)).toEqual(new Set(Object.keys(byId)))
    expect(new Set(Object.keys(sales))).toEqual(new Set(Object.keys(byId)))
  })
})
