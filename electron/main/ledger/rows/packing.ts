import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { packingDictionary as dictionary } from './packing-dictionary'

/** The first byte of packed bytes. Plain ones are JSON text, or empty: neither begins with it. */
export const packedMark = 0xb5

/** Wide enough for the dictionary and a row; memory for more would cost more time than the work. */
export const packingOptions = { dictionary, windowBits: 13, memLevel: 5, level: 9 }

/** A damaged row must not take all memory. */
const mostUnpacked = 2 ** 24

const mark = Buffer.from([packedMark])

/** JSON text in fewer bytes; as it is where packing it saves none. */
export function pack(text: string): Buffer {
  const plain = Buffer.from(text)
  const packed = deflateRawSync(plain, packingOptions)
  return packed.length + 1 < plain.length ? Buffer.concat([mark, packed]) : plain
}

/** The text that was packed. Bytes that are not packed are returned as they are; null for damaged ones. */
export function unpack(bytes: Buffer): Buffer | null {
  if (bytes[0] !== packedMark) return bytes
  try {
    return inflateRawSync(bytes.subarray(1), { ...packingOptions, maxOutputLength: mostUnpacked })
  } catch {
    // Any error of zlib means damage here.
    return null
  }
}
