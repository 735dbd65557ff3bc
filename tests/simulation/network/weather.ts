import type { SeededRandom } from '../../support/seeded-random'

/** What the network or the service does to one call. */
export const fates = [
  'fine',
  /** DNS, routing, a refused connection, TLS: the headers never leave. */
  'not-sent',
  /** Left, and never arrived. */
  'lost-before',
  /** Executed, and its answer never came back. */
  'lost-after',
  /** Held up on the way: the till has given up long before it is executed. */
  'late',
  /** Delivered twice by the network. */
  'twice',
  /** The same, and the copy's answer is the one that comes back: the first answer is about a repeat. */
  'copy-first',
  'error-before',
  'error-after',
  'cut',
  'garbled',
  /** A status read gets the answer of another payment, without an envelope. */
  'other-payment',
  'portal',
  'redirect',
  'forbidden',
  'not-found',
  'conflict',
  /** Executed, and its answer is a 408, 409 or 425 all the same. */
  'conflict-after',
  /** HTTP says success and the body an error, before or after it is executed. */
  'error-in-success',
  'throttled',
  /** Executed, and its answer is a 429 of something between the service and the till. */
  'throttled-after',
  'keys-refused-once',
] as const

export type Fate = (typeof fates)[number]
type Weights = Partial<Record<Fate, number>>

/** What calls meet, and how likely the weather comes next. */
const weathers = {
  perfect: [0, { fine: 1 }],
  cutting: [0, { cut: 55, 'error-after': 5, fine: 40 }],
  calm: [30, { fine: 96, 'lost-after': 1, cut: 1, garbled: 1, 'other-payment': 1 }],
  rough: [
    30,
    {
      fine: 40,
      'not-sent': 10,
      'lost-before': 8,
      'lost-after': 10,
      late: 6,
      twice: 6,
      'copy-first': 4,
      'conflict-after': 3,
      'error-in-success': 3,
      'error-before': 4,
      'error-after': 5,
      cut: 5,
      garbled: 3,
      'other-payment': 3,
      'throttled-after': 2,
      conflict: 3,
    },
  ],
  offline: [10, { 'not-sent': 90, 'lost-before': 8, fine: 2 }],
  portal: [5, { portal: 70, redirect: 20, 'not-sent': 10 }],
  trouble: [
    8,
    {
      'error-before': 30,
      'error-after': 25,
      'error-in-success': 10,
      fine: 20,
      throttled: 10,
      conflict: 5,
    },
  ],
  throttling: [7, { throttled: 50, 'throttled-after': 10, fine: 40 }],
  lossy: [7, { 'lost-after': 60, cut: 20, late: 10, fine: 10 }],
  strict: [
    5,
    {
      fine: 35,
      forbidden: 25,
      'not-found': 15,
      conflict: 10,
      'conflict-after': 5,
      'copy-first': 5,
      'keys-refused-once': 5,
    },
  ],
} satisfies Record<string, readonly [likely: number, Weights]>

export type WeatherName = keyof typeof weathers

/** What calls meet at the moment; the world changes it. */
export interface Weather {
  name(): WeatherName
  set(name: WeatherName): void
  drawFate(): Fate
}

/** A weather that is drawn from the seed, or begins as told. */
export function createWeather(random: SeededRandom, first?: WeatherName): Weather {
  let now = first ?? drawWeather(random)
  return {
    name: () => now,
    set(name) {
      now = name
    },
    drawFate: () => random.weighted<Fate>(weathers[now][1] as Record<Fate, number>),
  }
}

/** Draws what comes next. */
export function drawWeather(random: SeededRandom): WeatherName {
  const likely = Object.entries(weathers).map(([name, [weight]]) => [name, weight] as const)
  return random.weighted(Object.fromEntries(likely)) as WeatherName
}
