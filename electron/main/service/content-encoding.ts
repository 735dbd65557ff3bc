import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib'
import { largestResponse } from './exchange'
import { headerTexts, type ResponseHeaders } from './rate-limit'

type Decode = (bytes: Uint8Array, options: { maxOutputLength: number }) => Buffer

const decoders = new Map<string, Decode>([
  ['gzip', gunzipSync],
  ['x-gzip', gunzipSync],
  // Some servers leave out the zlib header (RFC 9110 §8.4.1.2).
  [
    'deflate',
    (bytes, options) => (hasZlibHeader(bytes) ? inflateSync : inflateRawSync)(bytes, options),
  ],
  ['br', brotliDecompressSync],
])

function hasZlibHeader([first = 0, second = 0]: Uint8Array): boolean {
  return (first & 0x0f) === 8 && (first * 256 + second) % 31 === 0
}

/**
 * The body without its content encoding; null where it cannot be decoded, or is larger than an answer may be. The
 * till asks for `identity`, and some servers compress all the same. Others name a character set here, or what else is
 * no encoding: then the bytes are taken as they are.
 */
export function decodeBody(bytes: Uint8Array, headers: ResponseHeaders): Uint8Array | null {
  const encodings = headerTexts(headers, 'content-encoding')
    .flatMap(text => text.toLowerCase().split(','))
    .map(text => text.trim())
  try {
    // The last one named was applied last.
    return encodings.reverse().reduce(decode, bytes)
  } catch {
    return null
  }
}

function decode(bytes: Uint8Array, encoding: string): Uint8Array {
  return decoders.get(encoding)?.(bytes, { maxOutputLength: largestResponse }) ?? bytes
}
