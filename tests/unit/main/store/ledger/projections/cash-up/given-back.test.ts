import { beforeEach, describe, expect, it } from 'vitest'
import { cashUpCsv } from '../../../../../../../electron/main/outputs/exports/day-files'
import type { Ledger } from '../../../../../../../electron/main/store/ledger/ledger'
import type { WayBack } from '../../../../../../../shared/payment/given-back'
import type { Payment } from '../../../../../../../shared/payment/payment'
import { asha, closeDay, juma, take } from '../../../../../../support/day-payments'
import { morning } from '../../../../../../support/payments/clock'
import { ledgerIn } from '../../../../../../support/payments/ledger'
import { samples } from '../../../../../../support/payments/payments'
import { finished } from '../../../../../../support/results'
import { temporaryFolders } from '../../../../../../support/temporary-folder'

const newFolder = temporaryFolders()
const at = morning + 3_600_000
const none = { sales: 0, amount: 0 }

let ledger: Ledger
beforeEach(() => {
  ledger = ledgerIn(newFolder()).ledger
})

const days = () => ledger.day.report(at).currencies

const takePaid = (value: number, currency = 'TZS') =>
  take(ledger, 'paid', { amount: { currency, value } })

const refund = ({ id, amount: { value } }: Payment, way: WayBack = 'cash') =>
  ledger.append(id, { ...samples['given-back'], way, value, worth: value, at, person: juma })

describe('refunds in the running period', () => {
  it('are a line of their own, by how the money went back; nothing is less for them', () => {
    const payments = [1_000, 200, 30, 4].map(value => takePaid(value))
    const [before] = days()
    for (const [index, payment] of payments.slice(0, 3).entries())
      refund(payment, index === 0 ? 'service' : 'cash')
    const [day] = days()
    expect(day?.refunds).toEqual({
      service: { sales: 1, amount: 1_000 },
      cash: { sales: 2, amount: 230 },
      said: none,
    })
    const marks = { ...before?.marks, toHandOver: expect.anything() }
    expect(day).toEqual({ ...before, refunds: day?.refunds, marks })
    expect(before?.blocks.confirmed).toEqual({ sales: 4, amount: 1_234 })
  })

  it('take the goods that stay in the shop off the list of goods to hand over', () => {
    takePaid(500)
    const refunded = takePaid(70)
    expect(days()[0]?.marks.toHandOver).toEqual({ sales: 2, amount: 570 })
    refund(refunded)
    expect(days()[0]?.marks.toHandOver).toEqual({ sales: 1, amount: 500 })
  })

  it('add no two currencies', () => {
    refund(takePaid(1_000))
    refund(takePaid(70, 'KES'))
    expect(days().map(day => [day.currency, day.refunds.cash.amount])).toEqual([
      ['KES', 70],
      ['TZS', 1_000],
    ])
  })

  it('stay counted when the payment comes into doubt later (money rules 6, 12)', () => {
    const payment = refund(takePaid(1_000))
    ledger.append(payment.id, samples['answer-mismatched'])
    const [day] = days()
    expect(day?.refunds.cash).toEqual({ sales: 1, amount: 1_000 })
    const confirmed = { sales: 1, amount: 1_000 }
    expect(day?.blocks).toMatchObject({ confirmed, unknown: none })
  })
})

describe('a refund of a payment whose period was closed', () => {
  it('counts in the period in which it was recorded, once, and changes no closing', () => {
    const payment = takePaid(1_000)
    const first = closeDay(ledger)
    refund(payment, 'service')
    const [day] = days()
    expect(day?.blocks.confirmed).toEqual(none)
    expect(day?.refunds).toMatchObject({ service: { sales: 1, amount: 1_000 }, cash: none })
    const second = closeDay(ledger)
    expect(second.report.currencies[0]?.refunds.service).toEqual({ sales: 1, amount: 1_000 })
    expect(days()).toEqual([])
    // A later event of the payment moves its refund into no other period.
    ledger.append(payment.id, samples.contradicted)
    expect(days().map(({ refunds }) => refunds.service)).toEqual([])
    expect(ledger.day.cashUps.find(1)).toEqual(first)
    expect(ledger.day.cashUps.find(2)).toEqual(second)
    expect(first.report.currencies[0]?.refunds.service).toEqual(none)
  })

  it('is not counted where the payment was refunded before its period was closed', () => {
    const payment = refund(takePaid(1_000))
    expect(closeDay(ledger).report.currencies[0]?.refunds.cash.sales).toBe(1)
    ledger.append(payment.id, samples['receipt-printed'])
    expect(days()).toEqual([])
  })
})

describe('the lines of a closing', () => {
  it('have the refund next to the payment, with its own reason and person', () => {
    const payment = take(ledger, 'paidLate')
    ledger.append(payment.id, { ...samples.resolved, reason: 'goods were here', person: asha })
    refund(payment)
    closeDay(ledger)
    const paid = { block: 'confirmed', state: 'paid', givenBack: null }
    const refunded = { block: 'refund', state: 'givenBack', givenBack: 'cash', givenBackAt: at }
    const whose = { paymentId: payment.id, amount: 15_000, name: 'Asha Mushi' }
    expect(ledger.day.cashUps.lines(1)).toMatchObject([
      { ...paid, reason: 'goods were here', reasonBy: 'Asha' },
      { ...refunded, ...whose, reason: 'wrong size', reasonBy: 'Juma' },
    ])
  })

  it('mark a refund of an earlier period’s payment, and it alone is on the next closing', () => {
    const payment = takePaid(1_000)
    closeDay(ledger)
    refund(payment)
    closeDay(ledger)
    expect(ledger.day.cashUps.lines(1)).toMatchObject([{ block: 'confirmed', givenBack: null }])
    expect(ledger.day.cashUps.lines(2)).toMatchObject([
      { block: 'refund', earlier: true, givenBack: 'cash' },
    ])
  })

  it('lose the reason with the customer’s data, and keep the rest', () => {
    const payment = refund(takePaid(1_000))
    closeDay(ledger)
    const line = () => ledger.day.cashUps.lines(1).find(({ block }) => block === 'refund')
    const before = line()
    ledger.removal.mark(at)
    finished(ledger.removal.remove({ before: at, at, months: 24 }))
    expect(ledger.find(payment.id)?.givenBack).toMatchObject([{ reason: '', way: 'cash' }])
    expect(line()).toEqual({ ...before, name: '', msisdn: '', reason: '' })
  })

  it('are a row of the spreadsheet, in which a sum by block subtracts nothing', () => {
    refund(takePaid(1_000), 'service')
    const rows = cashUpCsv(closeDay(ledger), ledger.day.cashUps.lines(1)).trim().split('\r\n')
    const [columns = [], ...values] = rows.map(row => row.split(','))
    const cells = values.map(row => Object.fromEntries(columns.map((name, n) => [name, row[n]])))
    expect(cells).toMatchObject([
      { block: 'confirmed', amount: '1000', givenBack: '', givenBackAt: '' },
      { block: 'refund', state: 'givenBack', amount: '1000', givenBack: 'service' },
    ])
    expect(cells[1]?.reason).toBe("'wrong size")
    expect(cells[1]?.givenBackAt).toMatch(/^2026-01-05 \d\d:\d\d:\d\d$/)
  })
})
