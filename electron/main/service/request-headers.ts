/** A secret that is not a string until it is asked for, so that no log or message shows it by accident. */
export interface SecretText {
  reveal(): string
}

/** The two keys that every call carries (§5.1). */
export interface ServiceKeys {
  apiKey: SecretText
  apiSecret: SecretText
}

export type HeaderFault = 'api-key' | 'api-secret' | 'idempotency-key'
export type HeadersMade =
  | { ok: true; headers: Record<string, string> & Record<'x-api-key' | 'x-api-secret', string> }
  | { ok: false; fault: HeaderFault }

/**
 * The headers of a call (§4, §5). `idempotencyKey` is null for reads, which use none (§4.4).
 * A value that cannot be written into a header is named, never shown, and nothing is sent: a pasted
 * line break would otherwise become an exception deep in the HTTP library.
 */
export function requestHeaders(keys: ServiceKeys, idempotencyKey: string | null): HeadersMade {
  // The one place where the secrets are unwrapped.
  const apiKey = keys.apiKey.reveal()
  const apiSecret = keys.apiSecret.reveal()
  if (!isHeaderText(apiKey)) return { ok: false, fault: 'api-key' }
  if (!isHeaderText(apiSecret)) return { ok: false, fault: 'api-secret' }
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json',
    'accept-encoding': 'identity',
    'x-api-key': apiKey,
    'x-api-secret': apiSecret,
  }
  if (idempotencyKey === null) return { ok: true, headers }
  if (!isHeaderText(idempotencyKey)) return { ok: false, fault: 'idempotency-key' }
  return { ok: true, headers: { ...headers, 'x-idempotency-key': idempotencyKey } }
}

/** RFC 9110 §5.5: visible latin-1 characters, spaces only between them (receivers cut them off the ends). */
function isHeaderText(text: string): boolean {
  return /^[\x21-\x7e\x80-\xff]+( +[\x21-\x7e\x80-\xff]+)*$/.test(text)
}
