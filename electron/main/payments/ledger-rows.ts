import { eventSchema, type PaymentEvent } from '../../../shared/payment/event'
import { type Sale, saleSchema } from '../../../shared/payment/sale'
import { decodeText } from '../database'

/** Thrown when a row cannot be what this app wrote: the ledger is damaged. */
export class LedgerDamaged extends Error {
  override readonly name = 'LedgerDamaged'
}

function encode(value: Sale | PaymentEvent): Buffer {
  return Buffer.from(JSON.stringify(value))
}

/** An event as it is kept. Throws a ZodError for one that could not be read back. */
export function encodeEvent(event: PaymentEvent): Buffer {
  return encode(eventSchema.parse(event))
}

/** A sale as it is kept. Checked before it is written: one row that cannot be read back would close the whole ledger. */
export function encodeSale(sale: Sale): Buffer {
  return encode(saleSchema.parse(sale))
}

/** Throws LedgerDamaged for anything but text. */
export function readText(value: unknown): string {
  const decoded = Buffer.isBuffer(value) ? decodeText(value) : null
  if (!decoded?.ok) throw new LedgerDamaged('A row of the ledger does not hold text')
  return decoded.text
}

/** Throws LedgerDamaged for anything but JSON text. */
export function readJson(value: unknown): unknown {
  const text = readText(value)
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new LedgerDamaged('A row of the ledger is not JSON', { cause })
  }
}

/** Throws LedgerDamaged for anything but a sale. */
export function readSale(value: unknown): Sale {
  const parsed = saleSchema.safeParse(readJson(value))
  if (!parsed.success)
    throw new LedgerDamaged('A sale in the ledger is damaged', { cause: parsed.error })
  return parsed.data
}

/** As many as a counter has in its hands at a time. */
const mostKept = 100

/**
 * `readSale` for one ledger. Within a moment the sender, the watcher and the windows read the same sale
 * several times over: bytes that were read and checked lately are not parsed again. What is returned is
 * shared, and frozen for that.
 */
export function createSaleReader(): (value: unknown) => Sale {
  const kept = new Map<string, Sale>()
  return value => {
    const bytes = Buffer.isBuffer(value) ? value.toString('latin1') : null
    const known = bytes === null ? undefined : kept.get(bytes)
    if (known || bytes === null) return known ?? readSale(value)
    if (kept.size >= mostKept) kept.clear()
    const sale = freeze(readSale(value))
    kept.set(bytes, sale)
    return sale
  }
}

function freeze(sale: Sale): Sale {
  for (const part of Object.values(sale)) Object.freeze(part)
  return Object.freeze(sale)
}

/** Throws LedgerDamaged for anything but an event. */
export function readEvent(value: unknown): PaymentEvent {
  const parsed = eventSchema.safeParse(readJson(value))
  if (!parsed.success)
    throw new LedgerDamaged('An event in the ledger is damaged', { cause: parsed.error })
  return parsed.data
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
