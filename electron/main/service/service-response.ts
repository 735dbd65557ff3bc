import type { RateLimits } from './rate-limit'

/**
 * Were the request's headers handed to a socket? `no` is certain: the service cannot have the
 * request and it may be withdrawn. `maybe` means the outcome is open until the service answers the
 * same key.
 */
export type Sent = 'no' | 'maybe'

/** Why no response came. It is for people and diagnostics; what may be done next hangs on `sent`. */
export type UnreachableReason =
  | 'dns'
  | 'connection-refused'
  | 'no-route'
  | 'tls'
  /** The system's proxy refused, wants a password, hung, or is of a kind that the till cannot use. */
  | 'proxy'
  | 'connect-timeout'
  | 'timeout'
  | 'connection-lost'
  | 'aborted'
  | 'unsendable'

/** Why what came back is not believed. */
export type UnintelligibleReason =
  /** 3xx: never followed, a redirect would carry the keys elsewhere. */
  | 'redirect'
  | 'server-error'
  /** A status that the contract gives no meaning and that promises nothing about execution. */
  | 'unexpected-status'
  | 'not-http'
  | 'too-large'
  | 'cut-off'
  /** HTML, which is for a browser: a network's sign-in page, or what else answers in the service's place. */
  | 'page'
  | 'not-json'
  | 'not-the-envelope'
  /** A 2xx with the service's own error body: it did not do what was asked, or it did and cannot say so. */
  | 'error-body'
  | 'no-reference'
  | 'no-payment-status'
  /** A flat body about another payment than the one that was asked for. */
  | 'other-payment'

export interface Ok<T> {
  class: 'ok'
  value: T
  /** The service's clock (its `Date` header), ms since the epoch; null when it named none. */
  serverDate: number | null
  limits: RateLimits
}

/** A definite no in the service's own words (§7): this request created nothing. */
export interface Refused {
  class: 'refused'
  httpStatus: number
  errorCode: string | null
  message: string
  /** As of `Ok`; so are those below. */
  serverDate: number | null
  limits: RateLimits
}

/** The service rejected these keys (§5.6): stop every call that uses them. */
export interface Unauthorized {
  class: 'unauthorized'
  httpStatus: 401
  errorCode: string | null
  message: string
  serverDate: number | null
  limits: RateLimits
}

/**
 * The till itself found that these keys cannot go with a call: nothing was sent, and the service has said nothing. Only
 * other keys help.
 */
export interface Unsent {
  class: 'unsent'
  /** The till's own words, for diagnostics. */
  detail: string
}

/** Slow down (§7, §8): `limits` has for how long, where the service named a time. */
export interface Throttled {
  class: 'throttled'
  /** True in the service's own error body: then it took nothing. A proxy's 429 says nothing about that. */
  own: boolean
  errorCode: string | null
  message: string
  /** Null also when it is not in the service's own words: then it may be a proxy's clock. */
  serverDate: number | null
  limits: RateLimits
}

export interface Unreachable {
  class: 'unreachable'
  sent: Sent
  reason: UnreachableReason
  /** An error's code: never a header, a key or a body. */
  detail: string
}

/** Something answered, and it cannot be believed: the request may have been executed. */
export interface Unintelligible {
  class: 'unintelligible'
  httpStatus: number | null
  reason: UnintelligibleReason
  /** An error's code, or the words of the service's own error body: never a header or a key. */
  detail: string
  /**
   * A success that came whole and holds no payment that can be read, as it came but for the secret: for a manager alone.
   * Null for any other answer.
   */
  text: string | null
  limits: RateLimits
}

/** The result of one call, typed by what to do next. A call of the client never rejects because of the network. */
export type ServiceResponse<T> =
  | Ok<T>
  | Refused
  | Unauthorized
  | Unsent
  | Throttled
  | Unreachable
  | Unintelligible
