import { codeOf } from './failure'
import type { ResponseHeaders } from './rate-limit'
import type { Sent } from './service-response'

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

/** What became of one request on the wire. */
export type Exchange = HttpResponse | HttpFailure
