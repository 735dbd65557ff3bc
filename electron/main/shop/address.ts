import type { ClientConfig } from 'pg'
import type { ShopAddressFault } from '../../../shared/shop-database'
import { trustOf } from '../platform/tls-trust'

/** A shop database's address and the till's role there, read from `postgres://role:password@host:port/name`. */
export interface ShopAddress {
  host: string
  port: number
  database: string
  role: string
  password: string
  /** Only a server that proves who it is by the channel, too, gets the password (`channel_binding=require`). */
  bindsChannel?: true
}

export type AddressReading =
  | { ok: true; address: ShopAddress }
  | { ok: false; fault: ShopAddressFault }

/** The options of `pg`, and one that `pg` does not have. */
export interface ShopOptions extends Omit<ClientConfig, 'password'> {
  password?: string
  bindsChannel?: boolean
}

/** How long a statement may take before the till counts the connection as lost, ms. */
const queryTime = 20_000

/** After so much silence a dead line is looked for, ms. Node asks ten times, a second apart: it is known in 20 s. */
const keepAliveDelay = 10_000

/**
 * Reads an address as typed, or as a provider prints it. Options that ask for less than a verified connection are refused
 * but on this computer, where there is none; those that say nothing to a till are refused rather than passed over: an
 * owner could believe that they do something.
 */
export function readShopAddress(text: string): AddressReading {
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : null
  if (!url || !['postgres:', 'postgresql:'].includes(url.protocol) || url.hostname === '')
    return { ok: false, fault: 'not-an-address' }
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const fault = optionsFault(url, host)
  if (fault) return { ok: false, fault }
  const address = {
    host,
    port: url.port === '' ? 5432 : Number(url.port),
    database: decoded(url.pathname.slice(1)),
    role: decoded(url.username),
    password: decoded(url.password),
    ...(url.searchParams.get('channel_binding') === 'require' && { bindsChannel: true as const }),
  }
  if (address.role === '') return { ok: false, fault: 'no-role' }
  if (address.password === '') return { ok: false, fault: 'no-password' }
  if (address.database === '') return { ok: false, fault: 'no-database' }
  return { ok: true, address }
}

const verified = ['require', 'verify-ca', 'verify-full']
const unverified = ['prefer', 'allow', 'disable']

/** `sslmode=require` is kept as `verify-full`; a channel is bound wherever the server can, and where it has to be. */
function optionsFault({ searchParams, hash }: URL, host: string): ShopAddressFault | null {
  for (const [name, value] of searchParams) {
    if (name === 'sslmode' && unverified.includes(value)) {
      if (!isThisComputer(host)) return 'weak-tls'
    } else if (name === 'sslmode' ? !verified.includes(value) : name !== 'channel_binding')
      return 'has-options'
  }
  return hash === '' ? null : 'has-options'
}

/** The address of a login that an administrator made: a pooler wants `ROLE.PROJECT` where the server has `ROLE`. */
export function addressOfLogin(
  administrators: ShopAddress,
  { role, password }: Pick<ShopAddress, 'role' | 'password'>,
  /** What the server calls the administrator. */
  sessionUser: string,
): ShopAddress {
  const isPooled = administrators.role.startsWith(`${sessionUser}.`)
  const project = isPooled ? administrators.role.slice(sessionUser.length) : ''
  return { ...administrators, role: `${role}${project}`, password }
}

/** The address as it is entered, password included. */
export function textOfAddress(address: ShopAddress): string {
  const [role, password] = [address.role, address.password].map(encodeURIComponent)
  const [place, database] = [placeOfAddress(address), encodeURIComponent(address.database)]
  const options = address.bindsChannel ? '?channel_binding=require' : ''
  return `postgres://${role}:${password}@${place}/${database}${options}`
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
): ShopOptions {
  const { host, port, database, role, password, bindsChannel = false } = address
  return {
    bindsChannel,
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
    keepAliveInitialDelayMillis: keepAliveDelay,
    client_encoding: 'UTF8',
  }
}

/** An IP address must not be sent as a server name, but the certificate is checked for it all the same. */
function tls(host: string, authorities: readonly string[]): ClientConfig['ssl'] {
  return { secureContext: trustOf(authorities), rejectUnauthorized: true, host }
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
