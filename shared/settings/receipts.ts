import { z } from 'zod'
import { readPrinterAddress } from './printer-address'

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

/**
 * How paper gets printed: by the system's own printing; or as ESC/POS commands, to an address on the network
 * or unchanged through one of the system's print queues.
 */
export const printMethodSchema = z.enum(['system', 'network', 'queue'])

export type PrintMethod = z.infer<typeof printMethodSchema>

/** A small picture, already black and white; '' for none. Settings are read at each start, so it stays small. */
const logoSchema = z
  .string()
  .max(40_000)
  .regex(/^(?:data:image\/png;base64,[A-Za-z\d+/]+={0,2})?$/)

/** How receipts look, and where they come out. */
export const receiptSettingsSchema = z.strictObject({
  /** `till`: the cashier's language is the receipt's too. */
  language: z.enum(['till', 'en', 'sw']),
  paper: paperSchema,
  method: printMethodSchema,
  /** The printer's name in the operating system; '' is the computer's default printer. */
  printer: z.string().max(300),
  /** Where the printer is in the network; '' where none was entered. */
  address: z
    .string()
    .trim()
    .max(260)
    .refine(typed => typed === '' || readPrinterAddress(typed) !== null),
  /** Opens the drawer at the receipt printer when cash leaves it. */
  drawer: z.boolean(),
  /** Sheets that one print brings out. */
  sheets: z.int().min(1).max(3),
  /** Print by itself as soon as a payment is PAID. */
  automatic: z.boolean(),
  /** The last digits of the customer's number; never more of it. */
  showPhone: z.boolean(),
  /** The reference as a QR code: a scanner finds the payment by it. */
  referenceCode: z.boolean(),
  logo: logoSchema,
  /** Lines under the shop's name. Like the footer they are printed only, so no change of them is held. */
  shopAddress: z.string().trim().max(120).default(''),
  shopPhone: shopPhoneSchema.default(''),
  taxNumber: taxNumberSchema.default(''),
  /** Percent of tax that every price includes; 0 leaves the receipt without a line for it. */
  taxRate: z.int().min(0).max(99).default(0),
  footer: z.string().trim().max(300),
})

export type ReceiptSettings = z.infer<typeof receiptSettingsSchema>

export const defaultReceiptSettings: ReceiptSettings = {
  language: 'till',
  paper: '80',
  method: 'system',
  printer: '',
  address: '',
  drawer: false,
  sheets: 1,
  automatic: false,
  showPhone: true,
  referenceCode: false,
  logo: '',
  shopAddress: '',
  shopPhone: '',
  taxNumber: '',
  taxRate: 0,
  footer: '',
}

/** A receipt printer has a roll, also where another paper was chosen for the system's printing. */
export function paperOf({ method, paper }: Pick<ReceiptSettings, 'method' | 'paper'>): Paper {
  return method !== 'system' && paper === 'a4' ? '80' : paper
}
