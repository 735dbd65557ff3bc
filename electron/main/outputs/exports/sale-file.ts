import type { FileHandle } from 'node:fs/promises'
import * as english from '../../../../resources/languages/en.json'
import * as swahili from '../../../../resources/languages/sw.json'
import type { ConnectionKind } from '../../../../shared/connection'
import { resolvedBlocks, type SettledBlock } from '../../../../shared/day/blocks'
import type { ExportedFile } from '../../../../shared/ipc/calls/sales'
import type { Language } from '../../../../shared/language'
import type { PaymentEvent, RefundHow } from '../../../../shared/payment/event'
import { linesText } from '../../../../shared/payment/lines'
import type { Payment } from '../../../../shared/payment/payment'
import type { FoundPayments, PaymentsFilter } from '../../../../shared/payment/payments-filter'
import { type PaymentStatus, statusOf } from '../../../../shared/payment/status'
import { formatMsisdn } from '../../../../shared/phone'
import { byteOrderMark, type CsvCell, csvLines, textCell } from '../../platform/csv'
import { inSlices } from '../../platform/in-slices'
import { dayOf, momentCell, timeOf } from '../../platform/local-time'
import type { Ledger } from '../../store/ledger/ledger'

/** What is exported: the ledger of one connection, for as long as it is open. */
export interface ExportSource {
  kind: ConnectionKind
  ledger: Pick<Ledger, 'search' | 'find' | 'history'>
  /** False once this connection is no longer the till's own. */
  isOpen: () => boolean
}

/** As many as are read and written before other work goes on: a few ms. */
const pageLength = 50

/** A page at a time: a million sales fit neither into memory nor into one moment. */
export async function writeSales(
  file: FileHandle,
  source: ExportSource,
  filter: PaymentsFilter,
  language: Language,
): Promise<Omit<ExportedFile, 'file'>> {
  const words = languageWords[language]
  const counts = { sales: 0, unreadable: 0 }
  await file.appendFile(byteOrderMark + csvLines([saleHeadings(words)]))
  for (let before: string | null = null; ; ) {
    const page: FoundPayments = await readPage(source, filter, before)
    await file.appendFile(csvLines(page.payments.map(sale => saleRow(sale, words))))
    counts.sales += page.payments.length
    counts.unreadable += page.unreadable
    if (page.next === null) return counts
    before = page.next
  }
}

/** One sale, and below it all that happened. */
export async function writeHistory(
  file: FileHandle,
  sale: Payment,
  events: readonly PaymentEvent[],
  language: Language,
): Promise<Omit<ExportedFile, 'file'>> {
  const words = languageWords[language]
  const head = [saleHeadings(words), saleRow(sale, words), []]
  const rows = [...head, historyHeadings(words), ...historyRows(events)]
  await file.appendFile(byteOrderMark + csvLines(rows))
  return { sales: 1, unreadable: 0 }
}

async function readPage(
  { ledger, isOpen }: ExportSource,
  filter: PaymentsFilter,
  before: string | null,
): Promise<FoundPayments> {
  const page = await inSlices(ledger.search({ filter, before, limit: pageLength }), isOpen)
  if (page === null) throw new Error('The connection was changed meanwhile')
  return page
}

/** The columns of exported sales, in order: the key of each heading and the cell under it. */
const columns: readonly [
  keyof ExportWords['column'],
  (sale: Payment, words: ExportWords) => CsvCell,
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
  ['paymentId', sale => sale.id],
]

function saleHeadings({ column }: ExportWords): string[] {
  return columns.map(([key]) => column[key])
}

/** A sale as a line of a spreadsheet. Moments are on the clock of the shop's computer. */
function saleRow(sale: Payment, words: ExportWords): CsvCell[] {
  return columns.map(([, cell]) => cell(sale, words))
}

/** That nothing is known any more is said, or it would seem a fault of the file. */
function firstNameOf({ customer, customerRemoved }: Payment, { removed }: ExportWords): string {
  if (customerRemoved === null) return customer.firstName
  return removed.replace('{{months}}', String(customerRemoved.months))
}

function historyHeadings({ column }: ExportWords): string[] {
  return [column.number, column.day, column.time, column.event, column.person, column.details]
}

/**
 * A sale's events as lines of a spreadsheet, as raw as they are kept: for someone who has to prove what
 * happened. Events hold no secret.
 */
function historyRows(events: readonly PaymentEvent[]): CsvCell[][] {
  return events.map((event, index) => [
    index + 1,
    dayOf(event.at),
    timeOf(event.at),
    event.type,
    textCell('person' in event ? (event.person?.name ?? null) : null),
    textCell(detailsOf(event)),
  ])
}

function detailsOf(event: PaymentEvent): string {
  const { type: _type, at: _at, ...facts } = event
  return Object.entries(facts)
    .filter(([name, value]) => name !== 'person' && !isEmpty(value))
    .map(([name, value]) => `${name}: ${typeof value === 'object' ? JSON.stringify(value) : value}`)
    .join('; ')
}

function isEmpty(value: unknown): boolean {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0)
}

interface ExportWords {
  column: typeof english.exportFile.column & typeof english.field
  channel: typeof english.channel
  status: Record<PaymentStatus, string>
  refund: Record<RefundHow, string>
  resolvedAs: Record<SettledBlock, string>
  /** An amount that was typed, among items. */
  other: string
  /** Where a customer's data was removed after `{{months}}` months. */
  removed: string
}

const languageWords: Record<Language, ExportWords> = {
  en: {
    column: { ...english.exportFile.column, ...english.field, phone: english.field.phoneShort },
    channel: english.channel,
    status: english.status,
    refund: english.refundHow,
    resolvedAs: english.resolvedAs,
    other: english.slip.other,
    removed: english.retention.removed,
  },
  sw: {
    column: { ...swahili.exportFile.column, ...swahili.field, phone: swahili.field.phoneShort },
    channel: swahili.channel,
    status: swahili.status,
    refund: swahili.refundHow,
    resolvedAs: swahili.resolvedAs,
    other: swahili.slip.other,
    removed: swahili.retention.removed,
  },
}
