import type { GateView } from '../../../shared/ipc/till-state'
import type { Clock } from '../platform/clock'
import { noSuchReference, type ServiceClient, type ServiceResponse } from '../service'
import { createServiceClock, type ServiceClock } from './clocks/service-clock'
import type { GateStatus } from './request-gate/admission'
import { isOfPaymentAlone } from './request-gate/classify-response'
import { type ConnectionLights, createConnectionLights } from './request-gate/connection-lights'
import { RequestGate } from './request-gate/request-gate'

/** The gate to one account, and what its answers show: the lights and the service's clock. */
export interface AccountGate {
  gate: Pick<RequestGate, 'join' | 'status' | 'stop'>
  serviceClock: ServiceClock
  lights: ConnectionLights['lights']
  /** The gate's status, for people. */
  view(): GateView
}

interface AccountGateDeps {
  client: Pick<ServiceClient, 'readMobilePayment'>
  clock: Clock
  fraction: () => number
  /** How many tills share the account at the moment, this one included. */
  tills: () => number
  /** The lights, the gate's status or the service's clock changed. */
  healthChanged: () => void
  /** The gate's status changed. */
  gateChanged: () => void
  /** The service answers again after a failure. */
  reopened: () => void
  fault: (error: unknown) => void
}

/** An open gate: no call was made yet. */
export function createAccountGate(deps: AccountGateDeps): AccountGate {
  const { clock, client, healthChanged } = deps
  const lights = createConnectionLights(
    healthChanged,
    () => gate.status().state === 'keys-rejected',
  )
  const serviceClock = createServiceClock({ clock, changed: healthChanged })
  const gate: RequestGate = new RequestGate({
    clock,
    fraction: deps.fraction,
    tills: deps.tills,
    fault: deps.fault,
    probe: () => client.readMobilePayment(noSuchReference),
    answered(answer, begun) {
      // A fault with one payment's reads is not the service's light.
      if (!isOfPaymentAlone(answer) || gate.isFailing()) lights.note(answer)
      serviceClock.learn(serverDateOf(answer), clock.monotonic() - begun)
    },
    changed() {
      deps.gateChanged()
      healthChanged()
    },
    reopened: deps.reopened,
  })
  return { gate, serviceClock, lights: lights.lights, view: () => gateView(gate.status(), clock) }
}

function serverDateOf(answer: ServiceResponse<unknown>): number | null {
  return 'serverDate' in answer ? answer.serverDate : null
}

function gateView({ state, until }: GateStatus, clock: Clock): GateView {
  // The gate uses the monotonic clock, which cannot be set; people read the wall clock.
  const wall = until === null ? null : Math.ceil(clock.wall() + until - clock.monotonic())
  return { state, until: wall }
}
