import type { Exchange } from '../../../electron/main/service/exchange'
import type { SeededRandom } from '../../support/seeded-random'
import type { Books, Sent } from '../simulated-service/books'
import { drawPacing } from '../simulated-service/pacing'
import { errorInSuccess, failure, page, type RawAnswer } from '../simulated-service/raw-answer'
import type { ServiceEndpoint } from '../simulated-service/service'
import type { VirtualTime } from '../world/virtual-time'
import type { Call } from './call'
import {
  type Cut,
  garbled,
  isIntact,
  ofOtherPayment,
  tooLate,
  unanswered,
  unsent,
} from './exchange'
import type { Fate, Weather } from './weather'
import type { Wire } from './wire'

/** How a call's journey ended, as the till's transport sees it. */
export interface Arrival {
  exchange: Exchange
  /** The answer in the service's books, where all of its bytes came. */
  sent: Sent | null
  /** Until when the service wants no call, in time that really passed; null when it did not say. */
  quietUntil: number | null
}

/** Sends a call on its way; `arrived` is called once, unless nothing ever comes back. */
export type Travel = (call: Call, arrived: (arrival: Arrival) => void) => void

interface TravelDeps {
  time: VirtualTime
  random: SeededRandom
  weather: Weather
  service: ServiceEndpoint
  books: Pick<Books, 'sent'>
  wire: Wire
  /** The call's headers are handed to a socket at this very moment. */
  left: (call: Call) => void
}

/** The time after which the till's own transport gives up a call, ms (service/exchange.ts). */
const timeoutMs = 45_000

/** The ways that calls go, each drawn from the weather of its moment. */
export function createTravel(deps: TravelDeps): Travel {
  const { time, random, weather, service, books, wire } = deps
  const asking = random.fork('asking')
  /** A 503 may name a time: for its payment alone, until another payment gets a 503 as well. */
  const naming = (raw: RawAnswer): RawAnswer => {
    if (raw.status !== 503 || !asking.chance(0.5)) return raw
    const seconds = asking.pick([5, 30, 120])
    return { ...raw, headers: { ...raw.headers, 'retry-after': String(seconds) } }
  }

  return (call, arrived) => {
    call.fate = weather.drawFate()
    const back = (exchange: Exchange) => arrived({ exchange, sent: null, quietUntil: null })

    /** What was not handed to a socket when the till ended the call, or died, never leaves. */
    const leave = (then: () => void) => {
      const go = () => {
        if (call.endedAt !== null || !call.process.alive) return
        if (call.post.mayGo?.() === false) return back(tooLate)
        call.left = true
        deps.left(call)
        then()
      }
      if (random.chance(0.85)) go()
      else time.arrives(random.int(50, 9_000), go)
    }
    const pause = () => random.int(20, random.chance(0.1) ? 20_000 : 900)
    const deliver = (raw: RawAnswer, cut: Cut = 'whole', quietUntil: number | null = null) => {
      const sent = books.sent(call, raw)
      time.arrives(pause() + (raw.delay ?? 0), () =>
        wire.run(call, raw, cut, exchange =>
          arrived({ exchange, sent: isIntact(exchange, raw) ? sent : null, quietUntil }),
        ),
      )
    }
    const lose = () => time.arrives(random.int(100, timeoutMs), () => back(unanswered(random)))
    /** The service has it: what it does is done, whether the till still lives or not. */
    const reach = (then: (raw: RawAnswer) => void, delay = pause()) =>
      time.happens(delay, () => then(service.answer(requestOf(call))))
    const reply = (raw: RawAnswer, quietUntil: number | null = null) =>
      leave(() => time.happens(pause(), () => deliver(raw, 'whole', quietUntil)))

    /** A 429 with what it asks for; `own` in the service's error body, or else a page of something between. */
    function slowDown(own: boolean): { raw: RawAnswer; until: number | null } {
      const date = service.date()
      const pacing = drawPacing(random, service.now())
      const asks = random.chance(0.85)
      const headers = { ...date, ...(asks && pacing.headers) }
      const measurable = !pacing.absolute || 'date' in date
      const until = asks && measurable ? time.elapsed() + pacing.asked : null
      return { raw: own ? failure(429, null, headers) : page(429, headers), until }
    }

    function throttle(): void {
      const { raw, until } = slowDown(random.chance(0.7))
      reply(raw, until)
    }

    function throttleAfter(): void {
      const { raw, until } = slowDown(false)
      deliver(raw, 'whole', until)
    }

    /** A good answer may ask for a pause too: none is left in this window (§8). A page is not the service's. */
    function answerWell(raw: RawAnswer): void {
      const pacing = drawPacing(random, service.now())
      const isGood = raw.isService && raw.saying.about !== 'trouble'
      const asks = weather.name() === 'throttling' && random.chance(0.3) && isGood
      const tells = asks && 'x-ratelimit-reset' in pacing.headers
      const measurable = tells && (!pacing.absolute || 'date' in raw.headers)
      const until = measurable ? time.elapsed() + pacing.asked : null
      const headers = { ...raw.headers, ...(tells && pacing.headers) }
      deliver({ ...raw, headers }, 'whole', until)
    }

    /** A create that gets another payment's answer has that one's reference: no till can know. */
    const another = (raw: RawAnswer) =>
      call.operation === 'read' ? ofOtherPayment(raw) : garbled(raw, random)

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
        leave(() =>
          reach(raw => {
            answerWell(raw)
            reach(() => undefined, random.int(1_000, 120_000))
          }),
        ),
      // A balancer lets both in at once: keys that are revoked between the two are left out (a 401 is final, §5.6).
      'copy-first': () => leave(() => reach(() => reach(answerWell, 0))),
      'error-before': () =>
        reply(naming(failure(random.pick([500, 502, 503, 504]), 'server_error'))),
      'error-after': () =>
        leave(() => reach(() => deliver(naming(page(random.pick([500, 502, 503])))))),
      cut: () =>
        leave(() => reach(raw => deliver(raw, random.pick(['status-line', 'headers', 'body'])))),
      garbled: () => leave(() => reach(raw => deliver(garbled(raw, random)))),
      'other-payment': () => leave(() => reach(raw => deliver(another(raw)))),
      portal: () =>
        reply(random.chance(0.8) ? page(200) : { ...page(200), headers: {}, body: '{}' }),
      redirect: () => reply(page(302, { location: 'https://portal.example/' })),
      forbidden: () => reply(failure(403, 'forbidden', service.date())),
      'not-found': () => reply(random.chance(0.5) ? failure(404, 'not_found') : page(404)),
      conflict: () => reply(failure(random.pick([408, 409, 423, 425]), 'conflict')),
      'conflict-after': () =>
        leave(() =>
          reach(() =>
            deliver(failure(random.pick([408, 409, 409, 425]), 'try_later', service.date())),
          ),
        ),
      'error-in-success': () => {
        const answer = () => deliver(errorInSuccess(service.date()))
        leave(() => (random.chance(0.5) ? reach(answer) : time.happens(pause(), answer)))
      },
      throttled: throttle,
      'throttled-after': () => leave(() => reach(throttleAfter)),
      'keys-refused-once': () => reply(failure(401, 'unauthorized')),
    }
    ways[call.fate]()
  }
}

function requestOf({ operation, channel, process, idempotencyKey, text }: Call) {
  return { operation, channel, keys: process.keys, idempotencyKey, text }
}
