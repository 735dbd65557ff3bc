import type { TFunction } from 'i18next'
import { formatSeconds } from './countdown'

const hour = 3_600

/** A length of time: `4:12` within the hour, `3 h 59 min` from an hour on. Hours are not counted by the second. */
export function spanText(seconds: number, t: TFunction): string {
  if (seconds < hour) return formatSeconds(seconds)
  const minutes = Math.floor(seconds / 60)
  return t('app.span', { hours: Math.floor(minutes / 60), minutes: minutes % 60 })
}
