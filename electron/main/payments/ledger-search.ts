import type { Sale } from '../../../shared/payment/sale'
import { formatMsisdn } from '../../../shared/phone'

/** What numbers are typed with besides their digits. */
const separators = /[+\s,.-]/g

/** What of a sale can be searched for: name, phone, amount and reference, in one line of lower case. */
export function searchText(sale: Sale): string {
  const { customer, msisdn, amount, reference } = sale
  const national = formatMsisdn(msisdn).replace(/\D/g, '')
  const references = [reference ?? '', (reference ?? '').replace(separators, '')]
  return [customer.firstName, customer.lastName, msisdn, national, amount.value, ...references]
    .join(' ')
    .toLowerCase()
}

/** A LIKE pattern for what a person typed; digits may be typed grouped, with a plus or 00. */
export function searchPattern(typed: string): string {
  const digitsOnly = /^[+\d\s,.-]+$/.test(typed)
  const text = digitsOnly
    ? typed.replace(/\D/g, '').replace(/^00(?=\d)/, '')
    : typed.trim().toLowerCase()
  return `%${text.replace(/[\\%_]/g, found => `\\${found}`)}%`
}
