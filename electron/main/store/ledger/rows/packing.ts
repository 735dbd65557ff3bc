import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { formatId } from './format-id'
import { packingDictionary as dictionary } from './packing-dictionary'

/** The first byte of packed bytes. Plain ones are JSON text, or empty: neither begins with it. */
export const packedMark = 0xb5

/** Wide enough for the dictionary and a row; memory for more would cost more time than the work. */
export const packingOptions = { dictionary, windowBits: 13, memLevel: 5, level: 9 }

/** A damaged row must not take all memory. */
const mostUnpacked = 2 ** 24

const mark = Buffer.from([packedMark])

/*
 * What no dictionary knows: ids, hashes and times. Before the text is deflated, each becomes a byte that UTF-8
 * never has, and its own bytes.
 */
const unknowns =
  /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}|[\da-f]{64}|(?<!\d)[1-9]\d{12}(?!\d)/g
const shortened = /\xf8(.{16})|\xf9(.{32})|\xfa(.{6})/gs
const marks = { id: '\xf8', hash: '\xf9', time: '\xfa' }

/** One letter is one byte of UTF-8. */
function shorten(bytes: string): string {
  return bytes.replace(unknowns, found => {
    if (found.length === 13)
      return marks.time + bytesOf(Number(found).toString(16).padStart(12, '0'))
    return (found.length === 64 ? marks.hash : marks.id) + bytesOf(found.replaceAll('-', ''))
  })
}

/** The text whose shortened form this is. */
export function lengthen(bytes: string): string {
  return bytes.replace(shortened, (_all, id?: string, hash?: string, time = '') => {
    if (id !== undefined) return formatId(hexOf(id))
    return hash === undefined ? String(Number.parseInt(hexOf(time), 16)) : hexOf(hash)
  })
}

function bytesOf(hex: string): string {
  return Buffer.from(hex, 'hex').toString('latin1')
}

function hexOf(bytes: string): string {
  return Buffer.from(bytes, 'latin1').toString('hex')
}

/** JSON text in fewer bytes; as it is where packing it saves none. */
export function pack(text: string): Buffer {
  const plain = Buffer.from(text)
  const packed = deflateRawSync(
    Buffer.from(shorten(plain.toString('latin1')), 'latin1'),
    packingOptions,
  )
  return packed.length + 1 < plain.length ? Buffer.concat([mark, packed]) : plain
}

/** The text that was packed. Bytes that are not packed are returned as they are; null for damaged ones. */
export function unpack(bytes: Buffer): Buffer | null {
  if (bytes[0] !== packedMark) return bytes
  try {
    const options = { ...packingOptions, maxOutputLength: mostUnpacked }
    const inflated = inflateRawSync(bytes.subarray(1), options)
    return Buffer.from(lengthen(inflated.toString('latin1')), 'latin1')
  } catch {
    // Any error of zlib means damage here.
    return null
  }
}
