const minute = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })
const second = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
})

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
  if (new Date(at).toDateString() === new Date(now).toDateString()) return formatMinute(at)
  return `${formatDay(at, language)}, ${formatMinute(at)}`
}

/** As short as can be: `14:32` for today, `20 Nov` for any other day. */
export function formatShort(at: number, now: number, language: string): string {
  const today = new Date(at).toDateString() === new Date(now).toDateString()
  return today ? formatMinute(at) : formatDay(at, language)
}

/** Day and time to the second, for any day: `21 Nov 2026, 14:32:04`. */
export function formatFull(at: number, language: string): string {
  return `${formatDate(at, language)}, ${formatSecond(at)}`
}

/** `21 Nov 2026` */
export function formatDate(at: number, language: string): string {
  return new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
  }).format(at)
}

function formatDay(at: number, language: string): string {
  return new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
    day: 'numeric',
    month: 'short',
  }).format(at)
}
