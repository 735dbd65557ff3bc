import { z } from 'zod'
import { settledBlocks } from '../day/blocks'
import { hourOfPeriodSchema } from '../day/hour'
import type { PaymentsOfSales } from '../sale/sale-view'
import type { Payment } from './payment'
import { isGivenBack } from './payment-money'
import { type PaymentStatus, statusOf } from './status'

/** The states that a person searches by. A payment whose money was given back is still a paid one: it is found by both. */
export const paymentStateSchema = z.enum([
  'paid',
  'givenBack',
  'waiting',
  'unknown',
  'failed',
  'expired',
  'manager',
  'withdrawn',
])

export type PaymentState = z.infer<typeof paymentStateSchema>

/** What the search keeps of a payment's state: its status, or that the money of a paid one was given back. */
export type SearchStatus = PaymentStatus | 'givenBack'

/** What a payment is found by. */
export function searchStatusOf(
  payment: Pick<Payment, 'phase' | 'outcome' | 'mismatch' | 'amount' | 'givenBack'>,
): SearchStatus {
  const status = statusOf(payment)
  return status === 'paid' && isGivenBack(payment) ? 'givenBack' : status
}

/** The filters that each status is found by. */
const filters: Record<SearchStatus, readonly PaymentState[]> = {
  waitingToSend: ['waiting'],
  askCustomer: ['waiting'],
  sending: ['waiting'],
  unknown: ['unknown'],
  waitingForCustomer: ['waiting'],
  paid: ['paid'],
  givenBack: ['paid', 'givenBack'],
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
export function searchStatusesOf(chosen: readonly PaymentState[]): SearchStatus[] {
  const all = Object.keys(filters) as SearchStatus[]
  return all.filter(status => filters[status].some(state => chosen.includes(state)))
}

/** More text than this finds nothing more. */
export const longestSearch = 100

/**
 * Which payments a person wants to see; all of it has to be true at once. `from` (inclusive) and `to`
 * (exclusive) are wall clock, ms: the window knows what a day is where the shop is.
 */
export const paymentsFilterSchema = z.strictObject({
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
  states: z.array(paymentStateSchema).max(paymentStateSchema.options.length),
  /** What a person said of how they ended. None is all. */
  settled: z.array(z.enum(settledBlocks)).max(settledBlocks.length).default([]),
  /** In which their money came, as the hours of a day have it. */
  hour: hourOfPeriodSchema.nullable().default(null),
})

export type PaymentsFilter = z.output<typeof paymentsFilterSchema>

/** Everything. */
export const everyPayment: PaymentsFilter = {
  text: '',
  phone: 'anywhere',
  from: null,
  to: null,
  states: [],
  settled: [],
  hour: null,
}

/** One page of the sales that were found, newest first: all payments of each, oldest first. */
export interface FoundPayments extends PaymentsOfSales {
  /** Asks for the next page as `before`; null when this was the last one. */
  next: string | null
  /** Rows on this page that are damaged and cannot be shown. */
  unreadable: number
}
