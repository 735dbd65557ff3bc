import { byName } from '../../../../../../shared/by-name'
import { blockNames } from '../../../../../../shared/day/blocks'
import { type DrawerEntry, drawerSums } from '../../../../../../shared/day/drawer'
import {
  type Blocks,
  type CurrencyDay,
  type DayReport,
  type EarlierPayment,
  type Hours,
  type Marks,
  markNames,
  type OpenPayment,
  type Refunds,
  sumOf,
  type Tally,
} from '../../../../../../shared/day/report'
import { dayStateOf } from '../../../../../../shared/day/state'
import { isOpen, needsResolving } from '../../../../../../shared/payment/actions'
import { methodSchema } from '../../../../../../shared/payment/channel'
import { wayBackSchema } from '../../../../../../shared/payment/given-back'
import type { SaleLine } from '../../../../../../shared/payment/lines'
import type { Payment } from '../../../../../../shared/payment/payment'
import { hourOfQuarter } from '../../entries/hours'
import { type Item, marksOf } from './item'
import type { DatedEntry, QuarterSum, RefundSum, SoldItem } from './period-money'

/** A payment that is open or that a person has yet to resolve. */
export interface OpenFacts {
  payment: Payment
  /** The period in which it was taken. */
  period: number
  /** The money of it whose arrival is not known. */
  unknown: number
  /** The service confirmed it: what is open is something else about it. */
  confirmed: boolean
  /** Its sale has more money than is due. */
  isTooMuch: boolean
}

/** What a report is made of, read in one transaction. */
export interface DayFacts {
  period: number
  since: number | null
  until: number
  /** What entries and requests come to; what is unknown is not among them. */
  items: readonly Item[]
  refunds: readonly RefundSum[]
  quarters: readonly QuarterSum[]
  sold: readonly SoldItem[]
  drawer: readonly DrawerEntry[]
  open: readonly OpenFacts[]
  /** Money that was confirmed now for payments of earlier periods. */
  earlier: readonly DatedEntry[]
}

/** A period's report. Blocks and currencies stay apart: nothing here ever adds two of them. */
export function buildReport(facts: DayFacts): DayReport {
  const { period, since, until, open, earlier, drawer } = facts
  return {
    period,
    since,
    until,
    currencies: currencyDays(facts),
    drawer: [...drawer],
    open: open.map(each => openPayment(each, each.period < period)),
    earlier: earlier.map(earlierPayment),
  }
}

function currencyDays(facts: DayFacts): CurrencyDay[] {
  const { open, items, refunds, quarters, sold, drawer } = facts
  const all = [...items, ...open.filter(({ unknown }) => unknown > 0).map(itemOfUnknown)]
  const named = [...all, ...refunds, ...drawer].map(({ currency }) => currency)
  const currencies = [...new Set(named)].sort((one, other) => (one < other ? -1 : 1))
  return currencies.map(currency => {
    const isIts = (one: { currency: string }) => one.currency === currency
    return currencyDay(currency, all.filter(isIts), {
      quarters: quarters.filter(isIts),
      refunds: refunds.filter(isIts),
      sold: sold.filter(isIts),
      drawer: drawer.filter(isIts),
    })
  })
}

function openPayment({ payment, confirmed, isTooMuch }: OpenFacts, earlier: boolean): OpenPayment {
  return {
    ...named(payment),
    channel: payment.channel,
    person: payment.person,
    state: dayStateOf(payment),
    confirmed,
    restMissing: !isTooMuch && !isOpen(payment) && !needsResolving(payment),
    tooMuch: isTooMuch,
    earlier,
    signOff: null,
  }
}

function earlierPayment({ payment, period, at }: DatedEntry): EarlierPayment {
  return { ...named(payment), period, settledAt: at }
}

function named(payment: Payment) {
  const { amount, recordedAt, late } = payment
  const who = { msisdn: payment.msisdn, name: nameOf(payment) }
  return { paymentId: payment.id, recordedAt, amount, ...who, late }
}

