import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import type { Exchange } from './log/request-log'

/** What every handler of the service finds in its context. */
export interface PracticeEnv {
  Bindings: HttpBindings
  Variables: { exchange: Exchange }
}

export type PracticeContext = Context<PracticeEnv>

/** Whether a `Content-Type` header says JSON, with or without a charset. */
export const isJson = (contentType: string | undefined): boolean =>
  /^application\/json\s*(;|$)/i.test(contentType ?? '')

/** Far more than any request of §4 needs. The contract shows no bound. */
export const bodyLimit = 64 * 1024

/**
 * A request's body, or null when it is larger than `bodyLimit`. One that is too large is read to
 * its end all the same, and dropped: else the sender would see a reset, not the answer.
 */
export async function readBody({ env }: PracticeContext): Promise<Buffer | null> {
  const kept: Buffer[] = []
  let size = 0
  for await (const chunk of env.incoming as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size <= bodyLimit) kept.push(chunk)
  }
  return size <= bodyLimit ? Buffer.concat(kept) : null
}

/** Whether a URL's host is this computer itself. A name that merely resolves to it does not count. */
export function isLoopback(url: URL): boolean {
  const { hostname } = url
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname)
}
