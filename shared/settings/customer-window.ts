import { z } from 'zod'

/** On which display the customer's window opens. */
const chosenDisplaySchema = z.union([
  z.literal('off'),
  /** The other display than the till's. */
  z.literal('automatic'),
  /** One display, by the operating system's number for it; it waits while that one is unplugged. */
  z.strictObject({ id: z.int(), name: z.string().trim().max(120) }),
])

export type ChosenDisplay = z.infer<typeof chosenDisplaySchema>

/** The window that faces the customer. */
export const customerWindowSettingsSchema = z.strictObject({
  display: chosenDisplaySchema,
  /** `till`: the cashier's language is the customer's too. */
  language: z.enum(['till', 'en', 'sw']),
})

export type CustomerWindowSettings = z.infer<typeof customerWindowSettingsSchema>

/** A second display next to a till is there for the customer. */
export const defaultCustomerWindow: CustomerWindowSettings = {
  display: 'automatic',
  language: 'till',
}
