import { z } from 'zod'
import { cardCustomerSchema, mobileCustomerSchema } from './customer-schemas'
import { linesFit, linesSchema } from './lines'

const common = {
  /**
   * Made when the Charge form opens. A second press carries the same id and joins the first sale
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
  /** The sale that this one is charged again for, or null: were both paid, it is said (money rule 9). */
  replaces: z.uuid().nullable().default(null),
  /** The cashier asked: the customer sees no prompt of an earlier request (money rule 10). */
  customerSeesNoPrompt: z.boolean().default(false),
}

/** What a cashier fills in on Charge before a sale exists. */
export const draftSchema = z
  .discriminatedUnion('channel', [
    z.strictObject({ channel: z.literal('mobile'), ...common, customer: mobileCustomerSchema }),
    z.strictObject({ channel: z.literal('card'), ...common, customer: cardCustomerSchema }),
  ])
  .refine(({ lines, value }) => linesFit(lines, value))

export type Draft = z.infer<typeof draftSchema>
