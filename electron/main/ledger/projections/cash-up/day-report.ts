import type {
  Blocks,
  CurrencyDay,
  DayReport,
  EarlierSale,
  Marks,
  OpenSale,
  Refunds,
  Tally,
} from '../../../../../shared/day/report'
import { type BlockName, isConfirmed, isUnknown } from '../../../../../shared/day/standing'
import { type DayState, dayStateOf } from '../../../../../shared/day/state'
import type { Channel } from '../../../../../shared/payment/channel'
import type { RefundHow } from '../../../../../shared/payment/event'
import type { Sale } from '../../../../../shared/payment/sale'
import type { Person } from '../../../../../shared/person'
import { quarterHour } from './taking'
import type { QuarterSum, TakingSum } from './takings'

/** What a report is made of, read in one transaction. */
export interface DayFacts {
  period: number
  since: number | null
  until: number
  sums: readonly TakingSum[]
  quarters: readonly QuarterSum[]
  /** Everything that is open or that a person has yet to resolve. */
  open: readonly { sale: Sale; period: number }[]
  /** Sales of earlier periods that were confirmed in this one. */
  earlier: readonly { sale: Sale; period: number }[]
}

/** One thing to add up: a group of takings, or a sale that is still unknown. */
interface Item {
  block: BlockName
  currency: string
  channel: Channel
  person: Person | null
  state: DayState
  marks: readonly (keyof Marks)[]
  tally: Tally
}

/** A period's report. Blocks and currencies stay apart: nothing here ever adds two of them. */
export function buildReport(facts: DayFacts): DayReport {
  const unknown = facts.open.map(({ sale }) => sale).filter(isUnknown)
  const taken = facts.sums.flatMap(itemOfTaking)
  const items = [...taken, ...unknown.map(itemOfUnknown)]
  const refunds = facts.sums.filter(({ kind }) => kind === 'refund')
  const named = [...items, ...refunds.map(({ facts: { currency } }) => ({ currency }))]
  const currencies = [...new Set(named.map(({ currency }) => currency))].sort((one, other) =>
    one < other ? -1 : 1,
  )
  return {
    period: facts.period,
    since: facts.since,
    until: facts.until,
    currencies: currencies.map(currency =>
      currencyDay(
        currency,
        items.filter(item => item.currency === currency),
        facts.quarters.filter(quarter => quarter.currency === currency),
        refunds.filter(refund => refund.facts.currency === currency),
      ),
    ),
    open: facts.open.map(({ sale, period }) => openSale(sale, period < facts.period)),
    earlier: facts.earlier.map(({ sale, period }) => earlierSale(sale, period)),
  }
}

/** A refund is no item: it stands in no block, so nothing adds or subtracts it. */
function itemOfTaking({ kind, facts, sales, amount }: TakingSum): Item[] {
  if (kind === 'refund') return []
  const { currency, channel, person, state } = facts
  const marks = kind === 'confirmed' ? confirmedMarks(facts) : []
  return [{ block: kind, currency, channel, person, state, marks, tally: { sales, amount } }]
}

function confirmedMarks(facts: TakingSum['facts']): (keyof Marks)[] {
  const { late, paidTwice, contradicted, earlier, handedOver, refund } = facts
  const marks: (keyof Marks | false)[] = [
    late && 'late',
    paidTwice && 'paidTwice',
    contradicted && 'contradicted',
    earlier && 'earlier',
    !handedOver && refund === null && 'toHandOver',
    handedOver && contradicted && 'handedOverInDoubt',
  ]
  return marks.filter(mark => mark !== false)
}

function itemOfUnknown(sale: Sale): Item {
  const state = dayStateOf(sale)
  const marks: (keyof Marks | false)[] = [
    state === 'mismatched' && 'mismatched',
    sale.handedOverAt !== null && 'handedOverInDoubt',
  ]
  return {
    ...{ block: 'unknown', currency: sale.amount.currency, channel: sale.channel },
    ...{ person: sale.person, state },
    marks: marks.filter(mark => mark !== false),
    tally: { sales: 1, amount: sale.amount.value },
  }
}

function currencyDay(
  currency: string,
  items: readonly Item[],
  quarters: readonly QuarterSum[],
  refunds: readonly TakingSum[],
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
      return { state, block, tally: sumOf(group) }
    }),
    hours: hoursOf(quarters),
    marks: marksOf(items),
    refunds: refundsOf(refunds),
  }
}

function refundsOf(refunds: readonly TakingSum[]): Refunds {
  const of = (how: RefundHow) => sum(refunds.filter(({ facts }) => facts.refund === how))
  return { dashboard: of('dashboard'), cash: of('cash') }
}

/** By the hours of the shop's own clock, which may begin at any quarter of another's. */
function hoursOf(quarters: readonly QuarterSum[]): CurrencyDay['hours'] {
  const hours = new Map<number, Tally>()
  for (const { quarter, sales, amount } of quarters) {
    const hour = new Date(quarter * quarterHour).getHours()
    const before = hours.get(hour) ?? { sales: 0, amount: 0 }
    hours.set(hour, { sales: before.sales + sales, amount: before.amount + amount })
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

function sum(tallies: readonly Tally[]): Tally {
  return tallies.reduce<Tally>(
    (before, { sales, amount }) => ({
      sales: before.sales + sales,
      amount: before.amount + amount,
    }),
    { sales: 0, amount: 0 },
  )
}

function sumOf(items: readonly Item[]): Tally {
  return sum(items.map(({ tally }) => tally))
}

function blocksOf(items: readonly Item[]): Blocks {
  const of = (block: BlockName) => sumOf(items.filter(item => item.block === block))
  return {
    confirmed: of('confirmed'),
    cash: of('cash'),
    otherwise: of('otherwise'),
    unknown: of('unknown'),
    none: of('none'),
  }
}

function marksOf(items: readonly Item[]): Marks {
  const of = (mark: keyof Marks) => sumOf(items.filter(item => item.marks.includes(mark)))
  return {
    late: of('late'),
    paidTwice: of('paidTwice'),
    contradicted: of('contradicted'),
    earlier: of('earlier'),
    mismatched: of('mismatched'),
    toHandOver: of('toHandOver'),
    handedOverInDoubt: of('handedOverInDoubt'),
  }
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
