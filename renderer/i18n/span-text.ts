import type { TFunction } from 'i18next'
import { formatSeconds } from './countdown'

const minute = 60_000
const hour = 60 * minute

/** A length of time: `4:12` within the hour, `3 h 59 min` from an hour on. Hours are not counted by the second. */
export function spanText(seconds: number, t: TFunction): string {
  if (seconds * 1_000 < hour) return formatSeconds(seconds)
  const minutes = Math.floor(seconds / 60)
  return t('app.span', { hours: Math.floor(minutes / 60), minutes: minutes % 60 })
}

/** How long ago, for a glance: whole minutes within the hour, whole hours within the day, else null. */
export type Ago = { key: 'now' } | { key: 'minutes' | 'hours'; number: number }

/** Null for another day's sale, and for one of the future: the clock was set meanwhile. */
export function agoOf(at: number, now: number): Ago | null {
  const age = now - at
  if (age < -minute || age >= 24 * hour) return null
  if (age < minute) return { key: 'now' }
  if (age < hour) return { key: 'minutes', number: Math.floor(age / minute) }
  return { key: 'hours', number: Math.floor(age / hour) }
}
