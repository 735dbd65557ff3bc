/** `2026-11-21 14:32:04`, on the clock of the shop's computer; '' for a moment that never was. */
export function momentCell(at: number | null): string {
  return at === null ? '' : `${dayOf(at)} ${timeOf(at)}`
}

/** `2026-11-21`, where the shop is. */
export function dayOf(at: number): string {
  const date = new Date(at)
  return [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-')
}

/** `14:32:04`, where the shop is. */
export function timeOf(at: number): string {
  const date = new Date(at)
  return [date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(':')
}

function two(part: number): string {
  return String(part).padStart(2, '0')
}
