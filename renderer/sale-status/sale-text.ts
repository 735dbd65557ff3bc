import type { TFunction } from 'i18next'
import type { KnownCustomer } from '../../shared/customer-book'
import { type Amount, groupDigits } from '../../shared/money'
import type { Method } from '../../shared/payment/channel'
import type { Sale } from '../../shared/payment/sale'
import { formatMsisdn, maskMsisdn } from '../../shared/phone'
import type { IconName } from '../ui/icons/shapes'
import { type DisplayStatus, displayStatusOf, exceptionWordOf } from './display-status'

/** What of a sale says who it was with. */
type Who = Pick<Sale, 'customer' | 'customerRemoved'>

/** How the customer pays, as an icon. */
export const methodIcons: Record<Method, IconName> = { mobile: 'phone', card: 'card', cash: 'cash' }

/** `TZS 15,000`, with a space that does not break. */
export function amountText({ currency, value }: Amount): string {
  return `${currency}\u00a0${groupDigits(value)}`
}

/** A sale's state in a word or two, or how the money came otherwise than it should. */
export function stateText(sale: Sale, t: TFunction): string {
  const status = displayStatusOf(sale)
  const exception = status === 'paid' ? exceptionWordOf(sale) : null
  return exception ? t(`live.${exception}`) : statusText(status, sale, t)
}

/** What became of a sale's goods and of its money since, next to its state in a list. */
export function afterwards(sale: Sale, t: TFunction): string[] {
  const isRefunded = displayStatusOf(sale) === 'refunded'
  return [
    ...(sale.handedOverAt === null ? [] : [t('payments.handedOver')]),
    ...(sale.handedOverAt === null && isRefunded ? [t('payments.noGoods')] : []),
    ...(sale.refund !== null && !isRefunded ? [t('recent.state.refunded')] : []),
  ]
}

/** The name of a state. What staff decided is in it: a cashier could take *Resolved* for paid. */
export function statusText(
  status: DisplayStatus,
  { resolution, channel, person }: Sale,
  t: TFunction,
): string {
  const isResolved = status === 'resolved' && resolution !== null
  if (status === 'paidInCash' && channel === 'cash' && person !== null)
    return t('live.cashBy', { name: person.name })
  return isResolved ? t(`live.resolvedAs.${resolution.how}`) : t(`status.${status}`)
}

/** `Asha Mushi`, or that the customer's data was removed. */
export function fullName({ customer, customerRemoved }: Who, t: TFunction): string {
  if (customerRemoved !== null) return t('retention.removed', { months: customerRemoved.months })
  return `${customer.firstName} ${customer.lastName}`
}

/** Who pays, for a list that a queue of customers can see: `0754 ••• 212`, or `Juma K.` for a card. */
export function discreetCustomer(
  sale: Who & Pick<Sale, 'channel' | 'msisdn' | 'person'>,
  t: TFunction,
): string {
  if (sale.channel === 'cash') return sale.person?.name ?? ''
  if (sale.customerRemoved !== null) return t('retention.removedShort')
  if (sale.channel === 'mobile') return maskMsisdn(sale.msisdn)
  return `${sale.customer.firstName} ${sale.customer.lastName.slice(0, 1)}.`
}

/** Name and number: `Asha Mushi · 0754 001 212`; the number does not break, nor from its dot. */
export function customerLine(sale: Who & Pick<Sale, 'channel' | 'msisdn'>, t: TFunction): string {
  if (sale.channel === 'cash') return t('channel.cash')
  if (sale.customerRemoved !== null) return fullName(sale, t)
  return `${fullName(sale, t)} ·\u00a0${unbroken(formatMsisdn(sale.msisdn))}`
}

/** A number that is read as one thing stays on one line. */
export function unbroken(text: string): string {
  return text.replaceAll(' ', '\u00a0')
}

/** `Asha Mushi`, or in words that no name is known or none can be read. */
export function knownName({ details }: KnownCustomer, t: TFunction): string {
  if (details === null) return t('customers.unreadable')
  const name = [details.firstName, details.lastName].filter(part => part !== null).join(' ')
  return name === '' ? t('customers.noName') : name
}
