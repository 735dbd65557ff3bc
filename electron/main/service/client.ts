import { type Accepted, readAccepted } from './accepted'
import type { AnswerReader } from './answer-reader'
import { defaultTimeouts, type Timeouts } from './exchange'
import { interpret } from './interpret'
import type { ResolveProxy } from './proxy-route'
import { type HeaderFault, requestHeaders, type ServiceKeys } from './request-headers'
import { checkServiceAddress, isLoopback } from './secure-url'
import type { ServiceResponse } from './service-response'
import { readStatus, type StatusRead } from './status-read'
import { createTransport, type Transport } from './transport'

/** What a create call sends: committed before, and the same at every attempt (money rules 1, 2). */
export interface PreparedRequest {
  idempotencyKey: string
  body: string
  /** False when it is not to go any more (money rule 7): asked when the connection is established. */
  mayGo?: () => boolean
}

/**
 * The payment service, one function per operation of §4. Each sends once, at most, and answers what
 * became of it; retrying is the caller's. A call rejects only if `keys` throws.
 */
export interface ServiceClient {
  /** §4.1. The same key again returns the first outcome and pushes nothing twice (§8). */
  createMobilePayment(request: PreparedRequest): Promise<ServiceResponse<Accepted>>
  /** §4.2. */
  readMobilePayment(reference: string): Promise<ServiceResponse<StatusRead>>
  /** §4.3. The same key again returns the first outcome and opens no second checkout. */
  createCardPayment(request: PreparedRequest): Promise<ServiceResponse<Accepted>>
  /** §4.4. */
  readCardPayment(reference: string): Promise<ServiceResponse<StatusRead>>
  /** Ends at once: calls in flight answer `unreachable`, `aborted`, with what is known of `sent`. */
  close(): Promise<void>
}

export interface ServiceClientDeps {
  /** The service's base address; checkServiceAddress must take it, or creating the client throws. */
  address: string
  /** The first path segment of every endpoint (`service` in the contract's conventions). */
  pathPrefix: string
  /**
   * Asked at every call with the place that it goes to, so that new keys hold from the next one on. Null
   * where the keys were not entered for that place: nothing is sent.
   */
  keys: (place: string) => ServiceKeys | null
  clock: {
    /** Wall clock, ms since the epoch. */
    wall(): number
    /** Runs `action` once after `delay` ms; returns what cancels it. */
    after(delay: number, action: () => void): () => void
  }
  /** The service's time as far as the till has learnt it, ms; without it the wall clock. */
  serviceNow?: () => number
  timeouts?: Partial<Timeouts>
  /** PEM certificates to trust in addition to the well-known authorities; each must be readable. */
  certificateAuthorities?: readonly string[]
  /** Which proxy leads to an address; without it every connection is made directly. */
  resolveProxy?: ResolveProxy
  /** Carries the calls instead of sockets of its own; a test brings one. */
  transport?: Transport
}

/** Creates the client; it opens no connection before the first call. */
export function createServiceClient(deps: ServiceClientDeps): ServiceClient {
  const { address, pathPrefix, keys, clock, timeouts, ...trust } = deps
  const checked = checkServiceAddress(address)
  if (!checked.ok) throw new TypeError(`The service address was not checked: ${checked.reason}`)
  const transport =
    deps.transport ??
    createTransport({
      ...trust,
      clock,
      origin: checked.origin,
      timeouts: { ...defaultTimeouts, ...timeouts },
    })
  const accepting = readAccepted(isLoopback(new URL(checked.origin).hostname))
  const base = `${checked.basePath}/${encodeURIComponent(pathPrefix)}`
  const place = `${checked.origin}${base}`
  const merchant = `${base}/merchant`

  async function call<T>(
    operation: string,
    request: { idempotencyKey: string | null; body: string; mayGo?: () => boolean },
    reader: AnswerReader<T>,
  ): Promise<ServiceResponse<T>> {
    const path = `${merchant}/${operation}`
    const accountKeys = keys(place)
    if (accountKeys === null) return unsent('The keys were entered for another address')
    const made = requestHeaders(accountKeys, request.idempotencyKey)
    if (!made.ok) return unsendable(made.fault)
    const { body, mayGo } = request
    const exchange = await transport.post({ path, headers: made.headers, body, mayGo })
    const secret = made.headers['x-api-secret']
    return interpret(exchange, reader, { now: (deps.serviceNow ?? clock.wall)(), secret })
  }

  return {
    createMobilePayment: request => call('payments/create', request, accepting),
    // `referenceId` here and `reference` for cards: the contract's two names, on purpose.
    readMobilePayment: reference =>
      call('payments/status', reading({ referenceId: reference }), readStatus(reference)),
    createCardPayment: request => call('card/pay', request, accepting),
    readCardPayment: reference =>
      call('card/status', reading({ reference }), readStatus(reference)),
    close: transport.close,
  }
}

function reading(parameters: Record<string, string>) {
  return { idempotencyKey: null, body: JSON.stringify(parameters) }
}

/** Nothing was sent. Keys unfit for a header are to be treated as rejected ones: only new keys help. */
function unsendable(fault: HeaderFault): ServiceResponse<never> {
  if (fault === 'idempotency-key')
    return { class: 'unreachable', sent: 'no', reason: 'unsendable', detail: fault }
  const name = fault === 'api-key' ? 'API key' : 'API secret'
  return unsent(`The ${name} is empty or holds characters that no key can have`)
}

function unsent(detail: string): ServiceResponse<never> {
  return { class: 'unsent', detail }
}
