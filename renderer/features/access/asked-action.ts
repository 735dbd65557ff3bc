import type { TFunction } from 'i18next'
import { wordMeaningSchema } from '../../../shared/payment/status-words'

/** What a call that waits to be allowed would do, in words; null for a call that has no words yet. */
export function askedAction(channel: string, argument: string, t: TFunction): string | null {
  const meaning = meaningAsked(argument)
  if (meaning !== null) return meaningText(meaning, t)
  const key =
    `staff.auditLog.calls.${channel.replace('.', '-')}` as 'staff.auditLog.calls.day-close'
  const action = t(key, { defaultValue: '' })
  return action === '' ? null : action
}

function meaningAsked(argument: string): string | null {
  const value: unknown = argument === '' ? null : JSON.parse(argument)
  if (typeof value !== 'object' || value === null) return null
  const text: unknown = Reflect.get(value, 'meaning')
  return typeof text === 'string' ? text : null
}

/** Null where it is none: main refuses such a call. */
function meaningText(meaning: string, t: TFunction): string | null {
  const known = wordMeaningSchema.safeParse(meaning)
  return known.success ? t(`staff.approval.means.${known.data}`) : null
}
