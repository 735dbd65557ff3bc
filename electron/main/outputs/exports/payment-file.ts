import type { FileHandle } from 'node:fs/promises'
import * as english from '../../../../resources/languages/en.json'
import * as swahili from '../../../../resources/languages/sw.json'
import type { ConnectionKind } from '../../../../shared/connection'
import { resolvedBlocks, type SettledBlock } from '../../../../shared/day/blocks'
import type { ExportedFile } from '../../../../shared/ipc/calls/payments'
import type { Language } from '../../../../shared/language'
import type { PaymentEvent } from '../../../../shared/payment/event'
import type { GivenBack, WayBack } from '../../../../shared/payment/given-back'
import { type LineWords, linesText } from '../../../../shared/payment/lines'
import type { Payment } from '../../../../shared/payment/payment'
import { backOf, cameFor } from '../../../../shared/payment/payment-money'
import type { FoundPayments, PaymentsFilter } from '../../../../shared/payment/payments-filter'
import { type PaymentStatus, statusOf } from '../../../../shared/payment/status'
import { formatMsisdn } from '../../../../shared/phone'
import { bySale, leadOf } from '../../../../shared/sale/lead'
import type { SaleView } from '../../../../shared/sale/sale-view'
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

/** A row a sale. A page at a time: a million payments fit neither into memory nor into one moment. */
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
    const sales = soldOn(page)
    await file.appendFile(csvLines(sales.map(sale => saleRow(sale, words))))
    counts.sales += sales.length
    counts.unreadable += page.unreadable
    if (page.next === null) return counts
    before = page.next
  }
}

