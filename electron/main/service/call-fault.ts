import type { CallFault } from '../../../shared/call-fault'
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

/** Codes that say more than their reason: OpenSSL's, as Node passes them on, and the till's own. */
const byCode: ReadonlyMap<string, CallFault> = new Map([
  ['CERT_NOT_YET_VALID', 'clock-wrong'],
  ['CRL_NOT_YET_VALID', 'clock-wrong'],
  ['CERT_HAS_EXPIRED', 'certificate-expired'],
  ['CRL_HAS_EXPIRED', 'certificate-expired'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'certificate-of-another'],
  ['HOSTNAME_MISMATCH', 'certificate-of-another'],
  ['UNABLE_TO_GET_ISSUER_CERT', 'certificate-not-trusted'],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'certificate-not-trusted'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'certificate-not-trusted'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'certificate-not-trusted'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'certificate-not-trusted'],
  ['CERT_UNTRUSTED', 'certificate-not-trusted'],
  ['INVALID_CA', 'certificate-not-trusted'],
  [proxyAuthNeeded, 'proxy-password'],
])

/** Why a call did not reach the service, for people; what may be done next hangs on `sent`. */
export function callFault({
  reason,
  detail,
}: Pick<Unreachable, 'reason' | 'detail'>): CallFault | null {
  return byCode.get(detail) ?? faults[reason]
}
