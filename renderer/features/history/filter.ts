import { readAmount } from '../../../shared/amount'
import { type SettledBlock, settledBlocks } from '../../../shared/day/blocks'
import type { HourOfPeriod } from '../../../shared/day/hour'
import type { Payment } from '../../../shared/payment/payment'
import {
  everyPayment,
  longestSearch,
  type PaymentState,
  type PaymentsFilter,
  paymentStateSchema,
} from '../../../shared/payment/payments-filter'
import { referenceSchema } from '../../../shared/payment/service-payment'
import type { PaymentsView } from '../../stores/view-store'

/** Which days a person asks for. A range takes calendar days as the browser writes them, or ''. */
export const dayChoices = ['any', 'today', 'yesterday', 'week', 'month', 'range'] as const

/** `hour` is offered only where one was pressed on Day. */
type DayChoice = (typeof dayChoices)[number] | 'hour'

/** A state, or what a person said of how payments ended. */
type StateChoice = 'any' | PaymentState | SettledBlock

/** The search of Payments, as a person filled it in. */
export interface SearchForm {
  text: string
  day: DayChoice
  /** `2026-11-21`, or '' for no limit. */
  fromDay: string
  toDay: string
  hour: HourOfPeriod | null
  state: StateChoice
}

export const emptySearch: SearchForm = {
  text: '',
  day: 'any',
  fromDay: '',
  toDay: '',
  hour: null,
  state: 'any',
}

/** The payments of these days or of this hour; all where none are named. */
export function searchOf({ days, hour }: Pick<PaymentsView, 'days' | 'hour'>): SearchForm {
  if (hour) return { ...emptySearch, day: 'hour', hour }
  return days ? { ...emptySearch, day: 'range', ...days } : emptySearch
}

/** The form as a filter. Days begin and end where this computer is; the last one is included. */
export function filterOf(
  { text, day, fromDay, toDay, hour, state }: SearchForm,
  now: number,
): PaymentsFilter {
  const filter = {
    ...everyPayment,
    text: text.trim().slice(0, longestSearch),
    states: paymentStateSchema.options.filter(one => one === state),
    settled: settledBlocks.filter(one => one === state),
  }
  if (day === 'any') return filter
  if (day === 'hour') return { ...filter, hour }
  if (day === 'range') return { ...filter, from: startOf(fromDay, 0), to: startOf(toDay, 1) }
  if (day === 'yesterday')
    return { ...filter, from: startOfPeriod('day', now, -1), to: startOfPeriod('day', now, 0) }
  const period = day === 'today' ? 'day' : day
  return { ...filter, from: startOfPeriod(period, now, 0), to: startOfPeriod(period, now, 1) }
}

/** Whether the days are the wrong way round, so that nothing can lie between them. */
export function isBackwards({ day, fromDay, toDay }: SearchForm): boolean {
  return day === 'range' && fromDay !== '' && toDay !== '' && fromDay > toDay
}

/** Whether anything was asked for. */
export function isEmpty({ text, day, state }: SearchForm): boolean {
  return text.trim() === '' && day === 'any' && state === 'any'
}

/** What totals are kept by. A week begins on Monday. */
export const periodNames = ['day', 'week', 'month'] as const

export type PeriodName = (typeof periodNames)[number]

/**
 * When a period begins that is so many after the one that holds `now`. By the calendar, not by 24 hours: days
 * on which clocks change are shorter or longer.
 */
export function startOfPeriod(period: PeriodName, now: number, later: number): number {
  const date = new Date(now)
  const [year, month, day] = [date.getFullYear(), date.getMonth(), date.getDate()]
  if (period === 'month') return new Date(year, month + later, 1).getTime()
  if (period === 'day') return new Date(year, month, day + later).getTime()
  const sinceMonday = (date.getDay() + 6) % 7
  return new Date(year, month, day - sinceMonday + 7 * later).getTime()
}

/** The month before and its same day, then this month and its tomorrow. A shorter month is compared whole. */
export function monthsSoFar(today: number): number[] {
  const before = startOfPeriod('month', today, -1)
  const current = startOfPeriod('month', today, 0)
  const date = new Date(before)
  date.setDate(new Date(today).getDate() + 1)
  return [before, Math.min(date.getTime(), current), current, startOfPeriod('day', today, 1)]
}

/** A moment's day as the browser writes it. */
export function calendarDay(at: number): string {
  const date = new Date(at)
  const [month, day] = [date.getMonth() + 1, date.getDate()]
  return [date.getFullYear(), month, day].map(part => String(part).padStart(2, '0')).join('-')
}

function startOf(day: string, later: number): number | null {
  const [year, month, date] = day.split('-').map(Number)
  if (!year || !month || !date) return null
  // Written out: `new Date(1, …)` would be 1901. Nothing was sold before 1970.
  const start = new Date(0)
  start.setHours(0, 0, 0, 0)
  start.setFullYear(year, month - 1, date + later)
  return Math.max(0, start.getTime())
}

/** Shorter text is the beginning of a name, and fewer digits are an amount or the ending of a phone number. */
const shortest = { mixed: 4, digits: 8, letters: 16 }

/** What was typed as a reference, or null where it cannot be one. */
export function referenceIn(text: string): string | null {
  const parsed = referenceSchema.safeParse(text)
  if (!parsed.success || isAmount(parsed.data)) return null
  return parsed.data.length >= shortest[kindOf(parsed.data)] ? parsed.data : null
}

/** Digits with the marks of an amount between them. */
function isAmount(text: string): boolean {
  return /\D/.test(text) && 'value' in readAmount(text)
}

/** By chance a reference has no digit: capitals with a sign between them are no name either. */
function kindOf(text: string): keyof typeof shortest {
  if (/^\d+$/.test(text)) return 'digits'
  const isCode = /\p{Lu}[-_./:]\p{Lu}/u.test(text) && !/\p{Ll}/u.test(text)
  return isCode || /\d/.test(text) ? 'mixed' : 'letters'
}

/**
 * Whether the service can be asked about a reference although payments were found: they may only begin with
 * the same characters. Digits alone, or letters alone, found what they are: a number, an amount or a name.
 */
export function isUnfoundReference(
  reference: string,
  found: readonly Pick<Payment, 'reference'>[],
) {
  if (!/\d/.test(reference) || !/\p{L}/u.test(reference)) return false
  return !found.some(
    payment => payment.reference !== null && fold(payment.reference) === fold(reference),
  )
}

/** As the search compares references: letters and digits alone, in any case. */
function fold(text: string): string {
  return text.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase()
}
