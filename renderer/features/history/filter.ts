import {
  everySale,
  longestSearch,
  type SaleState,
  type SalesFilter,
} from '../../../shared/payment/sales-filter'

/** Which days a person asks for. A range takes calendar days as the browser writes them, or ''. */
export type DayChoice = 'any' | 'today' | 'yesterday' | 'range'

/** The search of Payments, as a person filled it in. */
export interface SearchForm {
  text: string
  day: DayChoice
  /** `2026-11-21`, or '' for no limit. */
  fromDay: string
  toDay: string
  states: readonly SaleState[]
}

export const emptySearch: SearchForm = { text: '', day: 'any', fromDay: '', toDay: '', states: [] }

/** The form as a filter. Days begin and end where this computer is; the last one is included. */
export function filterOf(
  { text, day, fromDay, toDay, states }: SearchForm,
  now: number,
): SalesFilter {
  const filter = { ...everySale, text: text.trim().slice(0, longestSearch), states: [...states] }
  if (day === 'today') return { ...filter, from: startOfDay(now, 0), to: startOfDay(now, 1) }
  if (day === 'yesterday') return { ...filter, from: startOfDay(now, -1), to: startOfDay(now, 0) }
  if (day === 'any') return filter
  return { ...filter, from: startOf(fromDay, 0), to: startOf(toDay, 1) }
}

/** Whether the days are the wrong way round, so that nothing can lie between them. */
export function isBackwards({ day, fromDay, toDay }: SearchForm): boolean {
  return day === 'range' && fromDay !== '' && toDay !== '' && fromDay > toDay
}

/** Whether anything was asked for. */
export function isEmpty({ text, day, states }: SearchForm): boolean {
  return text.trim() === '' && day === 'any' && states.length === 0
}

/** The calendar, not 24 hours: days on which clocks change are shorter or longer. */
function startOfDay(now: number, later: number): number {
  const date = new Date(now)
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + later).getTime()
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
