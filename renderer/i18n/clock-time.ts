const minute = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })
const second = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
})

export const dayMonth = { day: 'numeric', month: 'short' } as const

/** Dates in a language of the till: English as it is written here. */
export function dates(language: string, form: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, form)
}

/** `14:32` */
export function formatMinute(at: number): string {
  return minute.format(at)
}

/** `14:32:04` */
export function formatSecond(at: number): string {
  return second.format(at)
}

/** The time alone for today, with the day before it for any other day. */
export function formatDayMinute(at: number, now: number, language: string): string {
  const time = formatMinute(at)
  return isSameDay(at, now) ? time : `${dates(language, dayMonth).format(at)}, ${time}`
}

/** As short as can be: `14:32` for today, `20 Nov` for any other day. */
export function formatShort(at: number, now: number, language: string): string {
  return isSameDay(at, now) ? formatMinute(at) : dates(language, dayMonth).format(at)
}

/** Day and time to the second, for any day: `21 Nov 2026, 14:32:04`. */
export function formatFull(at: number, language: string): string {
  return `${formatDate(at, language)}, ${formatSecond(at)}`
}

/** `21 Nov 2026, 15:08`: a document is read on other days too. */
export function formatMoment(at: number, language: string): string {
  return `${formatDate(at, language)}, ${formatMinute(at)}`
}

/** `21 Nov 2026` */
export function formatDate(at: number, language: string): string {
  return dates(language, { ...dayMonth, year: 'numeric' }).format(at)
}

export function isSameDay(one: number, other: number): boolean {
  return new Date(one).toDateString() === new Date(other).toDateString()
}
