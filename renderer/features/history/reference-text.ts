import type { Sale } from '../../../shared/payment/sale'
import { referenceSchema } from '../../../shared/payment/service-payment'

/** Shorter text is the beginning of a name, and fewer digits are an amount or the ending of a phone number. */
const shortest = { mixed: 4, digits: 8, letters: 16 }

/** What was typed as a reference, or null where it cannot be one. */
export function referenceIn(text: string): string | null {
  const parsed = referenceSchema.safeParse(text)
  if (!parsed.success || isAmount(parsed.data)) return null
  return parsed.data.length >= shortest[kindOf(parsed.data)] ? parsed.data : null
}

/** Digits with the marks of an amount between them. */
function isAmount(text: string): boolean {
  return /^[\d.,+]+$/.test(text) && /[.,+]/.test(text)
}

function kindOf(text: string): keyof typeof shortest {
  if (/^\d+$/.test(text)) return 'digits'
  return /\d/.test(text) ? 'mixed' : 'letters'
}

/**
 * Whether the service can be asked about a reference although sales were found: they may only begin with
 * the same characters. Digits alone, or letters alone, found what they are: a number, an amount or a name.
 */
export function isUnfoundReference(reference: string, found: readonly Pick<Sale, 'reference'>[]) {
  if (!/\d/.test(reference) || !/\p{L}/u.test(reference)) return false
  return !found.some(sale => sale.reference !== null && fold(sale.reference) === fold(reference))
}

/** As the search compares references: letters and digits alone, in any case. */
function fold(text: string): string {
  return text.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase()
}
