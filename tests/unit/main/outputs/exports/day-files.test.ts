import { readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, it } from 'vitest'
import { cashUpCsv, writeExport } from '../../../../../electron/main/outputs/exports/day-files'
import { sumOf } from '../../../../../shared/day/report'
import { noDetails } from '../../../../support/conformance/contract'
import { closeDay, take } from '../../../../support/day-payments'
import { morning } from '../../../../support/payments/clock'
import { ledgerIn } from '../../../../support/payments/ledger'
import { samples } from '../../../../support/payments/payments'
import { temporaryFolders } from '../../../../support/temporary-folder'

const newFolder = temporaryFolders()

/** A period with one payment that was paid, and its lines. */
function soldOne(firstName = 'Asha') {
  const { ledger } = ledgerIn(newFolder())
  take(ledger, 'paid', { customer: { ...noDetails, firstName, lastName: 'Mushi' } })
  const cashUp = closeDay(ledger)
  return { cashUp, lines: ledger.day.cashUps.lines(cashUp.number) }
}

it('opens in a spreadsheet: marked as UTF-8, a line a payment, phone numbers as text', () => {
  const sold = soldOne('Zoë')
  const text = cashUpCsv(sold.cashUp, sold.lines)
  expect(text.startsWith('\uFEFFcashUp,mode,block,state,')).toBe(true)
  const lines = text.split('\r\n')
  expect(lines).toHaveLength(3)
  expect(lines[1]).toContain('1,practice,confirmed,paid,')
  expect(lines[1]).toContain(",15000,TZS,,15000,mobile,'0754 001 212,'Zoë Mushi,")
  expect(lines[2]).toBe('')
})

it('keeps every text as it is, which a spreadsheet would take for a number or a date', () => {
  const { cashUp, lines } = soldOne()
  for (const text of ['00012', '12E45', 'MAR2026', '3/4', '10-11-12', 'TRUE']) {
    const all = { name: text, cashier: text, reason: text, reasonBy: text, reference: text }
    const [names = [], cells = []] = cashUpCsv(
      cashUp,
      lines.map(line => ({ ...line, ...all, rawStatus: text })),
    )
      .split('\r\n')
      .map(line => line.split(','))
    for (const name of [...Object.keys(all), 'rawStatus'])
      expect(cells[names.indexOf(name)], name).toBe(`'${text}`)
  }
})

it('lets neither a name nor the service’s words become a formula', () => {
  const { cashUp, lines } = soldOne()
  for (const evil of ['=cmd', '+1', '-1', '@sum', '\tx', '\rx', '\nx', '\n=cmd', '＝cmd']) {
    const text = cashUpCsv(
      cashUp,
      lines.map(line => ({ ...line, name: evil, reference: evil })),
    )
    expect(text.split(`'${evil.replace(/[\t\r\n]/, ' ')}`)).toHaveLength(3)
    expect(text.split('\n')).toHaveLength(cashUpCsv(cashUp, lines).split('\n').length)
  }
})

it('has a header also for a period without payments', () => {
  const { ledger } = ledgerIn(newFolder())
  const cashUp = closeDay(ledger)
  expect(cashUpCsv(cashUp, ledger.day.cashUps.lines(1))).toMatch(/^\uFEFFcashUp,mode,.*\r\n$/)
})

it('adds up to the closing, block by block, and names the sale in each row', () => {
  const { ledger } = ledgerIn(newFolder())
  const of = (value: number) => ({ amount: { currency: 'TZS', value } })
  const paid = take(ledger, 'paid', of(9_000))
  for (const way of ['paidLate', 'inCash', 'seen', 'notPaid', 'expired', 'failed'] as const)
    take(ledger, way, of(1_000))
  closeDay(ledger)
  const late = { ...samples['given-back'], value: 2_000, worth: 2_000 }
  ledger.append(paid.id, late)
  take(ledger, 'paid', of(3_000))
  for (const number of [1, 2]) {
    const cashUp = number === 1 ? ledger.day.cashUps.find(1) : closeDay(ledger)
    if (!cashUp) throw new Error('Not closed')
    const [names = [], ...rows] = cashUpCsv(cashUp, ledger.day.cashUps.lines(number))
      .slice(1)
      .trim()
      .split('\r\n')
      .map(row => row.split(','))
    const cell = (row: string[], name: string) => row[names.indexOf(name)] ?? ''
    const [day] = cashUp.report.currencies
    if (!day) throw new Error('No money')
    const counted = { ...day.blocks, refund: sumOf(Object.values(day.refunds)) }
    for (const [block, { sales, amount }] of Object.entries(counted)) {
      const inBlock = rows.filter(row => cell(row, 'block') === block)
      const sum = inBlock.reduce((all, row) => all + Number(cell(row, 'amount')), 0)
      expect([inBlock.length, sum], `${block} of ${number}`).toEqual([sales, amount])
    }
    for (const row of rows) expect(cell(row, 'saleId')).toBe(cell(row, 'paymentId'))
  }
})

it('is named a copy from the second time on, and overwrites nothing', async () => {
  const folder = join(newFolder(), 'Kaunta')
  const { ledger } = ledgerIn(newFolder())
  const { connection, number } = closeDay(ledger, {}, morning)
  const write = (text: string) => {
    const document = ledger.day.cashUps.nextDocument(number, 'sheet')
    return writeExport(folder, { connection, number, document, extension: 'csv' }, text)
  }
  const files = [await write('one'), await write('two'), await write('three')]
  const original = { connection, number, document: 1, extension: 'csv' } as const
  files.push(await writeExport(folder, original, 'from another ledger'))
  expect(files.map(file => [basename(file), readFileSync(file, 'utf8')])).toEqual([
    ['kaunta-cash-up-practice-1.csv', 'one'],
    ['kaunta-cash-up-practice-1-copy-1.csv', 'two'],
    ['kaunta-cash-up-practice-1-copy-2.csv', 'three'],
    ['kaunta-cash-up-practice-1-2.csv', 'from another ledger'],
  ])
})

it('rejects where the folder cannot be made', async () => {
  const blocked = join(newFolder(), 'a-file')
  writeFileSync(blocked, '')
  const what = { connection: 'practice', number: 1, document: 1, extension: 'csv' } as const
  await expect(writeExport(blocked, what, '')).rejects.toThrow(/EEXIST|ENOTDIR/)
})
