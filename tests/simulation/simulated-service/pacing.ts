import type { SeededRandom } from '../../support/seeded-random'

/** Headers that ask the till to go slower (§7, §8), and what they mean. */
export interface Pacing {
  headers: Readonly<Record<string, string>>
  /** How long the service wants no call from this account, ms. */
  asked: number
  /** It names a moment: without the answer's own `Date` it is measured by the till's wall clock. */
  absolute: boolean
}

/** A request for a pause of some seconds, in any of the forms that §8 allows. */
export function drawPacing(random: SeededRandom, serviceNow: number): Pacing {
  const seconds = random.int(1, random.chance(0.1) ? 120 : 20)
  const until = Math.ceil(serviceNow / 1_000) * 1_000 + seconds * 1_000
  const remaining = { 'x-ratelimit-remaining': '0' }
  const reset = (text: string | number) => ({ ...remaining, 'x-ratelimit-reset': String(text) })
  const forms: readonly Omit<Pacing, 'asked'>[] = [
    { headers: { 'retry-after': String(seconds) }, absolute: false },
    { headers: { 'retry-after': new Date(until).toUTCString() }, absolute: true },
    { headers: reset(seconds), absolute: false },
    { headers: reset(until / 1_000), absolute: true },
    { headers: reset(until), absolute: true },
    { headers: reset(new Date(until).toISOString()), absolute: true },
  ]
  return { ...random.pick(forms), asked: seconds * 1_000 }
}
