import type { FileHandle } from 'node:fs/promises'
import * as english from '../../../../resources/languages/en.json'
import * as swahili from '../../../../resources/languages/sw.json'
import type { ConnectionKind } from '../../../../shared/connection'
import { resolvedBlocks, type SettledBlock } from '../../../../shared/day/blocks'
import type { ExportedFile } from '../../../../shared/ipc/calls/payments'
import type { Language } from '../../../../shared/language'
import type { PaymentEvent } from '../../../../shared/payment/event'
import type { GivenBack, WayBack } from '../../../../shared/payment/given-back'
import { linesText } from '../../../../shared/payment/lines'
import type { Payment } from '../../../../shared/payment/payment'
import { backOf } from '../../../../shared/payment/payment-money'
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

/** A page at a time: a million payments fit neither into memory nor into one moment. */
export async function writePayments(
  file: FileHandle,
  source: ExportSource,
  filter: PaymentsFilter,
  language: Language,
): Promise<Omit<ExportedFile, 'file'>> {
  const words = languageWords[language]
  const counts = { sales: 0, unreadable: 0 }
  await file.appendFile(byteOrderMark + csvLines([paymentHeadings(words)]))
  for (let before: string | null = null; ; ) {
    const page: FoundPayments = await readPage(source, filter, before)
    await file.appendFile(csvLines(page.payments.map(payment => paymentRow(payment, words))))
    counts.sales += page.payments.length
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
  const head = [paymentHeadings(words), paymentRow(payment, words), []]
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

/** The columns of exported payments, in order: the key of each heading and the cell under it. */
const columns: readonly [
  keyof ExportWords['column'],
  (payment: Payment, words: ExportWords) => CsvCell,
][] = [
  ['day', payment => dayOf(payment.recordedAt)],
  ['time', payment => timeOf(payment.recordedAt)],
  ['state', (payment, words) => words.status[statusOf(payment)]],
  ['amount', payment => payment.amount.value],
  ['currency', payment => payment.amount.currency],
  ['purchaseTotal', payment => payment.total],
  ['items', (payment, words) => textCell(linesText(payment.lines, words.other))],
  ['phone', payment => textCell(formatMsisdn(payment.msisdn))],
  ['firstName', (payment, words) => textCell(firstNameOf(payment, words))],
  ['lastName', payment => textCell(payment.customer.lastName)],
  ['channel', (payment, words) => words.channel[payment.channel]],
  ['reference', payment => textCell(payment.reference)],
  ['rawStatus', payment => textCell(payment.rawStatus)],
  ['providerStatus', payment => textCell(payment.providerStatus)],
  ['cashier', payment => textCell(payment.person?.name ?? null)],
  ['settledAt', payment => momentCell(payment.settledAt)],
  ['handedOverAt', payment => momentCell(payment.handedOverAt)],
  ['handedOverBy', payment => textCell(payment.handedOverBy?.name ?? null)],
  ['givenBack', payment => backOf(payment) || ''],
  [
    'givenBackHow',
    ({ givenBack }, words) => textOfEach(givenBack, ({ way }) => words.wayBack[way]),
  ],
  ['givenBackAt', ({ givenBack }) => momentCell(givenBack.at(-1)?.at ?? null)],
  ['givenBackBy', ({ givenBack }) => textOfEach(givenBack, ({ person }) => person?.name ?? '')],
  ['givenBackReason', ({ givenBack }) => textOfEach(givenBack, ({ reason }) => reason)],
  [
    'resolvedAs',
    (payment, words) =>
      payment.resolution ? words.resolvedAs[resolvedBlocks[payment.resolution.how]] : '',
  ],
  ['resolvedAt', payment => momentCell(payment.resolution?.at ?? null)],
  ['resolvedBy', payment => textCell(payment.resolution?.person?.name ?? null)],
  ['resolution', payment => textCell(payment.resolution?.reason ?? null)],
  ['note', payment => textCell(payment.note)],
  ['paymentId', payment => payment.id],
]

function paymentHeadings({ column }: ExportWords): string[] {
  return columns.map(([key]) => column[key])
}

/** A payment as a line of a spreadsheet. Moments are on the clock of the shop's computer. */
function paymentRow(payment: Payment, words: ExportWords): CsvCell[] {
  return columns.map(([, cell]) => cell(payment, words))
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
function textOfEach(givenBack: readonly GivenBack[], textOf: (each: GivenBack) => string): CsvCell {
  return textCell([...new Set(givenBack.map(textOf).filter(text => text !== ''))].join(' · '))
}

function isEmpty(value: unknown): boolean {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0)
}

interface ExportWords {
  column: typeof english.exportFile.column & typeof english.field
  channel: typeof english.channel
  status: Record<PaymentStatus, string>
  wayBack: Record<WayBack, string>
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
    wayBack: english.wayBack,
    resolvedAs: english.resolvedAs,
    other: english.slip.other,
    removed: english.retention.removed,
  },
  sw: {
    column: { ...swahili.exportFile.column, ...swahili.field, phone: swahili.field.phoneShort },
    channel: swahili.channel,
    status: swahili.status,
    wayBack: swahili.wayBack,
    resolvedAs: swahili.resolvedAs,
    other: swahili.slip.other,
    removed: swahili.retention.removed,
  },
}
