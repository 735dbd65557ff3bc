import { type Amount, groupDigits } from '../../shared/money'
import type { Sale } from '../../shared/payment/sale'
import { formatMsisdn, maskMsisdn } from '../../shared/phone'

/** `TZS 15,000`, with a space that does not break. */
export function amountText({ currency, value }: Amount): string {
  return `${currency}\u00a0${groupDigits(value)}`
}

/** `Asha Mushi` */
export function fullName({ customer }: Pick<Sale, 'customer'>): string {
  return `${customer.firstName} ${customer.lastName}`
}

/** Who pays, for a list that a queue of customers can see: `0754 ••• 212`, or `Juma K.` for a card. */
export function discreetCustomer(sale: Pick<Sale, 'channel' | 'customer' | 'msisdn'>): string {
  if (sale.channel === 'mobile') return maskMsisdn(sale.msisdn)
  return `${sale.customer.firstName} ${sale.customer.lastName.slice(0, 1)}.`
}

/** Name and number: `Asha Mushi · 0754 001 212` */
export function customerLine(sale: Pick<Sale, 'customer' | 'msisdn'>): string {
  return `${fullName(sale)} · ${formatMsisdn(sale.msisdn)}`
}
