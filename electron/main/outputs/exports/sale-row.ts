import { resolvedBlocks } from '../../../../shared/day/standing'
import { linesText } from '../../../../shared/payment/lines'
import type { Sale } from '../../../../shared/payment/sale'
import { statusOf } from '../../../../shared/payment/status'
import { formatMsisdn } from '../../../../shared/phone'
import { type CsvCell, dayOf, momentCell, textCell, timeOf } from '../../platform/csv'
import type { ExportWords } from './export-words'

/** The columns of exported sales, in order: the key of each heading and the cell under it. */
const columns: readonly [
  keyof ExportWords['column'],
  (sale: Sale, words: ExportWords) => CsvCell,
][] = [
  ['day', sale => dayOf(sale.recordedAt)],
  ['time', sale => timeOf(sale.recordedAt)],
  ['state', (sale, words) => words.status[statusOf(sale)]],
  ['amount', sale => sale.amount.value],
  ['currency', sale => sale.amount.currency],
  ['purchaseTotal', sale => sale.purchase?.total ?? ''],
  ['items', (sale, words) => textCell(linesText(sale.lines, words.other))],
  ['phone', sale => textCell(formatMsisdn(sale.msisdn))],
  ['firstName', (sale, words) => textCell(firstNameOf(sale, words))],
  ['lastName', sale => textCell(sale.customer.lastName)],
  ['channel', (sale, words) => words.channel[sale.channel]],
  ['reference', sale => textCell(sale.reference)],
  ['rawStatus', sale => textCell(sale.rawStatus)],
  ['providerStatus', sale => textCell(sale.providerStatus)],
  ['cashier', sale => textCell(sale.person?.name ?? null)],
  ['settledAt', sale => momentCell(sale.settledAt)],
  ['handedOverAt', sale => momentCell(sale.handedOverAt)],
  ['handedOverBy', sale => textCell(sale.handedOverBy?.name ?? null)],
  ['refund', (sale, words) => (sale.refund === null ? '' : words.refund[sale.refund.how])],
  ['refundedAt', sale => momentCell(sale.refund?.at ?? null)],
  ['refundedBy', sale => textCell(sale.refund?.person?.name ?? null)],
  ['refundReason', sale => textCell(sale.refund?.reason ?? null)],
  [
    'resolvedAs',
    (sale, words) => (sale.resolution ? words.resolvedAs[resolvedBlocks[sale.resolution.how]] : ''),
  ],
  ['resolvedAt', sale => momentCell(sale.resolution?.at ?? null)],
  ['resolvedBy', sale => textCell(sale.resolution?.person?.name ?? null)],
  ['resolution', sale => textCell(sale.resolution?.reason ?? null)],
  ['note', sale => textCell(sale.note)],
  ['saleId', sale => sale.id],
]

/** The first line of an export of sales. */
export function saleHeadings({ column }: ExportWords): string[] {
  return columns.map(([key]) => column[key])
}

/** A sale as a line of a spreadsheet. Moments are on the clock of the shop's computer. */
export function saleRow(sale: Sale, words: ExportWords): CsvCell[] {
  return columns.map(([, cell]) => cell(sale, words))
}

/** That nothing is known any more is said, or it would seem a fault of the file. */
function firstNameOf({ customer, customerRemoved }: Sale, { removed }: ExportWords): string {
  if (customerRemoved === null) return customer.firstName
  return removed.replace('{{months}}', String(customerRemoved.months))
}
