import { z } from 'zod'
import { type BlockName, blockNames } from '../../../shared/day/standing'
import { dayStateOf, dayStateSchema } from '../../../shared/day/state'
import { channelSchema, type Sale } from '../../../shared/payment/sale'
import { nameOf } from './day-report'

const time = z.int().nonnegative().nullable()

/** One sale of a closed period as it stood then: what exports are made of, for ever the same. */
export const cashUpLineSchema = z.strictObject({
  saleId: z.uuid(),
  block: z.enum(blockNames),
  state: dayStateSchema,
  rawStatus: z.string().nullable(),
  reference: z.string().nullable(),
  recordedAt: z.int().nonnegative(),
  settledAt: time,
  amount: z.int().positive(),
  currency: z.string(),
  channel: channelSchema,
  msisdn: z.string(),
  name: z.string(),
  cashier: z.string().nullable(),
  late: z.boolean(),
  paidTwice: z.boolean(),
  earlier: z.boolean(),
  handedOverAt: time,
  /** A person's word: how it ended, or why it was left open. */
  reason: z.string().nullable(),
  reasonBy: z.string().nullable(),
})

export type CashUpLine = z.infer<typeof cashUpLineSchema>

interface LineFacts {
  sale: Sale
  block: BlockName
  earlier: boolean
  signOff: { reason: string; person: { name: string } | null } | null
}

/** The line of a sale in one block of a closing. */
export function cashUpLine({ sale, block, earlier, signOff }: LineFacts): CashUpLine {
  const word = signOff ?? sale.resolution
  return {
    saleId: sale.id,
    block,
    state: block === 'cash' ? 'cash' : dayStateOf(sale),
    rawStatus: sale.rawStatus,
    reference: sale.reference,
    recordedAt: sale.recordedAt,
    settledAt: sale.settledAt,
    amount: sale.amount.value,
    currency: sale.amount.currency,
    channel: sale.channel,
    msisdn: sale.msisdn,
    name: nameOf(sale),
    cashier: sale.person?.name ?? null,
    late: sale.late,
    paidTwice: sale.paidTwice !== null,
    earlier,
    handedOverAt: sale.handedOverAt,
    reason: word?.reason ?? null,
    reasonBy: word?.person?.name ?? null,
  }
}
