import { byName } from '../../../../../../shared/by-name'
import {
  type BlockName,
  blockNames,
  isConfirmed,
  isUnknown,
} from '../../../../../../shared/day/blocks'
import {
  type Blocks,
  type CurrencyDay,
  type DayReport,
  type EarlierSale,
  type Marks,
  markNames,
  type OpenSale,
  type Refunds,
  sumOf,
  type Tally,
} from '../../../../../../shared/day/report'
import { type DayState, dayStateOf } from '../../../../../../shared/day/state'
import { isOpen, needsResolving } from '../../../../../../shared/payment/actions'
import type { Method } from '../../../../../../shared/payment/channel'
import type { RefundHow } from '../../../../../../shared/payment/event'
import type { Payment } from '../../../../../../shared/payment/payment'
import type { Person } from '../../../../../../shared/person'
import { quarterHour } from './taking'
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
  open: readonly { sale: Payment; period: number }[]
  /** Sales of earlier periods that were confirmed in this one. */
  earlier: readonly { sale: Payment; period: number }[]
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

function openSale(sale: Payment, earlier: boolean): OpenSale {
  return {
    ...named(sale),
    channel: sale.channel,
    person: sale.person,
    state: dayStateOf(sale),
    confirmed: isConfirmed(sale),
    restMissing: !isOpen(sale) && !needsResolving(sale),
    earlier,
    signOff: null,
  }
}

function earlierSale(sale: Payment, period: number): EarlierSale {
  return { ...named(sale), period, settledAt: sale.settledAt ?? sale.recordedAt }
}

function named(sale: Payment) {
  const { amount, recordedAt, late, paidTwice } = sale
  const who = { msisdn: sale.msisdn, name: nameOf(sale) }
  return { paymentId: sale.id, recordedAt, amount, ...who, late, paidTwice: paidTwice !== null }
}

/** '' where the customer's data was removed. */
export function nameOf({ customer }: Pick<Payment, 'customer'>): string {
  return `${customer.firstName} ${customer.lastName}`.trim()
}

/** One thing to add up: a group of takings, or a sale that is still unknown. */
export interface Item {
  block: BlockName
  currency: string
  channel: Method
  person: Person | null
  state: DayState
  marks: readonly (keyof Marks)[]
  tally: Tally
}

/** A refund is no item: it belongs to no block, so nothing adds or subtracts it. */
function itemOfTaking({ kind, facts, sales, amount }: TakingSum): Item[] {
  if (kind === 'refund') return []
  const { currency, channel, person, state } = facts
  const marks = kind === 'confirmed' ? confirmedMarks(facts) : []
  return [{ block: kind, currency, channel, person, state, marks, tally: { sales, amount } }]
}

function confirmedMarks(facts: TakingSum['facts']): (keyof Marks)[] {
  const { late, paidTwice, contradicted, earlier, handedOver, refund } = facts
  return namesOf({
    late,
    paidTwice,
    contradicted,
    earlier,
    toHandOver: !handedOver && refund === null,
    handedOverInDoubt: handedOver && contradicted,
  })
}

function itemOfUnknown(sale: Payment): Item {
  const { amount, channel, person } = sale
  const state = dayStateOf(sale)
  const marks = namesOf({
    mismatched: state === 'mismatched',
    handedOverInDoubt: sale.handedOverAt !== null,
  })
  const tally = { sales: 1, amount: amount.value }
  return { block: 'unknown', currency: amount.currency, channel, person, state, marks, tally }
}

function namesOf(marks: { [Mark in keyof Marks]?: boolean }): (keyof Marks)[] {
  const names = Object.keys(marks) as (keyof Marks)[]
  return names.filter(name => marks[name])
}

function currencyDay(
  currency: string,
  items: readonly Item[],
  quarters: readonly QuarterSum[],
  refunds: readonly TakingSum[],
  sold: readonly SoldItem[],
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
    marks: marksOf(items),
    refunds: refundsOf(refunds),
    sold: sold
      .map(({ name, price, quantity }) => ({ name, price, quantity }))
      .sort((one, other) => inOrder(one.name, other.name) || one.price - other.price),
  }
}

/** What was typed comes last. */
function inOrder(one: string, other: string): number {
  if (one === '' || other === '') return Number(one === '') - Number(other === '')
  return one.localeCompare(other)
}

function refundsOf(refunds: readonly TakingSum[]): Refunds {
  const of = (how: RefundHow) => sumOf(refunds.filter(({ facts }) => facts.refund === how))
  return { dashboard: of('dashboard'), cash: of('cash'), 'other-cash': of('other-cash') }
}

/** By the hours of the shop's own clock, which may begin at any quarter of another's. */
function hoursOf(quarters: readonly QuarterSum[]): CurrencyDay['hours'] {
  const hours = new Map<number, Tally>()
  for (const each of quarters) {
    const hour = new Date(each.quarter * quarterHour).getHours()
    hours.set(hour, sumOf([hours.get(hour) ?? sumOf([]), each]))
  }
  return [...hours].sort(([one], [other]) => one - other).map(([hour, tally]) => ({ hour, tally }))
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

function marksOf(items: readonly Item[]): Marks {
  return byName(markNames, mark => tallyOf(items.filter(item => item.marks.includes(mark))))
}
