import { z } from 'zod'
import { blockNames } from '../../../../../../shared/day/standing'
import { dayStateSchema } from '../../../../../../shared/day/state'
import { methodSchema } from '../../../../../../shared/payment/channel'
import { refundHowSchema } from '../../../../../../shared/payment/event'
import { linesSchema } from '../../../../../../shared/payment/line-schemas'
import type { Sale } from '../../../../../../shared/payment/sale'
import { nameOf } from './day-report'
import { takingState } from './taking'

const time = z.int().nonnegative().nullable()

/** One sale of a closed period as it stood then: what exports are made of, for ever the same. */
export const cashUpLineSchema = z.strictObject({
  saleId: z.uuid(),
  /** `refund` is a line of its own, in addition to the line in which the sale was confirmed. */
  block: z.enum([...blockNames, 'refund']),
  state: dayStateSchema,
  rawStatus: z.string().nullable(),
  reference: z.string().nullable(),
  recordedAt: z.int().nonnegative(),
  settledAt: time,
  amount: z.int().positive(),
  currency: z.string(),
  lines: linesSchema,
  /** The sum that it is a part of; null where it is paid alone. */
  purchaseTotal: z.int().positive().nullable(),
  channel: methodSchema,
  msisdn: z.string(),
  name: z.string(),
  cashier: z.string().nullable(),
  late: z.boolean(),
  paidTwice: z.boolean(),
  earlier: z.boolean(),
  handedOverAt: time,
  /** Of a refund's line alone, so that a sum over the column counts each refund once. */
  refund: refundHowSchema.nullable(),
  refundedAt: time,
  /** What a person said: how it ended, why it was left open, or why the money was given back. */
  reason: z.string().nullable(),
  reasonBy: z.string().nullable(),
})

export type CashUpLine = z.infer<typeof cashUpLineSchema>

interface LineFacts {
  sale: Sale
  block: CashUpLine['block']
  earlier: boolean
  signOff: { reason: string; person: { name: string } | null } | null
}

/** The line of a sale in one block of a closing. */
export function cashUpLine({ sale, block, earlier, signOff }: LineFacts): CashUpLine {
  const refund = block === 'refund' ? sale.refund : null
  const said = refund ?? signOff ?? sale.resolution
  return {
    saleId: sale.id,
    block,
    state: takingState(sale, block),
    rawStatus: sale.rawStatus,
    reference: sale.reference,
    recordedAt: sale.recordedAt,
    settledAt: sale.settledAt,
    amount: sale.amount.value,
    currency: sale.amount.currency,
    lines: sale.lines,
    purchaseTotal: sale.purchase?.total ?? null,
    channel: sale.channel,
    msisdn: sale.msisdn,
    name: nameOf(sale),
    cashier: sale.person?.name ?? null,
    late: sale.late,
    paidTwice: sale.paidTwice !== null,
    earlier,
    handedOverAt: sale.handedOverAt,
    refund: refund?.how ?? null,
    refundedAt: refund?.at ?? null,
    reason: said?.reason ?? null,
    reasonBy: said?.person?.name ?? null,
  }
}
