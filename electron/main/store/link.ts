import { createHash } from 'node:crypto'

/*
 * Links. Each transaction of a ledger, and each entry of the audit log, adds one link: SHA-256 over the link
 * before it and the bytes of the rows that it covers.
 * So damage and a fork are found (`ledger/check-records.ts`; the shop database compares links).
 * A link has no key: a person who has the till's key can write another chain.
 */

/** The end of a chain: how many links it has, and the value of the last one. */
export interface Head {
  number: number
  value: Buffer
}

/** The subject of the links that hold cash-ups. */
export const cashUpSubject = 'cash-up'

/** The subject of the links that hold cash which moved without a sale. */
export const drawerSubject = 'drawer'

/** The subjects that are no payments. */
export const otherSubjects = [cashUpSubject, drawerSubject] as const

/** What stands in a link instead of a payment's key, which counts from 1. */
export const drawerKey = 0

/** Rows of a ledger that one link holds to what they are: the bytes of each, as stored. */
export interface LinkedRows {
  /** The payment's key; null for a cash-up, `drawerKey` for the drawer. */
  payment: number | null
  /** A payment's id, or one of `otherSubjects`. */
  subject: string
  /** The number of the first of its rows; the others follow. */
  first: number
  bodies: readonly Buffer[]
}

/** What adds the link of rows, in the transaction that writes them, and gives its number. */
export interface LinkAdder {
  add(rows: LinkedRows): number
}

/** What the first link follows on. */
export const noValue: Buffer = Buffer.alloc(32)

/** A chain that has no link yet. */
export const emptyHead: Head = { number: 0, value: noValue }

/**
 * SHA-256 over the parts, the value of the link before among them. Each part goes with its length, so that
 * no two lists of parts are the same bytes.
 */
export function linkValue(parts: readonly Buffer[]): Buffer {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(numberPart(part.length)).update(part)
  return hash.digest()
}

/** A number as a part. */
export function numberPart(number: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64BE(BigInt(number))
  return bytes
}
