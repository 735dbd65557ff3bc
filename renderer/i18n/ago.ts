/** How long ago, for a glance: whole minutes within the hour, whole hours within the day, else null. */
export type Ago = { key: 'now' } | { key: 'minutes' | 'hours'; number: number }

const minute = 60_000
const hour = 60 * minute

/** Null for another day's payment, and for one of the future: the clock was set meanwhile. */
export function agoOf(at: number, now: number): Ago | null {
  const age = now - at
  if (age < -minute || age >= 24 * hour) return null
  if (age < minute) return { key: 'now' }
  if (age < hour) return { key: 'minutes', number: Math.floor(age / minute) }
  return { key: 'hours', number: Math.floor(age / hour) }
}
