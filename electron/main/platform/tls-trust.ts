import { createSecureContext, rootCertificates, type SecureContext } from 'node:tls'

/** The well-known authorities and these: TLS takes a list in place of its own, never in addition. */
export function trustedWith(added: readonly string[]): string[] {
  return [...rootCertificates, ...added]
}

/**
 * TLS 1.2 or newer, for the well-known authorities and these PEM certificates alone. The list is always given:
 * without one, variables of the environment (NODE_EXTRA_CA_CERTS, NODE_USE_SYSTEM_CA) add others. It takes some
 * 20 ms to make, so not for each connection.
 */
export function trustOf(added: readonly string[]): SecureContext {
  return createSecureContext({ minVersion: 'TLSv1.2', ca: trustedWith(added) })
}
