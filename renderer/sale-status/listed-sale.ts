import type { TFunction } from 'i18next'
import type { Payment } from '../../shared/payment/payment'
import { bySale, leadOf } from '../../shared/sale/lead'
import type { SaleView } from '../../shared/sale/sale-view'
import { type DisplayStatus, exceptionNameOf, statusInSale } from './display-status'
import { afterwards, amountText, statusText } from './payment-text'

/** A sale as a list has it: one line. */
export interface ListedSale {
  /** The payment that stands for it. */
  lead: Payment
  /** The payments that are known here. */
  payments: readonly Payment[]
  /** Null where one payment is for all of it. */
  view: SaleView | null
}

/** What main said of sales, by their ids. */
export type KnownSales = Readonly<Record<string, SaleView>>

/** The sales of these payments, in the order in which they first come. */
export function listedSales(payments: readonly Payment[], sales: KnownSales): ListedSale[] {
  return [...bySale(payments)].flatMap(([id, ofSale]) => {
    const view = sales[id] ?? null
    const lead = ofSale.find(payment => payment.id === view?.lead) ?? leadOf(ofSale)
    return lead ? [{ lead, payments: ofSale, view }] : []
  })
}

/** These say that the money is here. Of a sale whose rest is not, only a part of it is. */
const ofMoney: readonly DisplayStatus[] = ['paid', 'paidInCash', 'resolved']

/** What a list calls a sale. */
export function listedStatus({ lead, view }: ListedSale): DisplayStatus {
  const status = statusInSale(lead, view)
  const isPart = view ? view.has > 0 && view.rest > 0 : lead.amount.value < lead.total
  return isPart && ofMoney.includes(status) ? 'partPaid' : status
}

/** The same in a word or two, or how the money came otherwise than it should. */
export function listedText(sale: ListedSale, t: TFunction): string {
  const status = listedStatus(sale)
  const exception = status === 'paid' ? exceptionNameOf(sale.lead) : null
  return statusText(exception ?? status, sale.lead, t)
}

/** The words after it: by what it was paid where that was more than one, goods handed over, money returned. */
export function listedAfterwards({ lead, payments, view }: ListedSale, t: TFunction): string[] {
  const paidBy = view?.paidBy ?? []
  const isInParts = paidBy.length > 1 || paidBy.some(({ value }) => value < lead.total)
  const handedOver = payments.find(({ handedOverAt }) => handedOverAt !== null) ?? lead
  const ofAll = { ...lead, handedOverAt: handedOver.handedOverAt, total: lead.amount.value }
  return [
    ...afterwards(ofAll, t),
    ...(isInParts ? [paidByText(paidBy, lead.amount.currency, t)] : []),
  ]
}

/** `Cash TZS 4,500 + Mobile money TZS 5,500`. */
export function paidByText(paidBy: SaleView['paidBy'], currency: string, t: TFunction): string {
  return paidBy
    .map(({ channel, value }) =>
      [t(`channel.${channel}`), amountText({ currency, value })].join(' '),
    )
    .join(' + ')
}
