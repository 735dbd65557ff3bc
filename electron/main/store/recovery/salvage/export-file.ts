import { appendFileSync, closeSync, fsyncSync, openSync } from 'node:fs'
import { byteOrderMark, type CsvCell, csvLines } from '../../../platform/csv'

/** A sale as far as it can be read. */
export interface SalvagedSale {
  id: string
  /** Its fields as JSON holds them, of whatever version; null where nothing of it can be read. */
  fields: Record<string, unknown> | null
  /** `history`: its row is damaged, and this was derived from its events. */
  source: 'row' | 'history' | 'nothing'
}

/** A spreadsheet file that is being written. Each call throws what node:fs throws. */
export interface ExportFile {
  write(sale: SalvagedSale): void
  /** Returns once it is on the disk. */
  finish(): void
}

/** Begins a new CSV file; throws where there is one already. */
export function createExportFile(file: string): ExportFile {
  const descriptor = openSync(file, 'wx', 0o600)
  const write = (cells: readonly CsvCell[]) => appendFileSync(descriptor, csvLines([cells]))
  appendFileSync(descriptor, byteOrderMark)
  write(columns.map(([name]) => name))
  return {
    write: sale => write(columns.map(([, cellOf]) => cellOf(sale.fields ?? {}, sale))),
    finish() {
      fsyncSync(descriptor)
      closeSync(descriptor)
    },
  }
}

type Fields = Record<string, unknown>
type Column = readonly [name: string, cellOf: (fields: Fields, sale: SalvagedSale) => CsvCell]

/** Whatever a field holds, it becomes a cell or stays empty. */
const columns: readonly Column[] = [
  ['saleId', (_fields, { id }) => id],
  ['readFrom', (_fields, { source }) => readFrom[source]],
  ['recordedAt', ({ recordedAt }) => moment(recordedAt)],
  ['amount', ({ amount }) => cell(objectOf(amount).value)],
  ['currency', ({ amount }) => cell(objectOf(amount).currency)],
  text('msisdn'),
  ['firstName', ({ customer }) => cell(objectOf(customer).firstName)],
  ['lastName', ({ customer }) => cell(objectOf(customer).lastName)],
  text('channel'),
  text('phase'),
  text('outcome'),
  text('rawStatus'),
  text('reference'),
  ['acceptedAt', ({ acceptedAt }) => moment(acceptedAt)],
  ['settledAt', ({ settledAt }) => moment(settledAt)],
  ['handedOverAt', ({ handedOverAt }) => moment(handedOverAt)],
  ['refund', ({ refund }) => cell(objectOf(refund).how)],
  ['refundedAt', ({ refund }) => moment(objectOf(refund).at)],
  ['refundReason', ({ refund }) => cell(objectOf(refund).reason)],
  ['resolution', ({ resolution }) => cell(objectOf(resolution).reason)],
  text('note'),
  text('idempotencyKey'),
]

const readFrom = {
  row: 'its row',
  history: 'its events (row damaged)',
  nothing: 'could not be read',
}

function text(name: string): Column {
  return [name, fields => cell(fields[name])]
}

function objectOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

function cell(value: unknown): CsvCell {
  return typeof value === 'string' || typeof value === 'number' ? value : ''
}

/** ISO 8601, in UTC; a number beyond what a date can hold stays a number. */
function moment(value: unknown): CsvCell {
  if (typeof value !== 'number') return ''
  const date = new Date(value)
  return Number.isNaN(date.getTime()) ? value : date.toISOString()
}
