import { blockNames } from '../../../../shared/day/blocks'
import type { CashUp } from '../../../../shared/day/cash-up'
import type { DrawerEntry } from '../../../../shared/day/drawer'
import type { CurrencyDay } from '../../../../shared/day/report'
import type { ShiftReport } from '../../../../shared/day/shift-report'
import { wayBackSchema } from '../../../../shared/payment/given-back'
import { linesText } from '../../../../shared/payment/lines'
import { formatMsisdn } from '../../../../shared/phone'
import { discountOf } from '../../../../shared/sale/lines'
import type { ShopDay } from '../../../../shared/shop-meeting'
import { byteOrderMark, type CsvCell, csvLines, textCell } from '../../platform/csv'
import { dayOf, momentCell, timeOf } from '../../platform/local-time'
import type { CashUpLine } from '../../store/ledger/projections/cash-up/cash-up-rows'
import { writeNewFile } from './new-file'

type Column = readonly [name: string, cellOf: (line: CashUpLine, cashUp: CashUp) => CsvCell]

const columns: readonly Column[] = [
  ['cashUp', (_line, { number }) => number],
  ['mode', (_line, { connection }) => connection],
  ['block', line => line.block],
  ['state', line => line.state],
  ['recordedAt', line => momentCell(line.recordedAt)],
  ['settledAt', line => momentCell(line.settledAt)],
  ['amount', line => line.amount],
  ['currency', line => line.currency],
  ['items', line => textCell(linesText(line.lines, { other: 'other', discount: 'discount' }))],
  ['saleTotal', line => line.total],
  ['channel', line => line.channel],
  ['phone', line => textCell(formatMsisdn(line.msisdn))],
  ['name', line => textCell(line.name)],
  ['cashier', line => textCell(line.cashier)],
  ['late', line => yes(line.late)],
  ['ofEarlierPeriod', line => yes(line.earlier)],
  ['handedOverAt', line => momentCell(line.handedOverAt)],
  ['givenBack', line => line.givenBack ?? ''],
  ['givenBackAt', line => momentCell(line.givenBackAt)],
  ['reason', line => textCell(line.reason)],
  ['reasonBy', line => textCell(line.reasonBy)],
  ['reference', line => textCell(line.reference)],
  ['rawStatus', line => textCell(line.rawStatus)],
  ['paymentId', line => line.paymentId],
  ['saleId', line => line.sale],
]

/**
 * A closed period as a spreadsheet file: a row an entry, with the columns of its sale, so that each block adds up to what
 * the closing has; then the discounts of each currency, and the drawer's own entries. Times are the shop's own.
 */
export function cashUpCsv(cashUp: CashUp, lines: readonly CashUpLine[]): string {
  const names = columns.map(([name]) => name)
  const cellsOf = (cells: Record<string, CsvCell>) =>
    names.map(name => ({ ...cells, cashUp: cashUp.number, mode: cashUp.connection })[name] ?? '')
  const rows = lines.map(line => columns.map(([, cellOf]) => cellOf(line, cashUp)))
  const { currencies, drawer } = cashUp.report
  const apart = [
    ...currencies.map(discountCells).filter(({ amount }) => amount > 0),
    ...drawer.filter(entry => counts(entry, drawer)).map(drawerCells),
  ]
  return byteOrderMark + csvLines([names, ...rows, ...apart.map(cellsOf)])
}

/** Of a period's floats the last one of a currency counts. */
function counts(entry: DrawerEntry, all: readonly DrawerEntry[]): boolean {
  const isFloat = ({ kind, currency }: DrawerEntry) =>
    kind === 'float' && currency === entry.currency
  return entry.kind !== 'float' || entry === all.findLast(isFloat)
}

/** What the columns have of cash that moved without a sale. */
function drawerCells(entry: DrawerEntry) {
  return {
    block: 'drawer',
    state: entry.kind,
    recordedAt: momentCell(entry.at),
    amount: entry.value,
    currency: entry.currency,
    cashier: textCell(entry.person?.name ?? null),
    reason: textCell(entry.reason),
  }
}

