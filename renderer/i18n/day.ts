import type { Marks, Tally } from '../../shared/day/report'
import { formatMinute } from './clock-time'

/** `14:00–14:59` */
export function hourName(hour: number): string {
  const text = String(hour).padStart(2, '0')
  return `${text}:00–${text}:59`
}

/** `21 Nov 2026, 15:08`: a document is read on other days too. */
export function formatMoment(at: number, language: string): string {
  const day = new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
    dateStyle: 'medium',
  })
  return `${day.format(at)}, ${formatMinute(at)}`
}

/** The order in which marks are shown: money that came unlooked for first. */
const markNames = [
  'paidTwice',
  'late',
  'earlier',
  'mismatched',
  'contradicted',
  'handedOverInDoubt',
  'toHandOver',
] as const satisfies readonly (keyof Marks)[]

/** The marks that say anything. */
export function marksToShow(marks: Marks): { name: (typeof markNames)[number]; tally: Tally }[] {
  return markNames
    .map(name => ({ name, tally: marks[name] }))
    .filter(({ tally }) => tally.sales > 0)
}
