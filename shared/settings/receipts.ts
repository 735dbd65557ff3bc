import { z } from 'zod'

/** Rolls of a thermal printer by their width in mm, and a sheet. */
export const paperSchema = z.enum(['58', '80', 'a4'])

export type Paper = z.infer<typeof paperSchema>

/** As it is read by people, with a digit in it: `+255 22 211 0000`. */
const shopPhoneSchema = z
  .string()
  .trim()
  .max(40)
  .regex(/^(?:\+?[\d ()/-]*\d[\d ()/-]*)?$/)

/** Every country has its own form: letters, digits and what separates them. */
const taxNumberSchema = z
  .string()
  .trim()
  .max(40)
  .regex(/^[A-Za-z\d ./-]*$/)

/** How receipts look, and where they come out. */
export const receiptSettingsSchema = z.strictObject({
  /** `till`: the cashier's language is the receipt's too. */
  language: z.enum(['till', 'en', 'sw']),
  paper: paperSchema,
  /** The printer's name in the operating system; '' is the computer's default printer. */
  printer: z.string().max(300),
  /** Sheets that one print brings out. */
  sheets: z.int().min(1).max(3),
  /** Print by itself as soon as a sale is PAID. */
  automatic: z.boolean(),
  /** The last digits of the customer's number; never more of it. */
  showPhone: z.boolean(),
  /** Lines under the shop's name. Like the footer they are printed only, so no change of them is held. */
  shopAddress: z.string().trim().max(120).default(''),
  shopPhone: shopPhoneSchema.default(''),
  taxNumber: taxNumberSchema.default(''),
  footer: z.string().trim().max(300),
})

export type ReceiptSettings = z.infer<typeof receiptSettingsSchema>

export const defaultReceiptSettings: ReceiptSettings = {
  language: 'till',
  paper: '80',
  printer: '',
  sheets: 1,
  automatic: false,
  showPhone: true,
  shopAddress: '',
  shopPhone: '',
  taxNumber: '',
  footer: '',
}
