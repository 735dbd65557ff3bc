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
 * The connections to the service: HTTP/1.1, one request at a time on each, TLS verified; `kept` alive
 * for the next request, or `single`, each for one request alone.
 * No retry and no redirect: both are interceptors in undici, and none is composed in.
 */
export function createPool(options: PoolOptions, use: 'kept' | 'single'): Pool {
  const { origin, timeouts, certificateAuthorities = [], resolveProxy } = options
  return new Pool(origin, {
    allowH2: false,
    // 0 is undici's word for no keep-alive.
    pipelining: use === 'kept' ? 1 : 0,
    // No limit: with one, requests would queue unseen and unabortable in the pool. The gate is ours.
    connections: null,
    // Longer than the 10 s between two polls, so that polling does not reconnect each time.
    keepAliveTimeout: 15_000,
    headersTimeout: timeouts.headers,
    bodyTimeout: timeouts.body,
    maxResponseSize: largestResponse,
    connect: createConnector({ timeout: timeouts.connect, certificateAuthorities, resolveProxy }),
  })
}
