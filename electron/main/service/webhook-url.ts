import { isLoopback, parseSecureUrl, type UrlFault } from './secure-url'

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
  sale: string
}

const ownParameters = ['till', 'sale']

/**
 * The webhook address with the till and the sale in its query. The owner's other parameters stay as they
 * were typed, byte for byte: a token in them must not be written in another way. Throws on an address
 * that checkWebhookAddress refuses.
 */
export function webhookUrlFor(address: string, { till, sale }: WebhookOrigin): string {
  const check = checkWebhookAddress(address)
  if (!check.ok) throw new TypeError(`The webhook address was not checked: ${check.reason}`)
  const { url } = check
  const kept = url.search.slice(1).split('&').filter(isOwnersParameter)
  url.search = [...kept, `till=${till}`, `sale=${sale}`].join('&')
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
