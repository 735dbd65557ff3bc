import { describe, expect, it } from 'vitest'
import { listedSales, listedStatus } from '../../../renderer/sale-status/listed-sale'
import type { Payment } from '../../../shared/payment/payment'
import { applyEvent, beginPayment } from '../../../shared/payment/reducer'
import type { SaleView } from '../../../shared/sale/sale-view'
import {
  failedOutcome,
  type LaterEvent,
  recorded,
  samples,
  unrecognised,
} from '../../support/payments/payments'
import { noSale } from './a-payment'

const total = 15_000
const accepted = [samples['attempt-started'], samples.accepted]

function payment(id: string, value: number, ...events: LaterEvent[]): Payment {
  const event = recorded({ sale: '1', total, amount: { currency: 'TZS', value } })
  return [...accepted, ...events].reduce(applyEvent, beginPayment(id, event))
}

const sale = (has: number): SaleView => ({
  ...noSale,
  ...{ id: '1', payments: ['1', '2'], total, cover: has < total ? 'lacks' : 'covered', has },
  rest: total - has,
})

const statusOf = (payments: Payment[], view?: SaleView) =>
  listedSales(payments, view ? { 1: view } : {}).map(listedStatus)

describe('a sale in a list', () => {
  const part = payment('1', 5_000, samples.settled)
  const rest = payment('2', 10_000, samples.settled)

  it('is never called paid while only a part is here', () => {
    expect(statusOf([part], sale(5_000))).toEqual(['partPaid'])
    expect(statusOf([part]), 'before main has said what the sale has').toEqual(['partPaid'])
    expect(statusOf([part, payment('2', 10_000, failedOutcome)], sale(5_000))).toEqual(['partPaid'])
  })

  it('is paid once all of it is', () => {
    expect(statusOf([part, rest], sale(total))).toEqual(['paid'])
  })

  it('is what a person said of it, where nothing came', () => {
    const notPaid = payment('1', total, unrecognised, { ...samples.resolved, how: 'not-paid' })
    expect(statusOf([notPaid], { ...sale(0), cover: 'nothing' })).toEqual(['resolved'])
  })

  it('is one line', () => {
    expect(listedSales([rest, part], {})).toMatchObject([{ payments: [rest, part] }])
  })
})
