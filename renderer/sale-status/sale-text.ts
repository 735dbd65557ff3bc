import type { TFunction } from 'i18next'
import type { KnownCustomer } from '../../shared/customer-book'
import { type BlockName, resolvedBlocks, settledBlocks } from '../../shared/day/blocks'
import type { DayState } from '../../shared/day/state'
import { type Amount, groupDigits } from '../../shared/money'
import type { Method } from '../../shared/payment/channel'
import type { RefundHow, ResolutionHow } from '../../shared/payment/event'
import type { Payment } from '../../shared/payment/payment'
import { formatMsisdn, maskMsisdn } from '../../shared/phone'
import { isolated } from '../../shared/plain-text'
import type { IconName } from '../ui/icons/shapes'
import { type DisplayStatus, displayStatusOf, exceptionNameOf } from './display-status'

/** What of a sale says who it was with. */
type Who = Pick<Payment, 'customer' | 'customerRemoved'>

/** How the customer pays, as an icon. */
export const methodIcons: Record<Method, IconName> = { mobile: 'phone', card: 'card', cash: 'cash' }

/** `TZS 15,000`, with a space that does not break. */
export function amountText({ currency, value }: Amount): string {
  return `${currency}\u00a0${groupDigits(value)}`
}

/** A sale's state in a word or two, or how the money came otherwise than it should. */
export function stateText(sale: Payment, t: TFunction): string {
  const status = displayStatusOf(sale)
  const exception = status === 'paid' ? exceptionNameOf(sale) : null
  return statusText(exception ?? status, sale, t)
}

/** The words after a sale's state in a list: goods handed over, money returned. */
export function afterwards(sale: Payment, t: TFunction): string[] {
  const isRefunded = displayStatusOf(sale) === 'refunded'
  return [
    ...(sale.handedOverAt === null ? [] : [lower(t('field.handedOver'))]),
    ...(sale.handedOverAt === null && isRefunded ? [t('payments.noGoods')] : []),
    ...(sale.refund !== null && !isRefunded ? [lower(t('status.refunded'))] : []),
    ...(sale.purchase === null ? [] : [partText(sale.amount.currency, sale.purchase, t)]),
  ]
}

/** `Part of TZS 10,000`. */
export function partText(currency: string, { total }: { total: number }, t: TFunction): string {
  return t('live.partOf', { total: amountText({ currency, value: total }) })
}

/** The name of a state. What staff decided is in it: a cashier could take *Resolved* for paid. */
export function statusText(
  status: DisplayStatus,
  { resolution, channel, person }: Payment,
  t: TFunction,
): string {
  if (status === 'paidInCash' && channel === 'cash' && person !== null)
    return t('live.cashBy', { name: person.name })
  return status === 'resolved' && resolution !== null
    ? resolvedText(resolution.how, t)
    : t(`status.${status}`)
}

/** `Resolved: not paid`: what a person said of how a sale ended, told apart from the service's word. */
export function resolvedText(how: ResolutionHow, t: TFunction): string {
  const name = t('status.resolved')
  return how === 'other' ? name : `${name}: ${lower(t(`resolvedAs.${resolvedBlocks[how]}`))}`
}

/** `Refunded in cash`. */
export function refundText(how: RefundHow, t: TFunction): string {
  return `${t('status.refunded')} ${lower(t(`refundHow.${how}`))}`
}

/** The same words within a line. */
export function lower(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}

/** `Asha Mushi`, or that the customer's data was removed. Who pays in cash has no name. */
export function fullName({ customer, customerRemoved }: Who, t: TFunction): string {
  if (customerRemoved !== null) return t('retention.removed', { months: customerRemoved.months })
  return `${customer.firstName} ${customer.lastName}`.trim()
}

/** Who pays, for a list that a queue of customers can see: `0754 ••• 212`, or `Juma K.` for a card. */
export function discreetCustomer(
  sale: Who & Pick<Payment, 'channel' | 'msisdn' | 'person'>,
  t: TFunction,
): string {
  if (sale.channel === 'cash') return sale.person?.name ?? ''
  if (sale.customerRemoved !== null) return t('retention.removedShort')
  if (sale.channel === 'mobile') return maskMsisdn(sale.msisdn)
  return `${sale.customer.firstName} ${sale.customer.lastName.slice(0, 1)}.`
}

/** Name and number: `Asha Mushi · 0754 001 212`; the number does not break, nor from its dot. */
export function customerLine(
  sale: Who & Pick<Payment, 'channel' | 'msisdn'>,
  t: TFunction,
): string {
  if (sale.channel === 'cash') return t('channel.cash')
  if (sale.customerRemoved !== null) return fullName(sale, t)
  return `${isolated(fullName(sale, t))} ·\u00a0${unbroken(formatMsisdn(sale.msisdn))}`
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

/** What the states of a day are called that are neither a status of a sale nor a person's word. */
const own = {
  mismatched: 'day.mark.mismatched',
  unrecognised: 'day.unknownWord',
  contradicted: 'live.contradicted',
} as const satisfies Partial<Record<DayState, string>>

/** The name of a state in a day's totals: a sale's status and a person's word are called the same there. */
export function dayStateText(state: DayState, t: TFunction): string {
  if (isOneOf(settledBlocks, state)) return t(`resolvedAs.${state}`)
  if (state === 'mismatched' || state === 'unrecognised' || state === 'contradicted')
    return t(own[state])
  return t(`status.${state}`)
}

/** The name of a block of the day. */
export function blockText(block: BlockName, t: TFunction): string {
  return isOneOf(settledBlocks, block) ? t(`resolvedAs.${block}`) : t(`day.block.${block}`)
}

function isOneOf<Name extends string>(names: readonly Name[], name: string): name is Name {
  return (names as readonly string[]).includes(name)
}