/** One payment, and below it all that happened. */
export async function writeHistory(
  file: FileHandle,
  payment: Payment,
  events: readonly PaymentEvent[],
  language: Language,
): Promise<Omit<ExportedFile, 'file'>> {
  const words = languageWords[language]
  const head = [saleHeadings(words), saleRow(soldBy([payment]), words), []]
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

/** A sale as a row tells it: what it has, and the facts of the payment that stands for it. */
interface Sold {
  /** Oldest first. */
  payments: readonly Payment[]
  lead: Payment
  has: number
}

function soldOn({ payments, sales }: FoundPayments): Sold[] {
  const views = new Map(sales.map(view => [view.id, view]))
  return [...bySale(payments)].map(([id, ofSale]) => soldBy(ofSale, views.get(id)))
}

/** Without a view it is one payment for all of it. */
function soldBy(payments: readonly Payment[], view?: SaleView): Sold {
  const shown = payments.find(({ id }) => id === view?.lead) ?? leadOf(payments)
  if (!shown) throw new Error('A sale without a payment')
  const has = view?.has ?? cameFor(shown) - backOf(shown)
  return { payments, lead: shown, has }
}

/** The columns of exported sales, in order: the key of each heading and the cell under it. */
const columns: readonly [
  keyof ExportWords['column'],
  (sale: Sold, words: ExportWords) => CsvCell,
][] = [
  ['day', ({ lead }) => dayOf(lead.recordedAt)],
  ['time', ({ lead }) => timeOf(lead.recordedAt)],
  ['state', ({ lead }, words) => words.status[statusOf(lead)]],
  ['saleTotal', ({ lead }) => lead.total],
  ['currency', ({ lead }) => lead.amount.currency],
  ['has', ({ has }) => has],
  ['items', ({ lead }, words) => textCell(linesText(lead.lines, words))],
  ['phone', ({ payments }) => ofEach(payments, ({ msisdn }) => formatMsisdn(msisdn))],
  ['firstName', ({ lead }, words) => textCell(firstNameOf(lead, words))],
  ['lastName', ({ lead }) => textCell(lead.customer.lastName)],
  ['channel', ({ payments }, words) => ofEach(payments, each => words.channel[each.channel])],
  ['reference', ({ payments }) => ofEach(payments, ({ reference }) => reference)],
  ['rawStatus', ({ lead }) => textCell(lead.rawStatus)],
  ['providerStatus', ({ lead }) => textCell(lead.providerStatus)],
  ['cashier', ({ payments }) => ofEach(payments, ({ person }) => person?.name)],
  ['settledAt', ({ lead }) => momentCell(lead.settledAt)],
  ['handedOverAt', sale => momentCell(handedOver(sale)?.handedOverAt ?? null)],
  ['handedOverBy', sale => textCell(handedOver(sale)?.handedOverBy?.name ?? null)],
  ['givenBack', ({ payments }) => payments.reduce((sum, each) => sum + backOf(each), 0) || ''],
  ['givenBackHow', (sale, words) => ofEach(backs(sale), ({ way }) => words.wayBack[way])],
  ['givenBackAt', sale => momentCell(backs(sale).at(-1)?.at ?? null)],
  ['givenBackBy', sale => ofEach(backs(sale), ({ person }) => person?.name)],
  ['givenBackReason', sale => ofEach(backs(sale), ({ reason }) => reason)],
  [
    'resolvedAs',
    ({ lead: { resolution } }, words) =>
      resolution ? words.resolvedAs[resolvedBlocks[resolution.how]] : '',
  ],
  ['resolvedAt', ({ lead }) => momentCell(lead.resolution?.at ?? null)],
  ['resolvedBy', ({ lead }) => textCell(lead.resolution?.person?.name ?? null)],
  ['resolution', ({ lead }) => textCell(lead.resolution?.reason ?? null)],
  ['note', ({ payments }) => ofEach(payments, ({ note }) => note)],
  ['saleId', ({ lead }) => lead.sale],
]

function handedOver({ payments }: Sold): Payment | undefined {
  return payments.find(({ handedOverAt }) => handedOverAt !== null)
}

/** In the order of time. */
function backs({ payments }: Sold): GivenBack[] {
  return payments.flatMap(({ givenBack }) => givenBack).toSorted((one, other) => one.at - other.at)
}

function saleHeadings({ column }: ExportWords): string[] {
  return columns.map(([key]) => column[key])
}

/** A sale as a line of a spreadsheet. Moments are on the clock of the shop's computer. */
function saleRow(sale: Sold, words: ExportWords): CsvCell[] {
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
 * A payment's events as lines of a spreadsheet, as raw as they are kept: for someone who has to prove what
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

/** Each text once. */
function ofEach<Each>(
  all: readonly Each[],
  textOf: (each: Each) => string | null | undefined,
): CsvCell {
  const texts = all.map(textOf).filter(text => text !== null && text !== undefined && text !== '')
  return textCell([...new Set(texts)].join(' · '))
}

function isEmpty(value: unknown): boolean {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0)
}

interface ExportWords extends LineWords {
  column: typeof english.exportFile.column & typeof english.field
  channel: typeof english.channel
  status: Record<PaymentStatus, string>
  wayBack: Record<WayBack, string>
  resolvedAs: Record<SettledBlock, string>
  /** Where a customer's data was removed after `{{months}}` months. */
  removed: string
}

const languageWords: Record<Language, ExportWords> = {
  en: {
    column: { ...english.exportFile.column, ...english.field, phone: english.field.phoneShort },
    channel: english.channel,
    status: english.status,
    wayBack: english.wayBack,
    resolvedAs: english.resolvedAs,
    other: english.slip.other,
    discount: english.slip.discount,
    removed: english.retention.removed,
  },
  sw: {
    column: { ...swahili.exportFile.column, ...swahili.field, phone: swahili.field.phoneShort },
    channel: swahili.channel,
    status: swahili.status,
    wayBack: swahili.wayBack,
    resolvedAs: swahili.resolvedAs,
    other: swahili.slip.other,
    discount: swahili.slip.discount,
    removed: swahili.retention.removed,
  },
}
