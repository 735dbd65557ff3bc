import { z } from 'zod'
import { currencySchema } from '../money-schemas'
import { personSchema } from '../person'

/** Cash that moves without a sale: what the drawer begins with, and what staff put in or take out. */
export const drawerKindSchema = z.enum(['float', 'pay-in', 'pay-out'])

export type DrawerKind = z.infer<typeof drawerKindSchema>

/** What one press moved. Never changed: of a period's floats the last one counts. */
export const drawerEntrySchema = z
  .strictObject({
    /** Two presses with the same id are one. */
    draftId: z.uuid(),
    /** Wall clock, ms. Only shown: it counts in the period in which it was committed. */
    at: z.int().nonnegative(),
    kind: drawerKindSchema,
    currency: currencySchema,
    /** Major units. */
    value: z.int().nonnegative().max(1_000_000_000_000_000),
    /** '' of a float. */
    reason: z.string().max(300),
    person: personSchema.nullable(),
  })
  .refine(({ kind, value }) => kind === 'float' || value > 0)

export type DrawerEntry = z.infer<typeof drawerEntrySchema>

/** What the person who opens a period is asked: what the drawer begins with. */
export interface FloatToAsk {
  period: number
  currency: string
  /** What was counted when the period before was closed. */
  counted: number
}

/** What moved in and out of one currency's drawer without a sale, in a period or a part of one. */
export const drawerSumsSchema = z.strictObject({
  /** Null where nobody said it. */
  float: z.number().nonnegative().nullable(),
  paidIn: z.number().nonnegative(),
  paidOut: z.number().nonnegative(),
})

export type DrawerSums = z.infer<typeof drawerSumsSchema>

/** The sums of entries of one currency, oldest first. */
export function drawerSums(entries: readonly Pick<DrawerEntry, 'kind' | 'value'>[]): DrawerSums {
  const sum = (kind: DrawerKind) =>
    entries.reduce((so, entry) => (entry.kind === kind ? so + entry.value : so), 0)
  const float = entries.findLast(({ kind }) => kind === 'float')?.value ?? null
  return { float, paidIn: sum('pay-in'), paidOut: sum('pay-out') }
}
