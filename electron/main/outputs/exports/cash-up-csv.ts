import type { CashUp } from '../../../../shared/day/cash-up'
import { linesText } from '../../../../shared/payment/lines'
import { formatMsisdn } from '../../../../shared/phone'
import { byteOrderMark, type CsvCell, csvLines, momentCell, textCell } from '../../platform/csv'
import type { CashUpLine } from '../../store/ledger/projections/cash-up/cash-up-rows'
import { unused, writeNew } from './new-file'

type Column = readonly [name: string, cellOf: (line: CashUpLine, cashUp: CashUp) => CsvCell]

/** Phone numbers are grouped, or they would be read as numbers and shown as 2.55754E+11. */
const columns: readonly Column[] = [
  ['cashUp', (_line, { number }) => number],
  ['mode', (_line, { connection }) => connection],
  ['block', line => line.block],
  ['state', line => line.state],
  ['recordedAt', line => momentCell(line.recordedAt)],
  ['settledAt', line => momentCell(line.settledAt)],
  ['amount', line => line.amount],
  ['currency', line => line.currency],
  ['items', line => (line.block === 'refund' ? '' : textCell(linesText(line.lines, 'other')))],
  ['purchaseTotal', line => line.purchaseTotal ?? ''],
  ['channel', line => line.channel],
  ['phone', line => formatMsisdn(line.msisdn)],
  ['name', line => line.name],
  ['cashier', line => line.cashier ?? ''],
  ['late', line => yes(line.late)],
  ['paidTwice', line => yes(line.paidTwice)],
  ['ofEarlierPeriod', line => yes(line.earlier)],
  ['handedOverAt', line => momentCell(line.handedOverAt)],
  ['refund', line => line.refund ?? ''],
  ['refundedAt', line => momentCell(line.refundedAt)],
  ['reason', line => textCell(line.reason)],
  ['reasonBy', line => line.reasonBy ?? ''],
  ['reference', line => textCell(line.reference)],
  ['rawStatus', line => textCell(line.rawStatus)],
  ['saleId', line => line.saleId],
]

/** A closed period as a spreadsheet file. Times are the shop's own. */
export function cashUpCsv(cashUp: CashUp, lines: readonly CashUpLine[]): string {
  const rows = lines.map(line => columns.map(([, cellOf]) => cellOf(line, cashUp)))
  return byteOrderMark + csvLines([columns.map(([name]) => name), ...rows])
}

function yes(fact: boolean): string {
  return fact ? 'yes' : ''
}

/** What a file is of. */
interface Exported extends Pick<CashUp, 'connection' | 'number'> {
  /** 1 is the original. */
  document: number
  extension: 'csv' | 'pdf'
}

/** Writes a closing's document in the export folder; a copy's name says so. As `writeNew`. */
export function writeExport(folder: string, what: Exported, content: string | Uint8Array): string {
  return writeNew(folder, unusedName(folder, what), content)
}

function unusedName(folder: string, { connection, number, document, extension }: Exported): string {
  const copy = document === 1 ? '' : `-copy-${document - 1}`
  return unused(folder, `kaunta-cash-up-${connection}-${number}${copy}`, extension)
}
