import { type Sale, saleSchema } from '../../../../../shared/payment/sale'
import { decodeText } from '../../database'
import { pack, unpack } from './packing'

/** Thrown when a row cannot be what this app wrote: the ledger is damaged. */
export class LedgerDamaged extends Error {
  override readonly name = 'LedgerDamaged'
}

/** A sale as it is kept. Checked before it is written: one row that cannot be read back would close the whole ledger. */
export function encodeSale(sale: Sale): Buffer {
  return pack(JSON.stringify(saleSchema.parse(sale)))
}

/** Throws LedgerDamaged for anything but text. */
export function readText(value: unknown): string {
  const decoded = Buffer.isBuffer(value) ? decodeText(value) : null
  if (!decoded?.ok) throw new LedgerDamaged('A row of the ledger does not hold text')
  return decoded.text
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

/** Throws LedgerDamaged for anything but a sale. */
export function readSale(value: unknown): Sale {
  const parsed = saleSchema.safeParse(readJson(value))
  if (!parsed.success)
    throw new LedgerDamaged('A sale in the ledger is damaged', { cause: parsed.error })
  return parsed.data
}

/** As many as a counter has in its hands at a time. */
const mostKept = 100

/** The sales of one ledger to their bytes and back. */
export interface SaleCodec {
  /** As `encodeSale`. */
  encode(sale: Sale): Buffer
  /** As `readSale`. What is returned is shared, and frozen for that. */
  read(value: unknown): Sale
}

/**
 * Within a moment the sender, the watcher and the windows read the same sale several times over, and
 * most have just been written: bytes that were checked lately, coming or going, are not parsed again.
 */
export function createSaleCodec(): SaleCodec {
  const kept = new Map<string, Sale>()
  // A letter a byte: no two different rows are the same text.
  const nameOf = (bytes: Buffer) => bytes.toString('latin1')

  function keep(bytes: Buffer, sale: Sale): Sale {
    if (kept.size >= mostKept) kept.clear()
    kept.set(nameOf(bytes), freeze(sale))
    return sale
  }

  return {
    encode(sale) {
      const checked = saleSchema.parse(sale)
      const bytes = pack(JSON.stringify(checked))
      keep(bytes, checked)
      return bytes
    },
    read(value) {
      if (!Buffer.isBuffer(value)) return readSale(value)
      return kept.get(nameOf(value)) ?? keep(value, readSale(value))
    },
  }
}

function freeze(sale: Sale): Sale {
  for (const part of Object.values(sale)) Object.freeze(part)
  return Object.freeze(sale)
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
