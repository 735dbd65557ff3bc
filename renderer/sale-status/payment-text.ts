import type { TFunction } from 'i18next'
import type { KnownCustomer } from '../../shared/customer-book'
import { type BlockName, resolvedBlocks, settledBlocks } from '../../shared/day/blocks'
import type { DayState } from '../../shared/day/state'
import { type Amount, groupDigits } from '../../shared/money'
import type { Method } from '../../shared/payment/channel'
import type { ResolutionHow } from '../../shared/payment/event'
import type { GivenBack } from '../../shared/payment/given-back'
import type { Payment } from '../../shared/payment/payment'
import { backOf, isTakenBack } from '../../shared/payment/payment-money'
import { formatMsisdn, maskMsisdn } from '../../shared/phone'
import { isolated } from '../../shared/plain-text'
import type { IconName } from '../ui/icons/shapes'
import { type DisplayStatus, displayStatusOf, exceptionNameOf } from './display-status'

/** What of a payment says who it was with. */
type Who = Pick<Payment, 'customer' | 'customerRemoved'>

/** How the customer pays, as an icon. */
export const methodIcons: Record<Method, IconName> = { mobile: 'phone', card: 'card', cash: 'cash' }

/** `TZS 15,000`, with a space that does not break. */
export function amountText({ currency, value }: Amount): string {
  return `${currency}\u00a0${groupDigits(value)}`
}

/** A payment's state in a word or two, or how the money came otherwise than it should. */
export function stateText(payment: Payment, t: TFunction): string {
  const status = displayStatusOf(payment)
  const exception = status === 'paid' ? exceptionNameOf(payment) : null
  return statusText(exception ?? status, payment, t)
}

/** The words after a payment's state in a list: goods handed over, money returned. */
export function afterwards(payment: Payment, t: TFunction): string[] {
  const isGivenBack = displayStatusOf(payment) === 'givenBack'
  return [
    ...(payment.handedOverAt === null ? [] : [lower(t('field.handedOver'))]),
    ...(payment.handedOverAt === null && isGivenBack ? [t('payments.noGoods')] : []),
    ...(payment.givenBack.length > 0 && !isGivenBack
      ? [t('live.givenBackOf', { value: groupDigits(backOf(payment)) })]
      : []),
    ...(isPart(payment) ? [partText(payment, t)] : []),
  ]
}

/** Was less asked for than the whole sale comes to? */
export function isPart({ amount, total }: Payment): boolean {
  return amount.value < total
}

/** `Part of TZS 10,000`. */
export function partText({ amount, total }: Payment, t: TFunction): string {
  return t('live.partOf', { total: amountText({ ...amount, value: total }) })
}

/** The name of a state. What staff decided is in it: a cashier could take *Resolved* for paid. */
export function statusText(status: DisplayStatus, payment: Payment, t: TFunction): string {
  const { resolution, channel, person } = payment
  if (status === 'paidInCash' && channel === 'cash' && person !== null)
    return t('live.cashBy', { name: person.name })
  if (status === 'givenBack' && isTakenBack(payment)) return t('live.takenBack')
  return status === 'resolved' && resolution !== null
    ? resolvedText(resolution.how, t)
    : t(`status.${status}`)
}

/** `Resolved: not paid`: what a person said of how a payment ended, told apart from the service's word. */
export function resolvedText(how: ResolutionHow, t: TFunction): string {
  const name = t('status.resolved')
  return how === 'other' ? name : `${name}: ${lower(t(`resolvedAs.${resolvedBlocks[how]}`))}`
}

/** `Given back in cash: 2,500`. */
export function givenBackText(
  { way, value, why }: Pick<GivenBack, 'way' | 'value' | 'why'>,
  t: TFunction,
): string {
  if (why === 'taken-back') return `${t('live.takenBack')}: ${groupDigits(value)}`
  return `${t('status.givenBack')} ${lower(t(`wayBack.${way}`))}: ${groupDigits(value)}`
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
  payment: Who & Pick<Payment, 'channel' | 'msisdn' | 'person'>,
  t: TFunction,
): string {
  if (payment.channel === 'cash') return payment.person?.name ?? ''
  if (payment.customerRemoved !== null) return t('retention.removedShort')
  if (payment.channel === 'mobile') return maskMsisdn(payment.msisdn)
  return `${payment.customer.firstName} ${payment.customer.lastName.slice(0, 1)}.`
}

/** Name and number: `Asha Mushi · 0754 001 212`; the number does not break, nor from its dot. */
export function customerLine(
  payment: Who & Pick<Payment, 'channel' | 'msisdn'>,
  t: TFunction,
): string {
  if (payment.channel === 'cash') return t('channel.cash')
  if (payment.customerRemoved !== null) return fullName(payment, t)
  return `${isolated(fullName(payment, t))} ·\u00a0${unbroken(formatMsisdn(payment.msisdn))}`
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

/** What the states of a day are called that are neither a status of a payment nor a person's word. */
const own = {
  mismatched: 'day.mark.mismatched',
  unrecognised: 'day.unknownWord',
  contradicted: 'live.contradicted',
} as const satisfies Partial<Record<DayState, string>>

/** The name of a state in a day's totals: a payment's status and a person's word are called the same there. */
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
