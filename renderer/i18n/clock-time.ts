export const dayMonth = { day: 'numeric', month: 'short' } as const

/** Dates in a language of the till: English as it is written here. */
export function dates(language: string, form: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, form)
}

/** `14:32` */
export function formatMinute(at: number): string {
  // No formatter that is kept: it would stay in the time zone that it was made in.
  const date = new Date(at)
  return [date.getHours(), date.getMinutes()].map(two).join(':')
}

/** `14:32:04` */
export function formatSecond(at: number): string {
  return `${formatMinute(at)}:${two(new Date(at).getSeconds())}`
}

/** The time alone for today, with the day before it for any other day. */
export function formatDayMinute(at: number, now: number, language: string): string {
  const time = formatMinute(at)
  return isSameDay(at, now) ? time : `${formatDay(at, now, language)}, ${time}`
}

/** As short as can be: `14:32` for today, `20 Nov` for any other day. */
export function formatShort(at: number, now: number, language: string): string {
  return isSameDay(at, now) ? formatMinute(at) : formatDay(at, now, language)
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

/** `20 Nov`, with its year where that is another one. */
function formatDay(at: number, now: number, language: string): string {
  const isThisYear = new Date(at).getFullYear() === new Date(now).getFullYear()
  return isThisYear ? dates(language, dayMonth).format(at) : formatDate(at, language)
}

function two(part: number): string {
  return String(part).padStart(2, '0')
}

export function isSameDay(one: number, other: number): boolean {
  return new Date(one).toDateString() === new Date(other).toDateString()
}