/** '' where the customer's data was removed. */
export function nameOf({ customer }: Pick<Payment, 'customer'>): string {
  return `${customer.firstName} ${customer.lastName}`.trim()
}

function itemOfUnknown({ payment, unknown }: OpenFacts): Item {
  const { amount, channel, person } = payment
  const state = dayStateOf(payment)
  const marks = marksOf({
    mismatched: state === 'mismatched',
    handedOverInDoubt: payment.handedOverAt !== null,
  })
  const tally = { sales: 1, amount: unknown }
  return { block: 'unknown', currency: amount.currency, channel, person, state, marks, tally }
}

function currencyDay(
  currency: string,
  items: readonly Item[],
  { quarters, refunds, sold, drawer }: Pick<DayFacts, 'quarters' | 'refunds' | 'sold' | 'drawer'>,
): CurrencyDay {
  const channels = grouped(items, item => item.channel)
  const cashiers = grouped(items, item => item.person?.id ?? '')
  const states = grouped(items, item => `${item.block} ${item.state}`)
  return {
    currency,
    blocks: blocksOf(items),
    channels: channels.map(group => ({ channel: group[0].channel, blocks: blocksOf(group) })),
    // One line a person, also where their name was corrected during the day.
    cashiers: cashiers.map(group => ({
      person: group.at(-1)?.person ?? null,
      blocks: blocksOf(group),
    })),
    states: states.map(group => {
      const [{ state, block }] = group
      return { state, block, tally: tallyOf(group) }
    }),
    hours: hoursOf(quarters),
    marks: markSums(items),
    refunds: refundsOf(refunds),
    drawer: drawerSums(drawer),
    sold: sold.map(({ name, price, quantity }) => ({ name, price, quantity })).sort(inOrder),
  }
}

/** What brought most comes first; what was typed comes last. */
function inOrder(one: SaleLine, other: SaleLine): number {
  const isTyped = ({ name }: SaleLine) => Number(name === '')
  const worth = ({ price, quantity }: SaleLine) => price * quantity
  return (
    isTyped(one) - isTyped(other) ||
    worth(other) - worth(one) ||
    one.name.localeCompare(other.name) ||
    one.price - other.price
  )
}

function refundsOf(refunds: readonly RefundSum[]): Refunds {
  return byName(wayBackSchema.options, way => sumOf(refunds.filter(({ how }) => how === way)))
}

/** By the hours of the shop's own clock, which may begin at any quarter of another's. */
export function hoursOf(quarters: readonly QuarterSum[]): Hours {
  const hours = new Map<number, QuarterSum[]>()
  for (const each of quarters) {
    const hour = hourOfQuarter(each.quarter)
    hours.set(hour, [...(hours.get(hour) ?? []), each])
  }
  return [...hours]
    .sort(([one], [other]) => one - other)
    .map(([hour, all]) => ({
      hour,
      money: byName(methodSchema.options, method =>
        sumOf(all.filter(one => one.method === method)),
      ),
    }))
}

type Group = readonly [Item, ...Item[]]

function grouped(items: readonly Item[], keyOf: (item: Item) => string): Group[] {
  const groups = new Map<string, [Item, ...Item[]]>()
  for (const item of items) {
    const group = groups.get(keyOf(item))
    if (group) group.push(item)
    else groups.set(keyOf(item), [item])
  }
  return [...groups].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, group]) => group)
}

function tallyOf(items: readonly Item[]): Tally {
  return sumOf(items.map(({ tally }) => tally))
}

function blocksOf(items: readonly Item[]): Blocks {
  return byName(blockNames, block => tallyOf(items.filter(item => item.block === block)))
}

function markSums(items: readonly Item[]): Marks {
  return byName(markNames, mark => tallyOf(items.filter(item => item.marks.includes(mark))))
}
