import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'
import { largestResponse } from './exchange'
import { headerTexts, type ResponseHeaders } from './rate-limit'

type Decode = (bytes: Uint8Array, options: { maxOutputLength: number }) => Buffer

const decoders: Readonly<Record<string, Decode>> = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
}

/**
 * The body without its content encoding; null where it cannot be decoded, or is larger than an answer may be. The
 * till asks for `identity`, and some servers compress all the same.
 */
export function decodeBody(bytes: Uint8Array, headers: ResponseHeaders): Uint8Array | null {
  const encodings = headerTexts(headers, 'content-encoding')
    .flatMap(text => text.toLowerCase().split(','))
    .map(text => text.trim())
    .filter(text => text !== '' && text !== 'identity')
  try {
    // The last one named was applied last.
    return encodings.reverse().reduce(decode, bytes)
  } catch {
    return null
  }
}

function decode(bytes: Uint8Array, encoding: string): Uint8Array {
  const decoder = decoders[encoding]
  if (!decoder) throw new Error(`No decoder for ${encoding}`)
  return decoder(bytes, { maxOutputLength: largestResponse })
}
