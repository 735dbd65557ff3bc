import type { CallFault } from '../../../shared/call-fault'
import type { GateView, Lights } from '../../../shared/ipc/till-state'
import type { Clock } from '../platform/clock'
import { callFault, noSuchReference, type ServiceClient, type ServiceResponse } from '../service'
import { ServiceClock } from './clocks/service-clock'
import { classifyResponse, isOfPaymentAlone } from './request-gate/classify-response'
import { RequestGate } from './request-gate/request-gate'

/** The gate to one account, and what its answers show: the two lights and the service's clock. */
export class AccountGate {
  readonly gate: RequestGate
  readonly serviceClock: ServiceClock
  private readonly shown: ConnectionLights

  /** An open gate: no call was made yet. */
  constructor(
    private readonly deps: {
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
    },
  ) {
    const { clock, client, healthChanged, gateChanged } = deps
    this.shown = new ConnectionLights(
      healthChanged,
      () => this.gate.status().state === 'keys-rejected',
    )
    this.serviceClock = new ServiceClock({ clock, changed: healthChanged })
    this.gate = new RequestGate({
      ...deps,
      probe: () => client.readMobilePayment(noSuchReference),
      answered: (answer, begun) => this.answered(answer, begun),
      changed() {
        gateChanged()
        healthChanged()
      },
    })
  }

  lights(): Lights {
    return this.shown.lights()
  }

  fault(): CallFault | null {
    return this.shown.fault()
  }

  /** The gate's status, for people: it uses the monotonic clock, which cannot be set; people read the wall clock. */
  view(): GateView {
    const { clock } = this.deps
    const { state, until } = this.gate.status()
    const wall = until === null ? null : Math.ceil(clock.wall() + until - clock.monotonic())
    return { state, until: wall }
  }

  private answered(answer: ServiceResponse<unknown>, begun: number): void {
    // A fault with one payment's reads is not the service's light.
    if (!isOfPaymentAlone(answer) || this.gate.isFailing()) this.shown.note(answer)
    const serverDate = 'serverDate' in answer ? answer.serverDate : null
    this.serviceClock.learn(serverDate, this.deps.clock.monotonic() - begun)
  }
}

/** How the till is connected to the service, from what real calls did: the two lights. */
export class ConnectionLights {
  private shown: Lights = { internet: 'unasked', service: 'unasked' }
  private unreached: CallFault | null = null

  constructor(
    private readonly changed: () => void,
    private readonly keysRejected: () => boolean,
  ) {}

  lights(): Lights {
    return this.shown
  }

  /** Why the last call did not reach the service; null where it did, or something else answered. */
  fault(): CallFault | null {
    return this.unreached
  }

  note(answer: ServiceResponse<unknown>): void {
    const before = this.shown
    const seen = lightsOf(answer, before) ?? before
    // A late answer to a call from before the rejection does not make the keys good again: the gate knows.
    const noKeys = [seen.service, before.service].find(saysNoKeys) ?? 'keys-rejected'
    this.shown = this.keysRejected() ? { ...seen, service: noKeys } : seen
    const { internet, service } = this.shown
    const faultBefore = this.unreached
    this.unreached = answer.class === 'unreachable' ? callFault(answer) : null
    const isSame = internet === before.internet && service === before.service
    if (!isSame || this.unreached !== faultBefore) this.changed()
  }
}

function saysNoKeys(service: Lights['service']): boolean {
  return service === 'keys-rejected' || service === 'keys-unfit'
}

/** What one answer shows about the network and the service; null where it shows nothing. */
function lightsOf(answer: ServiceResponse<unknown>, { internet }: Lights): Lights | null {
  // Nothing was sent, and the service has said nothing.
  if (answer.class === 'unsent') return { internet, service: 'keys-unfit' }
  switch (classifyResponse(answer)) {
    case 'answered':
    case 'unusable':
      return { internet: 'on', service: 'on' }
    case 'throttled':
      return { internet: 'on', service: 'busy' }
    case 'keys-rejected':
      return { internet: 'on', service: 'keys-rejected' }
    case 'server-error':
    case 'no-service':
      return { internet: internetAfter(answer), service: 'off' }
    case 'nothing':
      return null
  }
}

function internetAfter(answer: ServiceResponse<unknown>): Lights['internet'] {
  if (answer.class === 'unreachable') return networkFaults.includes(answer.reason) ? 'off' : 'on'
  return isPortal(answer) ? 'portal' : 'on'
}

const networkFaults = ['dns', 'no-route', 'proxy', 'connect-timeout', 'timeout', 'connection-lost']

/** What answers in the service's place, as a network's sign-in page does (RFC 6585 §6 gives it 511). */
const inItsPlace = ['redirect', 'not-http', 'page', 'unexpected-status']

function isPortal(answer: ServiceResponse<unknown>): boolean {
  if (answer.class !== 'unintelligible') return false
  return inItsPlace.includes(answer.reason) || answer.httpStatus === 511
}
