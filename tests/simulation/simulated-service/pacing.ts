import type { SeededRandom } from '../../support/seeded-random'

/** Headers that ask the till to go slower (§7, §8), and what they mean. */
export interface Pacing {
  headers: Readonly<Record<string, string>>
  /** How long the service wants no call from this account, ms. */
  asked: number
  /** It names a moment: without the answer's own `Date` it is measured by the till's wall clock. */
  absolute: boolean
}

const forms = [
  'retry-after',
  'retry-date',
  'reset-in',
  'reset-epoch',
  'reset-ms',
  'reset-iso',
] as const

/** A request for a pause of some seconds, in any of the forms that §8 allows. */
export function drawPacing(random: SeededRandom, serviceNow: number): Pacing {
  const seconds = random.int(1, random.chance(0.1) ? 120 : 20)
  const until = Math.ceil(serviceNow / 1_000) * 1_000 + seconds * 1_000
  const remaining = { 'x-ratelimit-remaining': '0' }
  const reset = (text: string | number) => ({ ...remaining, 'x-ratelimit-reset': String(text) })
  const headers: Record<(typeof forms)[number], () => Record<string, string>> = {
    'retry-after': () => ({ 'retry-after': String(seconds) }),
    'retry-date': () => ({ 'retry-after': new Date(until).toUTCString() }),
    'reset-in': () => reset(seconds),
    'reset-epoch': () => reset(until / 1_000),
    'reset-ms': () => reset(until),
    'reset-iso': () => reset(new Date(until).toISOString()),
  }
  const form = random.pick(forms)
  const absolute = form !== 'retry-after' && form !== 'reset-in'
  return { headers: headers[form](), asked: seconds * 1_000, absolute }
}