/** Of the sales that first had what was due, all together: the rows of their entries are without it. */
function discountCells({ currency, sold }: CurrencyDay) {
  return { block: 'discounts', amount: discountOf(sold), currency }
}

function yes(fact: boolean): string {
  return fact ? 'yes' : ''
}

interface Exported extends Pick<CashUp, 'connection' | 'number'> {
  /** 1 is the original. */
  document: number
  extension: 'csv' | 'pdf'
}

/** Writes a closing's document in the export folder; a copy's name says so. As `writeNewFile`. */
export function writeExport(
  folder: string,
  { connection, number, document, extension }: Exported,
  content: string | Uint8Array,
): Promise<string> {
  const copy = document === 1 ? '' : `-copy-${document - 1}`
  return writeNewFile(folder, `kaunta-cash-up-${connection}-${number}${copy}`, extension, content)
}

/** Writes a shift report in the export folder: `kaunta-shift-sandbox-2026-11-21 14.32.04.pdf`. As `writeNewFile`. */
export function writeShiftPdf(
  folder: string,
  { connection, report }: ShiftReport,
  pdf: Uint8Array,
): Promise<string> {
  // A colon is not allowed in the name of a file everywhere.
  const until = momentCell(report.until).replaceAll(':', '.')
  return writeNewFile(folder, `kaunta-shift-${connection}-${until}`, 'pdf', pdf)
}

const headings = [
  'day',
  'at',
  'shop',
  'till',
  'currency',
  'block',
  'payments',
  'amount',
  'lastHeard',
  'reference',
  'otherTill',
  'otherPerson',
  'otherAt',
]

/** What the last columns have, which only goods that were handed over twice fill. */
const notTwice = ['', '', '', '']

/**
 * A line for each till, currency and block: no two blocks are added. Then a line for each till that handed over goods
 * which another till handed over too. Times are the shop's own. `at` is when it was asked for, by the wall clock, ms.
 */
export function shopDayCsv(day: ShopDay, at: number): string {
  const tills = new Map(day.tills.map(till => [till.id, till]))
  const rows = day.currencies.flatMap(({ currency, tills: sold }) =>
    sold.flatMap(({ id, name, blocks, refunds, paidIn, paidOut }) => {
      const till = tills.get(id)
      const heard = till ? momentCell(at - till.ageMs) : ''
      const tallies = [
        ...blockNames.map(block => [block, blocks[block]] as const),
        ...wayBackSchema.options.map(how => [`given back ${how}`, refunds[how]] as const),
        // No payments: cash without a sale.
        ['paid in', { sales: '', amount: paidIn }] as const,
        ['paid out', { sales: '', amount: paidOut }] as const,
      ]
      return tallies
        .filter(([, { amount, sales }]) => (sales === '' ? amount > 0 : sales !== 0))
        .map(([block, { sales, amount }]) => [
          day.day,
          momentCell(at),
          textCell(till?.shop ?? null),
          textCell(name),
          currency,
          block,
          sales,
          amount,
          heard,
          ...notTwice,
        ])
    }),
  )
  return byteOrderMark + csvLines([headings, ...rows, ...twiceRows(day, at)])
}

function twiceRows(day: ShopDay, at: number) {
  return day.twice.map(({ here, reference, till, person, at: otherAt }) => [
    ...[day.day, momentCell(at), textCell(shopOf(day, here))],
    ...[textCell(here), '', 'handedOverTwice', '', '', ''],
    ...[textCell(reference), textCell(till), textCell(person), momentCell(otherAt)],
  ])
}

function shopOf({ tills }: ShopDay, till: string): string | null {
  return tills.find(({ name }) => name === till)?.shop ?? null
}

/** Writes it in the export folder; returns where. As `writeNewFile`. */
export function writeShopDay(folder: string, day: ShopDay, at: number): Promise<string> {
  const name = `kaunta-all-tills-${dayOf(at)}T${timeOf(at).replaceAll(':', '-')}`
  return writeNewFile(folder, name, 'csv', shopDayCsv(day, at))
}
