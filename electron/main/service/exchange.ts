import type { ResponseHeaders } from './rate-limit'
import type { Sent, UnreachableReason } from './service-response'

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

/** No call takes longer, ms. */
export const longestCall = defaultTimeouts.call

/** The till's own reasons to end a call, in addition to the codes of Node and undici. */
export const callTimedOut = 'CALL_TIMED_OUT'
export const clientClosed = 'CLIENT_CLOSED'
/** The call was not to go any more when it could. */
export const tooLate = 'TOO_LATE'
/** The system's proxy: what it said to CONNECT, or that it is of a kind which the till cannot use. */
export const proxyRefused = 'PROXY_REFUSED'
export const proxyAuthNeeded = 'PROXY_AUTH_NEEDED'
export const proxyTimedOut = 'PROXY_TIMED_OUT'
export const proxyUnsupported = 'PROXY_UNSUPPORTED'

const reasons: readonly (readonly [RegExp, UnreachableReason])[] = [
  [/^(ENOTFOUND|EAI_\w+)$/, 'dns'],
  [/^ECONNREFUSED$/, 'connection-refused'],
  [/^(ENETUNREACH|EHOSTUNREACH|ENETDOWN|EHOSTDOWN|EADDRNOTAVAIL|EACCES)$/, 'no-route'],
  [/^ETIMEDOUT$/, 'connect-timeout'],
  [/^(UND_ERR_HEADERS_TIMEOUT|CALL_TIMED_OUT)$/, 'timeout'],
  [/^(CLIENT_CLOSED|TOO_LATE|UND_ERR_(ABORTED|DESTROYED|CLOSED))$/, 'aborted'],
  [/^PROXY_\w+$/, 'proxy'],
  [/^(EPROTO|ERR_TLS_\w+|ERR_SSL_\w+)$/, 'tls'],
  // Node passes on OpenSSL's names of certificate faults as they are.
  [
    /^(CERT|CRL|UNABLE_TO|DEPTH_ZERO|SELF_SIGNED|ERROR_IN|INVALID|HOSTNAME|PATH_LENGTH)_\w+$/,
    'tls',
  ],
]

/** Names an error's code for people. It decides nothing about money: `sent` does. */
export function unreachableReason(code: string): UnreachableReason {
  return reasons.find(([pattern]) => pattern.test(code))?.[1] ?? 'connection-lost'
}

/** True when the bytes that came back were not HTTP; undici gives that error a code only sometimes. */
export function isNotHttp(code: string): boolean {
  return code.startsWith('HPE_') || code === 'HTTPParserError'
}

/** An error's code, else its name. Never its message: that can quote what was sent or received. */
export function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'UNKNOWN'
  const { code } = error as { code?: unknown }
  return typeof code === 'string' ? code : error.name
}

/** The contract's answers are some hundred bytes; a page that says more is not the service. In bytes. */
export const largestResponse = 256 * 1024

/** A response's body, as far as it came. */
export type BodyRead =
  | { kind: 'whole'; bytes: Buffer }
  | { kind: 'too-large' }
  | { kind: 'cut-off'; code: string }

/** Reads a body to its end; the pool counts the bytes as they come and stops a too large one. Never rejects. */
export async function readBody(stream: AsyncIterable<Buffer>): Promise<BodyRead> {
  const chunks: Buffer[] = []
  try {
    for await (const chunk of stream) chunks.push(chunk)
    return { kind: 'whole', bytes: Buffer.concat(chunks) }
  } catch (error) {
    const code = codeOf(error)
    return code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE'
      ? { kind: 'too-large' }
      : { kind: 'cut-off', code }
  }
}

/** An answer: its headers came. */
export interface HttpResponse {
  kind: 'response'
  status: number
  headers: ResponseHeaders
  body: BodyRead
}

/** No response headers came. */
export interface HttpFailure {
  kind: 'failure'
  sent: Sent
  code: string
}

/** The result of one HTTP request. */
export type Exchange = HttpResponse | HttpFailure
