import { z } from 'zod'
import {
  type BlockName,
  isConfirmed,
  type TakingKind,
  takingKindsOf,
} from '../../../../../../shared/day/blocks'
import { type DayState, dayStateOf, dayStateSchema } from '../../../../../../shared/day/state'
import { currencySchema } from '../../../../../../shared/money-schemas'
import { methodSchema } from '../../../../../../shared/payment/channel'
import { refundHowSchema } from '../../../../../../shared/payment/event'
import type { Payment } from '../../../../../../shared/payment/payment'
import { personSchema } from '../../../../../../shared/person'

/** Fine enough for every time zone's hours: some begin at a quarter past another's. */
export const quarterHour = 900_000

/** All that a day's totals need of a sale. Sales with equal facts are one group of the totals. */
export const takingFactsSchema = z.strictObject({
  currency: currencySchema,
  channel: methodSchema,
  person: personSchema.nullable(),
  state: dayStateSchema,
  late: z.boolean(),
  paidTwice: z.boolean(),
  contradicted: z.boolean(),
  handedOver: z.boolean(),
  /** How the money was given back; null where it was not. */
  refund: refundHowSchema.nullable(),
  /** The sale was taken in an earlier period. */
  earlier: z.boolean(),
})

export type TakingFacts = z.infer<typeof takingFactsSchema>

/** What a sale brings to the running period. */
export interface Taking {
  kind: TakingKind
  facts: TakingFacts
  /** When it came, in quarter hours since the epoch. Not one of the facts: it would make too many groups. */
  quarter: number
}

/** The takings of a sale as it is now. */
export function takingsOf(sale: Payment, earlier: boolean): Taking[] {
  return takingKindsOf(sale).map(kind => ({
    kind,
    facts: factsOf(sale, kind, earlier),
    quarter: Math.floor(cameAt(sale, kind) / quarterHour),
  }))
}

function factsOf(sale: Payment, kind: TakingKind, earlier: boolean): TakingFacts {
  return {
    currency: sale.amount.currency,
    channel: sale.channel,
    person: sale.person,
    state: takingState(sale, kind),
    late: sale.late,
    paidTwice: sale.paidTwice !== null,
    contradicted: sale.contradiction !== null,
    handedOver: sale.handedOverAt !== null,
    refund: sale.refund?.how ?? null,
    earlier,
  }
}

/** The state of what a sale brings. Cash and a refund keep their own, whatever became of the sale. */
export function takingState(sale: Payment, kind: BlockName | TakingKind): DayState {
  if (kind === 'cash') return 'cash'
  return kind === 'refund' ? 'refunded' : dayStateOf(sale)
}

/** When it came, by the wall clock: for the chart and for shifts. No clock decides which period counts it. */
export function cameAt(sale: Payment, kind: TakingKind): number {
  if (kind === 'refund' && sale.refund !== null) return sale.refund.at
  if (isConfirmed(sale) && kind === 'confirmed') return sale.settledAt ?? sale.recordedAt
  return sale.resolution?.at ?? sale.settledAt ?? sale.recordedAt
}
