import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Sent } from './service-response'

export interface SentWatch {
  sent(): Sent
  stop(): void
}

/**
 * Watches whether one attempt's headers are handed to a socket (money rule 4). undici publishes
 * `undici:client:sendHeaders` immediately before it writes a request's first byte; an error code
 * cannot tell (ECONNRESET comes before and after).
 *
 * An attempt is recognised by the identity of its body buffer, which undici carries unchanged from
 * the call to the socket: it holds for requests in flight together, for equal bodies, for a reused
 * connection and for a queue, where an async context would be that of whichever request freed the
 * socket. So `body` must be a buffer made for this attempt and not empty (undici drops empty ones).
 *
 * `no` needs evidence: undici was seen to take this buffer and was not seen to send it. Should a
 * later undici copy the body, every attempt becomes `maybe`, which costs a retry and never a sale.
 */
export function watchSending(body: Buffer): SentWatch {
  let taken = false
  let handedOver = false
  const onCreate = (message: unknown) => {
    taken ||= carries(message, body)
  }
  const onSendHeaders = (message: unknown) => {
    handedOver ||= carries(message, body)
  }
  subscribe('undici:request:create', onCreate)
  subscribe('undici:client:sendHeaders', onSendHeaders)
  return {
    sent: () => (taken && !handedOver ? 'no' : 'maybe'),
    stop() {
      unsubscribe('undici:request:create', onCreate)
      unsubscribe('undici:client:sendHeaders', onSendHeaders)
    },
  }
}

function carries(message: unknown, body: Buffer): boolean {
  return (message as { request?: { body?: unknown } } | null)?.request?.body === body
}
