import { z } from 'zod'
import { type Face, faceOf } from './face'
import type { Sale } from './sale'

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

/** What the search keeps of a sale's state: its face, or that a paid one was refunded. */
export type SearchFace = Face | 'refunded'

/** What a sale is found by. */
export function searchFaceOf(
  sale: Pick<Sale, 'phase' | 'outcome' | 'mismatch' | 'refund'>,
): SearchFace {
  const face = faceOf(sale)
  return face === 'paid' && sale.refund !== null ? 'refunded' : face
}

const states: Record<SaleState, readonly SearchFace[]> = {
  paid: ['paid', 'refunded'],
  refunded: ['refunded'],
  waiting: ['waitingToSend', 'askCustomer', 'sending', 'waitingForCustomer'],
  unknown: ['unknown', 'stopped'],
  failed: ['failed', 'refused'],
  expired: ['expired'],
  manager: ['manager'],
  withdrawn: ['withdrawn'],
}

/** The faces of these states, each once. */
export function facesOf(chosen: readonly SaleState[]): SearchFace[] {
  return [...new Set(chosen.flatMap(state => states[state]))]
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
   * them; otherwise the newest payment of somebody else would be the first to be shown.
   */
  phone: z.enum(['anywhere', 'ending']).default('anywhere'),
  from: z.int().nonnegative().nullable(),
  to: z.int().nonnegative().nullable(),
  /** None is all. */
  states: z.array(saleStateSchema).max(saleStateSchema.options.length),
})

export type SalesFilter = z.output<typeof salesFilterSchema>

/** Everything. */
export const everySale: SalesFilter = {
  text: '',
  phone: 'anywhere',
  from: null,
  to: null,
  states: [],
}

/** One page of what was found, newest first. */
export interface FoundSales {
  sales: readonly Sale[]
  /** Asks for the next page as `before`; null when this was the last one. */
  next: string | null
  /** Rows on this page that are damaged and cannot be shown. */
  unreadable: number
}
