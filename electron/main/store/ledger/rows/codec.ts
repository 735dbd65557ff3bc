import type { ZodType } from 'zod'
import { BoundedCache } from '../../../../../shared/bounded-cache'
import { type Payment, paymentSchema } from '../../../../../shared/payment/payment'
import { decodeText } from '../../database'
import { pack, unpack } from './packing'

/** Thrown when a row cannot be what this app wrote: the ledger is damaged. */
export class LedgerDamaged extends Error {
  override readonly name = 'LedgerDamaged'
}

/** A payment as it is kept. Checked before it is written: one row that cannot be read back would close the whole ledger. */
export function encodePayment(payment: Payment): Buffer {
  return pack(JSON.stringify(paymentSchema.parse(payment)))
}

/** Throws LedgerDamaged for anything but text. */
export function readText(value: unknown): string {
  const text = decodeText(value)
  if (text === null) throw new LedgerDamaged('A row of the ledger does not hold text')
  return text
}

/** Text that may be packed. Throws LedgerDamaged for anything else. */
export function readPacked(value: unknown): string {
  return readText(Buffer.isBuffer(value) ? unpack(value) : null)
}

/** Throws LedgerDamaged for anything but JSON text, which may be packed. */
export function readJson(value: unknown): unknown {
  const text = readPacked(value)
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new LedgerDamaged('A row of the ledger is not JSON', { cause })
  }
}

/** What a schema makes of JSON from a row. `what`: for the LedgerDamaged that is thrown where it makes nothing of it. */
export function checked<Value>(schema: ZodType<Value>, json: unknown, what: string): Value {
  const parsed = schema.safeParse(json)
  if (!parsed.success) throw new LedgerDamaged(`${what} is damaged`, { cause: parsed.error })
  return parsed.data
}

/** Throws LedgerDamaged for anything but a payment. */
export function readPayment(value: unknown): Payment {
  return checked(paymentSchema, readJson(value), 'A payment in the ledger')
}

/** As many as a counter has in its hands at a time. */
const mostKept = 100

/**
 * The payments of one ledger to their bytes and back. Within a moment the sender, the poller and the windows read
 * the same payment several times, and most have just been written: bytes that were checked lately, coming or going,
 * are not parsed again. What is returned is shared, and frozen for that.
 */
export class PaymentCodec {
  readonly #kept = new BoundedCache<Payment>(mostKept)

  /** As `encodePayment`. */
  encode(payment: Payment): Buffer {
    const checked = paymentSchema.parse(payment)
    const bytes = pack(JSON.stringify(checked))
    this.#kept.set(nameOf(bytes), freeze(checked))
    return bytes
  }

  /** As `readPayment`. */
  read(value: unknown): Payment {
    if (!Buffer.isBuffer(value)) return readPayment(value)
    return this.#kept.get(nameOf(value), () => freeze(readPayment(value)))
  }
}

/** A letter a byte: no two different rows are the same text. */
function nameOf(bytes: Buffer): string {
  return bytes.toString('latin1')
}

function freeze(payment: Payment): Payment {
  for (const part of Object.values(payment)) Object.freeze(part)
  return Object.freeze(payment)
}

/** Null for what is damaged; any other error is thrown. */
export function readable<Value>(read: () => Value): Value | null {
  try {
    return read()
  } catch (error) {
    if (error instanceof LedgerDamaged) return null
    throw error
  }
}
