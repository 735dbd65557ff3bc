import type { Exchange } from '../../../electron/main/service/transport'
import { drawPacing } from '../far-end/pacing'
import { failure, page, type RawAnswer } from '../far-end/raw-answer'
import type { FarEnd } from '../far-end/service'
import type { SeededRandom } from '../world/seeded-random'
import type { VirtualTime } from '../world/virtual-time'
import type { Call } from './call'
import { type Cut, garbled, unanswered, unsent } from './exchange'
import type { Fate, Weather } from './weather'
import type { Wire } from './wire'

/** How a call's journey ended, as the till's transport sees it. */
export interface Arrival {
  exchange: Exchange
  quietUntil: number | null
}

/** Sends a call on its way; `arrived` is told once, unless nothing ever comes back. */
export type Travel = (call: Call, arrived: (arrival: Arrival) => void) => void

interface JourneyNeeds {
  time: VirtualTime
  random: SeededRandom
  weather: Weather
  farEnd: FarEnd
  wire: Wire
}

/** The time after which the till's own transport gives up a call, ms (service/pool.ts). */
const patience = 45_000

/** The ways that calls go, each drawn from the weather of its moment. */
export function createTravel(needs: JourneyNeeds): Travel {
  const { time, random, weather, farEnd, wire } = needs

  return (call, arrived) => {
    call.fate = weather.drawFate()
    const back = (exchange: Exchange, quietUntil: number | null = null) =>
      arrived({ exchange, quietUntil })

    /** What was not handed to a socket when the till ended the call, or died, never leaves. */
    const leave = (then: () => void) => {
      const go = () => {
        if (call.ended || !call.process.alive) return
        call.left = true
        then()
      }
      if (random.chance(0.85)) go()
      else time.happens(random.int(50, 9_000), go)
    }
    const pause = () => random.int(20, random.chance(0.1) ? 20_000 : 900)
    const bring = (raw: RawAnswer, cut: Cut = 'whole', quietUntil: number | null = null) =>
      time.arrives(pause(), () =>
        wire.carry(call, raw, cut, exchange => back(exchange, quietUntil)),
      )
    const lose = () => time.arrives(random.int(100, patience), () => back(unanswered(random)))
    /** The far end has it: what it does is done, whether the till still lives or not. */
    const reach = (then: (raw: RawAnswer) => void, delay = pause()) =>
      time.happens(delay, () => then(farEnd.answer(requestOf(call))))
    const say = (raw: RawAnswer, quietUntil: number | null = null) =>
      leave(() => time.happens(pause(), () => bring(raw, 'whole', quietUntil)))

    function slowDown(): void {
      const date = farEnd.date()
      const pacing = drawPacing(random, farEnd.now())
      const told = random.chance(0.85)
      const headers = { ...date, ...(told && pacing.headers) }
      const measurable = !pacing.absolute || 'date' in date
      const until = told && measurable ? time.elapsed() + pacing.asked : null
      const raw = failure(429, null, headers)
      say(random.chance(0.3) ? { ...page(429), headers } : raw, until)
    }

    /** A good answer may ask for a pause too: none is left in this window (§8). */
    function answerWell(raw: RawAnswer): void {
      const pacing = drawPacing(random, farEnd.now())
      const asks = weather.name() === 'throttling' && random.chance(0.3)
      const tells = asks && 'x-ratelimit-reset' in pacing.headers
      const measurable = tells && (!pacing.absolute || 'date' in raw.headers)
      const until = measurable ? time.elapsed() + pacing.asked : null
      const headers = { ...raw.headers, ...(tells && pacing.headers) }
      bring({ ...raw, headers }, 'whole', until)
    }

    const ways: Record<Fate, () => void> = {
      fine: () => leave(() => reach(answerWell)),
      'not-sent': () => time.arrives(random.int(1, 9_000), () => back(unsent(random))),
      'lost-before': () => leave(lose),
      'lost-after': () => leave(() => reach(lose)),
      late: () =>
        leave(() => {
          lose()
          reach(() => undefined, random.int(5_000, 300_000))
        }),
      twice: () =>
        leave(() => {
          reach(answerWell)
          reach(() => undefined, random.int(1_000, 120_000))
        }),
      'error-before': () => say(failure(random.pick([500, 502, 503, 504]), 'server_error')),
      'error-after': () => leave(() => reach(() => bring(page(random.pick([500, 502, 503]))))),
      cut: () =>
        leave(() => reach(raw => bring(raw, random.pick(['status-line', 'headers', 'body'])))),
      garbled: () => leave(() => reach(raw => bring(garbled(raw, random)))),
      portal: () => say(random.chance(0.8) ? page(200) : { ...page(200), headers: {}, body: '{}' }),
      redirect: () => say(page(302, { location: 'https://portal.example/' })),
      forbidden: () => say(failure(403, 'forbidden', farEnd.date())),
      'not-found': () => say(random.chance(0.5) ? failure(404, 'not_found') : page(404)),
      conflict: () => say(failure(random.pick([408, 409, 423, 425]), 'conflict')),
      throttled: slowDown,
      'keys-refused-once': () => say(failure(401, 'unauthorized')),
    }
    ways[call.fate]()
  }
}

function requestOf({ operation, channel, process, idempotencyKey, text }: Call) {
  return { operation, channel, keys: process.keys, idempotencyKey, text }
}
