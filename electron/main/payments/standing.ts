import type { GateView, Lights } from '../../../shared/ipc/till-state'
import type { Answer } from '../service'

/** How the till stands with the service, from what real calls did: the two lights, and the keys. */
export interface Standing {
  lights(): Lights
  gate(): GateView
  /** True from a 401 on: no call is made with these keys again until they are replaced (§5.6). */
  keysRejected(): boolean
  note(answer: Answer<unknown>): void
}

/** A standing of which nothing is known yet. */
export function createStanding(changed: () => void): Standing {
  let lights: Lights = { internet: 'unasked', service: 'unasked' }
  return {
    lights: () => lights,
    gate: () => ({
      state: lights.service === 'keys-rejected' ? 'keys-rejected' : 'open',
      until: null,
    }),
    keysRejected: () => lights.service === 'keys-rejected',
    note(answer) {
      const seen = lightsAfter(answer)
      // Once keys are rejected, a late answer to an earlier call does not make them good again.
      const next = lights.service === 'keys-rejected' ? { ...seen, service: lights.service } : seen
      const same = next.internet === lights.internet && next.service === lights.service
      lights = next
      if (!same) changed()
    },
  }
}

/** What one answer shows about the network and the service. */
function lightsAfter(answer: Answer<unknown>): Lights {
  switch (answer.class) {
    case 'ok':
    case 'refused':
    case 'throttled':
      return { internet: 'on', service: 'on' }
    case 'unauthorized':
      return { internet: 'on', service: 'keys-rejected' }
    case 'unintelligible':
      return { internet: 'on', service: 'off' }
    case 'unreachable':
      return { internet: isNetworkFault(answer.reason) ? 'off' : 'on', service: 'off' }
  }
}

function isNetworkFault(reason: string): boolean {
  return ['dns', 'no-route', 'connect-timeout', 'timeout', 'connection-lost'].includes(reason)
}
