import type {
  CurrencyDay,
  DayReport,
  EarlierSale,
  OpenSale,
} from '../../../../../../shared/day/report'
import { isConfirmed, isUnknown } from '../../../../../../shared/day/standing'
import { dayStateOf } from '../../../../../../shared/day/state'
import type { Sale } from '../../../../../../shared/payment/sale'
import { currencyDay, itemOfTaking, itemOfUnknown } from './currency-day'
import type { QuarterSum, SoldItem, TakingSum } from './takings'

/** What a report is made of, read in one transaction. */
export interface DayFacts {
  period: number
  since: number | null
  until: number
  sums: readonly TakingSum[]
  quarters: readonly QuarterSum[]
  sold: readonly SoldItem[]
  /** Everything that is open or that a person has yet to resolve. */
  open: readonly { sale: Sale; period: number }[]
  /** Sales of earlier periods that were confirmed in this one. */
  earlier: readonly { sale: Sale; period: number }[]
}

/** A period's report. Blocks and currencies stay apart: nothing here ever adds two of them. */
export function buildReport(facts: DayFacts): DayReport {
  const { period, since, until, open, earlier } = facts
  return {
    period,
    since,
    until,
    currencies: currencyDays(facts),
    open: open.map(each => openSale(each.sale, each.period < period)),
    earlier: earlier.map(each => earlierSale(each.sale, each.period)),
  }
}

function currencyDays({ open, sums, quarters, sold }: DayFacts): CurrencyDay[] {
  const unknown = open.map(({ sale }) => sale).filter(isUnknown)
  const items = [...sums.flatMap(itemOfTaking), ...unknown.map(itemOfUnknown)]
  const refunds = sums.filter(({ kind }) => kind === 'refund')
  const named = [...items, ...refunds.map(refund => refund.facts)]
  const currencies = [...new Set(named.map(({ currency }) => currency))].sort((one, other) =>
    one < other ? -1 : 1,
  )
  return currencies.map(currency => {
    const isIts = (one: { currency: string }) => one.currency === currency
    const its = refunds.filter(({ facts }) => isIts(facts))
    return currencyDay(
      currency,
      items.filter(isIts),
      quarters.filter(isIts),
      its,
      sold.filter(isIts),
    )
  })
}

function openSale(sale: Sale, earlier: boolean): OpenSale {
  return {
    ...named(sale),
    channel: sale.channel,
    person: sale.person,
    state: dayStateOf(sale),
    confirmed: isConfirmed(sale),
    earlier,
    signOff: null,
  }
}

function earlierSale(sale: Sale, period: number): EarlierSale {
  return { ...named(sale), period, settledAt: sale.settledAt ?? sale.recordedAt }
}

function named(sale: Sale) {
  const { amount, recordedAt, late, paidTwice } = sale
  const who = { msisdn: sale.msisdn, name: nameOf(sale) }
  return { saleId: sale.id, recordedAt, amount, ...who, late, paidTwice: paidTwice !== null }
}

/** '' where the customer's data was removed. */
export function nameOf({ customer }: Pick<Sale, 'customer'>): string {
  return `${customer.firstName} ${customer.lastName}`.trim()
}
