import type { Lights } from '../../../../shared/ipc/till-state'
import type { ServiceResponse } from '../../service'
import { classifyResponse } from './classify-response'

/** How the till stands with the service, from what real calls did: the two lights. */
export interface ConnectionLights {
  lights(): Lights
  note(answer: ServiceResponse<unknown>): void
}

/** A standing of which nothing is known yet. */
export function createConnectionLights(
  changed: () => void,
  keysRejected: () => boolean,
): ConnectionLights {
  let lights: Lights = { internet: 'unasked', service: 'unasked' }
  return {
    lights: () => lights,
    note(answer) {
      const seen = lightsAfter(answer, lights)
      // A late answer to a call from before the rejection does not make the keys good again: the gate knows.
      const next = keysRejected() ? { ...seen, service: 'keys-rejected' as const } : seen
      const same = next.internet === lights.internet && next.service === lights.service
      lights = next
      if (!same) changed()
    },
  }
}

/** What one answer shows about the network and the service. */
function lightsAfter(answer: ServiceResponse<unknown>, before: Lights): Lights {
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
      return before
  }
}

function internetAfter(answer: ServiceResponse<unknown>): Lights['internet'] {
  if (answer.class === 'unreachable') return networkFaults.includes(answer.reason) ? 'off' : 'on'
  return isPortal(answer) ? 'portal' : 'on'
}

const networkFaults = ['dns', 'no-route', 'proxy', 'connect-timeout', 'timeout', 'connection-lost']

/** What answers in the service's place, as a network's sign-in page does (RFC 6585 §6 gives it 511). */
const inItsPlace = ['redirect', 'not-http', 'not-json', 'unexpected-status']

function isPortal(answer: ServiceResponse<unknown>): boolean {
  if (answer.class !== 'unintelligible') return false
  return inItsPlace.includes(answer.reason) || answer.httpStatus === 511
}
