import { createSecureContext, rootCertificates, type SecureContext } from 'node:tls'
import { BoundedCache } from '../../../shared/bounded-cache'

/** By the authorities that are trusted in addition. Each takes some 20 ms to make, and a till needs two or three. */
const contexts = new BoundedCache<SecureContext>(8)

/** The well-known authorities and these: TLS takes a list in place of its own, never in addition. */
export function trustedWith(added: readonly string[]): string[] {
  return [...rootCertificates, ...added]
}

/**
 * TLS 1.2 or newer, for the well-known authorities and these PEM certificates alone. The list is always given:
 * without one, variables of the environment (NODE_EXTRA_CA_CERTS, NODE_USE_SYSTEM_CA) add others.
 */
export function trustOf(added: readonly string[]): SecureContext {
  return contexts.get(added.join('\n'), () =>
    createSecureContext({ minVersion: 'TLSv1.2', ca: trustedWith(added) }),
  )
}

/** Why a server's certificate is refused, where each is ended in another way. */
export type CertificateFault =
  /** Not valid yet: this computer's clock is behind. */
  | 'clock-wrong'
  | 'certificate-expired'
  /** For another name than the address. */
  | 'certificate-of-another'
  /** No authority that this till trusts has signed it. */
  | 'certificate-not-trusted'

/** OpenSSL's codes, as Node passes them on. */
const certificateFaults: ReadonlyMap<string, CertificateFault> = new Map([
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
])

/** What the code of a failed connection says of the server's certificate; null where it was not that. */
export function certificateFault(code: string): CertificateFault | null {
  return certificateFaults.get(code) ?? null
}
