import { beforeEach, describe, expect, it } from 'vitest'
import type { Ledger } from '../../../../../../../electron/main/store/ledger/ledger'
import { asha, closeDay, juma, take } from '../../../../../../support/day-payments'
import { morning } from '../../../../../../support/payments/clock'
import { ledgerIn } from '../../../../../../support/payments/ledger'
import { samples } from '../../../../../../support/payments/payments'
import { temporaryFolders } from '../../../../../../support/temporary-folder'

const newFolder = temporaryFolders()
const hour = 3_600_000
const shillings = (value: number) => ({ currency: 'TZS', value })

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

  /** A mark that is made now. */
  const markHere = (person: string | null = null) => {
    ledger.day.shiftMarks.reported(person, morning, ledger.day.place())
    return ledger.day.shiftMarks.start('lastReport', { of: person, me: null })
  }
  const blocksSince = (from: ReturnType<typeof markHere>, person: string | null = null) =>
    ledger.day.shift({ from, person }, morning + hour).currencies[0]?.blocks

  it('has the same cash in one report alone, whatever happens to the payment later', () => {
    const { id } = take(ledger, 'pending', { person: asha })
    ledger.append(id, { ...samples['cash-taken'], person: juma })
    expect(blocksSince(null)?.cash).toEqual({ sales: 1, amount: 15_000 })
    const from = markHere()
    const later = { at: morning + hour, person: juma }
    ledger.append(id, { ...samples.settled, at: later.at, status: 'declined', outcome: 'failed' })
    ledger.append(id, { ...samples.resolved, ...later, how: 'paid-in-cash' })
    expect(blocksSince(from)).toBeUndefined()
  })

  it('has the cash and the refund of who took and gave it, not of who recorded the payment', () => {
    const { id } = take(ledger, 'pending', { person: asha })
    ledger.append(id, { ...samples['cash-taken'], person: juma })
    const paid = take(ledger, 'paid', { person: asha })
    ledger.append(paid.id, { ...samples['given-back'], person: juma })
    const of = ({ id: person }: typeof asha) =>
      ledger.day.shift({ from: null, person }, morning + hour).currencies[0]
    expect(of(juma)?.blocks).toMatchObject({ cash: { sales: 1 }, confirmed: { sales: 0 } })
    expect(of(juma)?.refunds.cash.sales).toBe(1)
    expect(of(asha)?.blocks).toMatchObject({ cash: { sales: 0 }, confirmed: { sales: 1 } })
    expect(of(asha)?.refunds.cash.sales).toBe(0)
  })

  it('has what came to nothing after it began', () => {
    take(ledger, 'failed')
    const from = markHere()
    take(ledger, 'refused')
    take(ledger, 'failed')
    expect(blocksSince(null)?.none.sales).toBe(3)
    expect(blocksSince(from)?.none.sales).toBe(2)
  })

  it('takes back what staff had said before it began', () => {
    const { id } = take(ledger, 'seen')
    const from = markHere()
    ledger.append(id, samples.settled)
    expect(blocksSince(from)).toMatchObject({
      confirmed: { sales: 1, amount: 15_000 },
      seen: { sales: -1, amount: -15_000 },
    })
    expect(blocksSince(null)).toMatchObject({ confirmed: { sales: 1 }, seen: { sales: 0 } })
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
    const later = ledger.day.shift({ from: markHere(), person: null }, morning + 3 * hour)
    expect(later.open).toMatchObject([{ paymentId: id, earlier: true }])
  })

  it('begins where the last report of the same people ended, in the running period', () => {
    const { shiftMarks } = ledger.day
    const last = (of: string | null) => shiftMarks.start('lastReport', { of, me: null })?.at ?? null
    expect(last(asha.id)).toBeNull()
    for (const [person, at] of [
      [asha.id, 9],
      [asha.id, 5],
      [null, 7],
    ] as const)
      shiftMarks.reported(person, morning + at, ledger.day.place())
    expect([asha.id, juma.id, null].map(last)).toEqual([morning + 5, null, morning + 7])
    closeDay(ledger)
    expect(last(asha.id)).toBeNull()
  })
})
