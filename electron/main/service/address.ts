import { parseSecureUrl, type UrlFault } from './secure-url'

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
