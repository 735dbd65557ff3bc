import { z } from 'zod'
import { cardCustomerSchema, mobileCustomerSchema } from './customer-schemas'
import { askedPurchaseSchema, linesSchema } from './line-schemas'
import { linesFit } from './lines'

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
  /** What is sold, where it comes to the amount; empty where an amount alone was typed. */
  lines: linesSchema.default([]),
  /** What it is the last part of; null where it is paid alone. Its lines are those of the whole. */
  purchase: askedPurchaseSchema.nullable().default(null),
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
  .refine(({ lines, value, purchase }) => linesFit(lines, purchase?.total ?? value))

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
    /** What it is a part of, the first or a later one. */
    purchase: common.purchase,
    replaces: common.replaces,
  })
  .refine(({ value, received }) => received >= value)
  .refine(({ lines, value, purchase }) => linesFit(lines, purchase?.total ?? value))

export type CashDraft = z.infer<typeof cashDraftSchema>
