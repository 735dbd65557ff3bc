import type { CustomerDetails, KnownCustomer } from '../../../../../../shared/customer-book'
import {
  customerDetailsSchema,
  msisdnSchema,
} from '../../../../../../shared/payment/customer-schemas'
import { formatMsisdn } from '../../../../../../shared/phone'
import { decodeText } from '../../../database'
import { pack, unpack } from '../../rows/packing'

/** Details as they are kept. Throws a ZodError for what could not be read back. */
export function encodeDetails(details: CustomerDetails): Buffer {
  return pack(JSON.stringify(customerDetailsSchema.parse(details)))
}

/** Details from their row, or null where it is damaged: the book is never a reason not to sell. */
export function decodeDetails(value: unknown): CustomerDetails | null {
  const text = textOf(Buffer.isBuffer(value) ? unpack(value) : null)
  if (text === null) return null
  try {
    const parsed = customerDetailsSchema.safeParse(JSON.parse(text))
    return parsed.success ? parsed.data : null
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

/** An entry from its row; null where not even its number can be read. */
export function readCustomer(row: Record<string, unknown>): KnownCustomer | null {
  const msisdn = msisdnSchema.safeParse(textOf(row.msisdn))
  const lastSaleAt = Number(row.last_sale_at)
  if (!msisdn.success || !Number.isSafeInteger(lastSaleAt) || lastSaleAt < 0) return null
  return { msisdn: msisdn.data, lastSaleAt, details: decodeDetails(row.details) }
}

/** What a customer can be found by, in one line of lower case. Only searched, never read. */
export function customerSearchText(msisdn: string, details: CustomerDetails): string {
  const { firstName, lastName, email } = details
  const national = formatMsisdn(msisdn).replace(/\D/g, '')
  return [firstName, lastName, msisdn, national, email]
    .filter(part => part !== null)
    .join(' ')
    .toLowerCase()
}

/** A LIKE pattern for what a person typed; a number may be typed grouped, with a plus or 00. */
export function customerSearchPattern(typed: string): string {
  const isNumber = /^[+\d\s.()-]+$/.test(typed) && /\d/.test(typed)
  const text = isNumber ? typed.replace(/\D/g, '').replace(/^00(?=\d)/, '') : typed.trim()
  return `%${text.toLowerCase().replace(/[\\%_]/g, found => `\\${found}`)}%`
}

function textOf(value: unknown): string | null {
  const decoded = Buffer.isBuffer(value) ? decodeText(value) : null
  return decoded?.ok ? decoded.text : null
}
