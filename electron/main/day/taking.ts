import { z } from 'zod'
import { isConfirmed, type TakingKind, takingKindsOf } from '../../../shared/day/standing'
import { type DayState, dayStateOf, dayStateSchema } from '../../../shared/day/state'
import { currencySchema } from '../../../shared/money'
import { channelSchema, type Sale } from '../../../shared/payment/sale'
import { personSchema } from '../../../shared/person'

/** Fine enough for every time zone's hours: some begin at a quarter past another's. */
export const quarterHour = 900_000

/** All that a day's totals ask of a sale: what is equal here is one group of the totals. */
export const takingFactsSchema = z.strictObject({
  currency: currencySchema,
  channel: channelSchema,
  person: personSchema.nullable(),
  state: dayStateSchema,
  late: z.boolean(),
  paidTwice: z.boolean(),
  contradicted: z.boolean(),
  handedOver: z.boolean(),
  /** The sale was taken in an earlier period. */
  earlier: z.boolean(),
})

export type TakingFacts = z.infer<typeof takingFactsSchema>

/** What a sale brings to the running period. */
export interface Taking {
  kind: TakingKind
  facts: TakingFacts
  /** When it came, in quarter hours since the epoch: apart, for it would make many groups of few. */
  quarter: number
}

/** The takings of a sale as it stands. */
export function takingsOf(sale: Sale, earlier: boolean): Taking[] {
  return takingKindsOf(sale).map(kind => ({
    kind,
    facts: factsOf(sale, kind, earlier),
    quarter: Math.floor(cameAt(sale, kind) / quarterHour),
  }))
}

function factsOf(sale: Sale, kind: TakingKind, earlier: boolean): TakingFacts {
  return {
    currency: sale.amount.currency,
    channel: sale.channel,
    person: sale.person,
    state: stateOf(sale, kind),
    late: sale.late,
    paidTwice: sale.paidTwice !== null,
    contradicted: sale.contradiction !== null,
    handedOver: sale.handedOverAt !== null,
    earlier,
  }
}

/** Cash stays cash, whatever the sale turned out to be besides. */
function stateOf(sale: Sale, kind: TakingKind): DayState {
  return kind === 'cash' ? 'cash' : dayStateOf(sale)
}

/** When it came, by the wall clock: for the chart alone. Which period it belongs to no clock decides. */
function cameAt(sale: Sale, kind: TakingKind): number {
  if (isConfirmed(sale) && kind === 'confirmed') return sale.settledAt ?? sale.recordedAt
  return sale.resolution?.at ?? sale.settledAt ?? sale.recordedAt
}
