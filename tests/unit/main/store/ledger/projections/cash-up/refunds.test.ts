import { describe, expect, it } from 'vitest'
import { cashUpCsv } from '../../../../../../../electron/main/outputs/exports/day-files'
import type { Ledger } from '../../../../../../../electron/main/store/ledger/ledger'
import type { RefundHow } from '../../../../../../../shared/payment/event'
import type { Sale } from '../../../../../../../shared/payment/sale'
import { asha, closeDay, juma, take } from '../../../../../../support/day-sales'
import { morning } from '../../../../../../support/payments/clock'
import { ledgerIn } from '../../../../../../support/payments/ledger'
import { samples } from '../../../../../../support/payments/sales'
import { finished } from '../../../../../../support/results'
import { temporaryFolders } from '../../../../../../support/temporary-folder'

const newFolder = temporaryFolders()
const at = morning + 3_600_000
const none = { sales: 0, amount: 0 }

function takePaid(ledger: Ledger, value: number, currency = 'TZS'): Sale {
  return take(ledger, 'paid', { amount: { currency, value } })
}

function refund(ledger: Ledger, sale: Sale, how: RefundHow = 'cash'): Sale {
  return ledger.append(sale.id, { ...samples.refunded, how, at, person: juma })
}

describe('refunds in the running period', () => {
  it('are a line of their own, by how the money went back; nothing is less for them', () => {
    const { ledger } = ledgerIn(newFolder())
    const sales = [1_000, 200, 30, 4].map(value => takePaid(ledger, value))
    const [before] = ledger.day.report(at).currencies
    for (const [index, sale] of sales.slice(0, 3).entries())
      refund(ledger, sale, index === 0 ? 'dashboard' : 'cash')
    const [day] = ledger.day.report(at).currencies
    expect(day?.refunds).toEqual({
      dashboard: { sales: 1, amount: 1_000 },
      cash: { sales: 2, amount: 230 },
      'other-cash': none,
    })
    const changed = {
      refunds: day?.refunds,
      marks: { ...before?.marks, toHandOver: expect.anything() },
    }
    expect(day).toEqual({ ...before, ...changed })
    expect(before?.blocks.confirmed).toEqual({ sales: 4, amount: 1_234 })
  })

  it('take the goods that stay in the shop off the list of goods to hand over', () => {
    const { ledger } = ledgerIn(newFolder())
    const [kept, refunded] = [takePaid(ledger, 500), takePaid(ledger, 70)]
    if (!kept || !refunded) throw new Error('Two sales were sold')
    expect(ledger.day.report(at).currencies[0]?.marks.toHandOver).toEqual({ sales: 2, amount: 570 })
    refund(ledger, refunded)
    expect(ledger.day.report(at).currencies[0]?.marks.toHandOver).toEqual({ sales: 1, amount: 500 })
  })

  it('add no two currencies', () => {
    const { ledger } = ledgerIn(newFolder())
    refund(ledger, takePaid(ledger, 1_000))
    refund(ledger, takePaid(ledger, 70, 'KES'))
    const { currencies } = ledger.day.report(at)
    expect(currencies.map(day => [day.currency, day.refunds.cash.amount])).toEqual([
      ['KES', 70],
      ['TZS', 1_000],
    ])
  })

  it('stay counted when the sale comes into doubt later (money rules 6, 12)', () => {
    const { ledger } = ledgerIn(newFolder())
    const sale = refund(ledger, takePaid(ledger, 1_000))
    ledger.append(sale.id, samples['answer-mismatched'])
    const [day] = ledger.day.report(at).currencies
    expect(day?.refunds.cash).toEqual({ sales: 1, amount: 1_000 })
    expect(day?.blocks).toMatchObject({ confirmed: none, unknown: { sales: 1 } })
  })
})

