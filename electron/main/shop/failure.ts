import { ZodError } from 'zod'
import type { ShopFault } from '../../../shared/shop-database'
import { type CertificateFault, certificateFault } from '../platform/tls-trust'

/**
 * Why the shop database did not answer as it should. Everything without a code of the server's own counts as
 * `unreachable`: a lost connection and a lost answer look alike, so every statement can be repeated.
 */
export type ShopFailure =
  | CertificateFault
  | 'unreachable'
  | 'wrong-password'
  /** It takes no connection without TLS, and the way was within this computer, where there is none. */
  | 'tls-required'
  /** It has no TLS. No password was sent. */
  | 'no-tls'
  | 'not-let-in'
  /** The address wants the channel to be bound, and the server does not offer it. */
  | 'not-bound'
  | 'login-ended'
  | 'no-database'
  | 'no-right'
  | 'no-schema'
  /** Another machine has this till's place: it may ship, and sell no more. */
  | 'replaced'
  /** The server is there and did not do it: full, starting, stopping, too many connections, or a fault of ours. */
  | 'server-trouble'

/** The server's codes (SQLSTATE). A code that is not here is judged by its class. */
const byCode: Readonly<Record<string, ShopFailure>> = {
  '28P01': 'wrong-password',
  '3D000': 'no-database',
  '42501': 'no-right',
  // No such schema, function or table: another program's database, or one that was never set up.
  '3F000': 'no-schema',
  '42883': 'no-schema',
  '42P01': 'no-schema',
  KA001: 'replaced',
}

/** Before the password was sent. */
export class ChannelNotBound extends Error {}

/** The till's own failure in the middle of the database's work: it must not be taken for the database's. */
class TillFailed extends Error {}

/** Does a piece of the till's own work; `shopFailure` throws again what it threw. */
export function tillsOwn<T>(work: () => T): T {
  try {
    return work()
  } catch (cause) {
    throw new TillFailed('The till failed', { cause })
  }
}

/** What a thrown value of the PostgreSQL client means. */
export function shopFailure(error: unknown): ShopFailure {
  if (error instanceof TillFailed) throw error.cause
  if (error instanceof ChannelNotBound) return 'not-bound'
  const given: unknown = Reflect.get(Object(error), 'code')
  const code = typeof given === 'string' ? given : ''
  const known = certificateFault(code) ?? (code === '28000' ? turnedAway(error) : byCode[code])
  if (known) return known
  // pg says this in words alone.
  if (error instanceof Error && error.message.includes('does not support SSL')) return 'no-tls'
  // A code of the server's has a digit in it, one of the network's has none; class 08 is a lost connection.
  const isServers = /^(?=.*\d)[0-9A-Z]{5}$/.test(code) && !code.startsWith('08')
  return isServers ? 'server-trouble' : 'unreachable'
}

/** The server says all three with one code; the name of its own function is the same in every language. */
function turnedAway(error: unknown): ShopFailure {
  if (Reflect.get(Object(error), 'routine') === 'InitializeSessionUserId') return 'login-ended'
  const isPlain = error instanceof Error && /no encryption|SSL off/.test(error.message)
  return isPlain ? 'tls-required' : 'not-let-in'
}

/** Thrown where trying again soon changes nothing by itself. */
export class ShopRefused extends Error {
  constructor(readonly fault: ShopFault) {
    super(fault)
  }
}

/** Trying again soon changes nothing by itself: a person has to. */
export function isRefusal(error: unknown): boolean {
  const fault = faultOf(error)
  return fault !== 'unreachable' && fault !== 'server-trouble'
}

/** Why the shop database does not do what it should, for people. */
export function faultOf(error: unknown): ShopFault {
  if (error instanceof ShopRefused) return error.fault
  return error instanceof ZodError ? 'not-understood' : shopFailure(error)
}
