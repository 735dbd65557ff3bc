import type { SalvagedSale } from './salvage'

const texts = ['channel', 'msisdn', 'note', 'phase', 'outcome', 'rawStatus', 'reference'] as const
const times = ['recordedAt', 'acceptedAt', 'settledAt', 'handedOverAt'] as const

/** The columns of an export, in order. */
export const exportColumns = [
  'saleId',
  'readFrom',
  'recordedAt',
  'amount',
  'currency',
  'msisdn',
  'firstName',
  'lastName',
  'channel',
  'phase',
  'outcome',
  'rawStatus',
  'reference',
  'acceptedAt',
  'settledAt',
  'handedOverAt',
  'refund',
  'refundedAt',
  'refundReason',
  'resolution',
  'note',
  'idempotencyKey',
] as const

export type ExportRow = Partial<Record<(typeof exportColumns)[number], string | number>>

const readFrom = {
  row: 'its row',
  history: 'its events (row damaged)',
  differs: 'its row (events say otherwise)',
  nothing: 'could not be read',
}

/** One line of an export. Whatever a field holds, it becomes a cell or stays empty. */
export function exportRow({ id, fields, source }: SalvagedSale): ExportRow {
  const row: ExportRow = { saleId: id, readFrom: readFrom[source] }
  if (fields === null) return row
  const amount = objectOf(fields.amount)
  const customer = objectOf(fields.customer)
  const refund = objectOf(fields.refund)
  for (const name of texts) row[name] = cell(fields[name])
  for (const name of times) row[name] = moment(fields[name])
  return {
    ...row,
    amount: cell(amount.value),
    currency: cell(amount.currency),
    firstName: cell(customer.firstName),
    lastName: cell(customer.lastName),
    refund: cell(refund.how),
    refundedAt: moment(refund.at),
    refundReason: cell(refund.reason),
    resolution: cell(objectOf(fields.resolution).reason),
    idempotencyKey: cell(fields.idempotencyKey),
  }
}

function objectOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

function cell(value: unknown): string | number {
  return typeof value === 'string' || typeof value === 'number' ? value : ''
}

/** ISO 8601, in UTC; a number beyond what a date can hold stays a number. */
function moment(value: unknown): string | number {
  if (typeof value !== 'number') return ''
  const date = new Date(value)
  return Number.isNaN(date.getTime()) ? value : date.toISOString()
}
