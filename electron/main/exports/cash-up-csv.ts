import { stringify } from 'csv-stringify/sync'
import type { CashUp } from '../../../shared/day/cash-up'
import { formatMsisdn } from '../../../shared/phone'
import type { CashUpLine } from '../ledger/projections/cash-up/cash-up-line'
import { csvFormat, textCell } from './csv'

const columns = [
  'cashUp',
  'mode',
  'block',
  'state',
  'recordedAt',
  'settledAt',
  'amount',
  'currency',
  'channel',
  'phone',
  'name',
  'cashier',
  'late',
  'paidTwice',
  'ofEarlierPeriod',
  'handedOverAt',
  'refund',
  'refundedAt',
  'reason',
  'reasonBy',
  'reference',
  'rawStatus',
  'saleId',
] as const

/**
 * A closed period as a spreadsheet file. With a byte-order mark, so that spreadsheets read it as UTF-8,
 * and with cells that begin like a formula defused. Phone numbers are grouped, or they would be read as
 * numbers and shown as 2.55754E+11, and references are marked as text: one of digits alone would lose its
 * last ones. Times are the shop's own.
 */
export function cashUpCsv(cashUp: CashUp, lines: readonly CashUpLine[]): string {
  return stringify(
    lines.map(line => row(cashUp, line)),
    {
      columns: [...columns],
      header: true,
      bom: true,
      ...csvFormat,
    },
  )
}

function row(
  { number, connection }: CashUp,
  line: CashUpLine,
): Record<(typeof columns)[number], string | number> {
  return {
    cashUp: number,
    mode: connection,
    block: line.block,
    state: line.state,
    recordedAt: moment(line.recordedAt),
    settledAt: moment(line.settledAt),
    amount: line.amount,
    currency: line.currency,
    channel: line.channel,
    phone: formatMsisdn(line.msisdn),
    name: line.name,
    cashier: line.cashier ?? '',
    late: yes(line.late),
    paidTwice: yes(line.paidTwice),
    ofEarlierPeriod: yes(line.earlier),
    handedOverAt: moment(line.handedOverAt),
    refund: line.refund ?? '',
    refundedAt: moment(line.refundedAt),
    reason: textCell(line.reason),
    reasonBy: line.reasonBy ?? '',
    reference: textCell(line.reference),
    rawStatus: textCell(line.rawStatus),
    saleId: line.saleId,
  }
}

function yes(fact: boolean): string {
  return fact ? 'yes' : ''
}

/** `2026-11-21 15:08:39` in the shop's time: what every spreadsheet takes for a time. */
function moment(at: number | null): string {
  return at === null ? '' : local.format(at)
}

// Swedish writes dates as ISO 8601 does.
const local = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium' })
