import type { TFunction } from 'i18next'
import { type WordMeaning, wordMeaningSchema } from '../../../shared/payment/status-words'

/** What a call would do, in words (`staff.record.calls`), and the sale that it is about, if any. */
export interface AskedAct {
  /** Null for a call that has no words yet. */
  act: string | null
  saleId: string | null
}

/** Read off the call that waits to be allowed: its name, and its argument as JSON. */
export function askedAct(channel: string, argument: string, t: TFunction): AskedAct {
  const { saleId, meaning } = asked(argument)
  if (meaning !== null) return { act: meaningText(meaning, t), saleId }
  const key = `staff.record.calls.${channel.replace('.', '-')}` as 'staff.record.calls.day-close'
  const act = t(key, { defaultValue: '' })
  return { act: act === '' ? null : act, saleId }
}

function asked(argument: string): { saleId: string | null; meaning: string | null } {
  const value: unknown = argument === '' ? null : JSON.parse(argument)
  return { saleId: textOf(value, 'saleId'), meaning: textOf(value, 'meaning') }
}

function textOf(value: unknown, name: string): string | null {
  if (typeof value !== 'object' || value === null) return null
  const text: unknown = Reflect.get(value, name)
  return typeof text === 'string' ? text : null
}

const meanings = {
  paid: 'meansPaid',
  failed: 'meansFailed',
  pending: 'meansPending',
} as const satisfies Record<WordMeaning, string>

/** Null where it is none: main refuses such a call. */
function meaningText(meaning: string, t: TFunction): string | null {
  const known = wordMeaningSchema.safeParse(meaning)
  return known.success ? t(`staff.approval.${meanings[known.data]}`) : null
}
