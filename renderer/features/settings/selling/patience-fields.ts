import { groupDigits } from '../../../../shared/money'
import { patienceSettingsSchema, type TimeoutsSettings } from '../../../../shared/settings'
import { readAmount } from '../../../typing/amount-typing'

/** A time as it is typed. */
export interface DurationText {
  minutes: string
  seconds: string
}

/** The times of the form. */
export type DurationName =
  | 'alone'
  | 'renew'
  | 'cardAlone'
  | 'cardRenew'
  | 'lifetime'
  | 'prompt'
  | 'keyTrusted'

export type TimeoutsName = DurationName | 'sales' | 'amount'

/** The form as typed. */
export interface TimeoutsFields {
  durations: Record<DurationName, DurationText>
  sales: string
  amount: string
}

/** `shorter`: it may be sent for less long than it goes by itself. */
export type TimeoutsProblem = 'out-of-bounds' | 'shorter'

export type TimeoutsProblems = Partial<Record<TimeoutsName, TimeoutsProblem>>

/** Settings as they stand in the form. */
export function patienceFields(settings: TimeoutsSettings): TimeoutsFields {
  const { freshness, cardFreshness, queue, assumedLifetimeMs } = settings
  const { promptLifetimeMs, keyTrustedMs } = settings
  return {
    durations: {
      alone: durationText(freshness.aloneMs),
      renew: durationText(freshness.renewMs),
      cardAlone: durationText(cardFreshness.aloneMs),
      cardRenew: durationText(cardFreshness.renewMs),
      lifetime: durationText(assumedLifetimeMs),
      prompt: durationText(promptLifetimeMs),
      keyTrusted: durationText(keyTrustedMs),
    },
    sales: String(queue.sales),
    amount: groupDigits(queue.amount),
  }
}

/** The settings that the form holds, or what is wrong with it: main's own schema judges. */
export function readTimeouts(
  fields: TimeoutsFields,
): { settings: TimeoutsSettings } | { problems: TimeoutsProblems } {
  const typed = typedSettings(fields)
  const parsed = patienceSettingsSchema.safeParse(typed)
  if (parsed.success) return { settings: parsed.data }
  const problems: TimeoutsProblems = {}
  for (const { path } of parsed.error.issues) {
    const key = path.join('.')
    const name = nameOf[key]
    if (name) problems[name] = 'out-of-bounds'
    // The pair as a whole, where no part of it is wrong by itself.
    else if (key === 'freshness' && !problems.alone) problems.renew ??= 'shorter'
    else if (key === 'cardFreshness' && !problems.cardAlone) problems.cardRenew ??= 'shorter'
  }
  return { problems }
}

const nameOf: Record<string, TimeoutsName> = {
  'freshness.aloneMs': 'alone',
  'freshness.renewMs': 'renew',
  'cardFreshness.aloneMs': 'cardAlone',
  'cardFreshness.renewMs': 'cardRenew',
  'queue.sales': 'sales',
  'queue.amount': 'amount',
  assumedLifetimeMs: 'lifetime',
  promptLifetimeMs: 'prompt',
  keyTrustedMs: 'keyTrusted',
}

function typedSettings({ durations, sales, amount }: TimeoutsFields): TimeoutsSettings {
  const { alone, renew, cardAlone, cardRenew, lifetime, prompt, keyTrusted } = durations
  const value = readAmount(amount)
  return {
    freshness: { aloneMs: milliseconds(alone), renewMs: milliseconds(renew) },
    cardFreshness: { aloneMs: milliseconds(cardAlone), renewMs: milliseconds(cardRenew) },
    queue: { sales: wholeNumber(sales), amount: 'value' in value ? value.value : Number.NaN },
    assumedLifetimeMs: milliseconds(lifetime),
    promptLifetimeMs: milliseconds(prompt),
    keyTrustedMs: milliseconds(keyTrusted),
  }
}

function durationText(ms: number): DurationText {
  const seconds = Math.round(ms / 1000)
  return { minutes: String(Math.floor(seconds / 60)), seconds: String(seconds % 60) }
}

/** NaN, which no schema takes, for what is not a whole number. An empty field is none of that unit. */
function milliseconds({ minutes, seconds }: DurationText): number {
  return (wholeNumber(minutes || '0') * 60 + wholeNumber(seconds || '0')) * 1000
}

function wholeNumber(text: string): number {
  return /^\s*\d{1,6}\s*$/.test(text) ? Number(text) : Number.NaN
}