describe('a refund of a sale whose period was closed', () => {
  it('counts in the period in which it was recorded, once, and changes no closing', () => {
    const { ledger } = ledgerIn(newFolder())
    const sale = takePaid(ledger, 1_000)
    const first = closeDay(ledger)
    refund(ledger, sale, 'dashboard')
    const [day] = ledger.day.report(at).currencies
    expect(day?.blocks.confirmed).toEqual(none)
    expect(day?.refunds).toMatchObject({ dashboard: { sales: 1, amount: 1_000 }, cash: none })
    const second = closeDay(ledger)
    expect(second.report.currencies[0]?.refunds.dashboard).toEqual({ sales: 1, amount: 1_000 })
    expect(ledger.day.report(at).currencies).toEqual([])
    // A later event of the sale moves its refund into no other period.
    ledger.append(sale.id, samples.contradicted)
    expect(ledger.day.report(at).currencies.map(({ refunds }) => refunds.dashboard)).toEqual([])
    expect(ledger.day.find(1)).toEqual(first)
    expect(ledger.day.find(2)).toEqual(second)
    expect(first.report.currencies[0]?.refunds.dashboard).toEqual(none)
  })

  it('is not counted where the sale was refunded before its period was closed', () => {
    const { ledger } = ledgerIn(newFolder())
    const sale = refund(ledger, takePaid(ledger, 1_000))
    expect(closeDay(ledger).report.currencies[0]?.refunds.cash.sales).toBe(1)
    ledger.append(sale.id, samples['receipt-printed'])
    expect(ledger.day.report(at).currencies).toEqual([])
  })
})

describe('the lines of a closing', () => {
  it('have the refund next to the sale, with its own reason and person', () => {
    const { ledger } = ledgerIn(newFolder())
    const sale = take(ledger, 'paidLate')
    ledger.append(sale.id, { ...samples.resolved, reason: 'goods were here', person: asha })
    refund(ledger, sale)
    closeDay(ledger)
    expect(ledger.day.lines(1)).toMatchObject([
      {
        block: 'confirmed',
        state: 'paid',
        reason: 'goods were here',
        reasonBy: 'Asha',
        refund: null,
      },
      {
        saleId: sale.id,
        block: 'refund',
        state: 'refunded',
        amount: 15_000,
        name: 'Asha Mushi',
        refund: 'cash',
        refundedAt: at,
        reason: 'wrong size',
        reasonBy: 'Juma',
      },
    ])
  })

  it('mark a refund of an earlier period’s sale, and it alone is on the next closing', () => {
    const { ledger } = ledgerIn(newFolder())
    const sale = takePaid(ledger, 1_000)
    closeDay(ledger)
    refund(ledger, sale)
    closeDay(ledger)
    expect(ledger.day.lines(1)).toMatchObject([{ block: 'confirmed', refund: null }])
    expect(ledger.day.lines(2)).toMatchObject([{ block: 'refund', earlier: true, refund: 'cash' }])
  })

  it('lose the reason with the customer’s data, and keep the rest', () => {
    const { ledger } = ledgerIn(newFolder())
    const sale = refund(ledger, takePaid(ledger, 1_000))
    closeDay(ledger)
    const before = ledger.day.lines(1).find(({ block }) => block === 'refund')
    ledger.removal.mark(at)
    finished(ledger.removal.remove({ before: at, at, months: 24 }))
    expect(ledger.find(sale.id)?.refund).toMatchObject({ reason: '', how: 'cash' })
    const after = ledger.day.lines(1).find(({ block }) => block === 'refund')
    expect(after).toEqual({ ...before, name: '', msisdn: '', reason: '' })
  })

  it('are a row of the spreadsheet, in which a sum by block subtracts nothing', () => {
    const { ledger } = ledgerIn(newFolder())
    refund(ledger, takePaid(ledger, 1_000), 'dashboard')
    const cashUp = closeDay(ledger)
    const [head = '', ...rows] = cashUpCsv(cashUp, ledger.day.lines(1)).split('\r\n')
    const columns = head.split(',')
    const cells = rows.filter(Boolean).map(row => {
      const values = row.split(',')
      return Object.fromEntries(columns.map((name, index) => [name, values[index]]))
    })
    expect(cells).toMatchObject([
      { block: 'confirmed', amount: '1000', refund: '', refundedAt: '' },
      {
        block: 'refund',
        state: 'refunded',
        amount: '1000',
        refund: 'dashboard',
        reason: 'wrong size',
      },
    ])
    expect(cells[1]?.refundedAt).toMatch(/^2026-01-05 \d\d:\d\d:\d\d$/)
  })
})
