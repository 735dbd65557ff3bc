import { createHmac, hkdfSync } from 'node:crypto'

/*
 * How a chain works (decision 20). A ledger and the audit log are chained stores. Each transaction adds one
 * link: an HMAC over the link before it and the bytes of the rows that it covers (`linkValue`), with a key
 * derived from the store's data key. A changed, missing or added row no longer fits its link.
 * - `ledger/hash-chain/` and `audit-log/audit-chain.ts` write the links of their store and check them.
 * - Cutting off the last links leaves a chain that fits. So `checkpoint-document.ts` keeps, outside the
 *   store and signed, where each chain ended; `checkpoint.ts` compares it when the store is opened.
 * - An older ledger fits an older note of it. So the audit log has on record where each ledger ended
 *   (`witnessed-heads.ts`): seconds after it is opened, with each note, and at a cash-up.
 * - `integrity.ts` does that for all stores, checks each in the background (at a start what was not checked
 *   yet, all at a cash-up or monthly) and before a cash-up, and lists changes until a person has acknowledged
 *   them.
 * Nothing of it stops a sale, and nothing repairs a record.
 */

/** The end of a chain: how many links it has, and the value of the last one. */
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

/** Makes links that anyone can make: for tests, and for a ledger without a chain key. */
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
