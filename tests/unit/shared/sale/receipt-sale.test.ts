import { describe, expect, it } from 'vitest'
import { type Entry, type Movement, undoing } from '../../../../shared/sale/entry'
import { receiptSale } from '../../../../shared/sale/receipt-sale'
import { morning } from '../../../support/payments/clock'
import { paymentIn } from '../../../support/payments/payments'

const cash = { direction: 'in', way: 'cash', value: 15_000, received: 20_000 } as const

/** The movements on record, one a minute. */
const entries = (...movements: readonly Movement[]): Entry[] =>
  movements.map((movement, place) => ({
    ...movement,
    ...{ number: place + 1, period: 1, at: morning + place * 60_000 },
    ...{ person: null, currency: 'TZS' },
  }))

const undone = undoing({ ...cash, number: 1 })
const numbered = { ...paymentIn('cash'), receiptNumber: 7, receiptCopies: 1 }

describe('a sale as its receipt tells it', () => {
  it('is void once cash was undone of which a receipt has a number, and keeps the number', () => {
    expect(receiptSale([numbered], entries(cash))).toMatchObject({ state: 'paid', number: 7 })
    const after = receiptSale([numbered], entries(cash, undone))
    expect(after).toMatchObject({ state: 'void', number: 7, copies: 1, paidBy: [], received: null })
  })

  it('lacks money, and has no number yet, where nothing was printed before', () => {
    const after = receiptSale([paymentIn('cash')], entries(cash, undone))
    expect(after).toMatchObject({ state: 'lacks', missing: 15_000, mayHaveNumber: false })
  })

  it('says the change of all cash, and when the sale first had what was due', () => {
    const first = { ...cash, value: 5_000, received: 5_000 }
    const second = { ...cash, value: 10_000, received: 20_000 }
    const sale = receiptSale([paymentIn('cash')], entries(first, second))
    expect(sale.received).toEqual({ value: 25_000, change: 10_000 })
    expect(sale.paidAt).toBe(morning + 60_000)
  })
})
