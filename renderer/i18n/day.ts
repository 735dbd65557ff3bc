import type { Marks, Tally } from '../../shared/day/report'
import { dates, dayMonth } from './clock-time'

/** `14:00–14:59` */
export function hourName(hour: number): string {
  const text = String(hour).padStart(2, '0')
  return `${text}:00–${text}:59`
}

/** `Sat 21 Nov`, `16–22 Nov` or `November 2026`, with its year where that is not this one: a period from one moment to another that ends it. */
export function periodText(
  period: 'day' | 'week' | 'month',
  from: number,
  to: number,
  language: string,
  now = Date.now(),
): string {
  if (period === 'month') return dates(language, { month: 'long', year: 'numeric' }).format(from)
  const isThisYear = new Date(from).getFullYear() === new Date(now).getFullYear()
  const form = isThisYear ? dayMonth : ({ ...dayMonth, year: 'numeric' } as const)
  if (period === 'day') return dates(language, { weekday: 'short', ...form }).format(from)
  return dates(language, form).formatRange(from, to - 1)
}

/** What each mark is called, in the order in which they are shown: unexpected money first. */
export const markKeys = {
  late: 'status.paidLate',
  earlier: 'day.earlier.title',
  mismatched: 'day.mark.mismatched',
  contradicted: 'day.mark.contradicted',
  handedOverInDoubt: 'day.mark.handedOverInDoubt',
  toHandOver: 'day.mark.toHandOver',
} as const satisfies Record<keyof Marks, string>

type MarkName = keyof typeof markKeys
const markNames = Object.keys(markKeys) as MarkName[]

/** The marks that say anything. */
export function marksToShow(marks: Marks): { name: MarkName; tally: Tally }[] {
  return markNames
    .map(name => ({ name, tally: marks[name] }))
    .filter(({ tally }) => tally.sales > 0)
}
