import { describe, expect, it } from 'vitest'
import { cashUpCsv } from '../../../../../../../electron/main/outputs/exports/day-files'
import { closeDay, scene, take } from '../../../../../../support/day-sales'
import { morning } from '../../../../../../support/payments/clock'
import { ledgerIn } from '../../../../../../support/payments/ledger'
import { samples } from '../../../../../../support/payments/sales'
import { temporaryFolders } from '../../../../../../support/temporary-folder'

const newFolder = temporaryFolders()
const at = morning + 3_600_000
const tzs = (value: number) => ({ currency: 'TZS', value })
const soda = (quantity: number) => ({ name: 'Soda', quantity, price: 1_500 })
const bread = { name: 'Bread', quantity: 1, price: 2_000 }
const typed = { name: '', quantity: 1, price: 2_500 }

describe('what was sold', () => {
  it('is the items of what was paid or taken in cash, each price apart', () => {
    const { ledger } = ledgerIn(newFolder())
    take(ledger, 'paid', { amount: tzs(7_500), lines: [soda(2), bread, typed] })
    take(ledger, 'inCash', { amount: tzs(1_500), lines: [soda(1)] })
    take(ledger, 'paid', { amount: tzs(1_400), lines: [{ ...soda(1), price: 1_400 }] })
    take(ledger, 'failed', { amount: tzs(15_000), lines: [soda(10)] })
    take(ledger, 'pending', { amount: tzs(1_500), lines: [soda(1)] })
    take(ledger, 'paid', { amount: { currency: 'KES', value: 2_000 }, lines: [bread] })
    const sold = [
      bread,
      { ...soda(1), price: 1_400 },
      soda(3),
      // What was typed comes last.
      typed,
    ]
    const { currencies } = ledger.day.report(at)
    expect(currencies.map(day => [day.currency, day.sold])).toEqual([
      ['KES', [bread]],
      ['TZS', sold],
    ])
    const shift = ledger.day.shift({ from: null, person: null }, at)
    expect(shift.currencies.map(day => day.sold)).toEqual([[bread], sold])
  })

  it('is counted once where cash was taken and the service was paid as well', () => {
    const { ledger } = ledgerIn(newFolder())
    const { id } = take(ledger, 'inCash', { amount: tzs(1_500), lines: [soda(1)] })
    ledger.append(id, samples.settled)
    expect(ledger.day.report(at).currencies[0]).toMatchObject({
      blocks: { cash: { sales: 1 }, confirmed: { sales: 1 } },
      sold: [soda(1)],
    })
  })

  it('stays in its closing and goes into the file; the next day begins with none', () => {
    const { ledger } = ledgerIn(newFolder())
    take(ledger, 'paid', { amount: tzs(5_000), lines: [soda(2), bread] })
    const cashUp = closeDay(ledger)
    expect(ledger.day.find(1)?.report.currencies[0]?.sold).toEqual([bread, soda(2)])
    const [headings = '', row = ''] = cashUpCsv(cashUp, ledger.day.lines(1)).split('\r\n')
    const place = headings.split(',').indexOf('items')
    expect(row.split(',"')[1] ?? row.split(',')[place]).toContain('2 × Soda 1,500; Bread 2,000')
    expect(ledger.day.report(scene.at).currencies).toEqual([])
  })
})
