/** `2026-11-21 14:32:04`, on the clock of the shop's computer; '' for a moment that never was. */
export function momentCell(at: number | null): string {
  return at === null ? '' : `${dayOf(at)} ${timeOf(at)}`
}

/** `2026-11-21`, where the shop is. */
export function dayOf(at: number): string {
  const date = new Date(at)
  return [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-')
}

/** Its end is no more in it. ms. */
export interface Span {
  from: number
  until: number
}

/** When a day (`2026-11-21`) begins and ends where the shop is. */
export function spanOfDay(day: string): Span {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  const midnight = (daysLater: number) => new Date(year, month - 1, date + daysLater).getTime()
  return { from: midnight(0), until: midnight(1) }
}

/** `14:32:04`, where the shop is. */
export function timeOf(at: number): string {
  const date = new Date(at)
  return [date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(':')
}

function two(part: number): string {
  return String(part).padStart(2, '0')
}
