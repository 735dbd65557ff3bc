import { Pool } from 'undici'
import { createConnector } from './connector'
import type { ResolveProxy } from './proxy-route'

/** How long each part of a call may take, in ms. */
export interface Timeouts {
  /** Name, TCP and TLS together. */
  connect: number
  /** From the request's last byte to the response's headers. */
  headers: number
  /** Between two pieces of the response's body. */
  body: number
  /** The whole call, whatever happens in it. */
  call: number
}

export const defaultTimeouts: Timeouts = {
  connect: 10_000,
  headers: 30_000,
  body: 15_000,
  call: 45_000,
}

/** The contract's answers are some hundred bytes; a page that says more is not the service. */
export const largestResponse = 256 * 1024

export interface PoolOptions {
  origin: string
  timeouts: Timeouts
  /** PEM certificates to trust beside the well-known authorities. */
  certificateAuthorities?: readonly string[]
  resolveProxy?: ResolveProxy | undefined
}

/**
 * The connections to the service: HTTP/1.1, TLS verified, each for one request alone. HAZARD: a far end out
 * of step, such as a proxy that answers twice, leaves an answer on a kept connection, and HTTP/1.1 gives it
 * to the next request: another payment's answer would be taken for this one's (money rule 12). TLS sessions
 * are resumed, so a new connection costs little.
 * No retry and no redirect: both are interceptors in undici, and none is composed in.
 */
export function createPool(options: PoolOptions): Pool {
  const { origin, timeouts, certificateAuthorities = [], resolveProxy } = options
  return new Pool(origin, {
    allowH2: false,
    // 0 is undici's word for no keep-alive.
    pipelining: 0,
    // No limit: with one, requests would queue unseen and unabortable in the pool. The gate is ours.
    connections: null,
    headersTimeout: timeouts.headers,
    bodyTimeout: timeouts.body,
    maxResponseSize: largestResponse,
    connect: createConnector({ timeout: timeouts.connect, certificateAuthorities, resolveProxy }),
  })
}
