import { beforeEach, describe, expect, it } from 'vitest'
import type { Ledger } from '../../../../../../../electron/main/store/ledger/ledger'
import { shiftStart } from '../../../../../../../electron/main/store/ledger/projections/cash-up/shift-facts'
import { asha, closeDay, juma, take } from '../../../../../../support/day-sales'
import { morning } from '../../../../../../support/payments/clock'
import { ledgerIn } from '../../../../../../support/payments/ledger'
import { temporaryFolders } from '../../../../../../support/temporary-folder'

const newFolder = temporaryFolders()
const hour = 3_600_000
const shillings = (value: number) => ({ currency: 'TZS', value })

describe('where a shift begins', () => {
  const known = { cashUp: 100, lastReport: 300, signIns: [400, 200, 50] }

  it.each([
    ['signIn', known, 200],
    ['lastReport', known, 300],
    ['cashUp', known, 100],
    ['signIn', { ...known, signIns: [50] }, 100],
    ['lastReport', { ...known, lastReport: 90 }, 100],
    ['lastReport', { ...known, lastReport: null }, 100],
    ['signIn', { cashUp: null, lastReport: null, signIns: [] }, null],
    ['lastReport', { cashUp: null, lastReport: 300, signIns: [] }, 300],
  ] as const)('%s of %j: %s', (since, starts, expected) => {
    expect(shiftStart(since, starts)).toBe(expected)
  })
})

describe('a shift', () => {
  let ledger: Ledger
  beforeEach(() => {
    ledger = ledgerIn(newFolder()).ledger
  })

  it('holds what came since its beginning, with its totals apart', () => {
    take(ledger, 'paid', { amount: shillings(1_000), at: morning, person: asha })
    take(ledger, 'paid', { amount: shillings(20), person: asha })
    take(ledger, 'inCash', { amount: shillings(300), person: asha })
    take(ledger, 'pending', { amount: shillings(4_000), person: juma })
    const whole = ledger.day.shift({ from: null, person: null }, morning + hour)
    expect(whole).toEqual(ledger.day.report(morning + hour))
    expect(whole.currencies[0]?.blocks).toMatchObject({
      confirmed: { sales: 2, amount: 1_020 },
      cash: { sales: 1, amount: 300 },
      unknown: { sales: 1, amount: 4_000 },
    })
  })

  it('counts what came at its very first moment', () => {
    const { settledAt } = take(ledger, 'paid')
    const shift = (from: number) => ledger.day.shift({ from, person: null }, morning + hour)
    const from = Number(settledAt)
    expect(shift(from).currencies[0]?.blocks.confirmed.sales).toBe(1)
    expect(shift(from + 1)).toMatchObject({ since: from + 1, currencies: [] })
  })

  it('of one person holds that person alone, what is open named', () => {
    take(ledger, 'paid', { amount: shillings(1_000), person: asha })
    take(ledger, 'paid', { amount: shillings(20), person: juma })
    const open = take(ledger, 'unknown', { amount: shillings(300), person: asha })
    take(ledger, 'unknown', { amount: shillings(4_000), person: juma })
    const shift = ledger.day.shift({ from: null, person: asha.id }, morning + hour)
    expect(shift.currencies[0]?.cashiers.map(({ person }) => person)).toEqual([asha])
    expect(shift.currencies[0]?.blocks).toMatchObject({
      confirmed: { sales: 1, amount: 1_000 },
      unknown: { sales: 1, amount: 300 },
    })
    expect(shift.open.map(({ paymentId }) => paymentId)).toEqual([open.id])
  })

  it('keeps naming what is open from before it, until it is resolved', () => {
    const { id } = take(ledger, 'expired')
    closeDay(ledger)
    const later = ledger.day.shift({ from: morning + 2 * hour, person: null }, morning + 3 * hour)
    expect(later.open).toMatchObject([{ paymentId: id, earlier: true }])
  })

  it('begins where the last report of the same people ended', () => {
    const { shiftReports } = ledger.day
    expect(shiftReports.last(asha.id)).toBeNull()
    shiftReports.add(morning, asha.id)
    shiftReports.add(morning + 5, asha.id)
    shiftReports.add(morning + 9, null)
    expect(shiftReports.last(asha.id)).toBe(morning + 5)
    expect(shiftReports.last(juma.id)).toBeNull()
    expect(shiftReports.last(null)).toBe(morning + 9)
  })
})
