import { createHmac, hkdfSync } from 'node:crypto'

/** Where a chain stands: how many links it has, and the value of the last one. */
export interface Head {
  number: number
  value: Buffer
}

/** What a chain is worked with. */
export interface ChainKeys {
  /** Makes the links. */
  links: Buffer
  /** Vouches for what is noted of a chain outside its file. */
  heads: Buffer
}

/** Rows that one link holds to what they are: the bytes of each, as stored. */
export interface LinkedRows {
  /** A sale's id, or `cashUpSubject`. */
  subject: string
  /** The number of the first of its rows; the others follow. */
  first: number
  bodies: readonly Buffer[]
}

const valueLength = 32

/** What the first link follows on. */
export const noValue: Buffer = Buffer.alloc(valueLength)

/** Makes links that anybody can make: for a chain in which nobody's money is. */
export const emptyKey: Buffer = Buffer.alloc(valueLength)

/** A chain that has no link yet. */
export const emptyHead: Head = { number: 0, value: noValue }

/**
 * The keys of the chain in a file that is encrypted with `dataKey`. Keys of their own, for the engine's
 * encryption uses the data key in its own way.
 */
export function chainKeys(dataKey: Buffer): ChainKeys {
  return { links: derive(dataKey, 'kaunta chain'), heads: derive(dataKey, 'kaunta chain head') }
}

function derive(dataKey: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', dataKey, '', purpose, valueLength))
}

/**
 * HMAC-SHA-256 over the parts, the value of the link before among them. Each part goes with its length, so
 * that no two lists of parts are the same bytes.
 */
export function linkValue(key: Buffer, parts: readonly Buffer[]): Buffer {
  const whole = Buffer.concat(parts.flatMap(part => [numberPart(part.length), part]))
  return createHmac('sha256', key).update(whole).digest()
}

/** A number as a part. */
export function numberPart(number: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64BE(BigInt(number))
  return bytes
}
