import type { CallFault } from '../../../shared/call-fault'
import { certificateFault } from '../platform/tls-trust'
import { proxyAuthNeeded } from './exchange'
import type { Unreachable, UnreachableReason } from './service-response'

/** Null for what the till did itself. */
const faults: Record<UnreachableReason, CallFault | null> = {
  dns: 'no-internet',
  'no-route': 'no-internet',
  'connect-timeout': 'no-internet',
  timeout: 'no-internet',
  'connection-lost': 'no-internet',
  'connection-refused': 'service-trouble',
  tls: 'insecure',
  proxy: 'proxy',
  aborted: null,
  unsendable: null,
}

/** Why a call did not reach the service, for people; what may be done next hangs on `sent`. */
export function callFault({
  reason,
  detail,
}: Pick<Unreachable, 'reason' | 'detail'>): CallFault | null {
  // Its own code says more than its reason.
  if (detail === proxyAuthNeeded) return 'proxy-password'
  return certificateFault(detail) ?? faults[reason]
}
