import type { ClientConfig } from 'pg'
import type { ShopAddressFault } from '../../../shared/shop-database'
import type { SecureContext } from '../platform/open-socket'
import { trustOf } from '../platform/tls-trust'

/** A shop database's address and the till's role there, read from `postgres://role:password@host:port/name`. */
export interface ShopAddress {
  host: string
  port: number
  database: string
  role: string
  password: string
}

export type AddressReading =
  | { ok: true; address: ShopAddress }
  | { ok: false; fault: ShopAddressFault }

/** How long a statement may take before the till counts the connection as lost, ms. */
const queryTime = 20_000

/**
 * Reads an address as typed. Options in it (`?sslmode=…`) are refused rather than passed over: an owner could
 * believe that they do something.
 */
export function readShopAddress(text: string): AddressReading {
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : null
  if (!url || !['postgres:', 'postgresql:'].includes(url.protocol) || url.hostname === '')
    return { ok: false, fault: 'not-an-address' }
  if (url.search !== '' || url.hash !== '') return { ok: false, fault: 'has-options' }
  const address = {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? 5432 : Number(url.port),
    database: decoded(url.pathname.slice(1)),
    role: decoded(url.username),
    password: decoded(url.password),
  }
  if (address.role === '') return { ok: false, fault: 'no-role' }
  if (address.password === '') return { ok: false, fault: 'no-password' }
  if (address.database === '') return { ok: false, fault: 'no-database' }
  return { ok: true, address }
}

/** The address as it is entered, password included. */
export function textOfAddress(address: ShopAddress): string {
  const [role, password] = [address.role, address.password].map(encodeURIComponent)
  const [place, database] = [placeOfAddress(address), encodeURIComponent(address.database)]
  return `postgres://${role}:${password}@${place}/${database}`
}

/** The address as text again, without the password: for screens and logs. */
export function nameOfAddress(address: ShopAddress): string {
  return `${placeOfAddress(address)}/${address.database}`
}

function placeOfAddress({ host, port }: ShopAddress): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}`
}

/**
 * Every option that matters is set: `pg` would read the others from `PG…` variables, which are not the
 * owner's word. TLS is verified, for the well-known authorities and the owner's; without it only on this computer.
 */
export function connectionOptions(
  address: ShopAddress,
  authorities: readonly string[],
): ClientConfig {
  const { host, port, database, role, password } = address
  return {
    host,
    port,
    database,
    user: role,
    password,
    ssl: isThisComputer(host) && authorities.length === 0 ? false : tls(host, authorities),
    enableChannelBinding: true,
    application_name: 'kaunta',
    options: '',
    // The server's own limits are the role's (members.ts): a pooler refuses them here.
    query_timeout: queryTime,
    keepAlive: true,
    client_encoding: 'UTF8',
  }
}

/** An IP address must not be sent as a server name, but the certificate is checked for it all the same. */
function tls(host: string, authorities: readonly string[]): ClientConfig['ssl'] {
  return { secureContext: trustFor(authorities), rejectUnauthorized: true, host }
}

/** Kept for the next connection. */
let trust: { key: string; context: SecureContext } | null = null

function trustFor(authorities: readonly string[]): SecureContext {
  const key = authorities.join('\n')
  if (trust?.key !== key) trust = { key, context: trustOf(authorities) }
  return trust.context
}

function isThisComputer(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host)
}

/** Percent signs that encode nothing stay as they are. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
