import type { Sale } from '../../../shared/payment/sale'
import { formatMsisdn } from '../../../shared/phone'

/** What of a sale can be searched for: name, phone, amount and reference, in one line of lower case. */
export function searchText(sale: Sale): string {
  const { customer, msisdn, amount, reference } = sale
  const national = formatMsisdn(msisdn).replace(/\D/g, '')
  return [customer.firstName, customer.lastName, msisdn, national, amount.value, reference ?? '']
    .join(' ')
    .toLowerCase()
}

/** A LIKE pattern for what a person typed; digits may be typed grouped or with a plus. */
export function searchPattern(typed: string): string {
  const digitsOnly = /^[+\d\s,.-]+$/.test(typed)
  const text = digitsOnly ? typed.replace(/\D/g, '') : typed.trim().toLowerCase()
  return `%${text.replace(/[\\%_]/g, found => `\\${found}`)}%`
}
