import { z } from 'zod'
import { settledBlocks } from '../day/standing'
import type { Sale } from './sale'
import { type SaleStatus, statusOf } from './status'

/** The states that a person searches by. A refunded sale is still a paid one: it is found by both. */
export const saleStateSchema = z.enum([
  'paid',
  'refunded',
  'waiting',
  'unknown',
  'failed',
  'expired',
  'manager',
  'withdrawn',
])

export type SaleState = z.infer<typeof saleStateSchema>

/** What the search keeps of a sale's state: its status, or that a paid one was refunded. */
export type SearchStatus = SaleStatus | 'refunded'

/** What a sale is found by. */
export function searchStatusOf(
  sale: Pick<Sale, 'phase' | 'outcome' | 'mismatch' | 'refund'>,
): SearchStatus {
  const status = statusOf(sale)
  return status === 'paid' && sale.refund !== null ? 'refunded' : status
}

/** The filters that each status is found by. */
const filters: Record<SearchStatus, readonly SaleState[]> = {
  waitingToSend: ['waiting'],
  askCustomer: ['waiting'],
  sending: ['waiting'],
  unknown: ['unknown'],
  waitingForCustomer: ['waiting'],
  paid: ['paid'],
  refunded: ['paid', 'refunded'],
  failed: ['failed'],
  manager: ['manager'],
  expired: ['expired'],
  refused: ['failed'],
  withdrawn: ['withdrawn'],
  stopped: ['unknown'],
  // Found as what staff took in cash (`settled`).
  cash: [],
}

/** The statuses that these filters find, each once. */
export function searchStatusesOf(chosen: readonly SaleState[]): SearchStatus[] {
  const all = Object.keys(filters) as SearchStatus[]
  return all.filter(status => filters[status].some(state => chosen.includes(state)))
}

/** More text than this finds nothing more. */
export const longestSearch = 100

/**
 * Which sales a person wants to see; all of it has to be true at once. `from` (inclusive) and `to`
 * (exclusive) are wall clock, ms: the window knows what a day is where the shop is.
 */
export const salesFilterSchema = z.strictObject({
  /** Phone digits, names, an amount, a reference: each word has to be found in one of them. */
  text: z.string().trim().max(longestSearch),
  /**
   * Where in a phone number digits may stand. `ending`: up to four are the last ones, as a customer says
   * them; otherwise the newest payment of another customer would be the first to be shown.
   */
  phone: z.enum(['anywhere', 'ending']).default('anywhere'),
  from: z.int().nonnegative().nullable(),
  to: z.int().nonnegative().nullable(),
  /** None is all. */
  states: z.array(saleStateSchema).max(saleStateSchema.options.length),
  /** What a person said of how they ended. None is all. */
  settled: z.array(z.enum(settledBlocks)).max(settledBlocks.length).default([]),
})

export type SalesFilter = z.output<typeof salesFilterSchema>

/** Everything. */
export const everySale: SalesFilter = {
  text: '',
  phone: 'anywhere',
  from: null,
  to: null,
  states: [],
  settled: [],
}

/** One page of what was found, newest first. */
export interface FoundSales {
  sales: readonly Sale[]
  /** Asks for the next page as `before`; null when this was the last one. */
  next: string | null
  /** Rows on this page that are damaged and cannot be shown. */
  unreadable: number
}
