import type { Clock } from '../../clock'
import type { ServiceResponse } from '../../service'
import { isProbing, mayGoAt } from './admission'
import { classifyResponse } from './classify-response'
import {
  type CallInFlight,
  createCallsInFlight,
  type GateRequest,
  type RequestLine,
  type Run,
} from './gate-request'
import { afterAnswer, afterBegin, type GateState, isReopened, newGate } from './gate-state'
import { createRetryBudget } from './retry-budget'

/** The calls that were admitted, and what their answers say about the service. */
export interface GateCalls {
  state(): GateState
  /** When this request may begin, monotonic ms. */
  goesAt(request: GateRequest): number
  /** Runs the call of an admitted request. */
  runFor(request: GateRequest): Run
  inFlight(): number
}

export interface GateCallsDeps {
  clock: Pick<Clock, 'monotonic'>
  fraction: () => number
  /** How many tills share the account at the moment, this one included. */
  tills: () => number
  /** Told of every answer, before its caller is; `begun` is monotonic ms. */
  answered: (answer: ServiceResponse<unknown>, begun: number) => void
  /** The service answers again after more than one failure: a single one may be caused by one sale. */
  reopened: () => void
}

interface Parts {
  line: Pick<RequestLine, 'probeFailed' | 'probesOver'>
  /** A call has ended: the next request may go. */
  ended: () => void
}

/** An open gate, and no call is in flight. */
export function createGateCalls(deps: GateCallsDeps, { line, ended }: Parts): GateCalls {
  const { clock, fraction } = deps
  const budget = createRetryBudget(clock.monotonic)
  const inFlight = createCallsInFlight()
  let state = newGate

  const traffic = () => ({
    ...inFlight.traffic(clock.monotonic(), state.countedUpTo),
    tills: deps.tills(),
  })

  function begin(request: GateRequest, now: number): CallInFlight {
    if (request.repeat) budget.take()
    state = afterBegin(state)
    return inFlight.begin(request, now)
  }

  function learn(
    { request, number }: CallInFlight,
    answer: ServiceResponse<unknown>,
    { begun, readOf }: { begun: number; readOf: string | null },
  ): void {
    const before = state
    state = afterAnswer(state, answer, {
      now: clock.monotonic(),
      fraction: fraction(),
      call: number,
      lastCall: inFlight.last(),
      inFlight: inFlight.size() - 1,
      readOf,
    })
    if (['server-error', 'no-service'].includes(classifyResponse(answer)))
      line.probeFailed(request.key, number)
    deps.answered(answer, begun)
    if (isProbing(state)) return
    line.probesOver()
    if (isReopened(before, state)) deps.reopened()
  }

  return {
    state: () => state,
    goesAt({ priority, atOnce = false, repeat = false }) {
      const allowed = mayGoAt(state, { priority, atOnce }, traffic())
      return repeat ? Math.max(allowed, budget.nextAt()) : allowed
    },
    runFor: request => async (call, readOf) => {
      const begun = clock.monotonic()
      const running = begin(request, begun)
      try {
        const answer = await call()
        learn(running, answer, { begun, readOf: readOf ?? null })
        return answer
      } finally {
        inFlight.end(running)
        ended()
      }
    },
    inFlight: inFlight.size,
  }
}
