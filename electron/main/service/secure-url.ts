type UrlFault = 'not-a-url' | 'https-only' | 'has-credentials'
type UrlCheck = { ok: true; url: URL } | { ok: false; reason: UrlFault }

/**
 * Reads an absolute URL that money may depend on: HTTPS (§5.2), or plain http to this very computer
 * (127.0.0.0/8, ::1, localhost), where no other computer can listen. A name and password in it are
 * refused: they would be stored and shown, and they are how a false host is made to look like a true one.
 */
function parseSecureUrl(text: string): UrlCheck {
  // The URL parser drops tabs and newlines and turns \ into /: what a person reads is not what it takes.
  if (/[\s\\\p{Cc}\p{Cf}]/u.test(text) || !URL.canParse(text))
    return { ok: false, reason: 'not-a-url' }
  // `URL` also takes one slash, three, or none: https:pay/c is the host "pay", which a reader does not expect.
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

/** Where keys may go: the origin and the path before the operations; null for an invalid address. */
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

export type WebhookFault = UrlFault | 'this-computer'
type WebhookCheck = { ok: true; url: URL } | { ok: false; reason: WebhookFault }

/**
 * Judges the address that the service is to call back (§4.3, §6): HTTPS, and never this computer. The
 * service calls it from the internet, where a loopback address means the service's own machine.
 */
export function checkWebhookAddress(text: string): WebhookCheck {
  const check = parseSecureUrl(text)
  if (!check.ok) return check
  if (isThisComputer(check.url.hostname)) return { ok: false, reason: 'this-computer' }
  return check
}

/** True when checkWebhookAddress takes it. */
export function isWebhookAddress(text: string): boolean {
  return checkWebhookAddress(text).ok
}

/** Whose payment it is: for the merchant's server, which gets the callbacks of every till. */
interface WebhookOrigin {
  till: string
  payment: string
  /** That a till of the shop says so (callback-mac.ts); null in no shop of many tills. */
  mac: string | null
}

const ownParameters = ['till', 'payment', 'mac']

/**
 * The webhook address with the till and the payment in its query. The owner's other parameters stay as they
 * were typed, byte for byte: a token in them must not be written in another way. Throws on an address
 * that checkWebhookAddress refuses.
 */
export function webhookUrlFor(address: string, { till, payment, mac }: WebhookOrigin): string {
  const check = checkWebhookAddress(address)
  if (!check.ok) throw new TypeError(`The webhook address was not checked: ${check.reason}`)
  const { url } = check
  const kept = url.search.slice(1).split('&').filter(isOwnersParameter)
  const own = [`till=${till}`, `payment=${payment}`, ...(mac === null ? [] : [`mac=${mac}`])]
  url.search = [...kept, ...own].join('&')
  // A server never sees it.
  url.hash = ''
  return url.href
}

function isOwnersParameter(pair: string): boolean {
  if (pair === '') return false
  const [name] = new URLSearchParams(pair).keys()
  return name === undefined || !ownParameters.includes(name)
}

/**
 * Every way to write this very computer: the loopback addresses, "any address", their IPv6 forms and the
 * names reserved for it (RFC 6761). The parser has already written each IPv4 form as four decimals.
 */
function isThisComputer(hostname: string): boolean {
  return (
    isLoopback(hostname) ||
    /^(.+\.)?localhost(\.localdomain)?\.?$/.test(hostname) ||
    /^0\.\d+\.\d+\.\d+$/.test(hostname) ||
    /^\[::(ffff:)?(7f[0-9a-f]{2}|0):[0-9a-f]{1,4}\]$/.test(hostname) ||
    hostname === '[::]'
  )
}
