export type UrlFault = 'not-a-url' | 'https-only' | 'has-credentials'
export type UrlCheck = { ok: true; url: URL } | { ok: false; reason: UrlFault }

/**
 * Reads an absolute URL that money may depend on: HTTPS (§5.2), or plain http to this very computer
 * (127.0.0.0/8, ::1, localhost), where nobody else can listen. A name and password in it are
 * refused: they would be stored and shown, and they are how a false host is made to look like a true one.
 */
export function parseSecureUrl(text: string): UrlCheck {
  // The URL parser drops tabs and newlines and turns \ into /: what a person reads is not what it takes.
  if (/[\s\\\p{Cc}\p{Cf}]/u.test(text) || !URL.canParse(text))
    return { ok: false, reason: 'not-a-url' }
  // It also takes one slash, three, or none: https:pay/c is the host "pay", which nobody would read there.
  if (/^https?:(?!\/\/[^/])/i.test(text)) return { ok: false, reason: 'not-a-url' }
  const url = new URL(text)
  if (!isProtected(url)) return { ok: false, reason: 'https-only' }
  if (url.username !== '' || url.password !== '') return { ok: false, reason: 'has-credentials' }
  return { ok: true, url }
}

/** True when parseSecureUrl takes it. */
export function isSecureUrl(text: string): boolean {
  return parseSecureUrl(text).ok
}

function isProtected(url: URL): boolean {
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname))
}

/**
 * This very computer. The parser has already written every IPv4 form as four decimals, so `127.`
 * cannot be a mere prefix of a name.
 */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname)
}

export type AddressFault = UrlFault | 'has-query'
export type AddressCheck =
  | { ok: true; origin: string; basePath: string }
  | { ok: false; reason: AddressFault }

/** Where keys may go: the origin and the path before the operations; null for an address that is none. */
export function placeOf(address: string, pathPrefix: string): string | null {
  const check = checkServiceAddress(address)
  return check.ok ? `${check.origin}${check.basePath}/${encodeURIComponent(pathPrefix)}` : null
}

/**
 * Judges the service's base address as a person typed it (§4 `{base_url}`, §5.2): HTTPS, or plain
 * http for this computer alone; no credentials, query or fragment. `basePath` is '' or begins with
 * a slash and does not end with one.
 */
export function checkServiceAddress(text: string): AddressCheck {
  const typed = text.trim()
  const check = parseSecureUrl(typed)
  if (!check.ok) return check
  if (/[?#]/.test(typed)) return { ok: false, reason: 'has-query' }
  return { ok: true, origin: check.url.origin, basePath: check.url.pathname.replace(/\/+$/, '') }
}
