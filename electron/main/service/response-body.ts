import { codeOf } from './failure'

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

export type JsonRead = { ok: true; json: unknown } | { ok: false }

/** Parses bytes as JSON in UTF-8; a byte that is not UTF-8 fails instead of becoming a question mark. */
export function parseJson(bytes: Buffer): JsonRead {
  try {
    return { ok: true, json: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) }
  } catch {
    // The only thing that can be thrown here says "this is not JSON", which is the answer.
    return { ok: false }
  }
}
