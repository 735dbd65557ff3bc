import { z } from 'zod'
import { cardCustomerSchema, mobileCustomerSchema } from './customer-schemas'
import { linesSchema } from './line-schemas'
import { isSaleOf } from './lines'

const common = {
  /**
   * Made when the Charge form opens. A second press carries the same id and joins the first payment
   * (money rule 3): the database refuses a second one, not only the button.
   */
  draftId: z.uuid(),
  /** Whole major currency units. */
  value: z.int().positive(),
  /** As typed; main reads it again, so that what is stored never depends on the renderer. */
  phone: z.string().trim().min(1).max(40),
  /** Stays in the shop; never sent. */
  note: z.string().trim().max(200),
  /** What is sold, where it comes to the total; empty where an amount alone was typed. */
  lines: linesSchema.default([]),
  /** What the whole sale comes to; null where it is the value. */
  total: z.int().positive().nullable().default(null),
  /** The sale that is paid further, as it is on the screen; null where this begins one. */
  sale: z.uuid().nullable().default(null),
  /** The payment that this one is charged again for, or null: were both paid, it is said (money rule 9). */
  replaces: z.uuid().nullable().default(null),
  /** The cashier asked: the customer sees no prompt of an earlier request (money rule 10). */
  customerSeesNoPrompt: z.boolean().default(false),
}

/** What a cashier fills in on Charge before a payment exists. */
export const draftSchema = z
  .discriminatedUnion('channel', [
    z.strictObject({ channel: z.literal('mobile'), ...common, customer: mobileCustomerSchema }),
    z.strictObject({ channel: z.literal('card'), ...common, customer: cardCustomerSchema }),
  ])
  .refine(({ lines, value, total }) => isSaleOf(lines, value, total ?? value))

export type Draft = z.infer<typeof draftSchema>

/** Cash that staff have in their hands when they press. */
export const cashDraftSchema = z
  .strictObject({
    draftId: common.draftId,
    value: common.value,
    /** What the customer gave; the change is what it is more than the value. */
    received: z.int().positive(),
    note: common.note,
    lines: common.lines,
    total: common.total,
    sale: common.sale,
    replaces: common.replaces,
  })
  .refine(({ value, received }) => received >= value)
  .refine(({ lines, value, total }) => isSaleOf(lines, value, total ?? value))

export type CashDraft = z.infer<typeof cashDraftSchema>
